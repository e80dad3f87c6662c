"""The one table of metrics, with what is true of each. Tests, docs and the command line are made from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from accord._display.numbers import count
from accord._engines.base import PairEngine
from accord._foundation.pair import NodeBase, Pair
from accord._foundation.side import Side
from accord._summaries.clustering_pair import (
    BCubed,
    BestMatches,
    ChanceInformation,
    ConditionalEntropies,
    Game,
    NodeAgreement,
    OneToOne,
    Overlaps,
    PairCounts,
    Tallies,
)
from accord.errors import InputError, OverlapError
from accord.metrics import _coreference as coreference
from accord.metrics import _costs as costs
from accord.metrics import _generalized_nmi as gnmi
from accord.metrics import _information as information
from accord.metrics import _matching as matching
from accord.metrics import _nodes as nodes
from accord.metrics import _overlapping_nmi as overlapping_information
from accord.metrics import _pairs as pairs
from accord.metrics._base import BaseMetric
from accord.metrics._costs import Costs
from accord.metrics._options import (
    COVER_NORMS,
    EXPECTED,
    MEANS,
    METHODS,
    NORMS,
    SHARINGS,
    SIMILARITIES,
    UNITS,
    WEIGHTINGS,
    Number,
    Option,
)
from accord.metrics._score import Score

Made = TypeVar("Made")


@dataclass(frozen=True)
class Metric(BaseMetric):
    """A metric of two clusterings, and what is true of it."""

    symmetric: bool = True
    #: Options that make a symmetric metric favour one side.
    one_sided_options: tuple[str, ...] = ()
    #: Lower is better.
    distance: bool = False
    #: Grows with the number of nodes: a count, no share or mean.
    extensive: bool = False
    #: Takes crisp clusterings only; `instead` names metrics for overlapping ones.
    crisp: bool = False
    instead: tuple[str, ...] = ()
    #: "union": a node that one side lacks counts against the match. "equal": sides with different
    #: nodes are refused.
    node_base: str = "union"
    #: Whether identical clusterings get the best value even where clusters overlap.
    identity: bool = True
    #: Options that the engine needs for the summary; the formula gets the others.
    engine_options: tuple[str, ...] = ()
    #: How much better the value were for each cluster if that one were matched perfectly; None: not
    #: defined.
    costs: Callable[..., Costs] | None = None

    @property
    def counts_pairs(self) -> bool:
        """Whether it counts pairs of nodes."""
        return self.summary == "pair_counts"

    @property
    def integer_weights(self) -> bool:
        """Whether it counts what nodes weigh one by one, and so takes integers only."""
        return self.summary in _COUNTED

    def is_symmetric(self, options: Mapping[str, Any], nodes: NodeBase) -> bool:
        """Whether swapping the sides leaves the value as it is, with these options and on this node base."""
        one_sided = any(option in options for option in self.one_sided_options)
        return (
            self.symmetric and not one_sided and not (isinstance(nodes, str) and nodes == "truth")
        )

    def check_pair(self, pair: Pair) -> None:
        """Raises where the metric does not apply to this pair, with the reason and what to use."""
        if self.crisp:
            for side, clustering in (("truth", pair.truth), ("found", pair.found)):
                if clustering.n_overlapping:
                    raise OverlapError(
                        f"for crisp clusterings only, and {side} has "
                        f"{count(clustering.n_overlapping, 'node')} in several clusters",
                        metric=self.name,
                        instead=self.instead,
                    )
        if self.node_base == "equal":
            pair.need_equal_nodes(self.name)
        if self.integer_weights:
            pair.need_integer_weights(self.name)

    def score(self, engine: PairEngine, **options: Any) -> Score:
        """The value for the pair of the engine."""
        self.check_pair(engine.pair)
        request = _SUMMARIES[self.summary]
        return _in_input_order(self._apply(self.formula, request, engine, options), engine.pair)

    def cluster_costs(self, engine: PairEngine, **options: Any) -> Costs:
        """What each cluster of the pair costs; one by one with `score`."""
        if self.costs is None:
            having = [metric.name for metric in METRICS.values() if metric.costs]
            raise InputError(
                f"{self.name} does not say what each cluster costs; choose from {', '.join(having)}"
            )
        self.check_pair(engine.pair)
        request = (_SUMMARIES | _COST_SUMMARIES)[self.summary]
        return self._apply(self.costs, request, engine, options)

    def _apply(
        self,
        formula: Callable[..., Made],
        request: tuple[type, Mapping[str, Any]],
        engine: PairEngine,
        options: Mapping[str, Any],
    ) -> Made:
        """A formula on the summary that it needs."""
        chosen = {**self.defaults, **options}
        of_engine = {option: chosen.pop(option) for option in self.engine_options}
        summary, fixed = request
        if "similarity" in of_engine:
            of_engine = {"by": {"entity": "f1", "mention": "amount"}[of_engine["similarity"]]}
        return formula(engine.get(summary, **fixed, **of_engine), **chosen)


def _in_input_order(score: Score, pair: Pair) -> Score:
    """Values per cluster with NaN for the clusters that the node base has emptied."""

    def spread(values: Any, side: Side) -> Any:
        return None if values is None else side.expand_to_input(values, np.nan)

    if pair.truth.kept is None and pair.found.kept is None:
        return score
    details = replace(
        score.details,
        per_truth_cluster=spread(score.per_truth_cluster, pair.truth),
        per_found_cluster=spread(score.per_found_cluster, pair.found),
    )
    return Score(score, details)


#: The summary of each name with the options that are fixed, and for costs if they need another one.
_SUMMARIES: dict[str, tuple[type, Mapping[str, Any]]] = {
    "best_matches": (BestMatches, {}),
    "count_matches": (BestMatches, {"sharing": "full"}),
    "matching_by_pprob": (OneToOne, {"by": "pprob"}),
    "alignment": (OneToOne, {}),
    "counted_alignment": (OneToOne, {"by": "f1"}),
    "overlaps": (Overlaps, {}),
    "counted_overlaps": (Overlaps, {}),
    "partition_overlaps": (Tallies, {}),
    "chance_information": (ChanceInformation, {}),
    "conditional_entropies": (ConditionalEntropies, {}),
    "pair_counts": (PairCounts, {}),
    "bcubed": (BCubed, {}),
    "node_agreement": (NodeAgreement, {}),
    "game": (Game, {}),
}
_COST_SUMMARIES: dict[str, tuple[type, Mapping[str, Any]]] = {
    "partition_overlaps": (Overlaps, {"complete": True})
}
#: Summaries of nodes that are counted one by one.
_COUNTED = (
    "pair_counts",
    "chance_information",
    "counted_overlaps",
    "counted_alignment",
    "bcubed",
    "game",
)
_MEAN_MATCH: dict[str, Any] = {
    "summary": "best_matches",
    "options": {"weighting": WEIGHTINGS, "sharing": SHARINGS},
    "engine_options": ("sharing",),
}
#: How to sample what is too much to compute.
_SAMPLING: dict[str, Option] = {
    "method": METHODS,
    "error": Number(1e-6, 1),
    "risk": Number(1e-9, 0.5),
    "seed": Number(whole=True),
}
_CRISP: dict[str, Any] = {"crisp": True, "instead": ("f1p", "f1h")}
_ENTITIES: dict[str, Any] = {"crisp": True, "instead": ("bcubed", "pair_f1")}
_PARTITION: dict[str, Any] = {"crisp": True, "instead": ("gnmi", "onmi"), "node_base": "equal"}

METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        Metric(matching.f1p, matching._f1p, **_MEAN_MATCH, costs=costs.of_f1p),
        Metric(matching.f1h, matching._f1h, **_MEAN_MATCH, costs=costs.of_f1h),
        Metric(matching.f1a, matching._f1a, **_MEAN_MATCH, costs=costs.of_f1a),
        Metric(
            matching.jaccard_match,
            matching._jaccard_match,
            **_MEAN_MATCH,
            costs=costs.of_jaccard_match,
        ),
        Metric(
            matching.max_matching_ratio,
            matching._max_matching_ratio,
            "matching_by_pprob",
            symmetric=False,
            costs=costs.of_max_matching_ratio,
        ),
        Metric(
            matching.geometric_accuracy,
            matching._geometric_accuracy,
            "count_matches",
            symmetric=False,
            identity=False,
        ),
        Metric(
            matching.purity,
            matching._purity,
            "count_matches",
            symmetric=False,
            **_CRISP,
            costs=costs.of_purity,
        ),
        Metric(
            matching.inverse_purity,
            matching._inverse_purity,
            "count_matches",
            symmetric=False,
            **_CRISP,
            costs=costs.of_inverse_purity,
        ),
        Metric(
            matching.nvd,
            matching._nvd,
            "count_matches",
            distance=True,
            **_CRISP,
            costs=costs.of_nvd,
        ),
        Metric(
            matching.split_join,
            matching._split_join,
            "count_matches",
            bounds=(0.0, None),
            distance=True,
            extensive=True,
            **_CRISP,
            costs=costs.of_split_join,
        ),
        Metric(pairs.omega, pairs._omega, "pair_counts", bounds=(-1.0, 1.0)),
        Metric(
            pairs.soft_omega, pairs._soft_omega, "pair_counts", {"expected": EXPECTED}, (-1.0, 1.0)
        ),
        Metric(pairs.pair_f1, pairs._pair_f1, "pair_counts"),
        Metric(pairs.pair_precision, pairs._pair_precision, "pair_counts", symmetric=False),
        Metric(pairs.pair_recall, pairs._pair_recall, "pair_counts", symmetric=False),
        Metric(pairs.pair_jaccard, pairs._pair_jaccard, "pair_counts"),
        Metric(pairs.fowlkes_mallows, pairs._fowlkes_mallows, "pair_counts"),
        Metric(pairs.rand, pairs._rand, "pair_counts", crisp=True, instead=("omega",)),
        Metric(
            pairs.adjusted_rand,
            pairs._adjusted_rand,
            "pair_counts",
            {},
            (-1.0, 1.0),
            crisp=True,
            instead=("omega",),
        ),
        Metric(
            information.nmi,
            information._nmi,
            "partition_overlaps",
            {"norm": NORMS},
            **_PARTITION,
            costs=costs.of_nmi,
        ),
        Metric(
            information.ami,
            information._ami,
            "chance_information",
            {"norm": MEANS},
            (None, 1.0),
            **_PARTITION,
        ),
        Metric(
            information.vi,
            information._vi,
            "partition_overlaps",
            {"unit": UNITS},
            (0.0, None),
            distance=True,
            **_PARTITION,
            costs=costs.of_vi,
        ),
        Metric(
            information.homogeneity,
            information._homogeneity,
            "partition_overlaps",
            symmetric=False,
            **_PARTITION,
            costs=costs.of_homogeneity,
        ),
        Metric(
            information.completeness,
            information._completeness,
            "partition_overlaps",
            symmetric=False,
            **_PARTITION,
            costs=costs.of_completeness,
        ),
        Metric(
            information.v_measure,
            information._v_measure,
            "partition_overlaps",
            {"beta": Number()},
            one_sided_options=("beta",),
            **_PARTITION,
            costs=costs.of_v_measure,
        ),
        Metric(
            overlapping_information.onmi,
            overlapping_information._onmi,
            "conditional_entropies",
            {"norm": COVER_NORMS},
            (0.0, None),
            costs=costs.of_onmi,
        ),
        Metric(
            gnmi.gnmi,
            gnmi._gnmi,
            "game",
            {"norm": NORMS, **_SAMPLING, "method": (*METHODS, "adaptive"), "budget": Number()},
            node_base="equal",
            engine_options=(*_SAMPLING, "budget"),
        ),
        Metric(
            nodes.bcubed,
            nodes._bcubed,
            "bcubed",
            {"beta": Number()},
            one_sided_options=("beta",),
            node_base="equal",
        ),
        Metric(
            nodes.element_centric,
            nodes._element_centric,
            "node_agreement",
            {"alpha": Number(0.01, 0.99), **_SAMPLING},
            node_base="equal",
            engine_options=("alpha", *_SAMPLING),
        ),
        Metric(coreference.muc, coreference._muc, "counted_overlaps", **_ENTITIES),
        Metric(coreference.conll_bcubed, coreference._conll_bcubed, "overlaps", **_ENTITIES),
        Metric(
            coreference.ceaf,
            coreference._ceaf,
            "alignment",
            {"similarity": SIMILARITIES},
            engine_options=("similarity",),
            **_ENTITIES,
        ),
        Metric(coreference.conll, coreference._conll, "counted_alignment", **_ENTITIES),
    )
}
