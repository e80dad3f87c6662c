"""Partner: a cluster of the other side that shares nodes with the explained one."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.numbers import readable
from accord._explain.node_agreement import NodeAgreement

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False, repr=False)
class Partner:
    """A cluster of the other side that shares nodes with the explained one.

    Nodes are missing or extra as seen from the truth, whichever side is explained.
    """

    cluster: Hashable
    size: float
    #: The verdict on the partner, in words.
    verdict: str
    #: Number of common nodes, or their weight; and its share of either cluster.
    overlap: float
    share: float
    partner_share: float
    f1: float
    #: Side of the explained cluster, "truth" or "found".
    explained_side: str
    nodes: NodeAgreement
    #: The nodes of the explained cluster and of the partner, by index.
    members: NDArray[np.uint32]
    partner_members: NDArray[np.uint32]
    #: For each node, whether it is in the explained cluster.
    is_member: NDArray[np.bool_]

    @property
    def shared(self) -> list[Hashable]:
        """The nodes that both clusters have."""
        return self.nodes.names(self.select(inside=True))

    @property
    def missing(self) -> list[Hashable]:
        """The nodes of the truth cluster that the found cluster lacks."""
        return self.nodes.names(self.missing_nodes)

    @property
    def extra(self) -> list[Hashable]:
        """The nodes of the found cluster that the truth cluster lacks."""
        return self.nodes.names(self.extra_nodes)

    @property
    def missing_nodes(self) -> NDArray[np.uint32]:
        """The missing nodes, by index."""
        is_truth = self.explained_side == "truth"
        return self._only_in_explained() if is_truth else self.select(inside=False)

    @property
    def extra_nodes(self) -> NDArray[np.uint32]:
        """The extra nodes, by index."""
        is_truth = self.explained_side == "truth"
        return self.select(inside=False) if is_truth else self._only_in_explained()

    def select(self, *, inside: bool, limit: int | None = None) -> NDArray[np.uint32]:
        """The first nodes of the partner that are, or are not, in the explained cluster."""
        if limit is None:
            limit = len(self.partner_members)
        found: list[NDArray[np.uint32]] = []
        left, start, length = limit, 0, 1024
        while left > 0 and start < len(self.partner_members):
            block = self.partner_members[start : start + length]
            found.append(block[self.is_member[block] == inside][:left])
            left, start, length = left - len(found[-1]), start + length, 2 * length
        return np.concatenate(found) if found else self.partner_members[:0]

    def _only_in_explained(self) -> NDArray[np.uint32]:
        shared = np.searchsorted(self.members, self.select(inside=True))
        return np.delete(self.members, shared)

    def __repr__(self) -> str:
        return f"Partner({self.cluster!r}, overlap={readable(self.overlap)}, f1={self.f1:.4f})"

    def to_dict(self) -> dict[str, Any]:
        return {
            "cluster": self.cluster,
            "size": self.size,
            "verdict": self.verdict,
            "overlap": self.overlap,
            "share": self.share,
            "partner_share": self.partner_share,
            "f1": self.f1,
            "shared": self.shared,
            "missing": self.missing,
            "extra": self.extra,
        }
