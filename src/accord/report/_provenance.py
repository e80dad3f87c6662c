"""Facts about a comparison: what was compared, how numbers were computed, how to cite."""

from __future__ import annotations

import accord
from accord._compare.comparison import Comparison
from accord._compare.ranking import Ranking
from accord._display.numbers import readable
from accord._explain.explanation import Explanation
from accord._foundation.compared import SideFacts
from accord.metrics._requests import parse_metrics
from accord.report._markup import Markup, tag
from accord.report._notes import small_print, warning_list
from accord.report._tables import facts

_NODE_BASES = {
    "default": "the default of each metric: all nodes, or the same nodes on both sides",
    "union": "all nodes of both sides",
    "intersection": "nodes that both sides have",
    "truth": "the nodes of the truth",
    "labelled": "the nodes in a cluster of the truth",
    "clustered": "the nodes in a cluster of both sides",
    "equal": "the same nodes on both sides",
    "given": "the nodes that were given",
}
#: Kinds of notes whose content is in the lists of facts or in the section on scores.
_SHOWN_ELSEWHERE = ("truth", "found", "nodes", "interval", "baseline", "distance")


def compared_section(comparison: Comparison) -> list[Markup]:
    sides = [
        tag("div", tag("h3", title), facts(_side_facts(side), "facts numbers"))
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
    intro = f"Node base: {_NODE_BASES[comparison.node_base]}."
    return [
        tag("p", intro, class_="intro"),
        tag("div", *sides, both, class_="columns narrow"),
        *warning_list(note.text for note in notes if note.kind != "sampled"),
        *small_print(note for note in notes if note.kind == "sampled"),
    ]


def method_of_comparison(comparison: Comparison, explanation: Explanation) -> list[Markup]:
    verdicts = f"by the best partner of each cluster; costs are those of {explanation.metric}"
    return [facts(_method(comparison, {"verdicts and costs": verdicts}))]


def method_of_ranking(ranking: Ranking) -> list[Markup]:
    return [facts(_method(next(iter(ranking.values())), {}))]


def _method(comparison: Comparison, verdicts: dict[str, str]) -> dict[str, str]:
    """Return how the numbers of a comparison were computed, with what was done for verdicts."""
    entries = {
        "metrics": _metrics_with_options(comparison),
        "node base": _NODE_BASES[comparison.node_base],
        **verdicts,
    }
    baseline = next(iter(comparison.baselines.values()), None)
    if baseline is not None:
        entries["by chance"] = (
            f"{baseline.repeats} random relabellings of nodes, which keep the sizes and "
            f"overlaps of clusters; seed {comparison.seed}"
        )
    interval = next(iter(comparison.intervals.values()), None)
    if interval is not None:
        entries["intervals"] = (
            f"{100 * interval.confidence:g} % confidence, from leaving out each of "
            f"{interval.groups} groups of nodes; seed {comparison.seed}"
        )
    entries["program"] = (
        f"accord {accord.__version__}; values are exact unless a note says they are sampled, "
        "and do not depend on the number of threads"
    )
    return entries


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


def _side_facts(side: SideFacts) -> dict[str, str]:
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


def _metrics_with_options(comparison: Comparison) -> str:
    """Write each metric with all its options, including defaults."""
    metrics = []
    for metric, chosen in parse_metrics(list(comparison)).values():
        options = {
            option: value
            for option, value in (metric.defaults | chosen).items()
            if value is not None
        }
        listed = ", ".join(f"{option}={value}" for option, value in options.items())
        metrics.append(f"{metric.name}[{listed}]" if options else metric.name)
    return ", ".join(metrics)
