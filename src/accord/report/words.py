"""What a report says in sentences."""

from __future__ import annotations

from accord.comparison import Comparison, Ranking
from accord.explanation import Explanation
from accord.layout import count
from accord.metrics.registry import METRICS
from accord.report.markup import Markup, joined, label, tag
from accord.verdicts import CLOSE_F1, VERDICTS

#: What a verdict means, for a cluster of each side.
MEANINGS = {
    "truth": {
        "exact": "found as it is",
        "close": f"found with an F1 of at least {CLOSE_F1}",
        "partial": "found in part: it and a found cluster have more than half of each other",
        "split": "found as several clusters, each mostly within it",
        "merged": "mostly within a found cluster that holds others too",
        "mixed": "none of these, or both split and merged",
        "missed": "mostly nodes that are in no found cluster",
    },
    "found": {
        "exact": "a truth cluster as it is",
        "close": f"a truth cluster with an F1 of at least {CLOSE_F1}",
        "partial": "a truth cluster in part: they have more than half of each other",
        "split": "one of several parts of a truth cluster",
        "merged": "one that holds several truth clusters",
        "mixed": "none of these, or both split and merged",
        "noise": "mostly nodes that are in no truth cluster",
    },
}
_DONE = {
    "partial": "found only in part",
    "split": "split",
    "merged": "merged with others",
    "mixed": "mixed up with others",
    "missed": "missed",
}


def lead_of_one(comparison: Comparison, explanation: Explanation) -> Markup:
    """How good the result is, and what goes wrong most."""
    name = explanation.metric
    shown = comparison.get(name, explanation.score)
    parts: list[str] = [tag("strong", f"{title_of(name)} is {shown:.2f}"), _by_chance(comparison, name), ". "]
    totals = explanation.totals()["truth"]
    clusters = sum(total.clusters for total in totals.values())
    exact = totals["exact"].clusters
    if exact == clusters and float(explanation.score) == 1:
        return joined([*parts, f"{_all(clusters)} found exactly."])
    parts.append(f"{_of(exact, clusters)} found exactly")
    if totals["close"].clusters:
        parts.append(f" and {totals['close'].clusters:,} closely")
    worst = max(_DONE, key=lambda verdict: totals[verdict].cost)
    if totals[worst].cost > 0:
        number = totals[worst].clusters
        were = "was" if number == 1 else "were"
        parts.append(f"; what costs most is that {count(number, 'cluster')} {were} {_DONE[worst]}")
    noise = explanation.totals()["found"]["noise"].clusters
    if noise:
        parts.append(f". {_noise(noise)}")
    return joined([*parts, "."])


def lead_of_several(ranking: Ranking) -> Markup:
    """Which result is best, and by how much."""
    (best, comparison), *others = ranking.items()
    metric = ranking.metrics[0]
    parts: list[str] = [
        f"Of {count(len(ranking), 'result')}, ",
        tag("strong", tag("bdi", label(best)), f" is best: {title_of(metric)} {comparison[metric]:.2f}"),
        _by_chance(comparison, metric),
    ]
    if others:
        second, next_best = others[0]
        parts += ["; next is ", tag("bdi", label(second)), f" with {next_best[metric]:.2f}"]
    winners = {name: _winner(ranking, name) for name in ranking.metrics[1:]}
    differing = [name for name, winner in winners.items() if winner != best]
    if differing:
        parts.append(f". By {_listed(differing)} another one is best")
    elif winners:
        parts.append(". So it is by every other metric")
    return joined([*parts, "."])


def title_of(metric: str) -> str:
    """The name of a metric at the beginning of a sentence."""
    return metric[:1].upper() + metric[1:]


def unit_of(explanation: Explanation) -> str:
    """What sizes of clusters count: nodes, or what memberships weigh."""
    clusterings = (explanation.truth.clustering, explanation.found.clustering)
    return "weight" if any(one.weights is not None or one.is_fuzzy for one in clusterings) else "nodes"


def verdicts_of(side: str) -> list[str]:
    """The verdicts that a cluster of this side can get."""
    return [verdict for verdict in VERDICTS if verdict in MEANINGS[side]]


def _by_chance(comparison: Comparison, metric: str) -> str:
    baseline = comparison.baselines.get(metric)
    return "" if baseline is None else f", where chance alone would give {baseline.expected:.2f}"


def _winner(ranking: Ranking, metric: str) -> str:
    best = min if METRICS[metric.partition("[")[0]].distance else max
    return str(best(ranking, key=lambda name: float(ranking[name][metric])))


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _of(number: int, whole: int) -> str:
    if whole == 1:
        return "The one truth cluster was" + ("" if number else " not")
    return f"{'None' if not number else f'{number:,}'} of the {whole:,} truth clusters {'was' if number == 1 else 'were'}"


def _all(clusters: int) -> str:
    return "The one truth cluster was" if clusters == 1 else f"All {clusters:,} truth clusters were"


def _noise(number: int) -> str:
    return f"{count(number, 'found cluster')} {'is' if number == 1 else 'are'} mostly nodes that are in no truth cluster"
