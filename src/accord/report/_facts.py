"""What was compared, how the numbers were made, and how to cite them."""

from __future__ import annotations

from collections.abc import Sequence

import accord
from accord._compare import Comparison, LevelScores, Ranking
from accord._compare.comparison import SideFacts
from accord._display.numbers import readable
from accord._display.result import Note
from accord._explain.explanation import Explanation
from accord.metrics._requests import parse_metrics
from accord.report._markup import Markup, tag
from accord.report._tables import facts, name_of, table

_BASES = {
    "default": "what each metric does by itself: all nodes of both sides, or equal nodes where it needs them",
    "union": "all nodes of both sides",
    "intersection": "nodes that both sides have",
    "truth": "the nodes of the truth",
    "equal": "both sides have the same nodes",
    "given": "the nodes that were given",
}
#: Kinds of notes that the lists of facts and the section on scores make superfluous.
_SHOWN_ELSEWHERE = ("truth", "found", "nodes", "interval", "baseline")


def compared(comparison: Comparison) -> list[Markup]:
    sides = [
        tag("div", tag("h3", title), facts(_side(side), "facts numbers"))
        for title, side in (("Truth", comparison.truth), ("Found", comparison.found))
    ]
    nodes = comparison.nodes
    numbers = {
        "nodes compared": f"{nodes.base:,}",
        "on both sides": f"{nodes.common:,}",
        "in truth only": f"{nodes.only_truth:,}",
        "in found only": f"{nodes.only_found:,}",
    }
    both = tag("div", tag("h3", "Both"), facts(numbers, "facts numbers"))
    notes = [note for note in comparison.notes() if note.kind not in _SHOWN_ELSEWHERE]
    intro = f"Node base: {_BASES.get(comparison.node_base, comparison.node_base)}."
    return [
        tag("p", intro, class_="intro"),
        tag("div", *sides, both, class_="columns narrow"),
        *warnings(notes),
    ]


def warnings(notes: Sequence[Note]) -> list[Markup]:
    """Notes to read before the numbers, as a list."""
    items = [tag("li", note.text, class_="warning") for note in notes]
    return [tag("ul", *items, class_="notes")] if items else []


def levels_table(levels: LevelScores) -> Markup:
    scores = levels.table()
    mark = tag("span", "mark", class_="unseen")
    columns = [
        (title or mark, "number" if place in scores.right else "")
        for place, title in enumerate(scores.header)
    ]
    rows = [[name_of(level), *cells] for level, *cells in scores.rows]
    return table(
        "levels-table",
        f"Scores by level; the best one by {levels.metrics[0]} is marked",
        columns,
        rows,
    )


def how_made(comparison: Comparison, explanation: Explanation) -> list[Markup]:
    entries = {
        **_options(comparison),
        "node base": _BASES.get(comparison.node_base, comparison.node_base),
    }
    entries["verdicts and costs"] = (
        f"by the best partner of each cluster; costs are those of {explanation.metric}"
    )
    return _made(entries, comparison)


def how_several_were_made(ranking: Ranking) -> list[Markup]:
    first = next(iter(ranking.values()))
    entries = {**_options(first), "node base": _BASES.get(first.node_base, first.node_base)}
    return _made(entries, first)


def _made(entries: dict[str, str], comparison: Comparison) -> list[Markup]:
    baselines, intervals = list(comparison.baselines.values()), list(comparison.intervals.values())
    if baselines:
        entries["by chance"] = (
            f"{baselines[0].repeats} random relabellings of nodes, which keep the sizes and overlaps of clusters; "
            f"seed {comparison.seed}"
        )
    if intervals:
        entries["intervals"] = (
            f"{100 * intervals[0].confidence:g} % confidence, from {intervals[0].groups} groups of nodes that are "
            f"left out; seed {comparison.seed}"
        )
    entries["program"] = (
        f"accord {accord.__version__}; values are exact unless a note says sampled, whatever the threads"
    )
    return [facts(entries)]


def how_to_cite() -> list[Markup]:
    paper = tag(
        "p",
        "The mean F1 family (f1p, f1h, f1a), their micro and macro weighting, and how several resolutions are compared: "
        "A. Lutov, M. Khayati and P. Cudré-Mauroux, ",
        tag(
            "cite",
            "Accuracy Evaluation of Overlapping and Multi-resolution Clustering Algorithms on Large Datasets",
        ),
        ", IEEE International Conference on Big Data and Smart Computing (BigComp), 2019.",
    )
    program = tag(
        "p",
        "This program: The accord developers, ",
        tag("cite", "accord"),
        f", version {accord.__version__}.",
    )
    other = tag(
        "p",
        "For another metric, cite the paper that defines it; the documentation of accord names it.",
    )
    return [paper, program, other]


def _side(side: SideFacts) -> dict[str, str]:
    numbers = {
        "nodes": side.nodes,
        "clusters": side.clusters,
        "memberships": side.memberships,
        "nodes in several clusters": side.overlapping_nodes,
        "nodes in no cluster": side.nodes_in_no_cluster,
        "duplicate clusters": side.duplicate_clusters,
        "repeated memberships": side.repeated_memberships,
        "shares": side.fuzzy,
    }
    always = ("nodes", "clusters", "memberships")
    return {name: readable(value) for name, value in numbers.items() if value or name in always}


def _options(comparison: Comparison) -> dict[str, str]:
    """Each metric with all its options, those that nobody chose as well."""
    metrics = []
    for metric, chosen in parse_metrics(list(comparison)).values():
        options = {
            option: value
            for option, value in (metric.defaults | chosen).items()
            if value is not None
        }
        listed = ", ".join(f"{option}={value}" for option, value in options.items())
        metrics.append(f"{metric.name}[{listed}]" if options else metric.name)
    return {"metrics": ", ".join(metrics)}
