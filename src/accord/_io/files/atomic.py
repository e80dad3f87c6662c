"""Files as such: errors of the system in our words, and files that appear whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from accord._io.files.compression import compress
from accord.errors import FileError, InputError, MissingFileError


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
    with system_errors(path):
        if path == "-":
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
            return
        target = os.path.realpath(path)
        if os.path.exists(target) and not os.path.isfile(
            target
        ):  # a pipe or a device is written to, not replaced
            with open(target, "wb") as special, compress(special, path) as out:
                yield out
        else:
            with _replacing(target) as file, compress(file, path) as out:
                yield out


@contextmanager
def open_folder(path: str) -> Iterator[str]:
    """A new folder to put files into, which takes its place when all went well. One that has files already is an error."""
    import shutil
    import tempfile

    target = os.path.realpath(path)
    with system_errors(path):
        if os.path.isdir(target) and os.listdir(target):
            raise InputError(f"{path}: there are files in this folder already: choose another")
        inside = tempfile.mkdtemp(dir=os.path.dirname(target), prefix=".accord-")
        try:
            yield inside
            os.chmod(inside, 0o777 & ~_umask())
            os.replace(inside, target)
        except BaseException:
            shutil.rmtree(inside, ignore_errors=True)
            raise


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
