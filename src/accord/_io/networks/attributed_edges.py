"""Edge lists as networkx writes them: two nodes and a Python dictionary of attributes per line.

1 2 {'weight': 4, 'color': 'red'}
2 3 {}
"""

from __future__ import annotations

import ast
import re
from typing import Any

import numpy as np

from accord._foundation.network import Network
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord._io.networks.builder import build_network, name_nodes, read_weights
from accord._io.networks.header import Header
from accord._io.networks.options import NetworkReadOptions
from accord.errors import FormatError, warn

_EDGE = re.compile(r"\s*(\S+)\s+(\S+)\s+(\{.*\})\s*")


def is_attributed(preview: Preview) -> bool:
    """Whether every line has two nodes and a dictionary."""
    return bool(preview.data) and all(
        re.fullmatch(rb"\S+\s+\S+\s+\{.*\}", line) for line in preview.data
    )


def read_attributed(source: Source, options: NetworkReadOptions) -> Network:
    """Read a list of edges with attributes; those other than the weight are ignored."""
    attribute = options.weights if isinstance(options.weights, str) else "weight"
    index_of: dict[str, int] = {}
    ends: list[tuple[int, int]] = []
    weights: list[str | None] = []
    positions: list[tuple[int, int]] = []
    of_weights: list[tuple[int, int]] = []
    ignored: set[str] = set()
    for number, line in source.decoded_lines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        edge = _EDGE.fullmatch(line)
        if edge is None:
            raise FormatError(
                "expected two nodes and a dictionary, as in \"1 2 {'weight': 4}\"",
                source.name,
                number,
                1,
            )
        position = number, edge.start(3) + 1
        attributes = _attributes(source, edge[3], position)
        first, second = (index_of.setdefault(edge[end], len(index_of)) for end in (1, 2))
        ends.append((first, second))
        positions.append((number, 1))
        value = attributes.pop(attribute, None)
        weights.append(None if value is None else _word(value))
        of_weights.append(position)
        ignored.update(map(str, attributes))
    labels, index = name_nodes(source, options, list(index_of), source.says_text_ids)
    sources, targets = index[np.array(ends, np.int64).reshape(-1, 2)].T
    network = build_network(
        source,
        options,
        labels,
        (sources, targets),
        read_weights(source, attribute, weights, lambda edge: of_weights[edge]),
        np.full(len(ends), not Header.parse(source).directed),
        lambda edge: positions[edge],
    )
    if ignored and options.weights is None:
        names = ", ".join(sorted(ignored))
        warn(f"{source.name}: attributes of edges other than the weight are ignored: {names}")
    return network


def _word(value: object) -> str:
    try:
        return str(value)
    except ValueError:  # an integer of more digits than Python writes
        return "…"


def _attributes(source: Source, text: str, position: tuple[int, int]) -> dict[Any, Any]:
    try:
        attributes = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        attributes = None
    if not isinstance(attributes, dict):
        raise FormatError("this is not a dictionary of attributes", source.name, *position)
    return attributes
