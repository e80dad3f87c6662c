"""How good are clusters on their network, if no truth is known?

>>> from accord import Network, quality
>>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
>>> quality.conductance(network, [[1, 2, 3], [4, 5, 6]])
Quality(0.14285714285714285)

A quality metric is declared by `@quality_metric` on its formula, as metrics of two clusterings are
in `accord.metrics`; `QUALITIES` has them all. `__init__.pyi` has the signatures of the functions,
written by `tools/generate.py`.
"""

from typing import Any

# Metrics are listed in the order in which they are declared.
# isort: off
from accord.quality import _modularity as _modularity
from accord.quality import _cuts as _cuts
from accord.quality import _density as _density

# isort: on
from accord.metrics._other_names import missing_attribute
from accord.quality._metric import QUALITIES, QualityMetric
from accord.quality._quality import Quality
from accord.quality._requests import OTHER_NAMES
from accord.quality._results import ClusterScores, Scores, ScoresByClustering
from accord.quality._score import score

__all__ = [
    "QUALITIES",
    "ClusterScores",
    "Quality",
    "QualityMetric",
    "Scores",
    "ScoresByClustering",
    "score",
    *QUALITIES,
]


def __getattr__(name: str) -> Any:
    """The public function of a metric, made when it is first used."""
    if name not in QUALITIES:
        raise missing_attribute("accord.quality", name, OTHER_NAMES)
    function = globals()[name] = QUALITIES[name].function
    return function
