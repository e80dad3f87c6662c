"""Which column of a table has which role: by its name, or by its position if there are two."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from accord._foundation.arguments import argument
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
    "weight": ("edgeweight", "weights", "strength"),
}
_MAX_LISTED = 12


def find_columns(names: Sequence[str], *, by_position: bool = False) -> dict[str, int]:
    """The index of the column of each role: node, cluster, and share, level and weight if any.

    Of two columns, one known name is enough; if both are only numbered, or if `by_position`, the
    first is the node.

    >>> find_columns(["id", "degree", "community"])
    {'node': 0, 'cluster': 2}
    >>> find_columns(["gene", "module"])
    {'node': 0, 'cluster': 1}
    """
    if not names:
        raise InputError(
            "the table has no columns: expected one for the node and one for the cluster"
        )
    found = named_columns(names, SYNONYMS)
    if "cluster" not in found and name_both_ends(names):
        raise InputError(
            f"the columns {listed(names)} look like the edges of a network: "
            "expected a node and its cluster"
        )
    if (
        len(names) == 2
        and found.keys() <= {"node", "cluster"}
        and (found or by_position or all(map(_is_nameless, names)))
    ):
        node = found["node"] if "node" in found else 1 - found.get("cluster", 1)
        found = {"node": node, "cluster": 1 - node}
    missing = [what for what in ("node", "cluster") if what not in found]
    if missing:
        raise InputError(
            f"no column for the {' and the '.join(missing)} among {listed(names)}: "
            f"rename them, or say which they are with {argument('columns')}"
        )
    return found


def named_columns(names: Sequence[str], synonyms: Mapping[str, Collection[str]]) -> dict[str, int]:
    """The index of the column of each role that has one, by its own name or else by a synonym."""
    plain = [plain_name(name) for name in names]
    found = {}
    for role, others in synonyms.items():
        columns = [column for column, name in enumerate(plain) if name == role]
        columns = columns or [column for column, name in enumerate(plain) if name in others]
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

    Nodes are as many as the clusters or more, and most rows have a node of their own. Two columns
    of labels, such as a truth and a prediction, are not like that.
    """
    n_nodes = len(set(nodes))
    return n_nodes >= len(set(clusters)) and 2 * n_nodes > len(nodes)


def check_order(nodes: Sequence[object], clusters: Sequence[object]) -> None:
    """Raise InputError if columns that are taken by position look as if they were swapped.

    They do if no cluster occurs twice and a node does.
    """
    if len(nodes) > 1 and len(set(clusters)) == len(clusters) and len(set(nodes)) < len(nodes):
        raise InputError(
            "the first column is taken for the nodes, and then every cluster has one node: "
            f"say which are node and cluster, as in {argument('columns', (2, 1))}"
        )


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
    names: Sequence[str], chosen: Sequence[object] | None, *, by_position: bool = False
) -> dict[str, int]:
    """The index of the column of each role: `chosen` by name or number from 1, or else found.

    Node and cluster come first. The role of a further one is given by its name or as `level=name`;
    else they are share, level and weight, in this order.

    >>> choose_membership_columns(["gene", "n", "family", "depth"], ["gene", "3", "level=depth"])
    {'node': 0, 'cluster': 2, 'level': 3}
    """
    if chosen is None:
        return find_columns(names, by_position=by_position)
    if not 2 <= len(chosen) <= len(SYNONYMS):
        raise InputError(
            "name two to five columns: node, cluster, and perhaps share, level=… and weight=…"
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


def find_column(wanted: str, names: Sequence[str]) -> int:
    """The index of the column of this name, or else of this number from 1."""
    if wanted in names:
        return list(names).index(wanted)
    if wanted.isdigit() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    raise InputError(f"there is no column {wanted!r} among {listed(names)}")


def plain_name(name: str) -> str:
    """The letters and digits of the name of a column, in lower case."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def listed(names: Sequence[str]) -> str:
    """The names for a message, or the first ones of many."""
    more = f" and {len(names) - _MAX_LISTED} more" if len(names) > _MAX_LISTED else ""
    return ", ".join(map(repr, names[:_MAX_LISTED])) + more
