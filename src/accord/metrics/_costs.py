"""What each cluster costs: how much the value would improve if that cluster were matched perfectly.

Each function belongs to the metric it is named after, and takes a summary and the options of that
metric, as the formula of the metric does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.metric_options import Norm, Sharing, Weighting
from accord._summaries.clustering_pair import (
    BestMatches,
    ConditionalEntropies,
    OneToOne,
    Overlaps,
    SideMatches,
)
from accord.metrics._best_matches import best_f1, best_jaccard, best_pprob
from accord.metrics._entropies import information, known_shares, mean_entropy

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Costs:
    """The cost of each cluster, at least 0; None for a side whose clusters the metric ignores."""

    truth: Values | None = None
    found: Values | None = None


@dataclass(frozen=True, eq=False)
class CostFormula:
    """A function that computes costs, and the summary that it needs."""

    function: Callable[..., Costs]
    summary: type
    #: Parameters of the summary that are not options of the metric.
    parameters: Mapping[str, Any]


def _on(summary: type, **parameters: Any) -> Callable[[Callable[..., Costs]], CostFormula]:
    """Declare the summary that a cost function needs."""
    return lambda function: CostFormula(function, summary, parameters)


# ---- mean matches --------------------------------------------------------------------------------


@_on(BestMatches)
def of_f1p(matches: BestMatches, *, weighting: Weighting, sharing: Sharing | None) -> Costs:
    return _of_mean_match(matches, best_pprob, _harmonic, weighting)


@_on(BestMatches)
def of_f1h(matches: BestMatches, *, weighting: Weighting, sharing: Sharing | None) -> Costs:
    return _of_mean_match(matches, best_f1, _harmonic, weighting)


@_on(BestMatches)
def of_f1a(matches: BestMatches, *, weighting: Weighting, sharing: Sharing | None) -> Costs:
    return _of_mean_match(matches, best_f1, _arithmetic, weighting)


@_on(BestMatches)
def of_jaccard_match(
    matches: BestMatches, *, weighting: Weighting, sharing: Sharing | None
) -> Costs:
    return _of_mean_match(matches, best_jaccard, _harmonic, weighting)


def _of_mean_match(
    matches: BestMatches,
    best_match: Callable[[SideMatches, SideMatches], Values],
    mean: Callable[[Any, float], Any],
    weighting: Weighting,
) -> Costs:
    truth, found = matches.truth, matches.found
    missing_in_truth = 1 - best_match(truth, found)
    missing_in_found = 1 - best_match(found, truth)

    def values(weighted: bool) -> tuple[Values, Values, float]:
        """The value if one truth cluster or one found cluster were matched, and as it is."""
        lost_in_truth = _weights(truth, weighted) * missing_in_truth
        lost_in_found = _weights(found, weighted) * missing_in_found
        recall, precision = _left(lost_in_truth), _left(lost_in_found)
        return (
            mean(recall + lost_in_truth, precision),
            mean(precision + lost_in_found, recall),
            float(mean(recall, precision)),
        )

    if weighting == "combined":
        micro, macro = values(True), values(False)
        if_truth, if_found = np.sqrt(micro[0] * macro[0]), np.sqrt(micro[1] * macro[1])
        now = math.sqrt(micro[2] * macro[2])
    else:
        if_truth, if_found, now = values(weighting == "micro")
    return Costs(_non_negative(if_truth - now), _non_negative(if_found - now))


def _weights(side: SideMatches, weighted: bool) -> Values:
    """What each cluster counts in the mean over its side."""
    sizes = side.sizes if weighted else np.ones(len(side.sizes))
    weights: Values = sizes / sizes.sum()
    return weights


def _left(lost: Values) -> float:
    """What is left of 1; 0 if there are no clusters."""
    return max(1 - float(lost.sum()), 0.0) if len(lost) else 0.0


def _non_negative(costs: Any) -> Values:
    """Without the rounding errors below 0."""
    non_negative: Values = np.maximum(costs, 0.0)
    return non_negative


def _harmonic(x: Any, y: float) -> Any:
    return 2 * x * y / np.maximum(x + y, np.finfo(float).tiny)


def _arithmetic(x: Any, y: float) -> Any:
    return (x + y) / 2


@_on(OneToOne, similarity="pprob")
def of_max_matching_ratio(matching: OneToOne) -> Costs:
    return Costs((1 - matching.affinity) / max(len(matching.affinity), 1))


# ---- counts of best matches ----------------------------------------------------------------------


@_on(BestMatches, sharing="full")
def of_purity(matches: BestMatches) -> Costs:
    return Costs(found=_outside(matches.found) / matches.total)


@_on(BestMatches, sharing="full")
def of_inverse_purity(matches: BestMatches) -> Costs:
    return Costs(_outside(matches.truth) / matches.total)


@_on(BestMatches, sharing="full")
def of_split_join(matches: BestMatches) -> Costs:
    return Costs(_outside(matches.truth), _outside(matches.found))


@_on(BestMatches, sharing="full")
def of_nvd(matches: BestMatches) -> Costs:
    return Costs(
        _outside(matches.truth) / (2 * matches.total), _outside(matches.found) / (2 * matches.total)
    )


def _outside(side: SideMatches) -> Values:
    """What of each cluster is outside its best match."""
    return _non_negative(side.sizes - side.by_amount.match)


# ---- information ---------------------------------------------------------------------------------


@_on(Overlaps, complete=True)
def of_vi(overlaps: Overlaps, *, unit: str) -> Costs:
    scale = 1 if unit == "bits" else math.log(2)
    bits_of_truth, bits_of_found = _unknown_bits(overlaps)
    return Costs(scale * bits_of_truth, scale * bits_of_found)


@_on(Overlaps, complete=True)
def of_nmi(overlaps: Overlaps, *, norm: Norm) -> Costs:
    i = information(overlaps.tallies)
    value, mean = i.share(norm), i.mean(norm)

    def costs(bits: Values) -> Values:
        # Entropies stay as they are and mutual information grows by these bits; joint entropy, the
        # sum of both entropies less mutual information, shrinks by them.
        if not mean:
            return np.zeros(len(bits))
        shared, whole = i.mutual + bits, mean - bits if norm == "joint" else mean
        share = np.divide(shared, whole, out=np.ones(len(bits)), where=shared < whole)
        return _non_negative(share - value)

    of_truth, of_found = _unknown_bits(overlaps)
    return Costs(costs(of_truth), costs(of_found))


@_on(Overlaps, complete=True)
def of_homogeneity(overlaps: Overlaps) -> Costs:
    _, of_found = _unknown_bits(overlaps)
    return Costs(found=of_found / (information(overlaps.tallies).truth or 1))


@_on(Overlaps, complete=True)
def of_completeness(overlaps: Overlaps) -> Costs:
    of_truth, _ = _unknown_bits(overlaps)
    return Costs(of_truth / (information(overlaps.tallies).found or 1))


@_on(Overlaps, complete=True)
def of_v_measure(overlaps: Overlaps, *, beta: float) -> Costs:
    i = information(overlaps.tallies)
    h, c = (min(i.mutual / entropy, 1.0) if entropy else 1.0 for entropy in (i.truth, i.found))

    def value(h: Any, c: Any) -> Any:
        return (1 + beta) * h * c / np.maximum(beta * h + c, np.finfo(float).tiny)

    of_truth, of_found = _unknown_bits(overlaps)
    now = value(h, c)
    if_whole = value(h, c + of_truth / (i.found or 1))
    if_pure = value(h + of_found / (i.truth or 1), c)
    return Costs(_non_negative(if_whole - now), _non_negative(if_pure - now))


@_on(ConditionalEntropies)
def of_onmi(entropies: ConditionalEntropies, *, norm: str) -> Costs:
    truth, found = entropies.truth, entropies.found
    if norm == "lfk":
        return Costs(*((1 - known) / (2 * max(len(known), 1)) for known in known_shares(entropies)))
    scale = 2 * mean_entropy(float(truth.bits.sum()), float(found.bits.sum()), norm)
    return Costs(
        *(
            side.remaining_bits / scale if scale else np.zeros(len(side.remaining_bits))
            for side in (truth, found)
        )
    )


def _unknown_bits(overlaps: Overlaps) -> tuple[Values, Values]:
    """The bits that are missing to know the other side's cluster of a node, for each cluster.

    For a cluster with the share p of all nodes, p·H(other side | cluster).
    """

    def bits(cluster: NDArray[np.int64], sizes: Any) -> Values:
        m, a = overlaps.amounts.astype(np.float64), sizes.astype(np.float64)[cluster]
        return np.bincount(cluster, m * np.log2(a / m), len(sizes)) / overlaps.total

    return bits(overlaps.truth, overlaps.truth_sizes), bits(overlaps.found, overlaps.found_sizes)
