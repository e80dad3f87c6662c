"""Tables of edges in Parquet and Arrow (Feather) files."""

from __future__ import annotations

from typing import Any, BinaryIO

import numpy as np

from accord._foundation.network import Network
from accord._io.files.arrow import (
    arrow_labels,
    import_pyarrow,
    read_arrow_table,
    read_parquet_table,
    table_errors,
    write_arrow_table,
    write_parquet_table,
)
from accord._io.files.source import Source
from accord._io.networks.options import NetworkReadOptions
from accord._io.tables.edge_weights import unread_columns
from accord._io.tables.edges import choose_edge_columns, from_edge_table, type_column


def read_parquet(source: Source, options: NetworkReadOptions) -> Network:
    def needed(names: list[str]) -> list[int]:
        column_of = choose_edge_columns(names, options.columns, options.weights)
        columns = set(column_of.values())
        if options.columns is None and options.weights is None:
            columns.update(unread_columns(names, column_of))
        of_type = type_column(names)
        return sorted(columns if of_type is None else columns | {of_type})

    with table_errors(source):
        return _make_network(read_parquet_table(source, needed), source, options)


def read_arrow(source: Source, options: NetworkReadOptions) -> Network:
    with table_errors(source):
        return _make_network(read_arrow_table(source), source, options)


def _make_network(table: Any, source: Source, options: NetworkReadOptions) -> Network:
    return from_edge_table(
        table,
        source.name,
        columns=options.columns,
        directed=options.directed,
        weights=options.weights,
        repeats=options.repeats,
        threads=options.threads,
    )


def write_parquet(network: Network, out: BinaryIO) -> None:
    write_parquet_table(_edge_table(network), out)


def write_arrow(network: Network, out: BinaryIO) -> None:
    write_arrow_table(_edge_table(network), out)


def _edge_table(network: Network) -> Any:
    """A pyarrow Table with the edges, then the nodes without edges, which have no target."""
    pyarrow = import_pyarrow()
    sources, targets, weights = network.edge_columns()
    alone = np.flatnonzero(network.degrees == 0).astype(np.uint32)
    is_alone = np.arange(len(sources) + len(alone)) >= len(sources)
    labels = arrow_labels(network.node_labels)
    first, second = (np.append(ends, alone).astype(np.int64) for ends in (sources, targets))
    columns = {
        "source": labels.take(pyarrow.array(first)),
        "target": labels.take(pyarrow.array(second, mask=is_alone)),
    }
    if weights is not None:
        columns["weight"] = pyarrow.array(np.append(weights, np.ones(len(alone))), mask=is_alone)
    if network.directed:
        columns["type"] = pyarrow.array(["Directed"] * len(is_alone))
    return pyarrow.table(columns)
