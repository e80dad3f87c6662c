"""What is said about columns that were found by their names, or that hold something unlikely.

A column such as `probability` changes every score if it is read as shares, and two columns of
labels are not memberships. Both are said, and naming the columns says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from accord._foundation.arguments import argument
from accord._io.tables.columns import is_known, plain_name, suggest_labels
from accord.errors import InputError, warn

_PLURALS = {"share": "shares", "level": "levels", "weight": "weights of the nodes"}
#: Repeated memberships from which a table of which they are most rows is doubted.
_MIN_REPEATED = 4


def warn_of_guessed_roles(names: Sequence[str], column_of: Mapping[str, int], where: str) -> None:
    """Warn of columns that were taken for shares, levels or weights and may be something else.

    These are columns under another name than accord's, and a weight beside columns of unknown
    names. Must not be called if the caller named the columns.
    """
    has_unknown = len(column_of) < len(names)
    for role, plural in _PLURALS.items():
        if role not in column_of:
            continue
        name = names[column_of[role]]
        if plain_name(name) != role or (role == "weight" and has_unknown):
            warn(
                f"{where}: column {name!r} is read as {plural}; "
                f"name the columns with {argument('columns')} if it is not"
            )


def check_repeats(
    repeated: int,
    n_rows: int,
    names: Sequence[str] | None,
    column_of: Mapping[str, int],
    columns: Sequence[str] | None,
) -> str | None:
    """Doubt a table in which most rows repeat a membership.

    Raises InputError if the column of the nodes was taken by its position. If it has a synonym of
    `node` as its name, returns a warning. `columns` are those that the caller named; `node=…` among
    them means that there is no doubt.
    """
    if "node" not in column_of or repeated < _MIN_REPEATED or 2 * repeated <= n_rows:
        return None
    if any(name.startswith("node=") for name in columns or ()):
        return None
    chosen = {
        role: str(column_of[role] + 1) if names is None else names[column_of[role]]
        for role in ("node", "cluster")
    }
    node = f"column {chosen['node']}" if names is None else repr(chosen["node"])
    explicit = argument("columns", tuple(f"{role}={name}" for role, name in chosen.items()))
    what = (
        f"{repeated:,} of {n_rows:,} rows repeat a membership: is {node} the column of the nodes? "
        f"say {explicit} if it is; {suggest_labels(list(chosen.values()))}"
    )
    if columns is None and names is not None and is_known(chosen["node"], "node"):
        return None if plain_name(chosen["node"]) == "node" else what
    raise InputError(what)
