"""Tables with a row for each membership: its node, its cluster, and perhaps share, level, weight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.checks import SMALLEST
from accord._foundation.clustering import Clustering
from accord._foundation.packing import pack_memberships
from accord._foundation.rows import NOWHERE
from accord._io.tables.columns import choose_columns
from accord._io.tables.table import as_table
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._io.tables.arrow import Numbers


def from_membership_table(data: Any, side: str, columns: Sequence[str] | None = None) -> Clustering:
    """From a table: nodes, clusters and, where it has such columns, shares, levels and weights.

    `columns` names or numbers these, where they cannot be told by their names.

    A row without a cluster is of a node that may be in none; without a share, where others have
    one, of a whole member.
    """
    table = as_table(data)
    try:
        places = choose_columns(table.names, columns)
    except InputError as error:
        raise InputError(f"{side}: {error}") from None
    given = dict(zip(places, table.columns(list(places.values())), strict=True))
    nodes, clusters = table.labels(given["node"], "node"), table.labels(given["cluster"], "cluster")
    nowhere = nodes.index == NOWHERE
    if nowhere.any():
        name = table.names[places["node"]]
        raise InputError(
            f"{side}: row {_first(nowhere)} has no node in column {name!r}: leave it out"
        )
    in_cluster = clusters.index != NOWHERE
    levels = table.labels(given["level"], "level") if "level" in given else None
    if levels is not None and (levels.index[in_cluster] == NOWHERE).all():
        levels = None
    numbers: dict[str, Numbers] = {}
    for what in given.keys() & {"share", "weight"}:
        found = table.numbers(given[what])
        if found is None:
            raise InputError(
                f"{side}: column {table.names[places[what]]!r} holds no numbers: expected the {what}s"
            )
        numbers[what] = found
    shares = _shares(*numbers["share"], in_cluster, side) if "share" in numbers else None
    weights = _weights(*numbers["weight"], side) if "weight" in numbers else None
    return Clustering(pack_memberships(nodes, clusters, shares, levels, weights))


def _shares(
    values: NDArray[Any], missing: NDArray[np.bool_], in_cluster: NDArray[np.bool_], side: str
) -> NDArray[np.float64] | None:
    """The share of every row; None where no membership has one."""
    none = missing | ~in_cluster
    if none.all():
        return None
    shares = np.where(none, 1.0, values)
    bad = ~((shares >= SMALLEST) & (shares <= 1))
    if bad.any():
        row = _first(bad)
        bounds = f"at least {SMALLEST}" if 0 < shares[row - 1] < 1 else "in (0, 1]"
        raise InputError(
            f"{side}: row {row} has share {shares[row - 1]:g}: shares must be {bounds}"
        )
    return shares


def _weights(values: NDArray[Any], missing: NDArray[np.bool_], side: str) -> NDArray[Any] | None:
    """The weight of the node of every row; None where no row has one."""
    if missing.all():
        return None
    if missing.any():
        raise InputError(
            f"{side}: row {_first(missing)} has no weight: give one to all rows, or to none"
        )
    return values


def _first(rows: NDArray[np.bool_]) -> int:
    """The first of the marked rows, counted from 1."""
    return int(np.argmax(rows)) + 1
