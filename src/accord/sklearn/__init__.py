"""For users of scikit-learn: its clustering scores, and every metric of accord as a scorer.

The scores have the names, arguments and results of `sklearn.metrics`, so that only the import
changes, and are computed by accord. scikit-learn need not be installed.

>>> from accord.sklearn import adjusted_mutual_info_score, scorer
>>> adjusted_mutual_info_score([0, 0, 1, 1], ["b", "b", "a", "a"])
1.0
>>> scorer("f1p")  # for cross_validate(..., scoring=scorer("f1p"))
scorer('f1p')
"""

from accord.sklearn._labels import check_clusterings
from accord.sklearn._scorers import Scorer, scorer, scorers
from accord.sklearn._scores import (
    adjusted_mutual_info_score,
    adjusted_rand_score,
    completeness_score,
    contingency_matrix,
    fowlkes_mallows_score,
    homogeneity_completeness_v_measure,
    homogeneity_score,
    mutual_info_score,
    normalized_mutual_info_score,
    pair_confusion_matrix,
    rand_score,
    v_measure_score,
)

__all__ = [
    "Scorer",
    "adjusted_mutual_info_score",
    "adjusted_rand_score",
    "check_clusterings",
    "completeness_score",
    "contingency_matrix",
    "fowlkes_mallows_score",
    "homogeneity_completeness_v_measure",
    "homogeneity_score",
    "mutual_info_score",
    "normalized_mutual_info_score",
    "pair_confusion_matrix",
    "rand_score",
    "scorer",
    "scorers",
    "v_measure_score",
]
