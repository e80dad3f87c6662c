"""Which column of a table holds what: by its name, or by its place where there are but two."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from accord._foundation.arguments import argument
from accord.errors import InputError

#: What a column can hold, and the names it may have for that besides the plain one. Only letters
#: and digits count, and not their case: Node-ID is nodeid.
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
        *("clusterid", "community", "communityid", "module", "moduleid", "group", "groupid"),
        *("entity", "entityid", "class", "classid", "label"),
    ),
    "share": ("probability", "membership"),
    "level": ("resolution",),
    "weight": ("nodeweight",),
}
_EDGES = (("source", "target"), ("from", "to"), ("src", "dst"))
_MOST_SHOWN = 12


def find_columns(names: Sequence[str]) -> dict[str, int]:
    """The places of the columns that hold the node, the cluster and, where there are such, the share, level and weight.

    Of two columns, one known name is enough; where neither has a name of its own, the first holds
    the node.

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
    plain = [plain_name(name) for name in names]
    if "cluster" not in found and any({source, target} <= set(plain) for source, target in _EDGES):
        raise InputError(
            f"the columns {listed(names)} look like the edges of a network: expected a node and its cluster"
        )
    if (
        len(names) == 2
        and found.keys() <= {"node", "cluster"}
        and (found or all(map(_is_nameless, names)))
    ):
        node = found["node"] if "node" in found else 1 - found.get("cluster", 1)
        found = {"node": node, "cluster": 1 - node}
    missing = [what for what in ("node", "cluster") if what not in found]
    if missing:
        raise InputError(
            f"no column for the {' and the '.join(missing)} among {listed(names)}: "
            f"rename them, or say which they are with {argument('columns')} for a file, "
            "or with Clustering.from_memberships for data in memory"
        )
    return found


def named_columns(names: Sequence[str], synonyms: Mapping[str, Collection[str]]) -> dict[str, int]:
    """The places of the columns for what is among the synonyms, by its plain name or else by one of them."""
    plain = [plain_name(name) for name in names]
    found = {}
    for what, others in synonyms.items():
        places = [place for place, name in enumerate(plain) if name == what]
        places = places or [place for place, name in enumerate(plain) if name in others]
        if len(places) > 1:
            raise InputError(
                f"each of the columns {listed([names[place] for place in places])} may hold the {what}s: "
                f"rename the right one to {what!r} and the others to something else"
            )
        if places:
            found[what] = places[0]
    return found


def _is_nameless(name: str) -> bool:
    """Whether a name only numbers a column, as libraries do for those without a name."""
    return re.fullmatch(r"(column|col|f|v|_)?_?\d+", name.lower()) is not None


def is_known(name: str, what: str) -> bool:
    """Whether a column of this name can be told to hold this."""
    return plain_name(name) in (what, *SYNONYMS[what])


def are_edges(names: Sequence[str]) -> bool:
    """Whether these are columns of the edges of a network."""
    return any(
        {source, target} <= {plain_name(name) for name in names} for source, target in _EDGES
    )


def choose_columns(names: Sequence[str], chosen: Sequence[object] | None) -> dict[str, int]:
    """The places of these columns: `chosen` by name, or by number from 1; else as found by name.

    Node and cluster come first; what follows is told by its name or by `level=name`, and else is
    share, level, weight in this order.

    >>> choose_columns(["gene", "score", "family", "depth"], ["gene", "3", "level=depth"])
    {'node': 0, 'cluster': 2, 'level': 3}
    """
    if chosen is None:
        return find_columns(names)
    if not 2 <= len(chosen) <= len(SYNONYMS):
        raise InputError(
            "name two to five columns: node, cluster, and perhaps share, level=… and weight=…"
        )
    places: dict[str, int] = {}
    for position, given in enumerate(map(str, chosen)):
        role, equals, wanted = given.partition("=")
        if not equals or role not in SYNONYMS:
            wanted = given
            known = (what for what in ("share", "level", "weight") if is_known(given, what))
            free = (what for what in ("share", "level", "weight") if what not in places)
            role = (
                ("node", "cluster")[position] if position < 2 else next(known, next(free, "weight"))
            )
        if role in places:
            raise InputError(
                f"there are two columns for the {role} among {', '.join(map(str, chosen))}"
            )
        places[role] = place_of(wanted, names)
    if "node" not in places or "cluster" not in places or len(set(places.values())) < len(places):
        raise InputError(
            f"expected different columns for the node and the cluster among {', '.join(map(str, chosen))}"
        )
    return {what: places[what] for what in SYNONYMS if what in places}


def place_of(wanted: str, names: Sequence[str]) -> int:
    """The place of the column of this name, or else of this number, from 1."""
    if wanted in names:
        return list(names).index(wanted)
    if wanted.isdigit() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    raise InputError(f"there is no column {wanted!r} among {listed(names)}")


def plain_name(name: str) -> str:
    """The letters and digits of a column's name, in lower case."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def listed(names: Sequence[str]) -> str:
    """The names, or the first of many, for a message."""
    more = f" and {len(names) - _MOST_SHOWN} more" if len(names) > _MOST_SHOWN else ""
    return ", ".join(map(repr, names[:_MOST_SHOWN])) + more
