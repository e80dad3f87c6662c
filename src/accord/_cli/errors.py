"""Messages of the command line, each on one line of the standard error."""

from __future__ import annotations

import contextlib
import sys
from typing import Any

import click

from accord._display.escaping import printable
from accord._foundation.progress_bar import progress_hidden
from accord.errors import AccordError

_NO_MEMORY = "not enough memory for this input"


def print_error(message: str, kind: str = "error") -> None:
    """Print a message on one line of the standard error."""
    print_message(f"accord: {kind}: {' '.join(message.split())}")


def print_note(message: str) -> None:
    """Print on one line of the standard error how an input was understood."""
    print_error(message, kind="note")


def print_message(line: str) -> None:
    """Print a line on the standard error; if nobody can read it, go on without."""
    with contextlib.suppress(OSError), progress_hidden():
        print(printable(line), file=sys.stderr)


def print_path(what: str, path: str, *, quiet: bool = False) -> None:
    """Say on the standard error where a file is that was written beside the output."""
    if not quiet:
        print_message(f"{what}: {path}")


def print_warning(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
    """Print a warning, in place of `warnings.showwarning`."""
    print_error(str(message), kind="warning")


def describe(error: BaseException) -> str:
    """What happened, and what to do."""
    if isinstance(error, click.MissingParameter) and isinstance(error.param, click.Argument):
        return _missing_argument(error.param, error.ctx)
    if isinstance(error, click.ClickException):
        context = error.ctx if isinstance(error, click.UsageError) else None
        command = "accord" if context is None else context.command_path
        return f"{error.format_message()} (see '{command} --help')"
    if isinstance(error, MemoryError) and not isinstance(error, AccordError):
        return _NO_MEMORY
    if isinstance(error, ImportError) and lacks_memory(error):
        return _NO_MEMORY
    if isinstance(error, OSError) and error.strerror:
        return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"
    return str(error)


def lacks_memory(error: ImportError) -> bool:
    """Whether there was no room for a compiled module, by what the dynamic linker says."""
    return any(words in str(error) for words in ("map segment", "allocate memory"))


def _missing_argument(argument: click.Argument, context: click.Context | None) -> str:
    """What is missing, and how the command is used."""
    name = (argument.metavar or argument.human_readable_name).upper().removesuffix("...")
    if context is None:
        return f"{name} is missing"
    usage = " ".join(context.command.collect_usage_pieces(context)).replace("[OPTIONS] ", "")
    path = context.command_path
    return f"{name} is missing: write {path} {usage} (see '{path} --help')"
