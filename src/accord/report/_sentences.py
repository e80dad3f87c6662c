"""The sentences of a report."""

from __future__ import annotations

import math

from accord._compare import Comparison, Ranking
from accord._compare.comparison import metric_named
from accord._display.numbers import count
from accord._explain.explanation import Explanation
from accord._explain.verdicts import CLOSE_F1, VERDICTS
from accord._foundation.rounding import ROUNDING
from accord.report._markup import Markup, joined, label, tag
from accord.views import size_unit

#: The meaning of each verdict, for a cluster of each side.
MEANINGS = {
    "truth": {
        "exact": "found as it is",
        "close": f"found with an F1 of at least {CLOSE_F1}",
        "partial": "found in part: it and a found cluster share more than half of their nodes",
        "split": "found as several clusters, each mostly within it",
        "merged": "mostly within a found cluster that contains others too",
        "mixed": "none of these, or both split and merged",
        "missed": "mostly nodes that are in no found cluster",
    },
    "found": {
        "exact": "a truth cluster as it is",
        "close": f"a truth cluster with an F1 of at least {CLOSE_F1}",
        "partial": "a truth cluster in part: both share more than half of their nodes",
        "split": "one of several parts of a truth cluster",
        "merged": "several truth clusters in one",
        "mixed": "none of these, or both split and merged",
        "noise": "mostly nodes that are in no truth cluster",
    },
}
_OUTCOMES = {
    "partial": "found only in part",
    "split": "split",
    "merged": "merged with others",
    "mixed": "mixed up with others",
    "missed": "missed",
}
#: Maximum number of results that a sentence names.
_MAX_NAMES = 4


def lead_of_comparison(comparison: Comparison, explanation: Explanation) -> Markup:
    """Say how good the result is by the first metric, and what costs most."""
    metric = next(iter(comparison), explanation.metric)
    value = comparison.get(metric, explanation.score)
    parts: list[str] = []
    if not comparison.nodes.common:
        parts.append(
            tag("strong", "Truth and found have no node in common: do they use the same node ids?")
        )
        parts.append(" ")
    parts += [
        tag("strong", f"{title_of(metric)} is {value:.2f}"),
        _by_chance(comparison, metric),
        ". ",
    ]
    totals = explanation.totals()["truth"]
    clusters = sum(total.clusters for total in totals.values())
    exact = totals["exact"].clusters
    if exact == clusters and float(explanation.score) == 1:
        were = "was" if clusters == 1 else "were"
        return joined([*parts, f"{all_of(clusters, 'truth cluster')} {were} found exactly."])
    parts.append(_found(exact, totals["close"].clusters, clusters))
    worst = max(_OUTCOMES, key=lambda verdict: totals[verdict].cost)
    if totals[worst].cost > 0:
        number = totals[worst].clusters
        were = "was" if number == 1 else "were"
        of_metric = "" if metric == explanation.metric else f" {explanation.metric}"
        parts.append(
            f"; what costs{of_metric} most is that {count(number, 'cluster')} "
            f"{were} {_OUTCOMES[worst]}"
        )
    noise = explanation.totals()["found"]["noise"].clusters
    if noise:
        parts.append(f". {_noise(noise)}")
    return joined([*parts, "."])


def lead_of_ranking(ranking: Ranking) -> Markup:
    """Say which result is best, or which share the first place, and by how much."""
    metric = ranking.metrics[0]
    best = _winners(ranking, metric)
    comparison = ranking[best[0]]
    parts: list[str] = []
    disjoint = [name for name, compared in ranking.items() if not compared.nodes.common]
    if disjoint:
        have = "has" if len(disjoint) == 1 else "have"
        question = f" {have} no node in common with the truth: do they use the same node ids?"
        parts += [tag("strong", *_named(disjoint, "results"), question), " "]
    place = "is best" if len(best) == 1 else "share the first place"
    parts += [
        f"Of {count(len(ranking), 'result')}, ",
        tag("strong", *_named(best), f" {place}: {title_of(metric)} {comparison[metric]:.2f}"),
        _by_chance(comparison, metric),
    ]
    if len(best) < len(ranking):
        second = list(ranking)[len(best)]
        parts += ["; next is ", *_named([second]), f" with {ranking[second][metric]:.2f}"]
        if _intervals_overlap(comparison, ranking[second], metric):
            parts.append("; their intervals overlap, so they may not differ: see accord.difference")
    differing = [name for name in ranking.metrics[1:] if not {*best} <= {*_winners(ranking, name)}]
    if differing:
        others = "another result is best" if len(best) == 1 else "they do not"
        parts.append(f". By {_listed(differing)}, {others}")
    elif len(ranking.metrics) > 1:
        also = "It is also best" if len(best) == 1 else "They also share it"
        parts.append(f". {also} by every other metric")
    return joined([*parts, "."])


def title_of(metric: str) -> str:
    """Write the name of a metric at the beginning of a sentence."""
    return metric[:1].upper() + metric[1:]


def all_of(number: int, noun: str) -> str:
    """Write "Both nodes" or "All 3 nodes" at the beginning of a sentence."""
    if number <= 1:
        return f"The only {noun}" if number else f"No {noun}"
    return f"{'Both' if number == 2 else f'All {number:,}'} {noun}s"


def unit_of_total_size(explanation: Explanation, side: str) -> str:
    """Return the unit of the total size of clusters; a node in two of them counts twice."""
    if size_unit(explanation) != "nodes":
        return "size"
    return "nodes" if getattr(explanation, side).clustering.is_crisp else "memberships"


def verdicts_of(side: str) -> list[str]:
    """Return the verdicts that a cluster of this side can get."""
    return [verdict for verdict in VERDICTS if verdict in MEANINGS[side]]


def _by_chance(comparison: Comparison, metric: str) -> str:
    baseline = comparison.baselines.get(metric)
    return "" if baseline is None else f", while chance alone would give {baseline.expected:.2f}"


def _winners(ranking: Ranking, metric: str) -> list[str]:
    """Return the best results by a metric: several if they have equal values."""
    values = {str(name): float(comparison[metric]) for name, comparison in ranking.items()}
    best = (min if metric_named(metric).distance else max)(values.values())
    return [name for name, value in values.items() if math.isclose(value, best, abs_tol=ROUNDING)]


def _intervals_overlap(best: Comparison, next_best: Comparison, metric: str) -> bool:
    """Return whether the intervals of two values are known and overlap."""
    first, second = best.intervals.get(metric), next_best.intervals.get(metric)
    return (
        first is not None
        and second is not None
        and first.low <= second.high
        and second.low <= first.high
    )


def _named(names: list[str], many: str = "of them") -> list[str]:
    """Write the names of results, or their number if there are many."""
    if len(names) > _MAX_NAMES:
        return [f"{len(names)} {many}"]
    separators = ["", *[", "] * (len(names) - 2), *([" and "] if len(names) > 1 else [])]
    return [
        part
        for between, name in zip(separators, names, strict=True)
        for part in (between, tag("bdi", label(name)))
    ]


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _found(exact: int, close: int, clusters: int) -> str:
    if clusters == 1:
        how = "found exactly" if exact else "found closely" if close else "not found exactly"
        return f"The only truth cluster was {how}"
    closely = f", {close:,} closely" if close else ""
    were = "was" if exact <= 1 else "were"
    number = f"{exact:,}" if exact else "None"
    return f"{number} of the {clusters:,} truth clusters {were} found exactly{closely}"


def _noise(number: int) -> str:
    are = "is" if number == 1 else "are"
    return f"{count(number, 'found cluster')} {are} mostly nodes that are in no truth cluster"
