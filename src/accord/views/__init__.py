"""What each picture shows, as data: small, whatever the number of clusters, and without anything to draw with.

`accord.plot` draws these views with matplotlib; they can be drawn with anything else.
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
    unit_of,
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
    "unit_of",
]
