"""Results in files: rows of a table, and clusterings."""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from accord._display.columns import csv_blocks
from accord._io.files.atomic import open_folder, open_to_write
from accord.bench._store.locate import Where, opened
from accord.errors import InputError, need_package

#: The formats of files with results.
EXPORTS = ("csv", "parquet")


def export(
    columns: Mapping[str, Sequence[Any]], kinds: Mapping[str, type], path: str | os.PathLike[str]
) -> None:
    """Writes columns of str, int or float, as CSV or Parquet, as the name of the file says."""
    name = os.fspath(path)
    kind = name.rpartition(".")[2].lower()
    if kind not in EXPORTS:
        raise InputError(
            f"{name}: results are written as .csv or .parquet: choose a name that ends in one of these"
        )
    if kind == "parquet":
        _write_parquet(columns, kinds, name)
        return
    with open_to_write(name) as out:
        for block in csv_blocks(list(columns), zip(*columns.values(), strict=True)):
            out.write(f"{block}\n".encode())


def export_clusterings(
    study: Where, folder: str | os.PathLike[str], name: str | None = None
) -> int:
    """Copies what every run of a study found into a new or empty folder, and says how many files that are.

    A file is called after the algorithm, the data set, the instance, the seed of its order, and the
    seed of the run; where that is the same for several, they are numbered.
    """
    taken: Counter[str] = Counter()
    with opened(study, name) as (store, chosen), open_folder(os.fspath(folder)) as inside:
        rows = [row for row in store.results(chosen) if row["clustering"]]
        for row in rows:
            shuffle = "" if row["shuffle"] is None else f"shuffle-{row['shuffle']}"
            parts = [row["algorithm"], row["data"], row["instance"], shuffle, f"seed-{row['seed']}"]
            plain = "_".join(re.sub(r"[^\w.=-]+", "-", part) for part in parts if part)
            suffix = row["clustering"].partition(".")[2]
            taken[plain] += 1
            number = f"_{taken[plain]}" if taken[plain] > 1 else ""
            shutil.copyfile(
                store.clusterings.path(row["clustering"]),
                os.path.join(inside, f"{plain}{number}.{suffix}"),
            )
    return len(rows)


def _write_parquet(
    columns: Mapping[str, Sequence[Any]], kinds: Mapping[str, type], name: str
) -> None:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise need_package("pyarrow", "arrow", "writing Parquet") from None
    types = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64()}
    schema = pyarrow.schema([(column, types[kind]) for column, kind in kinds.items()])
    with open_to_write(name) as out:
        parquet.write_table(pyarrow.table(columns, schema=schema), out)
