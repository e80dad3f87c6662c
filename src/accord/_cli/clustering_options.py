"""The options of commands that read clusterings."""

from __future__ import annotations

import functools
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import click

import accord
from accord._cli.main import Command
from accord._cli.progress import ProgressLine
from accord._foundation.clustering import Clustering
from accord._io.clusterings import FORMATS, IDS


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
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if self.quiet:
            warnings.simplefilter("ignore", accord.AccordWarning)

    def read(self, path: str | Sequence[str], format: str | None = None) -> Clustering:
        """From a file, or several that are levels. `format` wins over the one chosen for all files."""
        with self.timed(path if isinstance(path, str) else path[0]) as progress:
            return accord.read(
                path,
                format=format or self.format,
                ids=self.ids,
                shares=self.shares,
                columns=None if self.columns is None else self.columns.split(","),
                noise=self.noise,
                threads=self.threads,
                progress=progress,
            )

    @contextmanager
    def timed(self, path: str) -> Iterator[ProgressLine]:
        """Takes the time of reading a file, and says how far that has come."""
        start = time.perf_counter()
        try:
            with self.progress(f"reading {path}") as progress:
                yield progress
        finally:
            self.seconds += time.perf_counter() - start

    def progress(self, what: str) -> ProgressLine:
        return ProgressLine(what, silent=self.quiet)


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
        return command(
            reader=Reader(input_format, ids, shares, columns, noise, threads, quiet), **others
        )

    for option in (
        click.option(
            "-q",
            "--quiet",
            is_flag=True,
            help="No notes, no warnings, no progress: only what was asked for.",
        ),
        click.option(
            "--threads",
            type=click.IntRange(min=1),
            help="Threads to use; by default all there are.",
        ),
        click.option(
            "--noise",
            metavar="NAME",
            help="The cluster of this name, such as -1, is none: its nodes are in no cluster.",
        ),
        click.option(
            "--columns",
            metavar="NODE,CLUSTER[,...]",
            help="Columns by name or number; also SHARE, level=X, weight=X.",
        ),
        click.option(
            "--shares/--no-shares",
            default=None,
            help="Members are node:share; by default if the header says so.",
        ),
        click.option(
            "--ids",
            type=click.Choice(IDS),
            default="auto",
            show_default=True,
            help="What node ids are.",
        ),
        click.option(
            "--input-format",
            type=FormatName(),
            help="Format of all files, whatever their names; see 'accord formats'.",
        ),
    ):
        with_reader = option(with_reader)
    return with_reader


class FormatName(click.ParamType[str]):
    """The name of a format; what it is not is said by the library."""

    name = "format"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[Any]:
        from click.shell_completion import CompletionItem

        from accord._io.networks import NETWORK_FORMATS

        return [
            CompletionItem(name)
            for name in sorted({*FORMATS, *NETWORK_FORMATS})
            if name.startswith(incomplete)
        ]
