"""Metrics on nodes: how alike the two sides are as seen from each of them."""

from __future__ import annotations

from typing import Any

from accord.metrics.evaluation import evaluate
from accord.pairing import NodeBase
from accord.score import Details, Sampling, Score
from accord.summaries import NodeAgreement


def element_centric(
    truth: Any,
    found: Any,
    *,
    alpha: float = 0.9,
    method: str = "auto",
    error: float = 0.01,
    risk: float = 0.01,
    seed: int = 1,
    nodes: NodeBase = None,
    threads: int | None = None,
) -> Score:
    """How alike the surroundings of a node are on both sides, on average over nodes.

    The element-centric similarity of Gates et al. 2019. A walk from a node goes to one of its clusters, from there to a
    member, and so on, each time with probability `alpha`; the score of the node is the share of where the walk ends that
    is the same on both sides. 1: the same clusters; the greater `alpha`, the farther walks get along overlaps. Shares of
    fuzzy memberships do not matter.

    Exact for crisp clusterings of any size, and for overlapping ones unless that is too much work; then the nodes that walks
    start from are sampled, and `error` of the score is how far it may be off, but for a `risk`. `method` "exact" or
    "sampled" forces one of the two; sampling goes on until the wished `error`, or some ten seconds long.

    Both sides need the same nodes; otherwise `nodes` as in `nmi`.

    >>> from accord import element_centric
    >>> element_centric([[1, 2, 3, 4], [5, 6]], [[1, 2], [3, 4], [5, 6]])
    Score(0.6666666666666666)
    """
    options: dict[str, Any] = {"alpha": alpha, "method": method, "error": error, "risk": risk, "seed": seed}
    return evaluate("element_centric", truth, found, nodes=nodes, threads=threads, **options)


def _element_centric(agreement: NodeAgreement) -> Score:
    sampling = Sampling(agreement.error, agreement.exact_share, agreement.events, agreement.method)
    return Score(min(agreement.mean, 1.0), Details(sampling=sampling))
