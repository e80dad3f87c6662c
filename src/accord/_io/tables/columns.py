"""Which column of a table has which role: by its name, or by its position if there are two."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal

from accord._foundation.arguments import argument
from accord._foundation.number_words import parse_count
from accord._io.tables.column_values import LABELINGS, can_be_clusters, can_be_nodes, is_fraction
from accord.errors import InputError

#: The roles of columns, and other names for them. Only letters and digits count, in any case:
#: Node-ID is nodeid.
SYNONYMS = {
    "node": (
        "nodeid",
        "vertex",
        "vertexid",
        "item",
        "itemid",
        "member",
        "memberid",
        "record",
        "recordid",
        "id",
        "name",
    ),
    "cluster": (
        "clusterid",
        "community",
        "communityid",
        "module",
        "moduleid",
        "group",
        "groupid",
        "entity",
        "entityid",
        "class",
        "classid",
        "modularityclass",
        "leiden",
        "louvain",
        "seuratclusters",
        "label",
    ),
    "share": ("probability", "membership"),
    "level": ("resolution",),
    "weight": ("nodeweight",),
}
#: The roles of columns of edges, and other names for them.
EDGE_SYNONYMS = {
    "source": (
        "sourceid",
        "sourcenode",
        "from",
        "fromnode",
        "fromid",
        "fromnodeid",
        "src",
        "node1",
        "start",
        "startid",
    ),
    "target": (
        "targetid",
        "targetnode",
        "to",
        "tonode",
        "toid",
        "tonodeid",
        "dst",
        "node2",
        "end",
        "endid",
        "destination",
    ),
    "weight": ("edgeweight", "weights", "strength", "w"),
}
#: The first values of a column, by its index.
Values = Callable[[int], Sequence[object]]
#: What rows without a column of nodes are known by: None if only by their order.
RowNames = Literal["numbers", "names"] | None
_MAX_LISTED = 12


def find_columns(
    names: Sequence[str], *, values: Values | None = None, row_names: RowNames = None
) -> dict[str, int]:
    """The index of the column of each role: node, cluster, and share, level and weight if any.

    Of two columns, one known name is enough if the other can have the missing role, by its name
    and by its values if they are given. If both are only numbered, or unknown with values that can
    be, the first is the node. Without a column of nodes, rows that have names are the nodes, and
    the result has no node.

    >>> find_columns(["id", "degree", "community"])
    {'node': 0, 'cluster': 2}
    >>> find_columns(["gene", "module"])
    {'node': 0, 'cluster': 1}
    """
    if not names:
        raise InputError(
            "the table has no columns: expected one for the node and one for the cluster"
        )
    found = _known_roles(names, values)
    if "cluster" not in found and name_both_ends(names):
        raise InputError(
            f"the columns {listed(names)} look like the edges of a network: "
            "expected a node and its cluster"
        )
    if "cluster" in found and "node" not in found and row_names == "names":
        return found
    if len(names) == 2 and found.keys() <= {"node", "cluster"}:
        if len(found) == 1:
            found = _complete(names, found, values, row_names)
        elif not found and _may_be_in_order(names, values):
            found = {"node": 0, "cluster": 1}
    missing = [what for what in ("node", "cluster") if what not in found]
    if missing == ["node"] and row_names is not None:
        return found
    if missing:
        labels = f"; {suggest_labels(names)}" if len(names) == 2 and not found else ""
        raise InputError(
            f"no column for the {' and the '.join(missing)} among {listed(names)}: "
            f"rename them, or say which they are with {argument('columns')}{labels}"
        )
    return found


def _known_roles(names: Sequence[str], values: Values | None) -> dict[str, int]:
    """The index of the column of each role, by known names.

    `membership` is the cluster if nothing else is. `label` beside the nodes is not, if all its
    values differ: then it is another name of the node.
    """
    found = named_columns(names, SYNONYMS)
    share, cluster = found.get("share"), found.get("cluster")
    if cluster is None and share is not None and plain_name(names[share]) == "membership":
        return {what: index for what, index in found.items() if what != "share"} | {
            "cluster": share
        }
    if "node" in found and cluster is not None and plain_name(names[cluster]) == "label":
        labels = [] if values is None else values(cluster)
        if len(labels) > 1 and len(set(labels)) == len(labels):
            del found["cluster"]
            if len(names) == 2:
                raise InputError(
                    f"every row has another {names[cluster]!r}: if these are clusters of one node, "
                    f"say {argument('columns', tuple(names[i] for i in (found['node'], cluster)))}"
                )
    return found


def _complete(
    names: Sequence[str], found: dict[str, int], values: Values | None, row_names: RowNames
) -> dict[str, int]:
    """The roles of two columns of which one is known."""
    ((role, known),) = found.items()
    unknown = 1 - known
    missing = "cluster" if role == "node" else "node"
    given = [] if values is None else values(unknown)
    fits = (
        can_be_clusters(plain_name(names[unknown]), given)
        if missing == "cluster"
        else can_be_nodes(
            plain_name(names[unknown]), given, [] if values is None else values(known)
        )
    )
    if fits:
        return {"node": found.get("node", unknown), "cluster": found.get("cluster", unknown)}
    if missing == "node" and row_names is not None:
        return found
    labels = f"; {suggest_labels([names[known]])}" if missing == "node" else ""
    raise InputError(
        f"column {names[unknown]!r} beside {names[known]!r} does not look like the {missing}s: "
        f"say which columns are node and cluster with {argument('columns')}{labels}"
    )


def _may_be_in_order(names: Sequence[str], values: Values | None) -> bool:
    """Whether two columns without known names may be node and cluster, in this order."""
    if are_numbered(names):
        return True
    if plain_name(names[0]) in LABELINGS:
        return False
    return are_unknown(names) and values is not None and nodes_come_first(values(0), values(1))


def suggest_labels(names: Sequence[str]) -> str:
    """Say how to read a column of labels, with a row for each node."""
    columns = " or ".join(argument("columns", (name,)) for name in names)
    return f"if each row is a node, name the column of its labels alone: {columns}"


def named_columns(names: Sequence[str], synonyms: Mapping[str, Collection[str]]) -> dict[str, int]:
    """The index of the column of each role that has one, by its own name or else by a synonym."""
    plain = [plain_name(name) for name in names]
    found = {}
    for role, others in synonyms.items():
        columns = [column for column, name in enumerate(plain) if name == role]
        columns = columns or [column for column, name in enumerate(plain) if name in others]
        if len(columns) > 1:  # `label` may be anything
            columns = [column for column in columns if plain[column] != "label"] or columns
        if len(columns) > 1:
            raise InputError(
                f"each of the columns {listed([names[column] for column in columns])} may hold "
                f"the {role}s: rename the right one to {role!r} and the others to something else"
            )
        if columns:
            found[role] = columns[0]
    return found


def are_numbered(names: Sequence[str]) -> bool:
    """Whether names only number the columns, as libraries name those without a name."""
    return all(map(_is_nameless, names))


def _is_nameless(name: str) -> bool:
    """Whether a name only numbers a column, as libraries name those without a name."""
    return re.fullmatch(r"(column|col|_?c|f|v|_)?_?\d+", name.lower()) is not None


def are_unknown(names: Sequence[str]) -> bool:
    """Whether there are two columns, and neither name is known or only a number."""
    return (
        len(names) == 2
        and not named_columns(names, SYNONYMS)
        and not name_both_ends(names)
        and not all(map(_is_nameless, names))
    )


def nodes_come_first(nodes: Sequence[object], clusters: Sequence[object]) -> bool:
    """Whether the values of two columns of unknown names are those of nodes and of clusters.

    Nodes are as many as the clusters or more, most rows have a node of their own, and a cluster has
    several. Two columns of labels, such as a truth and a prediction, are not like that, nor are
    clusters that are written as columns.
    """
    n_nodes, n_clusters = len(set(nodes)), len(set(clusters))
    if n_clusters == len(clusters) > 1 or any(map(is_fraction, (*nodes, *clusters))):
        return False
    return n_nodes >= n_clusters and 2 * n_nodes > len(nodes)


def check_order(nodes: Sequence[object], clusters: Sequence[object]) -> str | None:
    """Doubt columns that are taken by position and may be swapped.

    Raises InputError if no cluster occurs twice and a node does. If there are fewer nodes than
    clusters, which may be nodes in many clusters, returns a warning.
    """
    n_nodes, n_clusters = len(set(nodes)), len(set(clusters))
    if len(nodes) > 1 and n_clusters == len(clusters) and n_nodes < len(nodes):
        raise InputError(
            "the first column is taken for the nodes, and then every cluster has one node: "
            f"say which are node and cluster, as in {argument('columns', (2, 1))}"
        )
    if n_nodes < n_clusters:
        return (
            "the first column is read as the nodes, and the second as the clusters: say "
            f"{argument('columns', (1, 2))} if they are, or else {argument('columns', (2, 1))}"
        )
    return None


def is_known(name: str, what: str) -> bool:
    """Whether this is a known name of a column with this role."""
    return plain_name(name) in (what, *SYNONYMS[what])


def name_both_ends(names: Sequence[str]) -> bool:
    """Whether there are names of columns for both ends of edges among these."""
    plain = [plain_name(name) for name in names]
    return all(
        any(name in (end, *EDGE_SYNONYMS[end]) for name in plain) for end in ("source", "target")
    )


def choose_membership_columns(
    names: Sequence[str],
    chosen: Sequence[object] | None,
    *,
    values: Values | None = None,
    row_names: RowNames = None,
) -> dict[str, int]:
    """The index of the column of each role: `chosen` by name or number from 1, or else found.

    Node and cluster come first. The role of a further one is given by its name or as `level=name`;
    else they are share, level and weight, in this order. A single column holds the clusters of
    nodes that are the numbers of the rows.

    >>> choose_membership_columns(["gene", "n", "family", "depth"], ["gene", "3", "level=depth"])
    {'node': 0, 'cluster': 2, 'level': 3}
    """
    if chosen is None:
        return find_columns(names, values=values, row_names=row_names)
    if len(chosen) == 1:
        return {"cluster": find_column(str(chosen[0]).removeprefix("cluster="), names)}
    if not 1 <= len(chosen) <= len(SYNONYMS):
        raise InputError(
            "name two to five columns: node, cluster, and perhaps share, level=… and weight=…; "
            "or one with the clusters of numbered rows"
        )
    column_of: dict[str, int] = {}
    for position, given in enumerate(map(str, chosen)):
        role, equals, wanted = given.partition("=")
        if not equals or role not in SYNONYMS:
            wanted = given
            known = (what for what in ("share", "level", "weight") if is_known(given, what))
            free = (what for what in ("share", "level", "weight") if what not in column_of)
            role = (
                ("node", "cluster")[position] if position < 2 else next(known, next(free, "weight"))
            )
        if role in column_of:
            raise InputError(
                f"there are two columns for the {role} among {', '.join(map(str, chosen))}"
            )
        column_of[role] = find_column(wanted, names)
    if (
        "node" not in column_of
        or "cluster" not in column_of
        or len(set(column_of.values())) < len(column_of)
    ):
        raise InputError(
            "expected different columns for the node and the cluster among "
            f"{', '.join(map(str, chosen))}"
        )
    return {what: column_of[what] for what in SYNONYMS if what in column_of}


def need_node_column(column_of: Mapping[str, int]) -> None:
    """Raise InputError if nodes are the numbers of rows, in a table whose rows have none."""
    if "node" not in column_of:
        raise InputError(
            "a single column has the clusters of numbered rows, and the rows of this table have no "
            "numbers: name the column of the nodes, too"
        )


def find_column(wanted: str, names: Sequence[str]) -> int:
    """The index of the column of this name, or else of this number from 1."""
    if wanted in names:
        return list(names).index(wanted)
    number = parse_count(wanted)
    if number is not None and 1 <= number <= len(names):
        return number - 1
    raise InputError(f"there is no column {wanted!r} among {listed(names)}")


def plain_name(name: str) -> str:
    """The letters and digits of the name of a column, in lower case."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def listed(names: Sequence[str]) -> str:
    """The names for a message, or the first ones of many."""
    more = f" and {len(names) - _MAX_LISTED} more" if len(names) > _MAX_LISTED else ""
    return ", ".join(map(repr, names[:_MAX_LISTED])) + more
