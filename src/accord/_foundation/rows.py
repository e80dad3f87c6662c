"""Packed rows: the nodes of each cluster, or the clusters of each node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord import _core

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: A member has two shares in one row. Arguments: the row, the member and the two shares.
ShareConflict = _core.ShareConflict

#: In a map of node indices: this node is dropped.
NOWHERE = np.uint32(2**32 - 1)


@dataclass(frozen=True, eq=False)
class Rows:
    """Row r is `members[offsets[r]:offsets[r + 1]]`, strictly ascending.

    `shares` is None or has one item per membership.
    """

    offsets: NDArray[np.int64]
    members: NDArray[np.uint32]
    shares: NDArray[np.float64] | None = None

    def __post_init__(self) -> None:
        for array in (self.offsets, self.members, self.shares):
            if array is not None:
                array.flags.writeable = False

    def __reduce__(self) -> tuple[object, ...]:  # unpickled arrays are writeable
        return Rows, (self.offsets, self.members, self.shares)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rows):
            return NotImplemented
        return (
            np.array_equal(self.offsets, other.offsets)
            and np.array_equal(self.members, other.members)
            and (self.shares is None) == (other.shares is None)
            and (
                self.shares is None
                or other.shares is None
                or np.array_equal(self.shares, other.shares)
            )
        )

    __hash__ = None  # type: ignore[assignment]

    def row(self, index: int) -> NDArray[np.uint32]:
        return self.members[self.offsets[index] : self.offsets[index + 1]]

    @property
    def sizes(self) -> NDArray[np.int64]:
        """Number of members of each row."""
        return np.diff(self.offsets)

    def row_of_membership(self) -> NDArray[np.int64]:
        """For each membership the row it belongs to."""
        return np.repeat(np.arange(len(self)), self.sizes)

    def sums(self, amounts: NDArray[Any]) -> NDArray[Any]:
        """The sum of `amounts`, one per membership, for each row. No row may be empty.

        Floats are added one after the other, as in the kernels: a cluster matched with itself gives
        exactly its size.
        """
        if amounts.dtype.kind == "f":
            sums = np.bincount(self.row_of_membership(), weights=amounts, minlength=len(self))
            return sums.astype(np.float64, copy=False)  # without rows they are integers
        return np.add.reduceat(amounts, self.offsets[:-1]) if len(self) else amounts[:0]

    @property
    def without_shares(self) -> Rows:
        """The same rows, every member whole."""
        return self if self.shares is None else Rows(self.offsets, self.members)

    def take(self, keep: NDArray[np.bool_]) -> Rows:
        """The rows marked in `keep`."""
        if keep.all():
            return self
        memberships = np.repeat(keep, self.sizes)
        offsets = np.concatenate(([0], np.cumsum(self.sizes[keep])))
        return Rows(
            offsets,
            self.members[memberships],
            None if self.shares is None else self.shares[memberships],
        )

    # ---- by kernels ------------------------------------------------------------------------------

    @classmethod
    def pack(
        cls,
        offsets: NDArray[np.int64],
        members: NDArray[np.uint32],
        shares: NDArray[np.float64] | None,
        width: int,
        threads: int,
    ) -> tuple[Rows, int]:
        """Rows from members in any order, and the number of repeated members that were dropped.

        Raises ShareConflict if a member has two shares in one row.
        """
        return _core.sort_rows(offsets, members, shares, width, threads=threads)

    @classmethod
    def group(
        cls,
        row_of: NDArray[np.uint32],
        members: NDArray[np.uint32],
        shares: NDArray[np.float64] | None,
        n_rows: int,
        width: int,
        threads: int,
    ) -> tuple[Rows, int]:
        """Like `pack`, but from the row of each member; NOWHERE drops the member."""
        return _core.group_rows(row_of, members, shares, n_rows, width, threads=threads)

    @classmethod
    def adjacent(
        cls,
        sources: NDArray[np.uint32],
        targets: NDArray[np.uint32],
        weights: NDArray[np.float64] | None,
        n_nodes: int,
        directed: bool,
        threads: int,
    ) -> Rows:
        """The neighbours of each node; an undirected edge is in the rows of both of its nodes.

        Raises ShareConflict if an edge has two weights.
        """
        return _core.adjacency(sources, targets, weights, n_nodes, directed, threads=threads)

    def relabel(self, new_index: NDArray[np.uint32], width: int, threads: int) -> Rows:
        """Rows with node v replaced by `new_index[v]`, or dropped if that is NOWHERE.

        Rows may become empty.
        """
        return _core.relabel_rows(self, new_index, width, threads=threads)

    def take_indices(self, indices: NDArray[np.uint32], threads: int) -> Rows:
        """The rows at these indices."""
        return _core.take_rows(self, indices, threads=threads)

    def count_memberships(self, width: int, threads: int) -> NDArray[np.uint32]:
        """Number of rows that contain each member."""
        counts = _core.count_memberships(self, width, threads=threads)
        counts.flags.writeable = False
        return counts

    def transpose(self, degrees: NDArray[np.uint32], threads: int) -> Rows:
        """For each member the rows that contain it; `degrees` is from `count_memberships`."""
        return _core.transpose(self, degrees, threads=threads)

    def duplicates(self, threads: int) -> NDArray[np.bool_]:
        """Which rows have the same members and shares as an earlier one."""
        first = _core.first_equal_rows(self, threads=threads)
        return np.not_equal(first, np.arange(len(self)))


def concatenate(parts: Sequence[Rows]) -> Rows:
    """The rows of all parts, in order. If some parts have shares, those without get shares of 1."""
    ends = [part.offsets[1:] - part.offsets[0] for part in parts]
    before = np.cumsum([0, *(part.offsets[-1] for part in parts)])
    offsets = np.concatenate(
        [[0], *(end + start for end, start in zip(ends, before, strict=False))]
    )
    shares = None
    if any(part.shares is not None for part in parts):
        shares = np.concatenate(
            [np.ones(len(part.members)) if part.shares is None else part.shares for part in parts]
        )
    return Rows(offsets, np.concatenate([part.members for part in parts]), shares)
