"""What all commands share: how they run and fail, what they read, how they print."""

from __future__ import annotations

import functools
import json
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NoReturn

import click

import accord
from accord.cli.terminal import render
from accord.clustering import Clustering
from accord.errors import AccordError
from accord.io import FORMATS, IDS
from accord.io.networks import NETWORK_FORMATS
from accord.layout import Block, Table

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
        complain("error", str(error.__cause__ or error) or "interrupted")  # click puts what stopped it into the cause
        code = 130
    except BrokenPipeError:  # the reader of our output has gone: nothing to say, and nobody to say it to
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    except (AccordError, click.ClickException, MemoryError, OSError) as error:
        complain("error", _message(error))
        code = 2
    sys.exit(code if isinstance(code, int) else 0)


def _message(error: BaseException) -> str:
    if isinstance(error, click.ClickException):
        command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "accord"
        return f"{error.format_message()} (see '{command} --help')"
    if isinstance(error, MemoryError) and not isinstance(error, AccordError):
        return "not enough memory for this input"
    if isinstance(error, accord.FileError):
        return f"{error.filename}: {error.strerror}"
    return str(error)


def _show_warning(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
    complain("warning", str(message))


def complain(kind: str, message: str) -> None:
    print(f"accord: {kind}: {' '.join(message.split())}", file=sys.stderr)


class ProgressLine:
    """A line on a terminal that says how far long work has come; nothing on anything else."""

    def __init__(self, *, silent: bool = False) -> None:
        self._silent, self._shown = silent, False
        self._start = time.monotonic()

    def __call__(self, done: float) -> None:
        if not self._silent and sys.stderr.isatty() and time.monotonic() - self._start > 1:
            print(f"\r{done:4.0%} ", end="", file=sys.stderr, flush=True)
            self._shown = True

    def clear(self) -> None:
        if self._shown:
            print("\r     \r", end="", file=sys.stderr, flush=True)


@dataclass
class Reader:
    """How the files of a command are read, and how long that took."""

    format: str | None
    ids: str
    shares: bool | None
    columns: str | None
    noise: str | None
    threads: int | None
    quiet: bool
    progress: ProgressLine = field(init=False)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.progress = ProgressLine(silent=self.quiet)
        if self.quiet:
            warnings.simplefilter("ignore", accord.AccordWarning)

    def read(self, path: str | Sequence[str], format: str | None = None) -> Clustering:
        """From a file, or several that are levels. `format` wins over the one chosen for all files."""
        with self.at_work():
            return accord.read(
                path,
                format=format or self.format,
                ids=self.ids,
                shares=self.shares,
                columns=None if self.columns is None else self.columns.split(","),
                noise=self.noise,
                threads=self.threads,
                progress=self.progress,
            )

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Takes the time, and clears the line that says how far it has come."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.progress.clear()
            self.seconds += time.perf_counter() - start


def reading_options(command: Command) -> Command:
    """The options of a Reader, which the command gets as `reader`."""

    @functools.wraps(command)
    def with_reader(
        input_format: str | None,
        ids: str,
        shares: bool | None,
        columns: str | None,
        noise: str | None,
        threads: int | None,
        quiet: bool,
        **others: Any,
    ) -> Any:
        return command(reader=Reader(input_format, ids, shares, columns, noise, threads, quiet), **others)

    for option in (
        click.option("-q", "--quiet", is_flag=True, help="No notes, no warnings, no progress: only what was asked for."),
        click.option("--threads", type=click.IntRange(min=1), help="Threads to use; by default all there are."),
        click.option(
            "--noise", metavar="NAME", help="The cluster of this name, such as -1, is none: its nodes are in no cluster."
        ),
        click.option(
            "--columns", metavar="NODE,CLUSTER[,...]", help="Columns by name or number; also SHARE, level=X, weight=X."
        ),
        click.option("--shares/--no-shares", default=None, help="Members are node:share; by default if the header says so."),
        click.option("--ids", type=click.Choice(IDS), default="auto", show_default=True, help="What node ids are."),
        click.option(
            "--input-format", type=FormatName(), help="Format of all files, whatever their names; see 'accord formats'."
        ),
    ):
        with_reader = option(with_reader)
    return with_reader


class FormatName(click.ParamType[str]):
    """The name of a format; what it is not is said by the library."""

    name = "format"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in sorted({*FORMATS, *NETWORK_FORMATS}) if name.startswith(incomplete)]


def print_option(*more: str) -> Callable[[Command], Command]:
    """How to print a result: as a table, as data, or in one of `more` ways."""
    ways = ("table", "json", "csv", "markdown", *more)
    return click.option(
        "--format", "form", type=click.Choice(ways), default="table", show_default=True, help="How to print."
    )


def print_result(result: Any, form: str, *, quiet: bool = False) -> None:
    """`quiet`: of a table for people, the tables alone."""
    if form == "json":
        click.echo(json.dumps(result.to_dict(), indent=2, default=str))
    elif form == "table":
        print_blocks(result.blocks(), quiet=quiet)
    else:
        click.echo(getattr(result, {"csv": "to_csv", "markdown": "to_markdown", "cll": "to_cll"}[form])())


def print_blocks(blocks: Sequence[Block], *, quiet: bool = False) -> None:
    told = [block for block in blocks if isinstance(block, Table)] if quiet else blocks
    click.echo(render(told), color=True)  # what is not wanted on this output is not there
