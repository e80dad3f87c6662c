"""How good are clusters on their network, where no truth is known?"""

from accord.quality._cuts import (
    average_odf,
    conductance,
    cut_ratio,
    expansion,
    flake_odf,
    max_odf,
    normalized_cut,
    separability,
)
from accord.quality._density import (
    average_degree,
    coverage,
    internal_density,
    triangle_participation,
)
from accord.quality._modularity import (
    modularity,
    modularity_density,
    modularity_lazar,
    modularity_nicosia,
    modularity_qds,
    modularity_shen,
)
from accord.quality._registry import QUALITIES, QualityMetric
from accord.quality._results import ClusterScores, Scores, SeveralScores
from accord.quality._score import score
from accord.quality._value import Quality

__all__ = [
    "QUALITIES",
    "ClusterScores",
    "Quality",
    "QualityMetric",
    "Scores",
    "SeveralScores",
    "average_degree",
    "average_odf",
    "conductance",
    "coverage",
    "cut_ratio",
    "expansion",
    "flake_odf",
    "internal_density",
    "max_odf",
    "modularity",
    "modularity_density",
    "modularity_lazar",
    "modularity_nicosia",
    "modularity_qds",
    "modularity_shen",
    "normalized_cut",
    "score",
    "separability",
    "triangle_participation",
]
