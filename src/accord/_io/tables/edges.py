"""Tables with a row for each edge: its source, its target, and perhaps its weight and whether it is directed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.arguments import argument
from accord._foundation.columns import RowError
from accord._foundation.labels import Labels, merge_labels
from accord._foundation.network import Network, Repeats, check_weights, pack_edges
from accord._foundation.rows import NOWHERE
from accord._io.tables.columns import listed, named_columns, place_of, plain_name
from accord._io.tables.table import as_table
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Indices = NDArray[np.uint32]

#: What a column of edges can hold, and the names it may have for that besides the plain one.
SYNONYMS = {
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


def is_known(name: str, what: str) -> bool:
    """Whether a column of this name can be told to hold this."""
    return plain_name(name) in (what, *SYNONYMS[what])


def are_edges(names: Sequence[str]) -> bool:
    """Whether these names tell the columns of both ends of edges."""
    return all(any(is_known(name, what) for name in names) for what in ("source", "target"))


def name_parts(words: Sequence[str]) -> bool:
    """Whether several of these are names for an end or the weight of edges, be it the same one, and so no data."""
    return sum(any(is_known(word, what) for what in SYNONYMS) for word in words) > 1


def choose_columns(
    names: Sequence[str], chosen: Sequence[str] | None, weights: bool | str | None = None
) -> dict[str, int]:
    """The places of the source, the target and perhaps the weight: `chosen` by name or by number from 1, else by name.

    `weights` is False for none, True where there must be some, or the name of their column.

    >>> choose_columns(["id", "From", "To", "weight"], None)
    {'source': 1, 'target': 2, 'weight': 3}
    """
    if chosen is not None:
        if len(chosen) not in (2, 3):
            raise InputError("name two or three columns: source, target, and perhaps weight")
        places = dict(
            zip(
                ("source", "target", "weight"),
                (place_of(name, names) for name in chosen),
                strict=False,
            )
        )
        if len(set(places.values())) < len(places):
            raise InputError(
                f"expected different columns for the ends of edges among {', '.join(chosen)}"
            )
    elif are_edges(names):
        places = named_columns(names, SYNONYMS)
    else:
        raise InputError(
            f"no columns for the source and the target of edges among {listed(names)}: "
            f"rename them, or name them with {argument('columns')}"
        )
    if isinstance(weights, str):
        places["weight"] = place_of(weights, names)
    elif weights is False:
        places.pop("weight", None)
    elif weights and "weight" not in places:
        raise InputError(
            f"no column for the weight among {listed(names)}: say which it is, or read without weights"
        )
    return places


def type_column(names: Sequence[str]) -> int | None:
    """The column that says of each edge whether it is directed, as in tables of Gephi."""
    return next((place for place, name in enumerate(names) if plain_name(name) == "type"), None)


def undirected_rows(types: Labels, index: Indices) -> NDArray[np.bool_] | None:
    """Which edges are undirected, from what a column `type` says; None where it speaks of something else altogether."""
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
    """A network from columns with a row for each edge. A row without a target is of a node that may have no edge.

    `undirected` marks edges that go both ways, where it is known of each. A network with others is
    directed unless `directed` says something else. Raises RowError where a row is wrong.
    """
    bad = sources == NOWHERE
    if bad.any():
        raise RowError("a row has no source where one must be", int(np.argmax(bad)))
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
        checked = None if weights is None else check_weights(weights, given)
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
    side: str,
    *,
    columns: Sequence[str] | None = None,
    directed: bool | None = None,
    weights: bool | str | None = None,
    repeats: Repeats = "once",
    threads: int | None = None,
) -> Network:
    """From a table of edges of any library; columns are told by their names, or by `columns`."""
    table = as_table(data)
    try:
        places = choose_columns(table.names, columns, weights)
    except InputError as error:
        raise InputError(f"{side}: {error}") from None
    type_at = type_column(table.names)
    wanted = [
        *places.values(),
        *([] if type_at is None or type_at in places.values() else [type_at]),
    ]
    given = dict(zip(wanted, table.columns(wanted), strict=True))
    sources, targets = (table.labels(given[places[end]], "node") for end in ("source", "target"))
    kinds = sources.labels.kind, targets.labels.kind
    labels, moved, own = sources.labels, None, None
    if len(targets.labels):
        if kinds[0] != kinds[1]:
            raise InputError(
                f"{side}: sources are {kinds[0]}s and targets are {kinds[1]}s: make them all one kind"
            )
        labels, moved, own = merge_labels(sources.labels, targets.labels)
    numbers = None
    if "weight" in places:
        found = table.numbers(given[places["weight"]])
        if found is None:
            raise InputError(
                f"{side}: column {table.names[places['weight']]!r} holds no numbers: expected the weights"
            )
        numbers = np.where(found[1], np.nan, found[0].astype(np.float64))
    if not len(labels):
        raise InputError(f"{side}: there are no edges in it")
    try:
        undirected = None
        if type_at is not None and type_at not in places.values():
            types = table.labels(given[type_at], "type")
            undirected = undirected_rows(types.labels, types.index)
        return pack_columns(
            *(labels, _moved(sources.index, moved), _moved(targets.index, own), numbers),
            directed=directed,
            undirected=undirected,
            repeats=repeats,
            threads=threads,
        )
    except RowError as error:
        raise InputError(f"{side}: row {error.position + 1}: {error}") from None


def _moved(index: Indices, moves: Indices | None) -> Indices:
    """The index in a merged list of labels; NOWHERE stays."""
    return index if moves is None else np.append(moves, NOWHERE)[np.minimum(index, len(moves))]
