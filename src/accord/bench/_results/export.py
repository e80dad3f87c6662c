"""Export results to files: tables as CSV or Parquet, and the clusterings that were found."""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from accord._display.columns import Columns, csv_blocks
from accord._io.files.atomic import open_folder, open_to_write
from accord.bench._run.open_store import StudyLike, open_study
from accord.errors import InputError, need_package

#: Endings of the names of files with tables.
TABLE_FORMATS = ("csv", "parquet")
_LONGEST_STEM = 100  # characters, which are at most 255 bytes with the rest of a file name


def write_table(columns: Columns, types: Mapping[str, type], path: str | os.PathLike[str]) -> None:
    """Write columns of str, int or float as CSV or Parquet, depending on the file name."""
    name = os.fspath(path)
    ending = name.rpartition(".")[2].lower()
    if ending not in TABLE_FORMATS:
        raise InputError(
            f"{name}: results are written as .csv or .parquet: "
            "choose a name that ends in one of these"
        )
    if ending == "parquet":
        _write_parquet(columns, types, name)
        return
    with open_to_write(name) as out:
        for block in csv_blocks(list(columns), zip(*columns.values(), strict=True)):
            out.write(f"{block}\n".encode())


def export_clusterings(
    study: StudyLike, folder: str | os.PathLike[str], name: str | None = None
) -> int:
    """Copy the clusterings of all runs of a study into a folder; return the number of files.

    The folder must be new or empty. A file is named after the algorithm, the data set, the
    instance, the shuffle and the seed of the run; files whose names would be equal are numbered.
    If the store has several studies, `name` selects one.
    """
    taken: Counter[str] = Counter()
    with open_study(study, name) as (store, chosen), open_folder(os.fspath(folder)) as target:
        rows = [row for row in store.results(chosen) if row["clustering"]]
        for row in rows:
            stem = _file_stem(row)
            suffix = row["clustering"].partition(".")[2]
            taken[stem] += 1
            number = f"_{taken[stem]}" if taken[stem] > 1 else ""
            shutil.copyfile(
                store.clusterings.file(row["clustering"]),
                os.path.join(target, f"{stem}{number}.{suffix}"),
                follow_symlinks=False,
            )
    return len(rows)


def _file_stem(row: Mapping[str, Any]) -> str:
    shuffle = "" if row["shuffle"] is None else f"shuffle-{row['shuffle']}"
    parts = [row["algorithm"], row["dataset"], row["instance"], shuffle, f"seed-{row['seed']}"]
    stem = "_".join(re.sub(r"[^\w.=-]+", "-", part) for part in parts if part)
    return stem.lstrip(".")[:_LONGEST_STEM]


def _write_parquet(
    columns: Mapping[str, Sequence[Any]], types: Mapping[str, type], name: str
) -> None:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise need_package("pyarrow", "arrow", "writing Parquet") from None
    arrow_types = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64()}
    schema = pyarrow.schema([(column, arrow_types[type_]) for column, type_ in types.items()])
    with open_to_write(name) as out:
        parquet.write_table(pyarrow.table(columns, schema=schema), out)
