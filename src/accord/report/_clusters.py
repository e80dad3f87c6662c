"""The sections on the clusters that cost most and on the nodes that agree least."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord._display.numbers import count, decimals, readable
from accord._explain.explained_side import ExplainedSide
from accord._explain.explanation import Explanation
from accord._explain.verdicts import VERDICTS
from accord.report._markup import Markup, tag
from accord.report._sentences import all_of, verdicts_of
from accord.report._tables import key, name_of, table

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Number of costliest clusters of a side that are listed, besides partners of those of the other.
_MAX_CLUSTERS = 150
#: Number of nodes that are listed.
_MAX_NODES = 50
_OTHER_SIDE = {"truth": "found", "found": "truth"}


def clusters_section(explanation: Explanation) -> list[Markup]:
    sides = {"truth": explanation.truth, "found": explanation.found}
    costly = {side: explained.costliest(_MAX_CLUSTERS) for side, explained in sides.items()}
    listed = {
        side: _listed(explained, costly[side], sides[_OTHER_SIDE[side]], costly[_OTHER_SIDE[side]])
        for side, explained in sides.items()
    }
    intro = (
        f"The cost of a cluster is how much better {explanation.metric} would be if it alone were "
        "matched perfectly. The best partner links to its own row. Click on a heading to sort."
    )
    parts = [tag("p", intro, class_="intro")]
    for side, explained in sides.items():
        parts += [
            tag("h3", f"{side.capitalize()} clusters"),
            _filter(side, explained, listed[side]),
        ]
        parts.append(
            _table(
                side,
                explained,
                sides[_OTHER_SIDE[side]],
                listed[side],
                set(listed[_OTHER_SIDE[side]]),
            )
        )
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


def _listed(
    side: ExplainedSide,
    costly: NDArray[np.int64],
    other_side: ExplainedSide,
    costly_on_other_side: NDArray[np.int64],
) -> list[int]:
    """Return the costly clusters of a side, and partners of the other side's, costliest first."""
    partners = other_side.partner[costly_on_other_side]
    indices = np.union1d(costly, partners[partners >= 0])
    return [int(index) for index in indices[np.argsort(-side.cost[indices], kind="stable")]]


def _table(
    side: str, explained: ExplainedSide, other: ExplainedSide, indices: list[int], links: set[int]
) -> Markup:
    columns = [
        ("name", "name"),
        ("size", "number"),
        ("verdict", "verdict"),
        ("best partner", "name"),
        ("F1", "number"),
        ("precision", "number"),
        ("recall", "number"),
        ("cost", "number"),
    ]
    rows = []
    for index in indices:
        partner = int(explained.partner[index])
        rows.append(
            [
                name_of(explained.clustering.name(index)),
                readable(explained.sizes[index]),
                key(_verdict(explained, index), explained.describe(index)),
                _partner(side, other, partner, partner in links),
                decimals(explained.f1[index]),
                decimals(explained.precision[index]),
                decimals(explained.recall[index]),
                f"{explained.cost[index]:.5f}",
            ]
        )
    attributes = [
        {"id": f"{side}-{index}", "data_verdict": _verdict(explained, index), "tabindex": "-1"}
        for index in indices
    ]
    total = int(np.count_nonzero(explained.sizes))
    listed = f"{len(indices)} of {count(total, f'{side} cluster')}"
    if len(indices) == total:
        listed = all_of(total, f"{side} cluster")
    caption = f"{listed}, costliest first"
    return table(
        f"{side}-clusters",
        caption,
        columns,
        rows,
        attributes=attributes,
        sortable=True,
        class_="tall",
    )


def _partner(side: str, other: ExplainedSide, index: int, listed: bool) -> str:
    if index < 0:
        return "–"
    name = name_of(other.clustering.name(index))
    return tag("a", name, href=f"#{_OTHER_SIDE[side]}-{index}") if listed else name


def _verdict(side: ExplainedSide, index: int) -> str:
    return VERDICTS[side.verdict[index]]


def _filter(side: str, explained: ExplainedSide, indices: list[int]) -> Markup:
    """Return a form to filter by verdict and name, which the script of the page shows."""
    present = {_verdict(explained, index) for index in indices}
    options = [
        tag("option", verdict, value=verdict) for verdict in verdicts_of(side) if verdict in present
    ]
    return tag(
        "form",
        tag(
            "label",
            "verdict ",
            tag("select", tag("option", "all", value=""), *options, name="verdict"),
        ),
        tag(
            "label",
            "name ",
            tag("input", type="search", name="words", placeholder="part of a name"),
        ),
        tag("button", "Reset", type="reset"),
        tag("output", aria_live="polite"),
        class_="filter",
        data_table=f"{side}-clusters",
        hidden=True,
        aria_label=f"Filter {side} clusters",
    )
