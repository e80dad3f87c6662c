"""Several results by name: mappings, files, data frames with a column for each, and lists."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from accord._display.names import name_paths
from accord._io.objects.label_sequences import is_flat
from accord._io.objects.libraries import find_reader, is_estimator
from accord._io.tables.columns import is_known, listed
from accord._io.tables.origin import comes_from
from accord.errors import InputError


def name_results(found: Any, truth: Any) -> Mapping[str, Any]:
    """Results by name: files have short names, columns their own, and others are numbered."""
    if isinstance(found, Mapping):
        named: Mapping[str, Any] = found
    elif isinstance(found, list | tuple) and all(
        isinstance(path, str | os.PathLike) for path in found
    ):
        named = name_paths(found)
    elif is_frame(found):
        named = label_columns(found)
    elif isinstance(found, list | tuple):
        _check_results(found, truth)
        named = {f"result {number}": result for number, result in enumerate(found, 1)}
    else:
        named = {}
    if not named:
        raise InputError(
            "results to rank must be a mapping from names to results, a data frame with a column "
            "of labels for each, or a list of files or results, and not empty"
        )
    return named


def is_frame(data: Any) -> bool:
    """Whether it is a data frame of pandas or Polars."""
    return comes_from(data, "pandas", "DataFrame") or comes_from(data, "polars", "DataFrame")


def label_columns(frame: Any) -> dict[str, Any]:
    """The columns of a data frame as labels of nodes, by name.

    A column such as `node` or `id` holds the nodes; without one, the index of a data frame of
    pandas does.
    """
    columns = list(frame.columns)
    nodes = [column for column in columns if is_known(str(column), "node")]
    labels = [column for column in columns if column not in nodes[:1]]
    if len(set(columns)) < len(columns):
        raise InputError(
            f"two of the columns {listed(list(map(str, columns)))} have the same name: "
            "rename one of them"
        )
    if not nodes:
        return {str(column): frame[column] for column in labels}
    if hasattr(frame, "iloc"):
        frame = frame.set_index(nodes[0])
        return {str(column): frame[column] for column in labels}
    of_row = frame[nodes[0]].to_list()
    if len(set(of_row)) < len(of_row):
        raise InputError(
            f"column {nodes[0]!r} has nodes twice: for rows of memberships, pass the table by "
            "name, as in {'found': table}"
        )
    return {
        str(column): dict(zip(of_row, frame[column].to_list(), strict=True)) for column in labels
    }


def _check_results(found: list[Any] | tuple[Any, ...], truth: Any) -> None:
    """Raise if a list may be one clustering rather than several results."""
    if any(map(_is_result, found)):
        return
    if is_flat(found):
        raise InputError(
            "results to rank are a flat list: for one result, pass it by name, "
            "as in {'found': labels}"
        )
    if not is_flat(truth) and any(map(is_flat, found)):
        raise InputError(
            "results to rank are a list of flat lists, which may be the clusters of one result or "
            "the labels of several: pass results by name, as in {'found': result}"
        )


def _is_result(data: Any) -> bool:
    """Whether it is the result of a library, and nothing else."""
    return is_estimator(data) or find_reader(data) is not None
