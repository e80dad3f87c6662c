"""Tables of memberships in Parquet and Arrow (Feather) files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, BinaryIO

import numpy as np

from accord._foundation.clustering import Clustering
from accord._foundation.labels import is_int64
from accord._io.files.arrow import (
    arrow_labels,
    import_pyarrow,
    read_arrow_table,
    read_parquet_table,
    table_errors,
    write_arrow_table,
    write_parquet_table,
)
from accord._io.files.options import ReadOptions
from accord._io.files.source import Source
from accord._io.tables.columns import choose_membership_columns
from accord._io.tables.guessed_columns import warn_of_guessed_roles
from accord._io.tables.memberships import from_columns, from_membership_table
from accord._io.tables.table import as_table
from accord.errors import InputError


def read_parquet(source: Source, options: ReadOptions) -> Clustering:
    chosen: dict[str, str] = {}

    def needed(names: list[str]) -> list[int]:
        try:
            column_of = choose_membership_columns(names, options.columns)
        except InputError:
            if options.columns is None:  # columns that only their values can tell
                return list(range(len(names)))
            raise
        if options.columns is None:
            warn_of_guessed_roles(names, column_of, source.name)
        chosen.update({role: names[index] for role, index in column_of.items()})
        return list(column_of.values())

    with table_errors(source):
        table = read_parquet_table(source, needed)
        if not chosen:
            return from_membership_table(table, source.name)
        column_of = {role: table.column_names.index(name) for role, name in chosen.items()}
        return from_columns(as_table(table), table, column_of, source.name, options.columns)


def read_arrow(source: Source, options: ReadOptions) -> Clustering:
    with table_errors(source):
        return from_membership_table(read_arrow_table(source), source.name, options.columns)


def write_parquet(clustering: Clustering, out: BinaryIO) -> None:
    write_parquet_table(_membership_table(clustering), out)


def write_arrow(clustering: Clustering, out: BinaryIO) -> None:
    write_arrow_table(_membership_table(clustering), out)


def _membership_table(clustering: Clustering) -> Any:
    """A pyarrow Table with the memberships, then the nodes in no cluster."""
    pyarrow = import_pyarrow()
    rows = clustering.rows
    alone = np.flatnonzero(clustering.memberships_of_node == 0)
    node = np.concatenate((rows.members, alone)).astype(np.int64)
    cluster = np.concatenate((rows.row_of_membership(), np.full(len(alone), -1)))
    is_alone = cluster < 0

    def take(names: Sequence[Any], index: Any) -> Any:
        integers = all(type(name) is int for name in names)
        odd = next((name for name in names if integers and not is_int64(name)), None)
        if odd is not None:
            raise InputError(f"a table cannot hold {odd}: only integers of 64 bits, and text")
        values = pyarrow.array(list(names) if integers else [str(name) for name in names])
        return values.take(pyarrow.array(index, mask=is_alone))

    columns = {
        "node": arrow_labels(clustering.node_labels).take(pyarrow.array(node)),
        "cluster": take(clustering.cluster_names(), cluster),
    }
    if rows.shares is not None:
        shares = np.concatenate((rows.shares, np.ones(len(alone))))
        columns["share"] = pyarrow.array(shares, mask=is_alone)
    if clustering.level_of_cluster is not None:
        level = np.append(clustering.level_of_cluster, -1)[cluster]
        columns["level"] = take(clustering.level_names, level)
    if clustering.weights is not None:
        columns["weight"] = pyarrow.array(clustering.weights[node])
    return pyarrow.table(columns)
