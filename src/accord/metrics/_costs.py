"""What each cluster costs a metric: how much better its value were if that cluster alone were matched perfectly."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._summaries.clustering_pair import (
    BestMatches,
    ConditionalEntropies,
    OneToOne,
    Overlaps,
    SideMatches,
)
from accord.metrics import _matching as matching
from accord.metrics._information import _information, mean_entropy
from accord.metrics._overlapping_nmi import known_shares

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Costs:
    """One per cluster of each side, from 0; None where the metric does not look at the clusters of that side."""

    truth: Values | None = None
    found: Values | None = None


# ---- mean matches --------------------------------------------------------------------------------


def of_f1p(matches: BestMatches, *, weighting: str) -> Costs:
    return _of_mean_match(matches, matching.best_pprob, _harmonic, weighting)


def of_f1h(matches: BestMatches, *, weighting: str) -> Costs:
    return _of_mean_match(matches, matching.best_f1, _harmonic, weighting)


def of_f1a(matches: BestMatches, *, weighting: str) -> Costs:
    return _of_mean_match(matches, matching.best_f1, _arithmetic, weighting)


def of_jaccard_match(matches: BestMatches, *, weighting: str) -> Costs:
    return _of_mean_match(matches, matching.best_jaccard, _harmonic, weighting)


def _of_mean_match(
    matches: BestMatches,
    best: Callable[[SideMatches, SideMatches], Values],
    mean: Callable[..., Any],
    weighting: str,
) -> Costs:
    sides = (matches.truth, matches.found)
    missing = [1 - best(one, other) for one, other in (sides, sides[::-1])]

    def costs(side: int) -> Values:
        """The value if one cluster of this side were matched perfectly, less the value as it is."""

        def gain(weighted: bool) -> tuple[Values, float]:
            lost = [
                _shares(one.sizes if weighted else np.ones(len(one.sizes))) * of_one
                for one, of_one in zip(sides, missing, strict=True)
            ]
            own, other = (
                max(1 - lost[place].sum(), 0.0) if len(lost[place]) else 0.0
                for place in (side, 1 - side)
            )
            return mean(own + lost[side], other), float(mean(own, other))

        if weighting == "combined":
            (micro, micro_now), (macro, macro_now) = gain(True), gain(False)
            if_matched, now = np.sqrt(micro * macro), math.sqrt(micro_now * macro_now)
        else:
            if_matched, now = gain(weighting == "micro")
        return _positive(if_matched - now)

    return Costs(costs(0), costs(1))


def _shares(sizes: Values) -> Values:
    shares: Values = sizes / sizes.sum()
    return shares


def _positive(costs: Any) -> Values:
    """Without what rounding leaves below 0."""
    positive: Values = np.maximum(costs, 0.0)
    return positive


def _harmonic(x: Any, y: float) -> Any:
    return 2 * x * y / np.maximum(x + y, np.finfo(float).tiny)


def _arithmetic(x: Any, y: float) -> Any:
    return (x + y) / 2


def of_max_matching_ratio(one_to_one: OneToOne) -> Costs:
    return Costs((1 - one_to_one.affinity) / max(len(one_to_one.affinity), 1))


# ---- counts of best matches ----------------------------------------------------------------------


def of_purity(matches: BestMatches) -> Costs:
    return Costs(found=_outside(matches.found) / matches.total)


def of_inverse_purity(matches: BestMatches) -> Costs:
    return Costs(_outside(matches.truth) / matches.total)


def of_split_join(matches: BestMatches) -> Costs:
    return Costs(_outside(matches.truth), _outside(matches.found))


def of_nvd(matches: BestMatches) -> Costs:
    return Costs(
        _outside(matches.truth) / (2 * matches.total), _outside(matches.found) / (2 * matches.total)
    )


def _outside(side: SideMatches) -> Values:
    """What of each cluster is outside of its best match."""
    return _positive(side.sizes - side.by_amount.match)


# ---- information ---------------------------------------------------------------------------------


def of_vi(overlaps: Overlaps, *, unit: str) -> Costs:
    scale = 1 if unit == "bits" else math.log(2)
    bits_of_truth, bits_of_found = _unknown_bits(overlaps)
    return Costs(scale * bits_of_truth, scale * bits_of_found)


def of_nmi(overlaps: Overlaps, *, norm: str) -> Costs:
    i = _information(overlaps)
    value = i.share(norm)

    def costs(bits: Values) -> Values:
        # Entropies stay as they are, mutual information grows by these bits; the joint entropy is
        # their sum without it.
        if not i.mean(norm):
            return np.zeros(len(bits))
        shared, scale = i.mutual + bits, i.joint - bits if norm == "joint" else i.mean(norm)
        return _positive(
            np.divide(shared, scale, out=np.ones(len(bits)), where=shared < scale) - value
        )

    of_truth, of_found = _unknown_bits(overlaps)
    return Costs(costs(of_truth), costs(of_found))


def of_homogeneity(overlaps: Overlaps) -> Costs:
    i = _information(overlaps)
    return Costs(found=_unknown_bits(overlaps)[1] / (i.truth or 1))


def of_completeness(overlaps: Overlaps) -> Costs:
    i = _information(overlaps)
    return Costs(_unknown_bits(overlaps)[0] / (i.found or 1))


def of_v_measure(overlaps: Overlaps, *, beta: float) -> Costs:
    i = _information(overlaps)
    h, c = (min(i.mutual / entropy, 1.0) if entropy else 1.0 for entropy in (i.truth, i.found))

    def value(h: Any, c: Any) -> Any:
        return (1 + beta) * h * c / np.maximum(beta * h + c, np.finfo(float).tiny)

    of_truth, of_found = _unknown_bits(overlaps)
    now = value(h, c)
    if_whole, if_pure = (
        value(h, c + of_truth / (i.found or 1)),
        value(h + of_found / (i.truth or 1), c),
    )
    return Costs(_positive(if_whole - now), _positive(if_pure - now))


def of_onmi(entropies: ConditionalEntropies, *, norm: str) -> Costs:
    truth, found = entropies.truth, entropies.found
    if norm == "lfk":
        return Costs(*((1 - known) / (2 * max(len(known), 1)) for known in known_shares(entropies)))
    scale = 2 * mean_entropy(float(truth.own.sum()), float(found.own.sum()), norm)
    return Costs(
        *(side.left / scale if scale else np.zeros(len(side.left)) for side in (truth, found))
    )


def _unknown_bits(overlaps: Overlaps) -> tuple[Values, Values]:
    """For each cluster what it takes to tell the cluster of the other side that one of its nodes is in: p·H(other | it)."""

    def bits(cluster: NDArray[np.int64], sizes: Any) -> Values:
        m, a = overlaps.amounts.astype(np.float64), sizes.astype(np.float64)[cluster]
        return np.bincount(cluster, m * np.log2(a / m), len(sizes)) / overlaps.total

    return bits(overlaps.truth, overlaps.truth_sizes), bits(overlaps.found, overlaps.found_sizes)
