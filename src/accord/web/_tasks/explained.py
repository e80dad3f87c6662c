"""Explained: an explanation with what is needed to look around in it quickly."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._explain.explained_side import ExplainedSide
from accord._explain.explanation import Explanation
from accord._explain.lookup import find_cluster
from accord._explain.members import order_sides
from accord._explain.verdicts import LEFT_OUT, VERDICTS
from accord.errors import InputError, unknown
from accord.web._tasks.names import ClusterNames, SearchableNames
from accord.web._tasks.orders import first_by, order_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: How clusters can be sorted, and whether the greatest come first by default.
CLUSTER_ORDERS = {
    "cost": True,
    "size": True,
    "overlap": True,
    "f1": False,
    "precision": False,
    "recall": False,
    "verdict": False,
    "cluster": False,
    "index": False,
}
#: The same for nodes.
NODE_ORDERS = {"agreement": False, "memberships": True, "node": False}
#: All rows on one page, and rows from the first one on that are found without sorting all.
_ALL, _NEAR = slice(None), 2000


class Explained:
    """An explanation, and the orders and names that questions about it needed."""

    def __init__(self, explanation: Explanation) -> None:
        self.explanation = explanation
        self._made: dict[Hashable, Any] = {}

    def _once(self, key: Hashable, make: Callable[[], Any]) -> Any:
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    # ---- clusters --------------------------------------------------------------------------------

    def find_cluster(self, side: str, name: object) -> int:
        """The index of a cluster by its name; the error for an unknown one is the library's."""
        this, opposite = order_sides(self.explanation, check_side(side))
        index = self._names(this).find(name)
        if index is None:
            return find_cluster(this.clustering, name, side, opposite.clustering)
        return index

    def cluster_at(self, side: str, index: int) -> int:
        """The same index, if there is such a cluster."""
        n_clusters = len(order_sides(self.explanation, check_side(side))[0])
        if not 0 <= index < n_clusters:
            raise InputError(
                f"there is no {side} cluster {index}: there are {n_clusters:,}, "
                "and the first one is 0"
            )
        return index

    def clusters(
        self,
        side: str,
        *,
        search: str | None = None,
        verdicts: Sequence[str] | None = None,
        min_size: float | None = None,
        max_size: float | None = None,
        sort: str = "cost",
        descending: bool | None = None,
        page: slice = _ALL,
    ) -> tuple[NDArray[np.int64], int]:
        """The indices of the clusters of a side that were asked for, in order.

        Those of a page, and the number of all.
        """
        if sort not in CLUSTER_ORDERS:
            raise unknown("order of clusters", sort, CLUSTER_ORDERS)
        this, _ = order_sides(self.explanation, check_side(side))
        keep: NDArray[np.bool_] | None = None
        if verdicts is not None:
            wanted = np.zeros(LEFT_OUT + 1, bool)
            wanted[[_verdict(verdict) for verdict in verdicts]] = True
            keep = wanted[this.verdict]
        if min_size is not None:
            keep = _both(keep, this.sizes >= min_size)
        if max_size is not None:
            keep = _both(keep, this.sizes <= max_size)
        if search:
            keep = _both(keep, self._searchable(this).containing(search))
        sign = -1 if (CLUSTER_ORDERS[sort] if descending is None else descending) else 1

        def keys(clusters: NDArray[np.int64]) -> list[NDArray[Any]]:
            values = sign * self._column(this, sort)[clusters]
            return [values, -this.cost[clusters], -this.sizes[clusters]]

        return self._ordered((side, sort, sign), this.judged, keys, keep, page)

    def _names(self, side: ExplainedSide) -> ClusterNames:
        names: ClusterNames = self._once(
            (side.side, "names"), lambda: ClusterNames(side.clustering.cluster_names())
        )
        return names

    def _searchable(self, side: ExplainedSide) -> SearchableNames:
        names: SearchableNames = self._once(
            (side.side, "search"), lambda: SearchableNames(side.clustering.cluster_names())
        )
        return names

    def _column(self, side: ExplainedSide, sort: str) -> NDArray[Any]:
        """What clusters are sorted by."""
        if sort == "cluster":
            return self._names(side).rank
        if sort == "index":
            return np.arange(len(side))
        column: NDArray[Any] = getattr(side, "sizes" if sort == "size" else sort)
        return column.astype(np.float64)

    # ---- nodes -----------------------------------------------------------------------------------

    def nodes(
        self,
        *,
        search: str | None = None,
        sort: str = "agreement",
        descending: bool | None = None,
        page: slice = _ALL,
    ) -> tuple[NDArray[np.int64], int]:
        """The indices of the nodes that were asked for, in order.

        Those of a page, and the number of all.
        """
        if sort not in NODE_ORDERS:
            raise unknown("order of nodes", sort, NODE_ORDERS)
        nodes, keep = self.explanation.nodes, None
        if search:
            names: SearchableNames = self._once(
                ("nodes", "search"), lambda: SearchableNames(nodes.labels)
            )
            keep = names.containing(search)[nodes.indices]
        sign = -1 if (NODE_ORDERS[sort] if descending is None else descending) else 1

        def keys(chosen: NDArray[np.int64]) -> list[NDArray[Any]]:
            if sort == "node":
                return [sign * self._node_rank()[chosen]]
            agreement, memberships = nodes.agreement[chosen], nodes.memberships[chosen]
            if sort == "memberships":
                return [sign * memberships, agreement]
            # Nodes that a side does not have come last, as in text.
            return [~nodes.on_both_sides[chosen], sign * agreement, -memberships]

        return self._ordered(("nodes", sort, sign), np.arange(len(nodes.indices)), keys, keep, page)

    def _node_rank(self) -> NDArray[np.int64]:
        """The place of each node by its name, or by its text if names have no order."""

        def make() -> NDArray[np.int64]:
            labels = self.explanation.nodes.labels
            keys = [labels[index] for index in self.explanation.nodes.indices.tolist()]
            try:
                order = sorted(range(len(keys)), key=keys.__getitem__)
            except TypeError:
                order = sorted(range(len(keys)), key=list(map(str, keys)).__getitem__)
            return np.argsort(order)

        rank: NDArray[np.int64] = self._once(("nodes", "rank"), make)
        return rank

    # ---- orders ----------------------------------------------------------------------------------

    def _ordered(
        self,
        name: Hashable,
        rows: NDArray[np.int64],
        keys: Callable[[NDArray[np.int64]], list[NDArray[Any]]],
        keep: NDArray[np.bool_] | None,
        page: slice,
    ) -> tuple[NDArray[np.int64], int]:
        """A page of the rows to keep in the order of their keys, and the number of all.

        The whole order is made, and kept, when it is first needed for a page that is far from its
        beginning.
        """
        if name not in self._made and page.stop is not None and page.stop <= _NEAR:
            if keep is None:
                near = self._once((name, "near"), lambda: rows[first_by(keys(rows), _NEAR)])
                return near[page], len(rows)
            kept = rows[keep[rows]]
            return kept[first_by(keys(kept), page.stop)][page], len(kept)
        order: NDArray[np.int64] = self._once(name, lambda: rows[order_by(keys(rows))])
        kept = order if keep is None else order[keep[order]]
        return kept[page], len(kept)


def check_side(side: str) -> str:
    """The same side; raises UnknownNameError if there is none of this name."""
    if side not in ("truth", "found"):
        raise unknown("side", side, ("truth", "found"))
    return side


def _verdict(name: str) -> int:
    if name not in VERDICTS:
        raise unknown("verdict", name, VERDICTS)
    return VERDICTS.index(name)


def _both(keep: NDArray[np.bool_] | None, other: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return other if keep is None else keep & other
