"""Which metrics are computed: those that were requested, all, or a panel for the input at hand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from accord._foundation.pair import BasePair
from accord._foundation.side import BaseSide
from accord.metrics._metric import METRICS, Metric
from accord.metrics._requests import ALL, DEFAULT_METRIC, Requests, list_names, parse_metrics

PanelName = Literal["crisp", "overlapping"]

#: The default metrics, by what is compared: "crisp" if both sides are crisp and have the same
#: nodes, or the node base was chosen; "overlapping" otherwise. The headline metric comes first.
PANELS: Mapping[PanelName, tuple[str, ...]] = {
    "crisp": (DEFAULT_METRIC, "adjusted_rand", "ami", "nmi", "v_measure"),
    "overlapping": (DEFAULT_METRIC, "f1p", "omega", "onmi", "gnmi", "bcubed"),
}


@dataclass(frozen=True)
class MetricChoice:
    """The metrics to compute for one or more pairs of clusterings.

    Metrics that were requested by name are computed or raise. Of a default panel, and of all
    metrics, those that do not apply or would take long are left out.
    """

    kind: Literal["named", "all", "panel"]
    #: The requested metrics or all metrics; for a panel, by the name of the panel.
    panels: Mapping[PanelName | None, Requests]
    #: The panel for all pairs; None to choose one for each pair.
    fixed: PanelName | None = None

    def panel_for(self, pair: BasePair[BaseSide]) -> PanelName | None:
        """The panel for a pair; None if the metrics do not depend on it."""
        if self.kind != "panel":
            return None
        return self.fixed or _panel_for(pair)

    def with_panel(self, panel: PanelName) -> MetricChoice:
        """The same choice with one panel for all pairs."""
        return replace(self, fixed=panel)

    def requests(self, panel: PanelName | None) -> Requests:
        return self.panels[panel]

    def takes_long(self, metric: Metric, pair: BasePair[BaseSide]) -> bool:
        """Whether to leave out a metric that nobody requested by name, as it would take long."""
        return self.kind != "named" and not is_quick(metric, pair)


def choose_metrics(metrics: Iterable[str] | str | None, **shared: str | None) -> MetricChoice:
    """The choice for names of metrics, "all", or None for a default panel.

    `shared` options go to every metric that has them.
    """
    if metrics is None:
        return MetricChoice(
            "panel", {name: parse_metrics(panel, **shared) for name, panel in PANELS.items()}
        )
    names = list_names(metrics)
    if ALL not in names:
        return MetricChoice("named", {None: parse_metrics(names, **shared)})
    every = (DEFAULT_METRIC, *METRICS, *(name for name in names if name != ALL))
    return MetricChoice("all", {None: parse_metrics(dict.fromkeys(every), **shared)})


def _panel_for(pair: BasePair[BaseSide]) -> PanelName:
    facts = pair.facts
    differ = not pair.base_chosen and (facts.only_truth or facts.only_found)
    overlap = pair.truth.n_overlapping or pair.found.n_overlapping
    return "overlapping" if overlap or differ else "crisp"


# ---- metrics that take long on large overlapping clusterings -------------------------------------


@dataclass(frozen=True)
class _Limit:
    """Up to where a metric takes a few seconds."""

    #: Memberships, on both sides, of nodes in several clusters.
    memberships: int
    #: Clusters that a node in several clusters is in, on average.
    clusters_of_node: float = math.inf


_LIMITS = {
    # Nodes in more clusters cannot be solved exactly, and are sampled with a large error.
    "gnmi": _Limit(300_000, clusters_of_node=10),
    "bcubed": _Limit(1_000_000),
    "max_matching_ratio": _Limit(1_000_000),
}


def is_quick(metric: Metric, pair: BasePair[BaseSide]) -> bool:
    """Whether a metric of this pair takes no more than a few seconds, judged by its sizes alone."""
    limit = _LIMITS.get(metric.name)
    if limit is None:
        return True
    counts = [(side.n_overlapping, _overlap(pair, side)) for side in (pair.truth, pair.found)]
    return sum(memberships for _, memberships in counts) <= limit.memberships and all(
        memberships <= limit.clusters_of_node * nodes for nodes, memberships in counts if nodes
    )


def _overlap(pair: BasePair[BaseSide], side: BaseSide) -> int:
    """Number of memberships of nodes that are in several clusters."""
    in_one_cluster = pair.facts.base - side.n_in_no_cluster - side.n_overlapping
    return side.n_memberships - in_one_cluster
