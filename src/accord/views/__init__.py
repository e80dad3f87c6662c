"""The data behind each plot, of limited size for any number of clusters.

`accord.plot` draws these views with matplotlib; other libraries can draw them as well.
"""

from accord.views._overlap import Bar, Flows, Link, OverlapMatrix, flows, overlap_matrix
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
