"""The files that an engine opens as one table.

Engines take paths for patterns, and some words in them for something else; each backend must pass
them on so that every name stands for the file of this name.
"""

from __future__ import annotations

import os
import re

from accord.errors import InputError, MissingFileError


def list_files(path: str) -> tuple[str, list[str]]:
    """The kind ("parquet", "csv" or "tsv") and the paths of a file, or of all files in a folder."""
    if not os.path.exists(path):
        raise MissingFileError(2, "No such file or directory", path)
    if not os.path.isdir(path) and not os.path.isfile(path):
        raise InputError(f"{path}: this is a pipe or a device: this engine needs a file")
    files = [path]
    if os.path.isdir(path):
        listed = sorted(
            os.path.join(path, name) for name in os.listdir(path) if not name.startswith((".", "_"))
        )
        files = [file for file in listed if os.path.isfile(file)]
    kinds = {_kind(file) for file in files}
    if len(kinds) != 1 or None in kinds:
        found = (
            "no files"
            if not files
            else "files of several kinds"
            if len(kinds) > 1
            else "no Parquet, CSV or TSV"
        )
        raise InputError(
            f"{path}: {found}: this engine reads Parquet, CSV and TSV; "
            "read other formats without it"
        )
    return str(kinds.pop()), files


def _kind(path: str) -> str | None:
    name = re.search(r"\.(parquet|pq|csv|tsv)(\.gz|\.zst)?$", path.lower())
    return None if name is None else {"pq": "parquet"}.get(name[1], name[1])
