"""What commands of accord bench share: running a study with a line that says how far it is, and showing what came of it."""

from __future__ import annotations

import os
import signal
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from accord import bench
from accord._cli.main import Command
from accord._cli.output import print_result
from accord._cli.progress import Line, ProgressLine
from accord.bench._results.run import POLICIES, needs_truth
from accord.bench._study import checks as checking
from accord.bench._study.recipes import Recipe
from accord.errors import AccordWarning, FileError, InputError, MissingFileError

quiet_option = click.option(
    "-q", "--quiet", is_flag=True, help="No notes, no warnings, no progress: only tables."
)


def _check_page(_: click.Context, __: click.Parameter, html: str | None) -> str | None:
    """Whether a page can be written, before what it is about is run."""
    if html is not None:
        folder = os.path.dirname(os.path.abspath(html))
        if os.path.isdir(html):
            raise FileError(21, "this is a folder: give the name of a file for the page", html)
        if not os.path.isdir(folder):
            raise MissingFileError(2, f"there is no folder {folder}: make it first", html)
        if not os.access(folder, os.W_OK):
            raise FileError(13, "nothing can be written into this folder: choose another", html)
    return html


html_option = click.option(
    "--html", metavar="FILE", type=click.Path(), callback=_check_page, help="Write a page about it."
)
jobs_option = click.option(
    "-j",
    "--jobs",
    "at_once",
    type=click.IntRange(min=1),
    help="Jobs at a time, each on its own cores; by default all cores.",
)

scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Run the jobs on a Dask cluster, by the address of its scheduler.",
)


def ranking_options(command: Command) -> Command:
    """What algorithms are ranked by."""
    metric = "The metric to rank by; by default the first of the study, or f1h."
    policy = "How one level of several is chosen."
    command = click.option(
        "--policy", type=click.Choice(POLICIES), default="blind", show_default=True, help=policy
    )(command)
    return click.option("-m", "--metric", help=metric)(command)


def check_wish(study: bench.Study, metric: str | None) -> None:
    """Raises where no run of a study can have a value by a metric, before it is run."""
    if metric is None:
        return
    checking.metrics([metric])
    has_truth = any(
        one.truth is not None or isinstance(one.network, Recipe) for one in study.instances
    )
    if needs_truth(metric) and not has_truth:
        raise InputError(
            f"no run can have a value of {metric}: no network has a truth: give one, or another metric"
        )


@contextmanager
def at_work(kept: Path | None, quiet: bool) -> Iterator[_StudyLine]:
    """A line for the progress of a run. Ctrl-C, or a request to end, ends what runs; the next time it goes on."""
    signal.signal(signal.SIGTERM, _interrupt)
    if quiet:
        warnings.simplefilter("ignore", AccordWarning)
    try:
        with _StudyLine(silent=quiet) as line:
            yield line
    except KeyboardInterrupt:
        where = (
            ""
            if kept is None
            else f": what was finished is kept in {near(kept)}, and the next run goes on from there"
        )
        raise KeyboardInterrupt(f"interrupted{where}") from None


def results_of(
    study: str | bench.Study, name: str | None, metric: str | None, quiet: bool
) -> bench.Results:
    """All runs with their scores; what is missing is computed."""
    with ProgressLine("scoring", silent=quiet) as progress:
        return bench.results(study, name, [] if metric is None else [metric], progress=progress)


def show(
    found: bench.Results,
    status: bench.Status,
    metric: str | None,
    policy: str,
    *,
    form: str = "table",
    quiet: bool = False,
) -> None:
    """Prints the leaderboard; where no run has a score, what became of the runs."""
    chosen = metric or found.headline
    if chosen is None:
        print_result(status, form, quiet=quiet)
        return
    check_metric(found, chosen)
    print_result(found.leaderboard(chosen, policy), form, quiet=quiet)


def check_metric(found: bench.Results, metric: str) -> None:
    """Raises where no run has a value by a metric."""
    if not any(metric in run.scores for run in found.runs):
        why = (
            "no network has a truth"
            if needs_truth(metric)
            else "it applies to none of them, or none is ok"
        )
        raise InputError(f"no run has a value of {metric}: {why}")


def write_page(
    found: bench.Results,
    html: str | None,
    metric: str | None,
    policy: str,
    advice: bench.Recommendation | None = None,
) -> None:
    if html is not None:
        found.write_html(html, metric, policy, recommendation=advice)


def say(lines: Sequence[str], quiet: bool) -> None:
    """What to know besides the tables."""
    if not quiet:
        click.echo("\n" + "\n".join(lines))


def near(path: Path) -> str:
    """A path from here, where that is shorter."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


class _StudyLine(Line):
    """How far a run of a study is."""

    def __call__(self, progress: bench.Progress) -> None:
        at_work = f"{progress.running} at work" if progress.running else "waiting for free cores"
        parts = [f"{progress.done} of {progress.total} jobs", at_work]
        parts += [
            f"{count} {status.replace('_', ' ')}"
            for status, count in progress.counts.items()
            if status != "ok"
        ]
        if progress.left is not None:
            parts.append(f"about {_duration(progress.left)} left")
        self.show(", ".join(parts))


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
