"""The sections on the clusters that cost most and on the nodes that agree least."""

from __future__ import annotations

import numpy as np

from accord._display.numbers import count, decimals, readable
from accord._explain.explained_side import ExplainedSide
from accord._explain.explanation import Explanation
from accord._explain.verdicts import VERDICTS
from accord.report._markup import Markup, tag
from accord.report._sentences import all_of, verdicts_of
from accord.report._tables import key, name_of, table

#: Number of costliest clusters of a side that are listed, besides partners of those of the other.
_MAX_CLUSTERS = 150
#: Number of nodes that are listed.
_MAX_NODES = 50
_COLUMNS = (
    ("name", "name"),
    ("size", "number"),
    ("verdict", "verdict"),
    ("best partner", "name"),
    ("F1", "number"),
    ("precision", "number"),
    ("recall", "number"),
    ("cost", "number"),
)


def clusters_section(explanation: Explanation) -> list[Markup]:
    truth, found = explanation.sides
    listed = {"truth": _listed(truth, found), "found": _listed(found, truth)}
    intro = (
        f"The cost of a cluster is how much better {explanation.metric} would be if it alone were "
        "matched perfectly. The best partner links to its own row. Click on a heading to sort."
    )
    parts = [tag("p", intro, class_="intro")]
    for side, opposite in ((truth, found), (found, truth)):
        indices = listed[side.side]
        parts += [
            tag("h3", f"{side.side.capitalize()} clusters"),
            _filter(side, indices),
            _table(side, opposite, indices, links=set(listed[opposite.side])),
        ]
    return parts


def nodes_section(explanation: Explanation) -> list[Markup]:
    worst = explanation.worst_nodes(_MAX_NODES)
    intro = (
        "Agreement of a node: how well its clusters on one side fit those on the other, "
        "from 0 to 1."
    )
    if not worst:
        return [tag("p", f"None: all nodes agree fully. {intro}", class_="intro")]
    rows = [[name_of(node), decimals(agreement)] for node, agreement in worst]
    columns = [("node", "name"), ("agreement", "number")]
    each = ", one of each type" if explanation.nodes.of_types else ""
    caption = f"{count(len(rows), 'node')} with the lowest agreement{each}"
    return [
        tag("p", intro, class_="intro"),
        table("worst-nodes", caption, columns, rows, sortable=True, class_="tall slim"),
    ]


def _listed(side: ExplainedSide, opposite: ExplainedSide) -> list[int]:
    """Return the costly clusters of a side and partners of opposite ones, costliest first."""
    partners = opposite.partner[opposite.costliest(_MAX_CLUSTERS)]
    indices = np.union1d(side.costliest(_MAX_CLUSTERS), partners[partners >= 0])
    return [int(index) for index in indices[np.argsort(-side.cost[indices], kind="stable")]]


def _table(
    side: ExplainedSide, opposite: ExplainedSide, indices: list[int], links: set[int]
) -> Markup:
    """Return a table of clusters; those of the opposite side in `links` have rows to link to."""
    rows = [
        [
            name_of(side.name(index)),
            readable(side.sizes[index]),
            key(_verdict(side, index), side.describe(index)),
            _partner(opposite, int(side.partner[index]), links),
            decimals(side.f1[index]),
            decimals(side.precision[index]),
            decimals(side.recall[index]),
            f"{side.cost[index]:.5f}",
        ]
        for index in indices
    ]
    attributes = [
        {"id": f"{side.side}-{index}", "data_verdict": _verdict(side, index), "tabindex": "-1"}
        for index in indices
    ]
    noun, total = f"{side.side} cluster", int(np.count_nonzero(side.sizes))
    all_listed = len(indices) == total
    listed = all_of(total, noun) if all_listed else f"{len(indices)} of {count(total, noun)}"
    return table(
        f"{side.side}-clusters",
        f"{listed}, costliest first",
        _COLUMNS,
        rows,
        attributes=attributes,
        sortable=True,
        class_="tall",
    )


def _partner(opposite: ExplainedSide, index: int, links: set[int]) -> str:
    if index < 0:
        return "–"
    name = name_of(opposite.name(index))
    return tag("a", name, href=f"#{opposite.side}-{index}") if index in links else name


def _verdict(side: ExplainedSide, index: int) -> str:
    return VERDICTS[side.verdict[index]]


def _filter(side: ExplainedSide, indices: list[int]) -> Markup:
    """Return a form that filters by verdict and name; hidden until the script shows it."""
    present = {_verdict(side, index) for index in indices}
    verdicts = [verdict for verdict in verdicts_of(side.side) if verdict in present]
    options = [tag("option", verdict, value=verdict) for verdict in verdicts]
    select = tag("select", tag("option", "all", value=""), *options, name="verdict")
    search = tag("input", type="search", name="words", placeholder="part of a name")
    return tag(
        "form",
        tag("label", "verdict ", select),
        tag("label", "name ", search),
        tag("button", "Reset", type="reset"),
        tag("output", aria_live="polite"),
        class_="filter",
        data_table=f"{side.side}-clusters",
        hidden=True,
        aria_label=f"Filter {side.side} clusters",
    )
