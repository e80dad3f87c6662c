"""How commands run, and how they fail."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from typing import Any, NoReturn

import click

from accord.errors import AccordError, FileError

Command = Callable[..., Any]


def run(cli: click.Group) -> NoReturn:
    """Runs a command. Errors are one line and exit code 2; what a test of values asks for and misses is exit code 1."""
    warnings.showwarning = _show_warning
    try:
        code = cli.main(standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else "", err=True)
        code = 2
    except (click.Abort, KeyboardInterrupt) as error:
        complain(
            "error", str(error.__cause__ or error) or "interrupted"
        )  # click puts what stopped it into the cause
        code = 130
    except (
        BrokenPipeError
    ):  # the reader of our output has gone: nothing to say, and nobody to say it to
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    except (AccordError, click.ClickException, MemoryError, OSError) as error:
        complain("error", _message(error))
        code = 2
    sys.exit(code if isinstance(code, int) else 0)


def _message(error: BaseException) -> str:
    if isinstance(error, click.ClickException):
        command = (
            error.ctx.command_path
            if isinstance(error, click.UsageError) and error.ctx
            else "accord"
        )
        return f"{error.format_message()} (see '{command} --help')"
    if isinstance(error, MemoryError) and not isinstance(error, AccordError):
        return "not enough memory for this input"
    if isinstance(error, FileError):
        return f"{error.filename}: {error.strerror}"
    return str(error)


def _show_warning(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
    complain("warning", str(message))


def complain(kind: str, message: str) -> None:
    print(f"accord: {kind}: {' '.join(message.split())}", file=sys.stderr)
