"""Metrics of information theory, on the overlaps of crisp clusterings."""

from __future__ import annotations

import math
from typing import Any, Literal

from accord._foundation.metric_options import Mean, NonNegative, Norm
from accord._foundation.rounding import ROUNDING
from accord._summaries.clustering_pair import ChanceInformation, Tallies
from accord.metrics import _costs as costs
from accord.metrics._entropies import information
from accord.metrics._metric import metric
from accord.metrics._score import Details, Score

_CRISP: dict[str, Any] = {
    "crisp": True,
    "instead": ("gnmi", "onmi"),
    "node_base": "equal",
    "singletons": True,
}


@metric(Tallies, **_CRISP, costs=costs.of_nmi)
def nmi(tallies: Tallies, *, norm: Norm = "avg") -> Score:
    """Share of the information that the two clusterings have in common.

    For crisp clusterings. 1: each determines the other; 0: independent. `norm` says what it is
    divided by: the "avg" of both entropies (as in scikit-learn and igraph), "max", "sqrt", "min" or
    "joint"; with "max" and "joint", 1 − nmi obeys the triangle inequality. Not corrected for
    chance: many small clusters score high.

    Both sides need the same nodes; otherwise `nodes` says which to compare ("union",
    "intersection", "truth" or a collection), and a node that a side lacks is alone there.

    >>> from accord import nmi
    >>> nmi([[1, 2], [3, 4]], [[1, 2], [3], [4]])
    Score(0.8)
    >>> nmi([[1, 2], [3, 4]], [[1, 2], [3], [4]], norm="max")
    Score(0.6666666666666666)
    """
    return Score(information(tallies).share(norm))


@metric(ChanceInformation, **_CRISP, bounds=(None, 1.0), integer_weights=True)
def ami(chance: ChanceInformation, *, norm: Mean = "avg") -> Score:
    """Information in common, corrected for chance.

    For crisp clusterings: `nmi` with the information that clusters of these sizes share by chance
    subtracted from numerator and denominator (Vinh, Epps & Bailey 2010). 1: each determines the
    other; 0: as by chance; negative: worse than chance. `norm` is "avg" (scikit-learn's), "max",
    "sqrt" or "min". Node weights must be integers.

    >>> from accord import ami
    >>> round(ami([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]), 4)
    0.2988
    """
    i, expected = information(chance.overlaps.tallies), chance.expected
    mean = i.mean(norm)
    if mean - expected <= ROUNDING * max(i.truth, i.found):
        # Every way to match the nodes gives the same, up to rounding.
        return Score(1.0 if math.isclose(i.truth, i.found) else 0.0)
    return Score(min((i.mutual - expected) / (mean - expected), 1.0))


@metric(Tallies, **_CRISP, bounds=(0.0, None), distance=True, costs=costs.of_vi)
def vi(tallies: Tallies, *, unit: Literal["bits", "nats"] = "bits") -> Score:
    """Information that only one of the two clusterings has, in bits (distance).

    The variation of information, for crisp clusterings (Meilă 2003); in nats with `unit="nats"`. 0:
    identical; at most the logarithm of the number of nodes.
    """
    i = information(tallies)
    bits = max(2 * i.joint - i.truth - i.found, 0.0)
    return Score(bits if unit == "bits" else bits * math.log(2))


@metric(Tallies, **_CRISP, distance=True)
def nvi(tallies: Tallies) -> Score:
    """Share of all information that only one of the two clusterings has (distance).

    The normalized variation of information, `vi` over the joint entropy, for crisp clusterings
    (Vinh, Epps & Bailey 2010): 1 − `nmi` with norm="joint". 0: identical; 1: independent. It obeys
    the triangle inequality. Not for results with different numbers of clusters: it is not corrected
    for chance, and many small clusters look near.

    >>> from accord import nvi
    >>> round(nvi([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]), 4)
    0.6122
    """
    i = information(tallies)
    bits = max(2 * i.joint - i.truth - i.found, 0.0)
    return Score(min(bits / i.joint, 1.0) if i.joint else 0.0)


@metric(Tallies, **_CRISP, distance=True)
def nid(tallies: Tallies) -> Score:
    """Share of the information of the richer side that the other lacks (distance).

    The normalized information distance 1 − I/max(H(T), H(F)), for crisp clusterings (Vinh, Epps &
    Bailey 2010): 1 − `nmi` with norm="max". 0: identical; 1: independent. It obeys the triangle
    inequality, and uses the range from 0 to 1 better than `nvi`. Not for results with different
    numbers of clusters: it is not corrected for chance.

    >>> from accord import nid
    >>> round(nid([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]), 4)
    0.4411
    """
    i = information(tallies)
    most = max(i.truth, i.found)
    return Score(max(most - i.mutual, 0.0) / most if most else 0.0)


@metric(Tallies, **_CRISP, symmetric=False)
def fair_nmi(tallies: Tallies) -> Score:
    """Share of information in common, less for a wrong number of clusters.

    `nmi` times exp(−|R − S|/R) for R truth clusters and S found ones, for crisp clusterings (Amelio
    & Pizzuti 2015). 1: identical. Not if a cluster split in two is a small error, since only the
    number of clusters counts, and not as a correction for chance, which `ami` is. A node in no
    cluster counts as a cluster.

    >>> from accord import fair_nmi
    >>> round(fair_nmi([0, 0, 1, 1], [0, 0, 1, 2]), 4)  # nmi is 0.8
    0.4852
    """
    r, s = (int(side[1].sum()) for side in (tallies.truth, tallies.found))
    return Score(float(nmi(tallies)) * math.exp(-abs(r - s) / r))


@metric(Tallies, **_CRISP, symmetric=False, costs=costs.of_homogeneity)
def homogeneity(tallies: Tallies) -> Score:
    """Share of the truth's information that the found clusters give.

    For crisp clusterings. 1: no found cluster mixes truth clusters (Rosenberg & Hirschberg 2007).
    Swap the sides for `completeness`.
    """
    i = information(tallies)
    return Score(min(i.mutual / i.truth, 1.0) if i.truth else 1.0)


@metric(Tallies, **_CRISP, symmetric=False, costs=costs.of_completeness)
def completeness(tallies: Tallies) -> Score:
    """Share of the found clusters' information that the truth gives.

    For crisp clusterings. 1: no truth cluster is split over found clusters (Rosenberg & Hirschberg
    2007). Swap the sides for `homogeneity`.
    """
    i = information(tallies)
    return Score(min(i.mutual / i.found, 1.0) if i.found else 1.0)


@metric(Tallies, **_CRISP, one_sided_options=("beta",), costs=costs.of_v_measure)
def v_measure(tallies: Tallies, *, beta: NonNegative = 1.0) -> Score:
    """Harmonic mean of homogeneity (precision) and completeness (recall).

    For crisp clusterings; homogeneity is its precision, completeness its recall. With beta = 1 it
    is `nmi`; beta above 1 gives more weight to completeness.

    >>> from accord import v_measure
    >>> v_measure([[1, 2], [3, 4]], [[1, 2], [3], [4]])
    Score(0.8, precision=1.0, recall=0.6666666666666666)
    """
    h, c = float(homogeneity(tallies)), float(completeness(tallies))
    value = (1 + beta) * h * c / (beta * h + c) if beta * h + c else 0.0
    return Score(value, Details(precision=h, recall=c))
