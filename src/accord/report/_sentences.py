"""The sentences of a report."""

from __future__ import annotations

from accord._compare.comparison import Comparison, metric_named
from accord._compare.first_places import first_by_other_metrics, first_names
from accord._compare.leaders import OTHER_NODES, Leaders
from accord._compare.ranking import Ranking
from accord._display.names import join_names
from accord._display.numbers import count
from accord._explain.explanation import Explanation
from accord._explain.verdicts import CLOSE_F1, VERDICTS_OF_SIDE
from accord._foundation.rounding import ROUNDING
from accord.report._markup import Markup, joined, label, tag
from accord.report._scores import RANDOM_CLUSTERS
from accord.views import size_unit

#: The meaning of each verdict, for a cluster of each side.
MEANINGS = {
    "truth": {
        "exact": "found as it is",
        "close": f"found with an F1 of at least {CLOSE_F1}",
        "grown": "found with many nodes too many",
        "shrunk": "found without many of its nodes",
        "shifted": "found without some of its nodes, and with others",
        "split": "found as several clusters, each mostly within it",
        "merged": "in a found cluster that merges it with others",
        "nested": "only larger clusters around it were found, or smaller ones within it",
        "mixed": "none of these: spread over clusters that are mostly other nodes",
        "missed": "mostly nodes that are in no found cluster",
    },
    "found": {
        "exact": "a truth cluster as it is",
        "close": f"a truth cluster with an F1 of at least {CLOSE_F1}",
        "grown": "a truth cluster with many nodes too many",
        "shrunk": "a truth cluster without many of its nodes",
        "shifted": "a truth cluster without some of its nodes, and with others",
        "split": "one of several parts of a truth cluster",
        "merged": "several truth clusters in one",
        "nested": "within a larger truth cluster or made up of smaller ones, which match others",
        "mixed": "none of these: from clusters that are mostly other nodes",
        "noise": "mostly nodes that the truth has in no cluster",
        "outside": "mostly nodes that the truth does not know, so it is neither right nor wrong",
    },
}
_OUTCOMES = {
    "grown": "found with too many nodes",
    "shrunk": "found with too few nodes",
    "shifted": "found with other nodes in place of some of their own",
    "split": "split",
    "merged": "merged with others",
    "nested": "found only as larger or smaller ones",
    "mixed": "mixed up with others",
    "missed": "missed",
}
_NOT_IN_TRUTH = {
    "noise": "mostly nodes that the truth has in no cluster",
    "outside": "mostly nodes that the truth does not know",
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
    of_found = explanation.totals()["found"]
    for verdict, meaning in _NOT_IN_TRUTH.items():
        number = of_found[verdict].clusters
        if number:
            are = "is" if number == 1 else "are"
            parts.append(f". {count(number, 'found cluster')} {are} {meaning}")
    return joined([*parts, "."])


def lead_of_ranking(ranking: Ranking, leaders: Leaders | None) -> Markup:
    """Say which result is best, if that is known, and which one is ahead by other metrics.

    Without `leaders`, it is not known whether the first result is ahead on other nodes too.
    """
    metric = ranking.metrics[0]
    tied = first_names(ranking, metric)
    parts: list[str] = []
    disjoint = [name for name, compared in ranking.items() if not compared.nodes.common]
    if disjoint:
        have = "has" if len(disjoint) == 1 else "have"
        question = f" {have} no node in common with the truth: do they use the same node ids?"
        parts += [tag("strong", *_named(disjoint, "results"), question), " "]
    parts.append(f"Of {count(len(ranking), 'result')}, ")
    if leaders is not None and not leaders.is_clear and len(leaders.names) > len(tied):
        parts += _no_clear_winner(ranking, leaders)
    else:
        parts += _first_place(ranking, tied, is_clear=leaders is not None and leaders.is_clear)
        if len(tied) < len(ranking):
            second = list(ranking)[len(tied)]
            parts += ["; next is ", *_named([second]), f" with {ranking[second][metric]:.2f}"]
            if leaders is not None and leaders.is_clear:
                parts.append(f", behind by {leaders.describe_margin(second)}")
            elif leaders is None:
                parts.append(f"; whether they could change places {OTHER_NODES} was not computed")
    return joined([*parts, *_by_other_metrics(ranking, tied), "."])


def _first_place(ranking: Ranking, tied: list[str], *, is_clear: bool) -> list[str]:
    """Say which result is first, or which share the first place."""
    metric = ranking.metrics[0]
    comparison = ranking[tied[0]]
    value = f"{title_of(metric)} {comparison[metric]:.2f}"
    if len(tied) > 1:
        text = f" share the first place: {value}"
    elif is_clear:
        text = f" is best: {value}"
    elif len(ranking) == 1:
        text = f" has {value}"
    else:
        text = f" has the {_best_value(metric)} {metric}: {comparison[metric]:.2f}"
    return [tag("strong", *_named(tied), text), _by_chance(comparison, metric)]


def _no_clear_winner(ranking: Ranking, leaders: Leaders) -> list[str]:
    """Say which results are too close to tell which one is best."""
    metric, names = leaders.metric, list(leaders.names)
    values = [f"{ranking[name][metric]:.2f}" for name in names]
    shown = f": {metric} {join_names(values)}" if len(names) <= _MAX_NAMES else ""
    claim = tag(
        "strong",
        f"no clear winner: {OTHER_NODES}, ",
        *_named(names),
        f" could change places{shown}",
    )
    rival = next(name for name in names[1:] if abs(leaders.differences[name].value) > ROUNDING)
    margin = leaders.describe_margin(rival)
    first = [*_named(names[:1]), " is ahead of ", *_named([rival]), f" by {margin}"]
    return [claim, _by_chance(ranking[names[0]], metric), "; ", *first]


def _by_other_metrics(ranking: Ranking, tied: list[str]) -> list[str]:
    """Say who is ahead by the metrics after the first, and by how much."""
    by_winners = first_by_other_metrics(ranking, ranking.metrics)
    parts: list[str] = []
    for winners, metrics in by_winners.items():
        values = [
            f"{metric} ({ranking[winners[0]][metric]:.2f} against {ranking[tied[0]][metric]:.2f})"
            for metric in metrics
        ]
        are = "is" if len(winners) == 1 else "are"
        parts += [f". By {join_names(values)}, ", *_named(list(winners)), f" {are} ahead"]
    if not by_winners and len(ranking.metrics) > 1 and len(ranking) > 1:
        first = "is first" if len(tied) == 1 else "are first"
        parts += [". By every other metric, ", *_named(tied), f" {first} too"]
    return parts


def _best_value(metric: str) -> str:
    return "lowest" if metric_named(metric).distance else "highest"


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
    return list(VERDICTS_OF_SIDE[side])


def _by_chance(comparison: Comparison, metric: str) -> str:
    baseline = comparison.baselines.get(metric)
    if baseline is None:
        return ""
    return f"; {RANDOM_CLUSTERS} would score {baseline.expected:.2f}"


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


def _found(exact: int, close: int, clusters: int) -> str:
    if clusters == 1:
        how = "found exactly" if exact else "found closely" if close else "not found exactly"
        return f"The only truth cluster was {how}"
    closely = f", {close:,} closely" if close else ""
    were = "was" if exact <= 1 else "were"
    number = f"{exact:,}" if exact else "None"
    return f"{number} of the {clusters:,} truth clusters {were} found exactly{closely}"
