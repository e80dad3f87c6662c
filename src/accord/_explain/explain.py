"""explain: which clusters were split, merged or missed, and what each costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord._engines.choose import as_clusterings
from accord._engines.native.engine import NativeEngine
from accord._explain.explained_side import ExplainedSide
from accord._explain.explanation import Explanation
from accord._explain.node_agreement import NodeAgreement
from accord._explain.verdicts import LEFT_OUT, judge_clusters
from accord._foundation.clustering import Clustering
from accord._foundation.node_base import NodeBase, fixed_base
from accord._foundation.node_index import NodeIndex
from accord._foundation.progress import ProgressCallback
from accord._foundation.rounding import ROUNDING
from accord._foundation.threads import thread_count
from accord._summaries.clustering_pair import BestOverlaps, Containment, Overlaps
from accord.metrics._requests import DEFAULT_METRIC, one_metric

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._foundation.types import ClusteringLike


def explain(
    truth: ClusteringLike,
    found: ClusteringLike,
    metric: str = DEFAULT_METRIC,
    *,
    nodes: NodeBase = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Explanation:
    """Explain what happened to every cluster: its best partner, a verdict, and its cost.

    The verdicts are exact, close, partial, split, merged, mixed, missed and noise; docs/explain.md
    defines them. The cost of a cluster is how much better the metric would be if this cluster alone
    were matched perfectly. The agreement of a node is the mean, over all its clusters on both
    sides, of the F1 with the best cluster on the other side that the node is in. Levels are merged.

    >>> from accord import explain
    >>> why = explain({"red": [1, 2, 3], "blue": [4, 5, 6]}, [[1, 2, 3], [4], [5, 6]])
    >>> why.truth.describe(0), why.truth.describe(1)
    ('exact', 'split into 2')
    >>> why.found.describe(2), round(float(why.found.cost[2]), 4)
    ('one of 2 parts', 0.034)
    """
    name, (chosen, options) = one_metric(metric)
    count = thread_count(threads)
    inputs = as_clusterings([("truth", truth), ("found", found)], threads=count)
    sides = [side.merged() for side in inputs]
    index, base = NodeIndex(sides, count), fixed_base(nodes)
    pair = index.pair(0, 1, base)
    pair.need_known_nodes()
    engine = NativeEngine(pair, progress)
    costs = chosen.cluster_costs(engine, **options)
    containment = engine.get(Containment, side="truth"), engine.get(Containment, side="found")
    return Explanation(
        name,
        chosen.score(engine, **options),
        _explain_side(engine, "truth", sides[0], containment, costs.truth),
        _explain_side(engine, "found", sides[1], containment[::-1], costs.found),
        NodeAgreement.measure(index, base, pair, containment),
        pair,
    )


def _explain_side(
    engine: NativeEngine,
    side: str,
    clustering: Clustering,
    containment: tuple[Containment, Containment],
    cost: NDArray[np.float64] | None,
) -> ExplainedSide:
    """Explain the clusters of a side; `containment` is that of this side and the opposite one."""
    this, opposite = (engine.pair.truth, engine.pair.found)[:: 1 if side == "truth" else -1]
    table = engine.get(BestOverlaps, side=side, by="f1", sharing=None)
    sizes, partner_sizes = (
        values.astype(np.float64) for values in (table.truth_sizes, table.found_sizes)
    )
    partner = np.full(len(sizes), -1)
    overlap, partner_size = np.zeros(len(sizes)), np.ones(len(sizes))
    exact = np.zeros(len(sizes), bool)
    equal = _are_equal(table)
    first = _first_of_each(table.truth, equal)
    cluster = table.truth[first]
    overlap[cluster], exact[cluster] = table.amounts[first], equal[first]
    partner_size[cluster] = partner_sizes[table.found[first]]
    partner[cluster] = opposite.index_in_input(table.found[first])
    share, partner_share = overlap / sizes, overlap / partner_size
    f1 = 2 * overlap / (sizes + partner_size)
    verdict, parts = judge_clusters(
        side, *containment, sizes, f1, exact, np.minimum(share, partner_share)
    )
    precision, recall = (partner_share, share) if side == "truth" else (share, partner_share)
    # Costs of nodes in no cluster, each taken as a singleton cluster, may follow.
    costs = np.zeros(len(sizes)) if cost is None else cost[: len(sizes)]
    return ExplainedSide(
        side=side,
        clustering=clustering,
        sizes=this.expand_to_input(sizes, 0),
        partner=this.expand_to_input(partner, -1),
        overlap=this.expand_to_input(overlap, 0),
        f1=this.expand_to_input(f1, np.nan),
        precision=this.expand_to_input(precision, np.nan),
        recall=this.expand_to_input(recall, np.nan),
        verdict=this.expand_to_input(verdict, LEFT_OUT),
        parts=this.expand_to_input(parts, 0),
        cost=this.expand_to_input(costs, 0),
        uncovered=this.expand_to_input(containment[0].uncovered, 0),
    )


def _are_equal(table: Overlaps) -> NDArray[np.bool_]:
    """Whether the two clusters of each overlap have the same nodes, up to rounding."""
    amount = table.amounts
    size, partner_size = table.truth_sizes[table.truth], table.found_sizes[table.found]
    tolerance = 0.0 if amount.dtype.kind == size.dtype.kind == "i" else ROUNDING
    return np.isclose(amount, size, rtol=tolerance, atol=0) & np.isclose(
        amount, partner_size, rtol=tolerance, atol=0
    )


def _first_of_each(cluster: NDArray[np.int64], preferred: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The index of the first entry, or the first preferred one, of each cluster.

    Entries are sorted by cluster.
    """
    is_start = np.diff(cluster, prepend=-1) > 0
    first, group = np.flatnonzero(is_start), np.cumsum(is_start) - 1
    better = np.flatnonzero(preferred)[::-1]  # of several, the first is written last
    first[group[better]] = better
    return first
