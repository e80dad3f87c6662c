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
    ) -> NDArray[np.int64]:
        """The indices of the clusters of a side that were asked for, in order."""
        this, _ = order_sides(self.explanation, check_side(side))
        order = self._cluster_order(this, sort, descending)
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
        return order if keep is None else order[keep[order]]

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

    def _cluster_order(
        self, side: ExplainedSide, sort: str, descending: bool | None
    ) -> NDArray[np.int64]:
        """The clusters that have a verdict, sorted; equal ones by cost, then by size."""
        if sort not in CLUSTER_ORDERS:
            raise unknown("order of clusters", sort, CLUSTER_ORDERS)
        descend = CLUSTER_ORDERS[sort] if descending is None else descending

        def make() -> NDArray[np.int64]:
            judged = side.judged
            if sort == "cost" and descend:
                return side.costliest()
            if sort == "cluster":
                named = self._names(side).order
                by_name: NDArray[np.int64] = named[side.verdict[named] != LEFT_OUT]
                return by_name[::-1] if descend else by_name
            columns: dict[str, NDArray[Any]] = {
                "cost": side.cost,
                "size": side.sizes,
                "overlap": side.overlap,
                "f1": side.f1,
                "precision": side.precision,
                "recall": side.recall,
                "verdict": side.verdict,
                "index": np.arange(len(side)),
            }
            values = columns[sort][judged].astype(np.float64)
            keys = -side.sizes[judged], -side.cost[judged], -values if descend else values
            order: NDArray[np.int64] = judged[np.lexsort(keys)]
            return order

        made: NDArray[np.int64] = self._once((side.side, sort, descend), make)
        return made

    # ---- nodes -----------------------------------------------------------------------------------

    def nodes(
        self, *, search: str | None = None, sort: str = "agreement", descending: bool | None = None
    ) -> NDArray[np.int64]:
        """The indices of the nodes that were asked for, in order."""
        if sort not in NODE_ORDERS:
            raise unknown("order of nodes", sort, NODE_ORDERS)
        descend = NODE_ORDERS[sort] if descending is None else descending
        order: NDArray[np.int64] = self._once(
            ("nodes", sort, descend), lambda: self._node_order(sort, descend)
        )
        if not search:
            return order
        agreement = self.explanation.nodes
        names: SearchableNames = self._once(
            ("nodes", "search"), lambda: SearchableNames(agreement.labels)
        )
        keep = names.containing(search)[agreement.indices]
        return order[keep[order]]

    def _node_order(self, sort: str, descend: bool) -> NDArray[np.int64]:
        """Nodes in order; by agreement, those that a side does not have come last, as in text."""
        nodes = self.explanation.nodes
        sign = -1 if descend else 1
        if sort == "node":
            labels = nodes.labels
            keys = [labels[index] for index in nodes.indices.tolist()]
            try:
                order = np.array(sorted(range(len(keys)), key=keys.__getitem__, reverse=descend))
            except TypeError:  # names that have no order
                texts = list(map(str, keys))
                order = np.array(sorted(range(len(keys)), key=texts.__getitem__, reverse=descend))
            return order
        if sort == "memberships":
            return np.lexsort((nodes.agreement, sign * nodes.memberships))
        return np.lexsort((-nodes.memberships, sign * nodes.agreement, ~nodes.on_both_sides))


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
