"""Tables with a row for each edge: source, target, and perhaps weight and type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.arguments import argument
from accord._foundation.columns import RowError
from accord._foundation.edges import check_edge_weights
from accord._foundation.labels import Labels, merge_labels
from accord._foundation.network import Network, Repeats, pack_edges
from accord._foundation.rows import NOWHERE
from accord._io.tables.columns import (
    EDGE_SYNONYMS,
    find_column,
    listed,
    name_both_ends,
    named_columns,
    plain_name,
)
from accord._io.tables.edge_weights import warn_of_unread_numbers
from accord._io.tables.table import as_table
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Indices = NDArray[np.uint32]


def name_parts(words: Sequence[str]) -> bool:
    """Whether at least two of the words are names of columns of edges, and so not data."""
    known = {name for role, synonyms in EDGE_SYNONYMS.items() for name in (role, *synonyms)}
    return sum(plain_name(word) in known for word in words) > 1


def choose_edge_columns(
    names: Sequence[str], chosen: Sequence[str] | None, weights: bool | str | None = None
) -> dict[str, int]:
    """The index of the columns of source, target and perhaps weight.

    Columns are `chosen` by name or number from 1, or else found by known names. `weights` is False
    to ignore them, True to require them, or the name of their column.

    >>> choose_edge_columns(["id", "From", "To", "weight"], None)
    {'source': 1, 'target': 2, 'weight': 3}
    """
    if chosen is not None:
        if len(chosen) not in (2, 3):
            raise InputError("name two or three columns: source, target, and perhaps weight")
        column_of = dict(
            zip(
                ("source", "target", "weight"),
                (find_column(name, names) for name in chosen),
                strict=False,
            )
        )
        if len(set(column_of.values())) < len(column_of):
            raise InputError(
                f"expected different columns for the ends of edges among {', '.join(chosen)}"
            )
    elif name_both_ends(names):
        column_of = named_columns(names, EDGE_SYNONYMS)
    else:
        raise InputError(
            f"no columns for the source and the target of edges among {listed(names)}: "
            f"rename them, or name them with {argument('columns')}"
        )
    if isinstance(weights, str):
        column = find_column(weights, names)
        if column in (column_of["source"], column_of["target"]):
            raise InputError(f"column {weights!r} has the nodes of edges, and not their weights")
        column_of["weight"] = column
    elif weights is False:
        column_of.pop("weight", None)
    elif weights and "weight" not in column_of:
        raise InputError(
            f"no column for the weight among {listed(names)}: name it, or read without weights"
        )
    return column_of


def type_column(names: Sequence[str]) -> int | None:
    """The index of the column that says whether edges are directed (Gephi); None if none."""
    return next((column for column, name in enumerate(names) if plain_name(name) == "type"), None)


def undirected_rows(types: Labels, index: Indices) -> NDArray[np.bool_] | None:
    """Mark undirected edges by the column `type`; None if it is about something else."""
    words = [str(word).lower() for word in types]
    known = [word in ("directed", "undirected") for word in words]
    if not any(known):
        return None
    if not all(known):
        odd = int(np.argmin(known))
        raise RowError(
            f"the type {types[odd]!r} is neither Directed nor Undirected",
            int(np.argmax(index == odd)),
        )
    return np.array([word == "undirected" for word in words] + [True])[
        np.minimum(index, len(words))
    ]


def pack_columns(
    labels: Labels,
    sources: Indices,
    targets: Indices,
    weights: NDArray[Any] | None,
    *,
    directed: bool | None,
    undirected: NDArray[np.bool_] | None = None,
    repeats: Repeats = "once",
    threads: int | None = None,
) -> Network:
    """Make a network of columns with a row for each edge.

    A row without a target is for a node that may have no edge. `undirected` marks edges that go
    both ways; a network with other edges is directed unless `directed` says something else. Raises
    RowError if a row is wrong.
    """
    bad = sources == NOWHERE
    if bad.any():
        raise RowError("there is no source: leave this row out", int(np.argmax(bad)))
    if directed is None:
        directed = undirected is not None and not undirected.all()
    alone = targets == NOWHERE
    rows = np.flatnonzero(~alone) if alone.any() else None
    if rows is not None:
        sources, targets = sources[rows], targets[rows]
        weights = None if weights is None else weights[rows]
        undirected = None if undirected is None else undirected[rows]
    given = len(sources)
    try:
        checked = None if weights is None else check_edge_weights(weights, given)
        if directed and undirected is not None and undirected.any():
            back = np.flatnonzero(undirected & (sources != targets))
            sources, targets = np.append(sources, targets[back]), np.append(targets, sources[back])
            checked = None if checked is None else np.append(checked, checked[back])
        else:
            back = np.zeros(0, np.int64)
        return pack_edges(labels, sources, targets, checked, directed, repeats, threads=threads)
    except RowError as error:
        row = error.position if error.position < given else int(back[error.position - given])
        raise RowError(str(error), row if rows is None else int(rows[row])) from None


def from_edge_table(
    data: Any,
    name: str,
    *,
    columns: Sequence[str] | None = None,
    directed: bool | None = None,
    weights: bool | str | None = None,
    repeats: Repeats = "once",
    threads: int | None = None,
) -> Network:
    """Make a network of a table of any library; columns are found by their names unless given."""
    table = as_table(data)
    try:
        column_of = choose_edge_columns(table.names, columns, weights)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    if columns is None and weights is None:
        warn_of_unread_numbers(
            table.names,
            column_of,
            lambda column: table.numbers(table.columns([column])[0]) is not None,
            name,
        )
    type_index = type_column(table.names)
    wanted = [
        *column_of.values(),
        *([] if type_index is None or type_index in column_of.values() else [type_index]),
    ]
    given = dict(zip(wanted, table.columns(wanted), strict=True))
    sources, targets = (table.labels(given[column_of[end]], "node") for end in ("source", "target"))
    kinds = sources.labels.kind, targets.labels.kind
    labels, of_sources, of_targets = sources.labels, None, None
    if len(targets.labels):
        if kinds[0] != kinds[1]:
            raise InputError(
                f"{name}: sources have {kinds[0]} ids, and targets have {kinds[1]} ids: "
                "make them all one kind"
            )
        labels, of_sources, of_targets = merge_labels(sources.labels, targets.labels)
    numbers = None
    if "weight" in column_of:
        found = table.numbers(given[column_of["weight"]])
        if found is None:
            raise InputError(
                f"{name}: column {table.names[column_of['weight']]!r} holds no numbers: "
                "expected the weights"
            )
        numbers = np.where(found[1], np.nan, found[0].astype(np.float64))
    if not len(labels):
        raise InputError(f"{name}: there are no edges in it")
    try:
        undirected = None
        if type_index is not None and type_index not in column_of.values():
            types = table.labels(given[type_index], "type")
            undirected = undirected_rows(types.labels, types.index)
        return pack_columns(
            labels,
            _reindex(sources.index, of_sources),
            _reindex(targets.index, of_targets),
            numbers,
            directed=directed,
            undirected=undirected,
            repeats=repeats,
            threads=threads,
        )
    except RowError as error:
        raise InputError(f"{name}: row {error.position + 1}: {error}") from None


def _reindex(index: Indices, new_index: Indices | None) -> Indices:
    """The index in a merged list of labels; NOWHERE stays."""
    if new_index is None:
        return index
    return np.append(new_index, NOWHERE)[np.minimum(index, len(new_index))]
