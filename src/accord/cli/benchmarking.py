"""accord bench: run studies, and look at what came of them."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import Any

import click

from accord import bench
from accord.bench.jobs import STATUSES
from accord.cli.frame import print_blocks, print_option, print_result
from accord.layout import Block, Table, csv_table


@click.group("bench", short_help="Run algorithms on networks, within limits, and keep what they find.")
def benchmarking() -> None:
    """Run algorithms on networks, within limits, and keep what they find and what that took.

    \b
    accord bench run STUDY.toml       run what is missing or failed
    accord bench status STUDY.toml    how far it is, and what failed why
    accord bench retry STUDY.toml     run what failed once more
    accord bench export STUDY.toml F  all results, as CSV or Parquet
    accord bench prune STUDY.toml     remove what no study refers to
    accord bench algorithms           what can be run, and how to install the rest
    """


_study = click.argument("study", metavar="STUDY.toml", type=click.Path())
_quiet = click.option("-q", "--quiet", is_flag=True, help="No progress, and only tables.")
_at_once = click.option(
    "-j",
    "--jobs",
    "at_once",
    type=click.IntRange(min=1),
    help="Jobs at a time, each on its own cores; by default all cores.",
)
_scheduler = click.option(
    "--scheduler", metavar="ADDRESS", help="Run the jobs on a Dask cluster, by the address of its scheduler."
)


@benchmarking.command()
@_study
@_at_once
@_scheduler
@_quiet
def run(study: str, at_once: int | None, scheduler: str | None, quiet: bool) -> None:
    """Run the jobs of a study that are missing or failed. Stopped with Ctrl-C, it goes on where it was the next time.

    A job that has reached its limit of time or memory would do so again: 'retry' runs it all the same.
    """
    _run(bench.Study.read(study), at_once, scheduler, quiet)


@benchmarking.command()
@_study
@click.option(
    "--status", "statuses", type=click.Choice([name for name in STATUSES if name != "ok"]), multiple=True, help="These only."
)
@click.option("--algorithm", "algorithms", multiple=True, help="These only, by the names of the study.")
@_at_once
@_scheduler
@_quiet
def retry(
    study: str,
    statuses: tuple[str, ...],
    algorithms: tuple[str, ...],
    at_once: int | None,
    scheduler: str | None,
    quiet: bool,
) -> None:
    """Run the jobs of a study once more that gave no clustering, those that reached a limit too."""
    read = bench.Study.read(study)
    with bench.Store(read.store, create=False) as store:
        store.forget(read.name, statuses or [name for name in STATUSES if name != "ok"], algorithms)
    _run(read, at_once, scheduler, quiet)


@benchmarking.command()
@_study
@print_option()
@_quiet
def status(study: str, form: str, quiet: bool) -> None:
    """Say how far a study is, and what failed for which reason."""
    print_result(bench.results(bench.Study.read(study)), form, quiet=quiet)


@benchmarking.command()
@_study
@click.argument("file", type=click.Path())
def export(study: str, file: str) -> None:
    """Write a row for each job of a study into FILE, as CSV or Parquet by its name."""
    bench.results(bench.Study.read(study)).export(file)


@benchmarking.command()
@_study
def prune(study: str) -> None:
    """Remove jobs, networks and clusterings from the store that no study in it refers to any more."""
    with bench.Store(bench.Study.read(study).store, create=False) as store:
        removed = store.prune()
    click.echo(", ".join(f"{count} {what}" for what, count in removed.items()) + " removed")


@benchmarking.command()
@print_option()
def algorithms(form: str) -> None:
    """List the algorithms that can be run, and say how to install those that cannot."""
    print_result(_Algorithms(bench.available()), form)


class _Algorithms:
    """Algorithms as a table."""

    def __init__(self, known: dict[str, bench.Algorithm]) -> None:
        self._known = known

    def to_dict(self) -> dict[str, Any]:
        return {
            name: {
                "installed": not one.missing,
                "version": one.version if not one.missing else None,
                "install": one.install,
                "overlapping": one.overlapping,
                "levels": one.levels,
                "parameters": {key: value for key, value in one.parameters.items() if value is not one.REQUIRED},
                "meaning": one.meaning,
            }
            for name, one in self._known.items()
        }

    def _table(self) -> Table:
        rows = []
        for name, one in self._known.items():
            finds = ", ".join(word for word, has in (("overlaps", one.overlapping), ("levels", one.levels)) if has)
            parameters = ", ".join(
                key if value is one.REQUIRED else f"{key}={value}" for key, value in one.parameters.items()
            )
            rows.append([name, one.install or "yes", finds, parameters, one.meaning])
        return Table(["algorithm", "installed", "finds", "parameters", "meaning"], rows)

    def to_csv(self) -> str:
        return csv_table(self._table().header, self._table().rows)

    def to_markdown(self) -> str:
        return self._table().to_markdown()

    def blocks(self) -> list[Block]:
        return [self._table()]


def _run(study: bench.Study, at_once: int | None, scheduler: str | None, quiet: bool) -> None:
    signal.signal(signal.SIGTERM, _interrupt)  # as Ctrl-C: what runs is ended, and kept as interrupted
    line = _Line(quiet)
    try:
        bench.run(study, at_once=at_once, scheduler=scheduler, progress=line)
    finally:
        line.clear()
    found = bench.results(study)
    print_blocks(found.blocks(), quiet=quiet)
    if not quiet:
        click.echo(f"\nStore: {_near(study.store)}")


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


class _Line:
    """A line on a terminal that says how far a run is."""

    def __init__(self, silent: bool) -> None:
        self._silent = silent or not sys.stderr.isatty()
        self._width = 0

    def __call__(self, progress: bench.Progress) -> None:
        if self._silent:
            return
        parts = [f"{progress.done} of {progress.total} jobs", f"{progress.running} at work"]
        parts += [f"{count} {status.replace('_', ' ')}" for status, count in progress.counts.items() if status != "ok"]
        if progress.left is not None:
            parts.append(f"about {_duration(progress.left)} left")
        text = ", ".join(parts)
        print(f"\r{text:<{self._width}}", end="", file=sys.stderr, flush=True)
        self._width = len(text)

    def clear(self) -> None:
        if self._width:
            print(f"\r{'':<{self._width}}\r", end="", file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def _near(path: Path) -> str:
    """A path from here, where that is shorter."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)
