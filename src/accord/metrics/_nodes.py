"""Metrics on nodes: how similar the two sides are as seen from a node, averaged over nodes."""

from __future__ import annotations

from typing import Annotated

from accord._foundation.metric_options import Error, Method, NonNegative, Number, Risk, Seed
from accord._summaries.clustering_pair import BCubed, NodeAgreement
from accord.metrics._metric import metric
from accord.metrics._score import Details, Sampling, Score


@metric(
    BCubed, node_base="equal", singletons=True, integer_weights=True, one_sided_options=("beta",)
)
def bcubed(means: BCubed, *, beta: NonNegative = 1.0) -> Score:
    """Harmonic mean of the precision and recall of a node's co-members.

    Extended BCubed (Amigó et al. 2009), for overlapping and crisp clusterings. Seen from a node,
    precision is the mean, over the nodes that share b > 0 found clusters with it, of min(a, b)/b,
    where a is the number of truth clusters that they share; recall the same with the sides swapped;
    both are means over nodes. 1: every two nodes share as many clusters in found as in truth. It
    satisfies all four formal constraints. `beta` above 1 gives more weight to recall. Shares are
    ignored; weights must be integers.

    Both sides need the same nodes; otherwise `nodes` as in `nmi`.

    >>> from accord import bcubed
    >>> round(bcubed([[1, 2, 3], [3, 4, 5]], [[1, 2, 3], [4, 5]]), 6)
    0.867925
    """
    p, r = means.precision, means.recall
    value = (1 + beta**2) * p * r / (beta**2 * p + r)
    return Score(min(value, 1.0), Details(precision=p, recall=r))


@metric(NodeAgreement, node_base="equal", singletons=True)
def element_centric(
    agreement: NodeAgreement,
    *,
    alpha: Annotated[float, Number(0.01, 0.99)] = 0.9,
    method: Method = "auto",
    error: Error = 0.01,
    risk: Risk = 0.01,
    seed: Seed = 0,
) -> Score:
    """Mean similarity of the surroundings of a node on both sides.

    The element-centric similarity of Gates et al. 2019. A walk from a node goes to one of its
    clusters, from there to a member, and after each such step goes on with probability `alpha`; the
    score of the node is the share of where the walk ends that is the same on both sides. 1: the
    same clusters; the greater `alpha`, the farther walks get along overlaps. Shares of memberships
    are ignored.

    Exact for crisp clusterings of any size, and for overlapping ones unless that is too much work;
    then the nodes at which walks start are sampled, and the score has the `error` that it stays
    within with probability 1 - `risk`. `method` "exact" or "sampled" forces one of the two.
    Sampling ends when the requested `error` is reached, or after some ten seconds of work.

    Both sides need the same nodes; otherwise `nodes` as in `nmi`.

    >>> from accord import element_centric
    >>> element_centric([[1, 2, 3, 4], [5, 6]], [[1, 2], [3, 4], [5, 6]])
    Score(0.6666666666666666)
    """
    sampling = Sampling(agreement.error, agreement.exact_share, agreement.events, agreement.method)
    return Score(min(agreement.mean, 1.0), Details(sampling=sampling))
