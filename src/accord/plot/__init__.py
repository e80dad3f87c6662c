"""Pictures of how two clusterings agree, with matplotlib: every function draws one and returns its axes.

Each takes what accord returns, or truth and found themselves, and `ax` to draw on; without, it
makes a figure. matplotlib is loaded by the first picture.

>>> from accord import plot
>>> axes = plot.flows([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]])
>>> axes.figure.savefig("flows.pdf")  # doctest: +SKIP
"""

from accord.plot._clusters import match_by_size, sizes, verdicts
from accord.plot._flows import flows
from accord.plot._overlap import overlap_matrix
from accord.plot._scores import scores, similarity

__all__ = ["flows", "match_by_size", "overlap_matrix", "scores", "similarity", "sizes", "verdicts"]
