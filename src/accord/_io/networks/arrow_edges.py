"""Tables of edges in Parquet and Arrow (Feather) files, through pyarrow."""

from __future__ import annotations

from typing import Any, BinaryIO

import numpy as np

from accord._foundation.network import Network
from accord._io.clusterings.arrow_files import (
    arrow_labels,
    arrow_table,
    need_pyarrow,
    parquet_table,
    write_arrow_table,
    write_parquet_table,
)
from accord._io.files.source import Source
from accord._io.networks.options import NetworkReading
from accord._io.tables.edges import choose_columns, from_edge_table, type_place


def read_parquet(source: Source, reading: NetworkReading) -> Network:
    def needed(names: list[str]) -> list[int]:
        places = set(choose_columns(names, reading.columns, reading.weights).values())
        type_at = type_place(names)
        return sorted(places if type_at is None else places | {type_at})

    return parquet_table(source, needed, lambda table: _network(table, source, reading))


def read_arrow(source: Source, reading: NetworkReading) -> Network:
    return arrow_table(source, lambda table: _network(table, source, reading))


def _network(table: Any, source: Source, reading: NetworkReading) -> Network:
    return from_edge_table(
        *(table, source.name),
        columns=reading.columns,
        directed=reading.directed,
        weights=reading.weights,
        repeats=reading.repeats,
        threads=reading.threads,
    )


def write_parquet(network: Network, out: BinaryIO) -> None:
    write_parquet_table(_table(network), out)


def write_arrow(network: Network, out: BinaryIO) -> None:
    write_arrow_table(_table(network), out)


def _table(network: Network) -> Any:
    """The edges, and then the nodes without edges, which have no target."""
    pyarrow = need_pyarrow()
    sources, targets, weights = network.edge_columns()
    alone = np.flatnonzero(network.degrees == 0).astype(np.uint32)
    nothing = np.arange(len(sources) + len(alone)) >= len(sources)
    labels = arrow_labels(pyarrow, network.node_labels)
    columns = {
        "source": labels.take(pyarrow.array(np.append(sources, alone).astype(np.int64))),
        "target": labels.take(
            pyarrow.array(np.append(targets, alone).astype(np.int64), mask=nothing)
        ),
    }
    if weights is not None:
        columns["weight"] = pyarrow.array(np.append(weights, np.ones(len(alone))), mask=nothing)
    if network.directed:
        columns["type"] = pyarrow.array(["Directed"] * len(nothing))
    return pyarrow.table(columns)
