"""How good are clusters on their network, where no truth is known?"""

from accord.quality.cuts import (
    average_odf,
    conductance,
    cut_ratio,
    expansion,
    flake_odf,
    max_odf,
    normalized_cut,
    separability,
)
from accord.quality.insides import average_degree, coverage, internal_density, triangle_participation
from accord.quality.modularities import (
    modularity,
    modularity_density,
    modularity_lazar,
    modularity_nicosia,
    modularity_qds,
    modularity_shen,
)
from accord.quality.registry import QUALITIES, QualityMetric
from accord.quality.results import ClusterScores, Scores, SeveralScores
from accord.quality.scoring import score
from accord.quality.value import Quality

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
