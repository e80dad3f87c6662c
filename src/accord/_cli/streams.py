"""The standard streams, which the caller may have closed, or connected to a full disk."""

from __future__ import annotations

import contextlib
import os
import sys
from io import TextIOWrapper
from typing import TextIO

from accord._io.files.atomic import system_errors

#: Each stream with a mode for Python, and one for the system by which using it is an error: what is
#: read or printed is missed, but messages are not.
_STREAMS = (("stdin", "r", os.O_WRONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY))


def open_streams() -> None:
    """Put a stand-in in the place of each stream that is closed.

    Otherwise the next file that is opened would take its number, and what is meant for the stream
    would get into the file. Names of files that are not valid Unicode are printed byte by byte.
    """
    for name, mode, flags in _STREAMS:  # ascending, because the lowest free number is taken
        if getattr(sys, name) is None:
            number = os.open(os.devnull, flags)
            os.set_inheritable(number, True)
            setattr(sys, name, open(number, mode, closefd=False))  # noqa: SIM115
    if isinstance(sys.stdout, TextIOWrapper):
        is_unicode = sys.stdout.encoding.lower().replace("-", "") == "utf8"
        sys.stdout.reconfigure(errors="surrogateescape" if is_unicode else "replace")


def write_output(text: str) -> None:
    """Write a text and a line end to the standard output."""
    with system_errors("standard output"):
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()


def drop_unwritten() -> None:
    """Drop what cannot be written, which Python would try again at exit, with a traceback."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            _drop(stream)


def _drop(stream: TextIO) -> None:
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
