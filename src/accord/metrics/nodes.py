"""Metrics on nodes: how alike the two sides are as seen from each of them."""

from __future__ import annotations

from typing import Any

from accord.metrics.evaluation import evaluate
from accord.pairing import NodeBase
from accord.score import Details, Score
from accord.summaries import BCubed


def bcubed(truth: Any, found: Any, *, beta: float = 1.0, nodes: NodeBase = None, threads: int | None = None) -> Score:
    """Harmonic mean of how right and how complete the company of a node is.

    Extended BCubed (Amigó et al. 2009), for overlapping and crisp clusterings. Seen from a node, precision is the mean,
    over the nodes that share b > 0 found clusters with it, of min(a, b)/b, where a is the number of truth clusters that they
    share; recall the same with the sides swapped; both are means over nodes. 1: every two nodes share as many clusters in
    found as in truth. It satisfies all four formal constraints. `beta` above 1 gives more weight to recall. Shares are
    ignored; weights must be integers.

    Both sides need the same nodes; otherwise `nodes` as in `nmi`.

    >>> from accord import bcubed
    >>> bcubed([[1, 2, 3], [3, 4, 5]], [[1, 2, 3], [4, 5]])
    Score(0.8679245283018868, precision=1.0, recall=0.7666666666666667)
    """
    return evaluate("bcubed", truth, found, nodes=nodes, threads=threads, beta=beta)


def _bcubed(means: BCubed, *, beta: float) -> Score:
    p, r = means.precision, means.recall
    value = (1 + beta**2) * p * r / (beta**2 * p + r)
    return Score(min(value, 1.0), Details(precision=p, recall=r))
