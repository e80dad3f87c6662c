"""What nodes of a side can have in common, and the random keys of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._engines.tables.limits import Tables, max_types, too_many
from accord._engines.tables.membership_table import MembershipTable
from accord._foundation.columns import clusters_by_level
from accord._io.tables.table import as_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Keys of a cluster, their bits, and the seed they are drawn with.
KEYS, BITS, SEED = 4, 31, 7


@dataclass(frozen=True, eq=False)
class Items:
    """What nodes of a side can have in common: its clusters, or pairs of a cluster and a share."""

    #: The lazy table of items with their numbers and keys; numbers are unique over all sides.
    sent: Any
    #: The number of the first item; the others follow.
    first: int
    #: The cluster and the share of each item.
    cluster: NDArray[np.uint32]
    share: NDArray[np.float64] | None
    n_clusters: int
    names: Any
    levels: Any

    def __len__(self) -> int:
        return len(self.cluster)


def find_items(tables: Tables) -> list[Items]:
    """Fetch the distinct items of each side, give them keys, and send them back."""
    items: list[Items] = []
    for index in range(len(tables.sides)):
        items.append(_find_items(tables, index, sum(map(len, items))))
    return items


def _find_items(tables: Tables, index: int, first: int) -> Items:
    session, side = tables.session, tables.sides[index]
    shares = " with their shares" if "share" in side.item_columns else ""
    frame = _fetch_distinct(tables, side, side.item_columns, f"clusters{shares}")
    table = as_table(frame.to_native())
    given = dict(zip(table.names, table.columns(range(len(table.names))), strict=True))
    clusters = table.labels(given["cluster"], "cluster")
    levels = table.labels(given["level"], "level") if "level" in given else None
    n_clusters, cluster, names, packed_levels = clusters_by_level(clusters, levels)
    share = frame.get_column("share").to_numpy() if "share" in side.item_columns else None
    if side.clustering is not None:
        names, packed_levels = side.clustering.cluster_names(), side.clustering.parts.levels
    keys = np.random.default_rng([SEED, index]).integers(2**BITS, size=(KEYS, len(frame)))
    numbers = {
        "item": first + np.arange(len(frame)),
        **{f"key{key}": row for key, row in enumerate(keys)},
    }
    sent = session.send(session.with_numbers(frame, numbers))
    return Items(sent, first, cluster, share, n_clusters, names, packed_levels)


@dataclass(frozen=True, eq=False)
class NumberedClusters:
    """The clusters of a side: a lazy table of them with their numbers, and how many there are."""

    sent: Any
    n_clusters: int


def find_clusters(tables: Tables, index: int) -> NumberedClusters:
    """The clusters of a side, numbered in sorted order."""
    session, side = tables.session, tables.sides[index]
    frame = _fetch_distinct(tables, side, side.cluster_columns, "clusters")
    numbered = session.with_numbers(frame, {"number": np.arange(len(frame))})
    return NumberedClusters(session.send(numbered), len(frame))


def _fetch_distinct(tables: Tables, side: MembershipTable, columns: list[str], what: str) -> Any:
    """The distinct values of these columns, sorted; raise if they do not fit into memory."""
    session, most = tables.session, max_types()
    distinct = session.distinct(side.memberships, *columns)
    frame = session.fetch(distinct, most + 1).sort(*columns)
    if len(frame) > most:
        raise too_many(f"over {most:,} {what} in {side.name}", tables)
    return frame
