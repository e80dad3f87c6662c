"""Files as such: errors of the system in our words, and files that appear whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from accord.errors import FileError, InputError, MissingFileError
from accord.io.compression import compress


@contextmanager
def system_errors(name: str) -> Iterator[None]:
    """What the system says about the file `name`, as errors of ours."""
    if "\0" in name:
        raise InputError(f"{name!r} cannot be a file name")
    try:
        yield
    except FileError:
        raise
    except OSError as error:
        kind = MissingFileError if isinstance(error, FileNotFoundError) else FileError
        raise kind(error.errno, error.strerror or str(error), name) from None


@contextmanager
def open_to_write(path: str) -> Iterator[Any]:
    """A writer into the file, compressing as its suffix says. A regular file takes its place when all went well."""
    suffix = os.path.splitext(path)[1]
    with system_errors(path):
        if path == "-":
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
            return
        target = os.path.realpath(path)
        if os.path.exists(target) and not os.path.isfile(target):  # a pipe or a device is written to, not replaced
            with open(target, "wb") as special, compress(special, suffix) as out:
                yield out
        else:
            with _replacing(target) as file, compress(file, suffix) as out:
                yield out


@contextmanager
def _replacing(target: str) -> Iterator[BinaryIO]:
    import tempfile

    handle, name = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".accord-")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        os.chmod(name, os.stat(target).st_mode if os.path.exists(target) else 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
