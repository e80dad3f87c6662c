"""Networks from edges that a parser has read, with the position of errors in the file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.names import shortened
from accord._display.numbers import count as count_of
from accord._foundation.arguments import argument
from accord._foundation.columns import RowError
from accord._foundation.labels import IntegerLabels, Labels, label_nodes
from accord._foundation.network import Network
from accord._foundation.number_words import parse_number
from accord._io.files.source import Source
from accord._io.files.text import is_integer
from accord._io.networks.options import NetworkReadOptions
from accord._io.tables.edges import pack_columns
from accord.errors import FormatError, InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    #: From the index of an edge to its line and column.
    Locate = Callable[[int], tuple[int, int]]


def name_nodes(
    source: Source, options: NetworkReadOptions, names: Sequence[str], says_text: bool = False
) -> tuple[Labels, NDArray[np.uint32]]:
    """Labels for nodes of these names, and the index of each.

    They are integers if all names are, unless texts are requested.
    """
    integers = all(is_integer(name.encode()) for name in names)
    if options.ids == "integer" and not integers:
        odd = next(name for name in names if not is_integer(name.encode()))
        raise FormatError(
            f"{shortened(odd)!r} is not an integer id: read names with {argument('ids', 'text')}",
            source.name,
        )
    wants_text = options.ids == "text" or (options.ids == "auto" and says_text)
    words: Sequence[Any] = [int(name) for name in names] if integers and not wants_text else names
    labels, index = label_nodes(words, options.threads)
    if len(labels) < len(names):
        twice = count_of(len(names) - len(labels), "repetition")
        raise FormatError(f"names of nodes are not unique ({twice})", source.name)
    return labels, index


def number_nodes(
    source: Source, options: NetworkReadOptions, first: int, count: int
) -> tuple[Labels, NDArray[np.uint32]]:
    """Labels for the nodes first, first + 1, and so on."""
    if options.ids == "text":
        return name_nodes(source, options, [str(number) for number in range(first, first + count)])
    return IntegerLabels(np.arange(first, first + count)), np.arange(count, dtype=np.uint32)


def read_weights(
    source: Source, attribute: str, words: Sequence[str | None], locate: Locate
) -> NDArray[np.float64]:
    """The weights of edges from the texts of their attribute; NaN for None."""
    weights = np.full(len(words), np.nan)
    for edge, word in enumerate(words):
        if word is not None:
            weight = parse_number(word)
            if weight is None:
                raise FormatError(
                    f"the {attribute} {shortened(word)!r} is not a number",
                    source.name,
                    *locate(edge),
                )
            weights[edge] = weight
    return weights


def index_ends(
    source: Source, ids: Mapping[str, int], ends: Sequence[str], locate: Locate
) -> NDArray[np.int64]:
    """The place among `ids` of the node at an end of each edge."""
    index = np.fromiter((ids.get(node, -1) for node in ends), np.int64, len(ends))
    if (index < 0).any():
        edge = int(np.argmin(index))
        raise FormatError(
            f"there is no node of the id {shortened(ends[edge])!r}", source.name, *locate(edge)
        )
    return index


def build_network(
    source: Source,
    options: NetworkReadOptions,
    labels: Labels,
    ends: tuple[NDArray[np.uint32], NDArray[np.uint32]],
    weights: NDArray[np.float64] | None,
    undirected: NDArray[np.bool_],
    locate: Locate,
) -> Network:
    """Make a network, directed as requested, or else if an edge is.

    If some edges have a weight, those without one weigh 1.
    """
    if not len(labels):
        raise FormatError("there are no nodes in it: a network needs at least one", source.name)
    if options.weights is False or weights is None or np.isnan(weights).all():
        if options.weights:
            what = "" if options.weights is True else f" {options.weights!r}"
            raise FormatError(f"its edges have no weights{what}", source.name)
        weights = None
    else:
        weights = np.where(np.isnan(weights), 1.0, weights)
    try:
        return pack_columns(
            labels,
            *ends,
            weights,
            directed=options.directed,
            undirected=undirected,
            repeats=options.repeats,
            threads=options.threads,
        )
    except RowError as error:
        raise FormatError(str(error), source.name, *locate(error.position)) from None
    except InputError as error:
        raise FormatError(str(error), source.name) from None
