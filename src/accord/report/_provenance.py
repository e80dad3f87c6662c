"""Facts about a comparison: what was compared, how numbers were computed, how to cite."""

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

_NODE_BASES = {
    "default": "the default of each metric: all nodes, or the same nodes on both sides",
    "union": "all nodes of both sides",
    "intersection": "nodes that both sides have",
    "truth": "the nodes of the truth",
    "equal": "the same nodes on both sides",
    "given": "the nodes that were given",
}
#: Kinds of notes that the lists of facts and the section on scores make superfluous.
_SHOWN_ELSEWHERE = ("truth", "found", "nodes", "interval", "baseline")


def compared_section(comparison: Comparison) -> list[Markup]:
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
    intro = f"Node base: {_NODE_BASES.get(comparison.node_base, comparison.node_base)}."
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
        (title or mark, "number" if column in scores.right else "")
        for column, title in enumerate(scores.header)
    ]
    rows = [[name_of(level), *cells] for level, *cells in scores.rows]
    return table(
        "levels-table",
        f"Scores by level; the best by {levels.metrics[0]} is marked",
        columns,
        rows,
    )


def method_of_comparison(comparison: Comparison, explanation: Explanation) -> list[Markup]:
    entries = {
        **_options(comparison),
        "node base": _NODE_BASES.get(comparison.node_base, comparison.node_base),
    }
    entries["verdicts and costs"] = (
        f"by the best partner of each cluster; costs are those of {explanation.metric}"
    )
    return _method(entries, comparison)


def method_of_ranking(ranking: Ranking) -> list[Markup]:
    first = next(iter(ranking.values()))
    entries = {**_options(first), "node base": _NODE_BASES.get(first.node_base, first.node_base)}
    return _method(entries, first)


def _method(entries: dict[str, str], comparison: Comparison) -> list[Markup]:
    baselines, intervals = list(comparison.baselines.values()), list(comparison.intervals.values())
    if baselines:
        entries["by chance"] = (
            f"{baselines[0].repeats} random relabellings of nodes, which keep the sizes and "
            f"overlaps of clusters; seed {comparison.seed}"
        )
    if intervals:
        entries["intervals"] = (
            f"{100 * intervals[0].confidence:g} % confidence, from leaving out each of "
            f"{intervals[0].groups} groups of nodes; seed {comparison.seed}"
        )
    entries["program"] = (
        f"accord {accord.__version__}; values are exact unless a note says they are sampled, "
        "and do not depend on the number of threads"
    )
    return [facts(entries)]


def citation_section() -> list[Markup]:
    paper = tag(
        "p",
        "For the mean F1 family (f1p, f1h, f1a), its micro and macro weighting, and the comparison "
        "of several resolutions: A. Lutov, M. Khayati and P. Cudré-Mauroux, ",
        tag(
            "cite",
            "Accuracy Evaluation of Overlapping and Multi-resolution Clustering Algorithms "
            "on Large Datasets",
        ),
        ", IEEE International Conference on Big Data and Smart Computing (BigComp), 2019.",
    )
    program = tag(
        "p",
        "For this program: The accord developers, ",
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
    """Return each metric with all its options, including defaults."""
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
