"""Metrics of which nodes are in several clusters."""

from __future__ import annotations

from accord._summaries.clustering_pair import OverlappingNodes
from accord.metrics._means import harmonic
from accord.metrics._metric import metric
from accord.metrics._score import Details, Score


@metric(OverlappingNodes)
def overlap_f1(nodes: OverlappingNodes) -> Score:
    """F1 of the nodes that are in several clusters.

    How well overlaps are detected (Xie, Kelley & Szymanski 2013): precision is the share of the
    nodes in several found clusters that are in several truth clusters, recall the reverse. 1: the
    same nodes overlap, or none does on either side; 0: no node does on both sides. Not to compare
    clusterings: in which clusters these nodes are, and all other nodes, does not matter.

    >>> from accord import overlap_f1
    >>> overlap_f1([[1, 2, 3], [3, 4, 5], [5, 6]], [[1, 2, 3], [3, 4], [4, 5, 6]])
    Score(0.5, precision=0.5, recall=0.5)
    """
    neither = float(nodes.truth == nodes.found == 0)
    precision = min(nodes.both / nodes.found, 1.0) if nodes.found else neither
    recall = min(nodes.both / nodes.truth, 1.0) if nodes.truth else neither
    return Score(harmonic(recall, precision), Details(precision, recall))
