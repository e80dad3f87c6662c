"""Which metrics are computed: those that were requested, all, or a panel for the input at hand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from accord._foundation.pair import BasePair
from accord._foundation.side import BaseSide
from accord.metrics._metric import METRICS, Metric
from accord.metrics._requests import (
    ALL,
    DEFAULT,
    DEFAULT_METRIC,
    Requests,
    list_names,
    parse_metrics,
)
from accord.metrics._score import Score

PanelName = Literal["crisp", "overlapping"]

#: The default metrics, by what is compared: "crisp" if both sides are crisp and have the same
#: nodes, or the node base was chosen; "overlapping" otherwise, also for shares.
#: The headline metric comes first.
PANELS: Mapping[PanelName, tuple[str, ...]] = {
    "crisp": (DEFAULT_METRIC, "adjusted_rand", "ami", "nmi", "v_measure"),
    "overlapping": (DEFAULT_METRIC, "f1p", "omega", "onmi", "gnmi", "bcubed"),
}


@dataclass(frozen=True)
class MetricChoice:
    """The metrics to compute for one or more pairs of clusterings.

    Metrics that were requested by name are computed, or raise. The others, of a default panel or
    of all metrics, are left out if they do not apply or would take long. Those of a default panel
    are left out, too, if they ignore shares and these are all that tells nodes apart.
    """

    #: The metrics for each panel; under None if they do not depend on the pair.
    panels: Mapping[PanelName | None, Requests]
    #: Canonical names of the metrics that were requested by name.
    named: frozenset[str]
    #: Whether to list the metrics that do not apply.
    lists_rest: bool = False
    #: The panel for all pairs; None to choose one for each pair.
    fixed: PanelName | None = None

    def panel_for(self, pair: BasePair[BaseSide]) -> PanelName | None:
        """The panel for a pair; None if the metrics do not depend on it."""
        return None if None in self.panels else self.fixed or _panel_for(pair)

    def with_panel(self, panel: PanelName) -> MetricChoice:
        """The same choice with one panel for all pairs."""
        return replace(self, fixed=panel)

    def takes_long(
        self, name: str, metric: Metric, pair: BasePair[BaseSide], repeats: int = 0
    ) -> bool:
        """Whether to leave out a metric because it was not named and would take long.

        `repeats` is how many more times it is computed, for baselines and intervals.
        """
        return name not in self.named and not is_quick(metric, pair, repeats)

    def takes_long_to_repeat(self, name: str, score: Score, repeats: int) -> bool:
        """Whether to leave out a score because sampling it so often would take long."""
        return name not in self.named and score.is_sampled and repeats > _FEW_REPEATS

    def misses_shares(self, name: str, metric: Metric, pair: BasePair[BaseSide]) -> bool:
        """Whether to leave out a default metric that ignores the shares of nodes in all clusters.

        Without shares, clusters of almost all nodes are left, and scores of 0.
        """
        if None in self.panels or name in self.named or metric.uses_shares:
            return False
        return any(_is_spread(side, pair.facts.base) for side in (pair.truth, pair.found))


def choose_metrics(metrics: Iterable[str] | str | None, **shared: str | None) -> MetricChoice:
    """The choice for names of metrics; "all" and "default" stand for several, None for "default".

    `shared` options go to every metric that has them.
    """
    names = [DEFAULT] if metrics is None else list_names(metrics)
    only_names = [name for name in names if name not in (ALL, DEFAULT)]
    named = frozenset(parse_metrics(only_names, **shared) if only_names else ())
    groups: Mapping[PanelName | None, Iterable[str]]
    if ALL in names:
        groups = {None: (DEFAULT_METRIC, *METRICS)}
    elif DEFAULT in names:
        groups = dict(PANELS.items())
    else:
        groups = {None: ()}
    panels = {
        panel: parse_metrics(dict.fromkeys((*group, *only_names)), **shared)
        for panel, group in groups.items()
    }
    return MetricChoice(panels, named, lists_rest=ALL in names)


def _panel_for(pair: BasePair[BaseSide]) -> PanelName:
    facts = pair.facts
    differ = not pair.base_chosen and (facts.only_truth or facts.only_found)
    crisp = all(not side.n_overlapping and not side.is_fuzzy for side in (pair.truth, pair.found))
    return "crisp" if crisp and not differ else "overlapping"


def _is_spread(side: BaseSide, n_nodes: int) -> bool:
    """Whether most nodes have a share in several clusters, and in half of all on average."""
    in_clusters = n_nodes - side.n_in_no_cluster
    return (
        side.is_fuzzy
        and 2 * side.n_overlapping > in_clusters
        and 2 * side.n_memberships >= in_clusters * side.n_clusters
    )


# ---- metrics that take long on large overlapping clusterings -------------------------------------


@dataclass(frozen=True)
class _Limit:
    """Up to where a metric takes a few seconds."""

    #: Memberships, on both sides, of nodes in several clusters.
    memberships: int
    #: Clusters that a node in several clusters is in, on average.
    clusters_of_node: float = math.inf


#: So many repeats, as for the chance on a page, do not make a metric take long.
_FEW_REPEATS = 20
_LIMITS = {
    # Nodes in more clusters cannot be solved exactly, and are sampled with a large error.
    "gnmi": _Limit(300_000, clusters_of_node=10),
    "bcubed": _Limit(1_000_000),
    "max_matching_ratio": _Limit(1_000_000),
}


def is_quick(metric: Metric, pair: BasePair[BaseSide], repeats: int = 0) -> bool:
    """Whether a metric of this pair takes no more than a few seconds, judged by its sizes alone.

    `repeats` is how many more times it is computed, for baselines and intervals.
    """
    limit = _LIMITS.get(metric.name)
    if limit is None:
        return True
    counts = [(side.n_overlapping, _overlap(pair, side)) for side in (pair.truth, pair.found)]
    times = 1 + repeats if repeats > _FEW_REPEATS else 1
    return times * sum(memberships for _, memberships in counts) <= limit.memberships and all(
        memberships <= limit.clusters_of_node * nodes for nodes, memberships in counts if nodes
    )


def _overlap(pair: BasePair[BaseSide], side: BaseSide) -> int:
    """Number of memberships of nodes that are in several clusters."""
    in_one_cluster = pair.facts.base - side.n_in_no_cluster - side.n_overlapping
    return side.n_memberships - in_one_cluster
