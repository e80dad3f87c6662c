"""explain: which clusters were split, merged or missed, and what each costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from accord._engines.choose import as_clusterings
from accord._engines.native.engine import NativeEngine
from accord._explain.division import Division, divide
from accord._explain.explained_side import ExplainedSide
from accord._explain.explanation import Explanation
from accord._explain.matches import Matches, match_clusters
from accord._explain.node_agreement import NodeAgreement
from accord._explain.verdicts import LEFT_OUT, judge_clusters
from accord._foundation.clustering import Clustering
from accord._foundation.node_base import NodeBase, fixed_base
from accord._foundation.node_index import NodeIndex
from accord._foundation.pair import Pair
from accord._foundation.progress import ProgressCallback, begin_step
from accord._foundation.reading import Orientation, Reading
from accord._foundation.threads import thread_count
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
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Explanation:
    """Explain what happened to every cluster: its best partner, a verdict, and its cost.

    The verdicts are exact, close, grown, shrunk, shifted, split, merged, nested, mixed, missed,
    noise and outside; docs/explain.md defines them. The cost of a cluster is how much better the
    metric would be if this cluster alone were matched perfectly. The agreement of a node is the
    mean, over all its clusters on both sides, of the F1 with the best cluster on the other side
    that the node is in. Levels are merged.

    >>> from accord import explain
    >>> why = explain({"red": [1, 2, 3], "blue": [4, 5, 6]}, [[1, 2, 3], [4], [5, 6]])
    >>> why.truth.describe(0), why.truth.describe(1)
    ('exact', 'split into 2')
    >>> why.found.describe(2), round(float(why.found.cost[2]), 4)
    ('one of 2 parts', 0.034)
    """
    name, (chosen, options) = one_metric(metric)
    count = thread_count(threads)
    reading = Reading(orientation, noise, columns, nodes)
    inputs = as_clusterings([("truth", truth), ("found", found)], reading, threads=count)
    sides = [side.merged() for side in inputs]
    begin_step(progress, "aligning nodes")
    index, base = NodeIndex(sides, count), fixed_base(nodes)
    pair = index.pair(0, 1, base)
    pair.need_known_nodes()
    engine = NativeEngine(pair, progress)
    costs = chosen.cluster_costs(engine, **options)
    positions = index.positions(0, 1, base)
    in_truth, in_found = (clustering.known[positions] for clustering in index.clusterings)
    begin_step(progress, "comparing clusters")
    matches = match_clusters(engine, "truth", in_found), match_clusters(engine, "found", in_truth)
    begin_step(progress, "judging clusters")
    divisions = divide(pair, *matches)
    return Explanation(
        name,
        chosen.score(engine, **options),
        _explain_side(pair, sides[0], in_truth, matches, divisions[0], costs.truth),
        _explain_side(pair, sides[1], in_found, matches[::-1], divisions[1], costs.found),
        NodeAgreement.measure(index, positions, in_truth & in_found, engine),
        pair,
    )


def _explain_side(
    pair: Pair,
    clustering: Clustering,
    known: NDArray[np.bool_],
    both: tuple[Matches, Matches],
    division: Division,
    cost: NDArray[np.float64] | None,
) -> ExplainedSide:
    """Explain the clusters of a side, which knows the nodes marked in `known`.

    `both` are the matches of this side and of the opposite one.
    """
    matches = both[0]
    this, opposite = (pair.truth, pair.found)[:: 1 if matches.side == "truth" else -1]
    verdict, parts = judge_clusters(*both, division)
    n_clusters = len(matches.sizes)
    has_partner = matches.partner >= 0
    partner = np.full(n_clusters, -1)
    partner[has_partner] = opposite.index_in_input(matches.partner[has_partner])
    # Costs of nodes in no cluster, each taken as a singleton cluster, may follow.
    costs = np.zeros(n_clusters) if cost is None else cost[:n_clusters]
    return ExplainedSide(
        side=matches.side,
        clustering=clustering,
        sizes=this.expand_to_input(matches.sizes, 0),
        partner=this.expand_to_input(partner, -1),
        overlap=this.expand_to_input(matches.overlap, 0),
        f1=this.expand_to_input(matches.f1, np.nan),
        precision=this.expand_to_input(matches.precision, np.nan),
        recall=this.expand_to_input(matches.recall, np.nan),
        verdict=this.expand_to_input(verdict, LEFT_OUT),
        parts=this.expand_to_input(parts, 0),
        cost=this.expand_to_input(costs, 0),
        uncovered=this.expand_to_input(matches.containment.uncovered, 0),
        outside=this.expand_to_input(matches.outside, 0),
        # Nodes that neither side knows come last.
        has_node=np.pad(known, (0, pair.n_nodes - len(known))),
    )
