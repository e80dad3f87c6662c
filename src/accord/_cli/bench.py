"""accord bench: run studies, and look at what came of them."""

from __future__ import annotations

import click

from accord import bench
from accord._cli.bench_algorithms import algorithms
from accord._cli.bench_quick import quick
from accord._cli.bench_shared import (
    at_work,
    check_wish,
    html_option,
    jobs_option,
    near,
    quiet_option,
    ranking_options,
    results_of,
    say,
    scheduler_option,
    show,
    write_page,
)
from accord._cli.output import print_option, print_result
from accord.bench._study.jobs import STATUSES
from accord.errors import InputError


@click.group("bench", short_help="Run algorithms on networks, within limits, and rank them.")
def benchmarking() -> None:
    """Run algorithms on networks, within limits; score what they find, and rank them.

    \b
    accord bench quick NETWORK [TRUTH]  all installed algorithms on one network
    accord bench run STUDY.toml         run what is missing or failed, and rank
    accord bench run --example          a study to look at
    accord bench report STUDY.toml      rank what has been run; with --html a page
    accord bench status STUDY.toml      how far it is, and what failed why
    accord bench retry STUDY.toml       run what failed once more
    accord bench export STUDY.toml F    all runs, as CSV or Parquet
    accord bench prune STUDY.toml       remove what no study refers to
    accord bench algorithms             what can be run, and how to install the rest

    What was run is kept in a store, a folder; 'report', 'status', 'export' and 'prune' take that as
    well.
    """


_study = click.argument("study", metavar="STUDY.toml", type=click.Path())
_place = click.argument("study", metavar="STUDY_OR_STORE", type=click.Path())
_name = click.option("--study", "name", help="The name of one, where the store has several.")
_store = click.option(
    "--store",
    metavar="DIR",
    type=click.Path(),
    help="Where to keep results; by default as the study says.",
)


@benchmarking.command()
@click.argument("study", metavar="[STUDY.toml]", type=click.Path(), required=False)
@click.option(
    "--example", is_flag=True, help="The study that comes with accord: about a minute on two cores."
)
@_store
@ranking_options
@html_option
@jobs_option
@scheduler_option
@quiet_option
def run(
    study: str | None,
    example: bool,
    store: str | None,
    metric: str | None,
    policy: str,
    html: str | None,
    at_once: int | None,
    scheduler: str | None,
    quiet: bool,
) -> None:
    """Run the jobs of a study that are missing or failed, score what they found, and rank the algorithms.

    Stopped with Ctrl-C, it goes on where it was the next time. A job that has reached its limit of
    time or memory would do so again: 'retry' runs it all the same.
    """
    if (study is not None) == example:
        raise InputError("give the file of a study, or --example")
    read = bench.Study.example(store) if study is None else bench.Study.read(study, store=store)
    check_wish(read, metric)
    with at_work(read.store, quiet) as line:
        bench.run(read, at_once=at_once, scheduler=scheduler, progress=line)
    _show(read, metric, policy, html, quiet)


@benchmarking.command()
@_study
@click.option(
    "--status",
    "statuses",
    type=click.Choice([name for name in STATUSES if name != "ok"]),
    multiple=True,
    help="These only.",
)
@click.option(
    "--algorithm", "algorithms", multiple=True, help="These only, by the names of the study."
)
@_store
@ranking_options
@html_option
@jobs_option
@scheduler_option
@quiet_option
def retry(
    study: str,
    statuses: tuple[str, ...],
    algorithms: tuple[str, ...],
    store: str | None,
    metric: str | None,
    policy: str,
    html: str | None,
    at_once: int | None,
    scheduler: str | None,
    quiet: bool,
) -> None:
    """Run the jobs of a study once more that gave no clustering, those that reached a limit too."""
    read = bench.Study.read(study, store=store)
    check_wish(read, metric)
    with at_work(read.store, quiet) as line:
        bench.retry(read, statuses, algorithms, at_once=at_once, scheduler=scheduler, progress=line)
    _show(read, metric, policy, html, quiet)


@benchmarking.command()
@_place
@_name
@ranking_options
@html_option
@print_option()
@quiet_option
def report(
    study: str,
    name: str | None,
    metric: str | None,
    policy: str,
    html: str | None,
    form: str,
    quiet: bool,
) -> None:
    """Rank the algorithms by what has been run so far, and with --html write a page about it."""
    found = results_of(study, name, metric, quiet)
    show(found, bench.status(study, name), metric, policy, form=form, quiet=quiet)
    write_page(found, html, metric, policy)


@benchmarking.command()
@_place
@_name
@print_option()
@quiet_option
def status(study: str, name: str | None, form: str, quiet: bool) -> None:
    """Say how far a study is, and what failed for which reason."""
    print_result(bench.status(study, name), form, quiet=quiet)


@benchmarking.command()
@_place
@click.argument("file", type=click.Path())
@_name
@click.option("--scores", is_flag=True, help="A row for each job and metric.")
@click.option(
    "--clusterings",
    is_flag=True,
    help="What was found: FILE is a new or empty folder, and gets a file for each.",
)
def export(study: str, file: str, name: str | None, scores: bool, clusterings: bool) -> None:
    """Write a row for each job of a study into FILE, as CSV or Parquet by its name."""
    if scores and clusterings:
        raise InputError("--scores and --clusterings are two things: choose one")
    if clusterings:
        bench.export_clusterings(study, file, name)
    elif scores:
        results_of(study, name, None, quiet=True).export(file)
    else:
        bench.status(study, name).export(file)


@benchmarking.command()
@_place
def prune(study: str) -> None:
    """Remove jobs, networks, clusterings and scores from the store that no study in it refers to any more."""
    removed = bench.prune(study)
    click.echo(", ".join(f"{count} {what}" for what, count in removed.items()) + " removed")


for command in (algorithms, quick):
    benchmarking.add_command(command)


def _show(
    study: bench.Study, metric: str | None, policy: str, html: str | None, quiet: bool
) -> None:
    """What came of a study, ranked."""
    found = results_of(study, None, metric, quiet)
    show(found, bench.status(study), metric, policy, quiet=quiet)
    write_page(found, html, metric, policy)
    folder = near(study.store)
    hint = [] if html else [f"A page about it: accord bench report {folder} --html FILE"]
    say([f"Store: {folder}", *hint], quiet)
