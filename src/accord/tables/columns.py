"""Which column of a table holds what: by its name, or by its place where there are but two."""

from __future__ import annotations

from collections.abc import Sequence

from accord.errors import InputError

#: What a column can hold, and the names it may have for that besides the plain one. Only letters and digits count, and
#: not their case: Node-ID is nodeid.
SYNONYMS = {
    "node": ("nodeid", "vertex", "vertexid", "item", "itemid", "member", "memberid", "record", "recordid", "id", "name"),
    "cluster": (
        *("clusterid", "community", "communityid", "module", "moduleid", "group", "groupid"),
        *("entity", "entityid", "class", "classid", "label"),
    ),
    "share": ("probability", "membership"),
    "level": ("resolution",),
    "weight": ("nodeweight",),
}
_MOST_SHOWN = 12


def find_columns(names: Sequence[str]) -> dict[str, int]:
    """The places of the columns that hold the node, the cluster and, where there are such, the share, level and weight.

    >>> find_columns(["id", "degree", "community"])
    {'node': 0, 'cluster': 2}
    >>> find_columns(["ann", "x"])
    {'node': 0, 'cluster': 1}
    """
    plain = [plain_name(name) for name in names]
    found = {}
    for what, synonyms in SYNONYMS.items():
        places = [place for place, name in enumerate(plain) if name == what]
        places = places or [place for place, name in enumerate(plain) if name in synonyms]
        if len(places) > 1:
            raise InputError(
                f"each of the columns {_listed([names[place] for place in places])} may hold the {what}s: "
                f"rename the right one to {what!r} and the others to something else"
            )
        if places:
            found[what] = places[0]
    if sorted(plain) in (["source", "target"], ["from", "to"]):
        raise InputError(f"the columns {_listed(names)} look like the edges of a network: expected a node and its cluster")
    if len(names) == 2 and found.keys() <= {"node", "cluster"}:
        node = found["node"] if "node" in found else 1 - found.get("cluster", 1)
        found = {"node": node, "cluster": 1 - node}
    missing = [what for what in ("node", "cluster") if what not in found]
    if missing:
        raise InputError(
            f"no column for the {' and the '.join(missing)} among {_listed(names)}: "
            f"rename it to {' and '.join(map(repr, missing))}, or use Clustering.from_memberships"
            if names
            else "the table has no columns: expected one for the node and one for the cluster"
        )
    return found


def choose_columns(names: Sequence[str], chosen: Sequence[str] | None) -> dict[str, int]:
    """The places of these columns: `chosen` by name, or by number from 1, in the order of `SYNONYMS`; else as found by name.

    >>> choose_columns(["gene", "score", "family"], ["gene", "3"])
    {'node': 0, 'cluster': 2}
    """
    if chosen is None:
        return find_columns(names)
    if not 2 <= len(chosen) <= len(SYNONYMS):
        raise InputError("name two to five columns: node, cluster, and perhaps share, level and weight")
    places = {what: _place(wanted, names) for what, wanted in zip(SYNONYMS, chosen, strict=False)}
    if len(set(places.values())) < len(places):
        raise InputError(f"a column is named twice among {', '.join(chosen)}")
    return places


def _place(wanted: str, names: Sequence[str]) -> int:
    if wanted in names:
        return list(names).index(wanted)
    if wanted.isdigit() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    raise InputError(f"there is no column {wanted!r} among {_listed(names)}")


def plain_name(name: str) -> str:
    """The letters and digits of a column's name, in lower case."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_SHOWN} more" if len(names) > _MOST_SHOWN else ""
    return ", ".join(map(repr, names[:_MOST_SHOWN])) + more
