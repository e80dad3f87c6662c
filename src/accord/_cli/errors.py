"""Exit codes and error messages of the command line."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Any, NoReturn

import click

from accord._cli.flags import flag_notation
from accord._foundation.arguments import argument_notation
from accord._foundation.progress_bar import progress_hidden
from accord.errors import AccordError, FileError

_NO_MEMORY = "not enough memory for this input"


def run_and_exit(cli: click.Group) -> NoReturn:
    """Run the command on the command line and exit with its code.

    A command returns its exit code, or None for 0. An error prints one line and exits with code 2,
    an interrupt exits with code 130.
    """
    warnings.showwarning = _print_warning
    try:
        with argument_notation(flag_notation()):
            code = cli.main(standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else "", err=True)
        code = 2
    except (click.Abort, KeyboardInterrupt) as error:
        # click raises its own Abort, with the interrupt as the cause
        print_error(str(error.__cause__ or error) or "interrupted")
        code = 130
    except BrokenPipeError:  # nobody reads the output any more: exit without a message
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    except (AccordError, click.ClickException, MemoryError, OSError) as error:
        print_error(_message(error))
        code = 2
    except ImportError as error:
        if not _lacks_memory(error):
            raise
        print_error(_NO_MEMORY)
        code = 2
    sys.exit(code if isinstance(code, int) else 0)


def print_error(message: str, kind: str = "error") -> None:
    """Print a message on one line of the standard error."""
    with progress_hidden():
        print(f"accord: {kind}: {' '.join(message.split())}", file=sys.stderr)


def print_note(message: str) -> None:
    """Print on one line of the standard error how an input was understood."""
    print_error(message, kind="note")


def _print_warning(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
    print_error(str(message), kind="warning")


def _message(error: BaseException) -> str:
    if isinstance(error, click.MissingParameter) and isinstance(error.param, click.Argument):
        return _missing_argument(error.param, error.ctx)
    if isinstance(error, click.ClickException):
        context = error.ctx if isinstance(error, click.UsageError) else None
        command = "accord" if context is None else context.command_path
        return f"{error.format_message()} (see '{command} --help')"
    if isinstance(error, MemoryError) and not isinstance(error, AccordError):
        return _NO_MEMORY
    if isinstance(error, FileError):
        return f"{error.filename}: {error.strerror}"
    return str(error)


def _lacks_memory(error: ImportError) -> bool:
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
