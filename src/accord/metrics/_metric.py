"""Metrics of two clusterings: their declaration, the table of all of them, and their calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy as np

from accord._display.numbers import count
from accord._engines.base import PairEngine
from accord._engines.choose import choose_engine
from accord._foundation.node_base import NodeBase
from accord._foundation.pair import BasePair
from accord._foundation.reading import Orientation, Reading
from accord._foundation.side import BaseSide
from accord.errors import InputError, OverlapError
from accord.metrics._base_metric import BaseMetric, apply_formula
from accord.metrics._costs import CostFormula, Costs
from accord.metrics._score import Score

if TYPE_CHECKING:
    from accord._foundation.types import ClusteringLike

Formula = TypeVar("Formula", bound=Callable[..., Score])

#: All metrics by name, in the order of their declaration.
METRICS: dict[str, Metric] = {}


def metric(summary: type, **facts: Any) -> Callable[[Formula], Formula]:
    """Declare that the decorated function is the formula of a metric, and register the metric.

    The metric has the name, the docstring and the options of the formula. The options are the
    keyword-only parameters of the formula, annotated with `Literal[...]` or
    `Annotated[float, Number(...)]`. `summary` is the class of the first argument, and `facts` are
    the fields of `Metric`: what is true of the metric.

    The formula itself stays as it is, so that formulas can use each other. The public function of
    the same name, which takes two clusterings of any kind, is in `accord.metrics`.
    """

    def declare(formula: Formula) -> Formula:
        METRICS[formula.__name__] = Metric(formula, summary, **facts)
        return formula

    return declare


@dataclass(frozen=True, eq=False)
class Metric(BaseMetric):
    """A metric of two clusterings, and what is true of it."""

    symmetric: bool = True
    #: Options that make a symmetric metric favour one side.
    one_sided_options: tuple[str, ...] = ()
    #: The power of the number of nodes with which it grows: 0 for a share or mean, 1 for a count of
    #: nodes, 2 for a count of pairs.
    growth: int = 0
    #: That power with other values of options.
    growth_by_option: Mapping[tuple[str, str], int] = field(default_factory=dict)
    #: "union": a node that one side lacks counts against the match. "equal": the two sides must
    #: have the same nodes, unless the caller chooses a node base.
    node_base: Literal["union", "equal"] = "union"
    #: A node in no cluster counts as a cluster of one node.
    singletons: bool = False
    #: Identical clusterings get the best value even if clusters overlap.
    identity: bool = True
    #: Counts nodes one by one, so that weights of nodes must be integers.
    integer_weights: bool = False
    #: How much the value would improve if one cluster were matched perfectly, for each cluster;
    #: None if that is not defined.
    costs: CostFormula | None = None

    def is_symmetric(self, options: Mapping[str, Any], nodes: NodeBase) -> bool:
        """Whether the sides can be swapped, with these options and on this node base."""
        one_sided = any(option in options for option in self.one_sided_options)
        truth_decides = isinstance(nodes, str) and nodes in ("truth", "labelled")
        return self.symmetric and not one_sided and not truth_decides

    def growth_with(self, options: Mapping[str, Any]) -> int:
        """The power of the number of nodes with which it grows with these options."""
        powers = (
            power
            for (option, value), power in self.growth_by_option.items()
            if options.get(option) == value
        )
        return next(powers, self.growth)

    @property
    def uses_shares(self) -> bool:
        """Whether shares of memberships count."""
        return "sharing" in self.options

    def check_pair(self, pair: BasePair[BaseSide]) -> None:
        """Raise if the metric does not apply to this pair; the error says why and what does."""
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
        """The value for the pair of the `engine`, with these `options`."""
        self.check_pair(engine.pair)
        options = {**self.defaults, **options}
        score = apply_formula(self.formula, engine, self.summary, self.parameters, options)
        return self._note_shares(_expand_to_input(score, engine.pair), engine.pair)

    def _note_shares(self, score: Score, pair: BasePair[BaseSide]) -> Score:
        """The score with a note if there are shares that it ignores."""
        if self.uses_shares or not (pair.truth.is_fuzzy or pair.found.is_fuzzy):
            return score
        return Score(score, replace(score.details, note="shares are ignored"))

    def cluster_costs(self, engine: PairEngine, **options: Any) -> Costs:
        """How much the value would improve if one cluster were matched perfectly, for each.

        The `engine` has the pair; `options` are those of the metric.
        """
        if self.costs is None:
            names = [metric.name for metric in METRICS.values() if metric.costs]
            raise InputError(
                f"{self.name} does not say what each cluster costs; choose from {', '.join(names)}"
            )
        self.check_pair(engine.pair)
        options = {**self.defaults, **options}
        costs = self.costs
        return apply_formula(costs.function, engine, costs.summary, costs.parameters, options)

    def _make_function(self) -> Callable[..., Score]:
        def function(
            truth: ClusteringLike,
            found: ClusteringLike,
            *,
            nodes: NodeBase = None,
            orientation: Orientation | None = None,
            noise: object = None,
            columns: Sequence[str | int] | None = None,
            threads: int | None = None,
            **options: Any,
        ) -> Score:
            self.check_options(options)
            reading = Reading(orientation, noise, columns, nodes)
            engine = choose_engine(truth, found, reading=reading, nodes=nodes, threads=threads)
            return self.score(engine, **options)

        return function


def _expand_to_input(score: Score, pair: BasePair[BaseSide]) -> Score:
    """Values per cluster of the input: NaN for clusters without nodes on the node base."""

    def expand(values: Any, side: BaseSide) -> Any:
        return None if values is None else side.expand_to_input(values, np.nan)

    if pair.truth.kept is None and pair.found.kept is None:
        return score
    details = replace(
        score.details,
        per_truth_cluster=expand(score.per_truth_cluster, pair.truth),
        per_found_cluster=expand(score.per_found_cluster, pair.found),
    )
    return Score(score, details)
