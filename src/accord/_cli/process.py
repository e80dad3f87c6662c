"""The command as a process: its exit code, whatever happens to it."""

from __future__ import annotations

import errno
import os
import sys
import warnings
from typing import NoReturn

import click

from accord._cli.errors import describe, lacks_memory, print_error, print_warning
from accord._cli.flags import flag_notation
from accord._cli.signals import StopSignals
from accord._cli.streams import drop_unwritten, open_streams
from accord._foundation.arguments import argument_notation
from accord.errors import AccordError

#: 128 and the number of SIGPIPE: the exit code of a program whose output nobody reads any more.
_BROKEN_PIPE = 141


def run_and_exit(cli: click.Group) -> NoReturn:
    """Run the command on the command line and exit with its code.

    A command returns its exit code, or None for 0. An error prints one line and exits with code 2,
    a signal that ends the command exits with 128 and its number.
    """
    open_streams()
    warnings.showwarning = print_warning
    signals = StopSignals()
    try:
        code = _run(cli)
    except BaseException as error:
        if signals.received is None:
            raise
        said = str(error) if isinstance(error, KeyboardInterrupt) else ""
        print_error(said or signals.word)
        code = signals.exit_code
    drop_unwritten()
    sys.exit(code)


def _run(cli: click.Group) -> int:
    """The exit code of the command, unless a signal ends it."""
    try:
        with argument_notation(flag_notation()):
            code = _invoke(cli)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else "", err=True)
        return 2
    except (AccordError, click.ClickException, MemoryError, OSError) as error:
        if isinstance(error, OSError) and error.errno == errno.EPIPE:
            return _BROKEN_PIPE
        print_error(describe(error))
        return 2
    except ImportError as error:
        if not lacks_memory(error):
            raise
        print_error(describe(error))
        return 2
    return code if isinstance(code, int) else 0


def _invoke(cli: click.Group) -> object:
    """What the command returns.

    `cli.main` would do the same, but has a mind of its own about interrupts and broken pipes.
    """
    instruction = os.environ.get("_ACCORD_COMPLETE")
    if instruction:
        from click.shell_completion import shell_complete

        return shell_complete(cli, {}, "accord", "_ACCORD_COMPLETE", instruction)
    try:
        with cli.make_context("accord", sys.argv[1:]) as context:
            return cli.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
