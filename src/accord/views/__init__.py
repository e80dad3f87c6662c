"""Views: the data behind each picture, of limited size for any number of clusters.

Each function takes an explanation, a comparison or a ranking, and returns a frozen dataclass of
arrays. `accord.plot` draws views with matplotlib, and `accord.report` draws them as SVG, so both
show the same; other libraries can draw them as well. `_linkage` orders rows so that similar ones
are adjacent.
"""

from accord.views._overlap import (
    Bar,
    ClusterOrder,
    Flows,
    Link,
    OverlapMatrix,
    flows,
    overlap_matrix,
)
from accord.views._scores import Merge, ScoreDots, SimilarityMap, score_dots, similarity_map
from accord.views._sizes import (
    MatchCells,
    MatchCloud,
    MatchPoints,
    SizeHistogram,
    match_cloud,
    size_histogram,
    size_unit,
)

__all__ = [
    "Bar",
    "ClusterOrder",
    "Flows",
    "Link",
    "MatchCells",
    "MatchCloud",
    "MatchPoints",
    "Merge",
    "OverlapMatrix",
    "ScoreDots",
    "SimilarityMap",
    "SizeHistogram",
    "flows",
    "match_cloud",
    "overlap_matrix",
    "score_dots",
    "similarity_map",
    "size_histogram",
    "size_unit",
]
