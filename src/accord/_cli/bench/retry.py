"""accord bench retry."""

from __future__ import annotations

import click

from accord import bench
from accord._cli.bench.leaderboard import (
    OutputOptions,
    check_metric_of_study,
    output_options,
    print_store,
    report_on_study,
)
from accord._cli.bench.progress import study_progress
from accord._cli.command import command
from accord._cli.options.ranking import RankingOptions, ranking_options
from accord._cli.options.studies import JobOptions, job_options, store_option
from accord.bench._job.execution import STATUSES


@command()
@click.argument("file", metavar="STUDY.toml", type=click.Path())
@click.option(
    "--status",
    "statuses",
    type=click.Choice([status for status in STATUSES if status != "ok"]),
    multiple=True,
    help="Only jobs with this status (repeatable).",
)
@click.option(
    "-a",
    "--algorithm",
    "algorithms",
    multiple=True,
    help="Only these algorithms (repeatable), by their names in the study.",
)
@store_option
@ranking_options
@job_options
@output_options
def retry(
    file: str,
    statuses: tuple[str, ...],
    algorithms: tuple[str, ...],
    store: str | None,
    ranking: RankingOptions,
    jobs: JobOptions,
    output: OutputOptions,
) -> int:
    """Run the failed jobs of a study again, including those that reached a limit.

    The exit code is 1 if an algorithm of the study has still found nothing at all.
    """
    study = bench.Study.read(file, store=store)
    check_metric_of_study(study, ranking.metric)
    with study_progress(study.store, quiet=output.quiet) as progress:
        bench.retry(
            study,
            statuses,
            algorithms,
            n_jobs=jobs.n_jobs,
            scheduler=jobs.scheduler,
            progress=progress,
        )
    exit_code = report_on_study(study, ranking, output)
    print_store(study, output)
    return exit_code
