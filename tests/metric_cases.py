"""Shared by tests of all metrics: input pairs, option values, weights and tolerances."""

from itertools import product
from typing import Any

import oracles
import strategies
from hypothesis import strategies as st

from accord import Clustering
from accord._foundation.metric_options import Number
from accord._summaries.clustering_pair import ConditionalEntropies, Tallies
from accord.metrics import Metric

CLOSE = {"rel": 1e-12, "abs": 1e-12}
# Information is a difference of entropies: with weights from 2^-10 to 2^10 an entropy may be as
# small as 1e-6, and what rounding leaves of the difference (1e-16) is divided by it.
CLOSE_TO_SMALL_ENTROPIES = {"rel": 1e-9, "abs": 1e-9}
SMALLEST_SHARE = 2.0**-20  # keeps products of several shares far from underflow


#: Tested values of numeric options, and of choices that do not change the value; every choice of
#: other options is tested.
OPTION_VALUES: dict[str, tuple[Any, ...]] = {
    "alpha": (0.01, 0.5, 0.9, 0.99),
    "beta": (0.0, 0.3, 2.0, 10),
    "method": ("auto",),
}


#: Tested options of quality metrics; the others have none.
QUALITY_OPTIONS: dict[str, list[dict[str, Any]]] = {
    "modularity": [{}, {"resolution": 0.5}, {"resolution": 3}],
    "modularity_shen": [{}, {"resolution": 2.0}],
    "modularity_density": [{}, {"balance": 0.25}, {"balance": 1}],
    "conductance": [{}, {"volume": "smaller"}],
    "normalized_cut": [{}, {"form": "yang_leskovec"}],
}
#: Options that select how a value is computed; the definition does not depend on them.
METHOD_OPTIONS = ("method", "error", "risk", "seed", "budget")


def expected(metric: Metric, truth: Any, found: Any, options: dict[str, Any], **base: Any) -> float:
    """The value by the definition."""
    definition_options = {
        option: value
        for option, value in options.items()
        if value is not None and option not in METHOD_OPTIONS
    }
    return float(getattr(oracles, metric.name)(truth, found, **definition_options, **base))


def closeness(metric: Metric, weights: dict[int, float]) -> dict[str, float]:
    """How close a value has to be if weights are floats."""
    if metric.name == "split_join":  # a difference of weights of thousands
        return {"rel": 1e-12, "abs": 1e-12 * sum(weights.values())}
    entropies = metric.summary in (Tallies, ConditionalEntropies)
    return CLOSE_TO_SMALL_ENTROPIES if entropies else CLOSE


def option_choices(metric: Metric) -> list[dict[str, Any]]:
    """Every combination of options; only the default of numbers that are not in OPTION_VALUES."""
    values = [
        OPTION_VALUES.get(
            option, (metric.defaults[option],) if isinstance(allowed, Number) else tuple(allowed)
        )
        for option, allowed in metric.options.items()
    ]
    return [dict(zip(metric.options, combination, strict=True)) for combination in product(*values)]


def plain_pairs_for(metric: Metric, equal_nodes: bool | None) -> st.SearchStrategy[Any]:
    """Pairs without shares, crisp if the metric needs it."""
    if metric.crisp:
        return strategies.crisp_pairs(equal_nodes=equal_nodes)
    return strategies.pairs(equal_nodes=equal_nodes)


def weighted(clusters: Any, weights: Any) -> Clustering:
    return Clustering.from_clusters(clusters, weights=weights)
