"""Plots of how two clusterings agree, drawn with matplotlib.

Each function draws one plot and returns its axes. It takes a result of accord, or truth and found
themselves, and draws on `ax` or, without `ax`, on a new figure. What a plot shows is computed by
`accord.views`; colours come from the palette that reports use. matplotlib is imported by the first
plot.

>>> from accord import plot
>>> axes = plot.flows([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]])
>>> axes.figure.savefig("flows.pdf")  # doctest: +SKIP
"""

from accord.plot._clusters import match_by_size, sizes, verdicts
from accord.plot._flows import flows
from accord.plot._hierarchy import fowlkes_mallows_curve
from accord.plot._overlap import overlap_matrix
from accord.plot._scores import scores, similarity

__all__ = [
    "flows",
    "fowlkes_mallows_curve",
    "match_by_size",
    "overlap_matrix",
    "scores",
    "similarity",
    "sizes",
    "verdicts",
]
