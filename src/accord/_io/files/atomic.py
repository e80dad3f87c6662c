"""Files and folders that appear whole or not at all, and system errors as errors of accord."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO

from accord._io.files.compression import compress
from accord.errors import FileError, InputError, MissingFileError

#: How the names of files and folders begin that are not complete yet.
UNFINISHED = ".accord-"


@contextmanager
def system_errors(name: str) -> Iterator[None]:
    """Turn errors of the system about the file `name` into errors of accord."""
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
    """Open a file for writing, compressed as its suffix says; "-" is the standard output.

    A regular file is replaced only if the block ends without an error. A pipe or a device is
    written to directly.
    """
    if path == "-":
        with system_errors("standard output"):
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        return
    with system_errors(path):
        target = os.path.realpath(path)
        if os.path.exists(target) and not os.path.isfile(target):
            with open(target, "wb") as special, compress(special, path) as out:
                yield out
        else:
            with atomic_file(target) as file, compress(file, path) as out:
                yield out


@contextmanager
def open_folder(path: str) -> Iterator[str]:
    """Yield the path of a new folder that becomes `path` if the block ends without an error.

    Raises InputError if there are files in `path` already.
    """
    target = os.path.realpath(path)
    with system_errors(path):
        if os.path.isdir(target) and os.listdir(target):
            raise InputError(f"{path}: there are files in this folder already: choose another")
        with atomic_folder(target) as folder:
            yield folder


@contextmanager
def atomic_file(target: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a new file that replaces `target` if the block ends without an error.

    It has the permissions of the file that it replaces, or else those that the umask leaves.
    """
    name = _temporary_name(target)
    try:  # from here on: a signal may come at any time
        # The system applies the umask; `tempfile` would make a file that only its owner can read.
        handle = os.open(
            name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), 0o666
        )
        with os.fdopen(handle, "wb") as file:
            yield file
        if os.path.exists(target):
            os.chmod(name, stat.S_IMODE(os.stat(target).st_mode))
        os.replace(name, target)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(name)
        raise


@contextmanager
def atomic_folder(target: str | os.PathLike[str]) -> Iterator[str]:
    """Yield the path of a new folder that becomes `target` if the block ends without an error.

    Its permissions are those that the umask leaves. Raises OSError if `target` has files by then.
    """
    name = _temporary_name(target)
    try:
        os.mkdir(name)
        yield name
        os.replace(name, target)
    except BaseException:
        import shutil

        shutil.rmtree(name, ignore_errors=True)
        raise


def _temporary_name(target: str | os.PathLike[str]) -> str:
    """A hidden name in the same folder, and so in the same file system."""
    return os.path.join(os.path.dirname(os.fspath(target)), f"{UNFINISHED}{os.urandom(8).hex()}")
