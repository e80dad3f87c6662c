"""explain: which clusters were split, merged or missed, and what each costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from accord._engines.choose import as_clusterings
from accord._engines.native.engine import NativeEngine
from accord._explain.explanation import ExplainedSide, Explanation, NodeAgreements
from accord._explain.verdicts import LEFT_OUT, judge
from accord._foundation.clustering import Clustering
from accord._foundation.node_base import NodeBase, fixed_base
from accord._foundation.node_index import NodeIndex
from accord._foundation.pair import Pair
from accord._foundation.rounding import ROUNDING
from accord._foundation.threads import ProgressCallback, thread_count
from accord._summaries.clustering_pair import BestOverlaps, Containment, Overlaps
from accord.metrics._requests import one_metric

if TYPE_CHECKING:
    from numpy.typing import NDArray


def explain(
    truth: Any,
    found: Any,
    metric: str = "f1h",
    *,
    nodes: NodeBase = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Explanation:
    """Says what became of every cluster: its best partner, a verdict, and what it costs the metric.

    The verdicts are exact, close, partial, split, merged, mixed, missed and noise, as
    docs/explain.md defines them. The cost of a cluster is how much better the metric were if this
    cluster alone were matched perfectly. Nodes are compared by how well their clusters match: the
    mean, over all clusters of a node on both sides, of the F1 with the best one that the node is in
    on the other side. Levels are merged.

    >>> from accord import explain
    >>> why = explain({"red": [1, 2, 3], "blue": [4, 5, 6]}, [[1, 2, 3], [4], [5, 6]])
    >>> why.truth.words(0), why.truth.words(1)
    ('exact', 'split into 2')
    >>> why.found.words(2), round(float(why.found.cost[2]), 4)
    ('one of 2 parts', 0.034)
    """
    name, (chosen, options) = one_metric(metric)
    count = thread_count(threads)
    sides = [
        side.merged()
        for side in as_clusterings([("truth", truth), ("found", found)], threads=count)
    ]
    index, base = NodeIndex(sides, count), fixed_base(nodes)
    pair = index.pair(0, 1, base)
    pair.need_known_nodes()
    engine = NativeEngine(pair, progress)
    costs = chosen.cluster_costs(engine, **options)
    score = chosen.score(engine, **options)
    containment = engine.get(Containment, side="truth"), engine.get(Containment, side="found")
    explained = [
        _explain_side(engine, side, clustering, own, other, cost)
        for side, clustering, own, other, cost in (
            ("truth", sides[0], *containment, costs.truth),
            ("found", sides[1], *containment[::-1], costs.found),
        )
    ]
    agreement, memberships = _node_agreement(pair, containment)
    places = index.positions(0, 1, base)
    known = slice(len(places))  # nodes that neither side knows come last
    agreements = NodeAgreements(
        index.labels, places, agreement[known], memberships[known], pair.multiplicity is not None
    )
    return Explanation(name, score, explained[0], explained[1], agreements, pair)


def _explain_side(
    engine: NativeEngine,
    side: str,
    clustering: Clustering,
    own: Containment,
    other: Containment,
    cost: NDArray[np.float64] | None,
) -> ExplainedSide:
    this, that = (engine.pair.truth, engine.pair.found)[:: 1 if side == "truth" else -1]
    table = engine.get(BestOverlaps, side=side, by="f1", sharing=None)
    sizes, other_sizes = table.truth_sizes.astype(np.float64), table.found_sizes.astype(np.float64)
    partner = np.full(len(sizes), -1)
    overlap, partner_size = np.zeros(len(sizes)), np.ones(len(sizes))
    equal = _are_equal(table)
    first = _first_of_each(table.truth, equal)
    cluster = table.truth[first]
    partner[cluster], overlap[cluster] = table.found[first], table.amounts[first]
    partner_size[cluster] = other_sizes[table.found[first]]
    own_share, partner_share = overlap / sizes, overlap / partner_size
    f1 = 2 * overlap / (sizes + partner_size)
    exact = np.zeros(len(sizes), bool)
    exact[cluster] = equal[first]
    verdict, parts = judge(side, own, other, sizes, f1, exact, np.minimum(own_share, partner_share))
    partner[cluster] = that.index_in_input(partner[cluster])
    precision, recall = (
        (partner_share, own_share) if side == "truth" else (own_share, partner_share)
    )
    # Behind the clusters may be nodes that are in none, each with a cluster of its own.
    costs = np.zeros(len(sizes)) if cost is None else cost[: len(sizes)]
    columns: list[tuple[NDArray[Any], float]] = [
        (sizes, 0),
        (partner, -1),
        (overlap, 0),
        (f1, np.nan),
        (precision, np.nan),
        (recall, np.nan),
        (verdict, LEFT_OUT),
        (parts, 0),
        (costs, 0),
        (own.uncovered, 0),
    ]
    return ExplainedSide(
        side, clustering, *(this.expand_to_input(values, missing) for values, missing in columns)
    )


def _are_equal(table: Overlaps) -> NDArray[np.bool_]:
    """Which overlaps are of two clusters with the same nodes; sums of weights and shares may differ in their last digits."""
    m, a, b = table.amounts, table.truth_sizes[table.truth], table.found_sizes[table.found]
    rounding = 0.0 if m.dtype.kind == a.dtype.kind == "i" else ROUNDING
    return np.isclose(m, a, rtol=rounding, atol=0) & np.isclose(m, b, rtol=rounding, atol=0)


def _first_of_each(cluster: NDArray[np.int64], preferred: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The places of the first entry of each cluster, or of the first preferred one; entries are sorted by cluster."""
    first = np.flatnonzero(np.diff(cluster, prepend=-1))
    place = np.cumsum(np.diff(cluster, prepend=-1) > 0) - 1
    better = np.flatnonzero(preferred)[::-1]  # of several, the first is written last
    first[place[better]] = better
    return first


def _node_agreement(
    pair: Pair, containment: tuple[Containment, Containment]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """For each node the mean match of its clusters with those it is in on the other side, and how many clusters it is in."""
    matches, memberships = np.zeros(pair.n_nodes), np.zeros(pair.n_nodes, np.int64)
    for side, own in zip((pair.truth, pair.found), containment, strict=True):
        matches += np.bincount(side.rows.members, own.node_matches, pair.n_nodes)
        memberships += side.memberships_of_node
    return np.divide(
        matches, memberships, out=np.ones(pair.n_nodes), where=memberships > 0
    ), memberships
