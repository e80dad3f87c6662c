"""Shared by tests of all metrics: input pairs, option values, weights and tolerances."""

from itertools import product
from typing import Any

import strategies
from hypothesis import strategies as st

from accord import Clustering
from accord.metrics import Metric
from accord.metrics._options import Number

CLOSE = {"rel": 1e-12, "abs": 1e-12}
SMALLEST_SHARE = 2.0**-20  # keeps products of several shares far from underflow


#: Tested values of numeric options, and of choices that do not change the value; every choice of
#: other options is tested.
OPTION_VALUES: dict[str, tuple[Any, ...]] = {
    "alpha": (0.01, 0.5, 0.9, 0.99),
    "beta": (0.0, 0.3, 1.0, 2.0, 10),
    "method": ("auto",),
}


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
