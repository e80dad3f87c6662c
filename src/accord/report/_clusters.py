"""The clusters that cost most, of both sides, and the nodes that are placed worst."""

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

#: How many clusters of a side are listed for their cost; their partners on the other side are
#: listed as well.
_MOST_CLUSTERS = 150
#: How many nodes are listed.
_MOST_NODES = 50
_OTHER = {"truth": "found", "found": "truth"}


def clusters_tables(explanation: Explanation) -> list[Markup]:
    sides = {"truth": explanation.truth, "found": explanation.found}
    costly = {side: explained.costliest(_MOST_CLUSTERS) for side, explained in sides.items()}
    listed = {
        side: _listed(explained, costly[side], sides[_OTHER[side]], costly[_OTHER[side]])
        for side, explained in sides.items()
    }
    intro = (
        f"The cost of a cluster is how much better {explanation.metric} would be if it alone were matched perfectly. "
        "The best partner is a link to its own row. Click on a heading to sort."
    )
    parts = [tag("p", intro, class_="intro")]
    for side, explained in sides.items():
        parts += [
            tag("h3", f"{side.capitalize()} clusters"),
            _filter(side, explained, listed[side]),
        ]
        parts.append(
            _table(side, explained, sides[_OTHER[side]], listed[side], set(listed[_OTHER[side]]))
        )
    return parts


def nodes_table(explanation: Explanation) -> list[Markup]:
    worst = explanation.worst_nodes(_MOST_NODES)
    intro = "Agreement of a node: how well its clusters on one side fit those on the other, from 0 to 1."
    if not worst:
        return [tag("p", f"None: all nodes agree fully. {intro}", class_="intro")]
    rows = [[name_of(node), decimals(agreement)] for node, agreement in worst]
    columns = [("node", "name"), ("agreement", "number")]
    each = ", one of each type" if explanation.nodes.of_types else ""
    caption = f"{count(len(rows), 'node')} with the worst agreement{each}"
    return [
        tag("p", intro, class_="intro"),
        table("worst-nodes", caption, columns, rows, sortable=True, class_="tall slim"),
    ]


def _listed(
    side: ExplainedSide,
    costly: NDArray[np.int64],
    other: ExplainedSide,
    costly_there: NDArray[np.int64],
) -> list[int]:
    """The costly clusters of a side and the partners of those of the other one, costliest first."""
    partners = other.partner[costly_there]
    places = np.union1d(costly, partners[partners >= 0])
    return [int(place) for place in places[np.argsort(-side.cost[places], kind="stable")]]


def _table(
    side: str, explained: ExplainedSide, other: ExplainedSide, places: list[int], links: set[int]
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
    for place in places:
        partner = int(explained.partner[place])
        rows.append(
            [
                name_of(explained.clustering.name(place)),
                readable(explained.sizes[place]),
                key(_verdict(explained, place), explained.describe(place)),
                _partner(side, other, partner, partner in links),
                decimals(explained.f1[place]),
                decimals(explained.precision[place]),
                decimals(explained.recall[place]),
                f"{explained.cost[place]:.5f}",
            ]
        )
    attributes = [
        {"id": f"{side}-{place}", "data_verdict": _verdict(explained, place), "tabindex": "-1"}
        for place in places
    ]
    there = int(np.count_nonzero(explained.sizes))
    everything, part = (
        all_of(there, f"{side} cluster"),
        f"{len(places)} of {count(there, f'{side} cluster')}",
    )
    caption = f"{everything if len(places) == there else part}, costliest first"
    return table(
        f"{side}-clusters",
        caption,
        columns,
        rows,
        attributes=attributes,
        sortable=True,
        class_="tall",
    )


def _partner(side: str, other: ExplainedSide, place: int, listed: bool) -> str:
    if place < 0:
        return "–"
    name = name_of(other.clustering.name(place))
    return tag("a", name, href=f"#{_OTHER[side]}-{place}") if listed else name


def _verdict(side: ExplainedSide, place: int) -> str:
    return VERDICTS[side.verdict[place]]


def _filter(side: str, explained: ExplainedSide, places: list[int]) -> Markup:
    """By verdict and by name; shown where there is a script to do it."""
    there = {_verdict(explained, place) for place in places}
    options = [
        tag("option", verdict, value=verdict) for verdict in verdicts_of(side) if verdict in there
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
