"""How well do two clusterings agree? Every metric is a function of truth and found.

>>> from accord import metrics
>>> metrics.f1h([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]])
Score(0.8, precision=0.8, recall=0.8)

A metric is a formula on a summary of the two clusterings, which an engine computes. It is declared
by `@metric` on the formula, in one of the modules below; `METRICS` has them all, with what is true
of each. `__init__.pyi` has the signatures of the functions, written by `tools/generate.py`.
"""

from typing import Any

# Metrics are listed in the order in which they are declared.
# isort: off
from accord.metrics import _matching as _matching
from accord.metrics import _accuracy as _accuracy
from accord.metrics import _pairs as _pairs
from accord.metrics import _information as _information
from accord.metrics import _overlapping_nmi as _overlapping_nmi
from accord.metrics import _generalized_nmi as _generalized_nmi
from accord.metrics import _nodes as _nodes
from accord.metrics import _overlapping_nodes as _overlapping_nodes
from accord.metrics import _coreference as _coreference

# isort: on
from accord.metrics._metric import METRICS, Metric
from accord.metrics._other_names import OTHER_NAMES, missing_attribute
from accord.metrics._panels import PANELS
from accord.metrics._requests import DEFAULT_METRIC
from accord.metrics._score import Score

__all__ = ["DEFAULT_METRIC", "METRICS", "PANELS", "Metric", "Score", *METRICS]


def __getattr__(name: str) -> Any:
    """The public function of a metric, made when it is first used."""
    if name not in METRICS:
        raise missing_attribute("accord.metrics", name, OTHER_NAMES)
    function = globals()[name] = METRICS[name].function
    return function
