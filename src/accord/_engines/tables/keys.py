"""What nodes of a side can have in common, and the random keys of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._engines.tables.limits import Tables, most_types, too_many
from accord._foundation.columns import clusters_by_level
from accord._io.tables.table import as_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Keys of a cluster, their bits, and the seed they are drawn with.
KEYS, BITS, SEED = 4, 31, 7


@dataclass(frozen=True, eq=False)
class Items:
    """What nodes of a side can have in common: its clusters, or pairs of a cluster and a share."""

    #: The lazy table of them, with their numbers and keys; no two items of any sides have the same
    #: number.
    sent: Any
    #: The number of the first: the others follow.
    first: int
    #: For each item its cluster, and its share.
    cluster: NDArray[np.uint32]
    share: NDArray[np.float64] | None
    n_clusters: int
    names: Any
    levels: Any

    def __len__(self) -> int:
        return len(self.cluster)


def find_items(tables: Tables) -> list[Items]:
    """The distinct items of each side, fetched, given keys, and sent back."""
    items: list[Items] = []
    for place in range(len(tables.members)):
        items.append(_find_items(tables, place, sum(map(len, items))))
    return items


def _find_items(tables: Tables, place: int, first: int) -> Items:
    session, side = tables.session, tables.members[place]
    columns, most = side.item_columns, most_types()
    frame = session.fetch(session.distinct(side.in_clusters, *columns), most + 1).sort(*columns)
    if len(frame) > most:
        shares = " with their shares" if "share" in columns else ""
        raise too_many(f"over {most:,} clusters{shares} in {side.side}", tables)
    table = as_table(frame.to_native())
    given = dict(zip(table.names, table.columns(range(len(table.names))), strict=True))
    clusters = table.labels(given["cluster"], "cluster")
    levels = table.labels(given["level"], "level") if "level" in given else None
    n_clusters, cluster, names, packed_levels = clusters_by_level(clusters, levels)
    share = frame.get_column("share").to_numpy() if "share" in columns else None
    if side.clustering is not None:
        names, packed_levels = side.clustering.cluster_names(), side.clustering.parts.levels
    keys = np.random.default_rng([SEED, place]).integers(2**BITS, size=(KEYS, len(frame)))
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


def find_clusters(tables: Tables, place: int) -> NumberedClusters:
    """The clusters of a side, numbered in their order."""
    session, side = tables.session, tables.members[place]
    columns, most = side.cluster_columns, most_types()
    frame = session.fetch(session.distinct(side.in_clusters, *columns), most + 1).sort(*columns)
    if len(frame) > most:
        raise too_many(f"over {most:,} clusters in {side.side}", tables)
    return NumberedClusters(
        session.send(session.with_numbers(frame, {"number": np.arange(len(frame))})), len(frame)
    )
