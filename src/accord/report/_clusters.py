"""The sections on the clusters that cost most and on the nodes that agree least."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from accord._display.numbers import count, decimals, percent, readable
from accord._explain.explained_cluster import ExplainedCluster
from accord._explain.explained_side import ExplainedSide
from accord._explain.explanation import Explanation
from accord._explain.members import explain_cluster, order_sides
from accord._explain.node_clusters import describe_no_clusters
from accord._explain.verdicts import VERDICTS
from accord.report._markup import Markup, joined, label, tag
from accord.report._notes import sentence
from accord.report._sentences import all_of, verdicts_of
from accord.report._tables import key, name_of, table

#: Number of costliest clusters of a side that are listed, besides partners of those of the other.
_MAX_CLUSTERS = 150
#: Number of nodes that are listed.
_MAX_NODES = 50
_COLUMNS = (
    ("name", "name"),
    ("members", "members"),
    ("size", "number"),
    ("verdict", "verdict"),
    ("best partner", "name"),
    ("F1", "number"),
    ("precision", "number"),
    ("recall", "number"),
    ("cost", "number"),
)
#: Number of costliest clusters of a side whose members are listed, and how many of them.
_MAX_OPENED = 40
_MAX_PARTNERS = 4
_MAX_MEMBERS = 10
#: Number of clusters of a node that are listed.
_MAX_CLUSTERS_OF_NODE = 4


def clusters_section(explanation: Explanation) -> list[Markup]:
    truth, found = explanation.sides
    listed = {"truth": _listed(truth, found), "found": _listed(found, truth)}
    intro = (
        f"The cost of a cluster is how much better {explanation.metric} would be if it alone were "
        "matched perfectly. The best partner links to its own row. Click on a heading to sort. "
        "The costliest clusters open to their members."
    )
    numbers = [sentence(note.text) for note in explanation.notes() if note.kind == "numbers"]
    parts = [tag("p", " ".join([intro, *numbers]), class_="intro")]
    for side, opposite in ((truth, found), (found, truth)):
        indices = listed[side.side]
        parts += [
            tag("h3", f"{side.side.capitalize()} clusters"),
            _filter(side, indices),
            _table(explanation, side.side, indices, links=set(listed[opposite.side])),
        ]
    return parts


def nodes_section(explanation: Explanation) -> list[Markup]:
    lowest = explanation.nodes.lowest(_MAX_NODES)
    intro = (
        "Agreement of a node: how well its clusters on one side fit those on the other, "
        "from 0 to 1."
    )
    if not len(lowest):
        return [tag("p", f"None: all nodes agree fully. {intro}", class_="intro")]
    rows = [
        [
            name_of(name),
            decimals(agreement),
            *(
                _names_of_clusters(explanation.clusters_of(node, side), side)
                for side in ("truth", "found")
            ),
        ]
        for node, name, agreement in zip(
            lowest.tolist(),
            explanation.nodes.names(lowest),
            explanation.nodes.agreement[lowest].tolist(),
            strict=True,
        )
    ]
    columns = [("node", "name"), ("agreement", "number")]
    columns += [("truth clusters", "words"), ("found clusters", "words")]
    each = explanation.nodes.order + (", one of each type" if explanation.nodes.of_types else "")
    caption = f"{_which_nodes(len(rows), len(explanation.nodes.agreement))}{each}"
    return [
        tag("p", intro, class_="intro"),
        table("worst-nodes", caption, columns, rows, sortable=True, class_="tall"),
    ]


def _which_nodes(listed: int, total: int) -> str:
    """Say which nodes are listed: all of them, all that do not agree fully, or the lowest."""
    if listed == total:
        return f"{all_of(total, 'node')}, lowest agreement first"
    if listed < _MAX_NODES:
        return f"{all_of(listed, 'node')} with an agreement below 1, lowest first"
    return f"{count(listed, 'node')} of {total:,} with the lowest agreement"


def _listed(side: ExplainedSide, opposite: ExplainedSide) -> list[int]:
    """Return the costly clusters of a side and partners of opposite ones, costliest first."""
    partners = opposite.partner[opposite.costliest(_MAX_CLUSTERS)]
    indices = np.union1d(side.costliest(_MAX_CLUSTERS), partners[partners >= 0])
    return [int(index) for index in indices[np.argsort(-side.cost[indices], kind="stable")]]


def _table(explanation: Explanation, name: str, indices: list[int], links: set[int]) -> Markup:
    """Return a table of clusters; those of the opposite side in `links` have rows to link to."""
    side, opposite = order_sides(explanation, name)
    with_members = set(indices[:_MAX_OPENED]) if explanation.pair.multiplicity is None else set()
    rows = [
        [
            name_of(side.name(index)),
            _members(explanation, name, index) if index in with_members else "",
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


def _members(explanation: Explanation, side: str, index: int) -> Markup:
    """Return the nodes of a cluster by status and by clusters of the other side, to be opened."""
    cluster = explain_cluster(explanation, side, index, _MAX_PARTNERS)
    shared = []
    for partner in cluster.partners:
        what = f": {readable(partner.overlap)} shared, {percent(partner.share)} of it – "
        nodes = explanation.nodes.names(partner.select(inside=True, limit=_MAX_MEMBERS + 1))
        shared.append(tag("li", name_of(partner.cluster), what, _some_names(nodes)))
    for words, uncovered in cluster.described_nowhere:
        nodes = explanation.nodes.names(uncovered[: _MAX_MEMBERS + 1])
        shared.append(tag("li", f"{len(uncovered):,} {words} – ", _some_names(nodes)))
    if cluster.n_partners > len(cluster.partners):
        left = cluster.n_partners - len(cluster.partners)
        shared.append(tag("li", f"… and {count(left, f'{cluster.other_side} cluster')} more"))
    name = f"Members of {label(cluster.cluster)}"
    return tag(
        "details",
        tag("summary", "show", aria_label=name),
        *_status_list(cluster),
        tag("p", f"Its members by {cluster.other_side} cluster:"),
        tag("ul", *shared),
        aria_label=name,
    )


def _status_list(cluster: ExplainedCluster) -> list[Markup]:
    """Return how many nodes are correct, missing and extra, and some of them."""
    if not cluster.partners:
        return []
    items = []
    for status, nodes in cluster.nodes_by_status.items():
        names = cluster.explanation.nodes.names(nodes[: _MAX_MEMBERS + 1])
        parts = [" – ", _some_names(names)] if names else []
        items.append(tag("li", f"{len(nodes):,} {status}", *parts))
    return [
        tag("p", "Compared with its best partner, ", name_of(cluster.partner), ":"),
        tag("ul", *items),
    ]


def _some_names(names: list[Hashable]) -> Markup:
    """Write up to `_MAX_MEMBERS` names; dots stand for the rest."""
    shown = [name_of(name) for name in names[:_MAX_MEMBERS]]
    return joined([*shown, "…"] if len(names) > _MAX_MEMBERS else shown, ", ")


def _names_of_clusters(names: list[Hashable] | None, side: str) -> Markup:
    """Write the names of the first clusters of a node and how many more there are, or why none."""
    if not names:
        return joined([describe_no_clusters(names, side)])
    shown = [name_of(name) for name in names[:_MAX_CLUSTERS_OF_NODE]]
    left = len(names) - len(shown)
    return joined([*shown, f"… and {left:,} more"] if left > 0 else shown, ", ")


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
