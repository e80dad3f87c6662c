"""What an error means to a client: a status of HTTP, a message, and where it happened."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from accord.errors import AccordError, FileError, FormatError, MissingFileError, TooLargeError

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@dataclass(frozen=True)
class Failure:
    """Why there is no answer."""

    status: int
    detail: str
    where: Mapping[str, Any] | None = None


def failure_of(error: BaseException) -> Failure:
    """The failure that an error stands for; status 500 is an error in accord itself."""
    if isinstance(error, OSError) and error.errno in _NO_ROOM:
        return Failure(507, "there is no room left on the disk of the server: try again later")
    if isinstance(error, FormatError):
        where = {"path": error.path, "line": error.line, "column": error.column}
        return Failure(422, str(error), where)
    if isinstance(error, TooLargeError):
        return Failure(503, str(error))
    if isinstance(error, MissingFileError):
        return Failure(404, f"{error.filename}: {error.strerror}")
    if isinstance(error, FileError):
        return Failure(503, f"{error.filename}: {error.strerror}")
    if isinstance(error, AccordError):
        return Failure(422, str(error))
    if isinstance(error, MemoryError):
        return Failure(503, "this needs more memory than a worker may use")
    return Failure(500, "this is an error in accord: please report what you asked for")
