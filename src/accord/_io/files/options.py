"""How a file is to be read."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from accord._foundation.arguments import argument
from accord._foundation.progress import ProgressCallback
from accord._foundation.reading import Orientation
from accord.errors import unknown, warn

PathLike = str | os.PathLike[str]
#: The type of node ids; "auto": that of the first one.
IdType = Literal["auto", "integer", "text"]
ID_TYPES: tuple[IdType, ...] = get_args(IdType)


@dataclass(frozen=True)
class ReadOptions:
    """How a file with a clustering is to be read."""

    ids: IdType
    #: Whether members of a cluster list are written `node:share`; None: as its header says.
    shares: bool | None
    #: Names or numbers of the columns of a table; None: found by their names.
    columns: tuple[str, ...] | None
    #: Whether the first row of a table is a header; None: as its words say.
    header: bool | None
    threads: int
    progress: ProgressCallback | None
    #: What the keys of a mapping in JSON are; None: what its data tell.
    orientation: Orientation | None = field(default=None, kw_only=True)
    #: The label of nodes in no cluster, as the caller says it.
    noise: object = field(default=None, kw_only=True)


def check_id_type(ids: str) -> None:
    """Raise UnknownNameError if `ids` is not a type of node ids."""
    if ids not in ID_TYPES:
        raise unknown("type of ids", ids, ID_TYPES)


def split_columns(columns: str | Sequence[str | int] | None) -> tuple[str, ...] | None:
    """Names or numbers of columns as texts; a text has commas between them."""
    if isinstance(columns, str):
        columns = columns.split(",")
    return None if columns is None else tuple(map(str, columns))


def warn_of_unused(options: ReadOptions, path: str, title: str) -> None:
    """Say which options are not used, as what the file is read as has no columns to choose."""
    given = {"columns": options.columns is not None, "header": options.header is True}
    unused = [argument(name) for name, is_given in given.items() if is_given]
    if unused:
        are = "is" if len(unused) == 1 else "are"
        warn(
            f"{path}: {' and '.join(unused)} {are} not used: "
            f"it is read as {title}, which has no columns to choose"
        )
