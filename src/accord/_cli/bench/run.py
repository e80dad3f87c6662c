"""accord bench run."""

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
from accord.errors import InputError


@command()
@click.argument("file", metavar="[STUDY.toml]", type=click.Path(), required=False)
@click.option(
    "--example",
    is_flag=True,
    help="Run the study that comes with accord; takes about a minute on two cores.",
)
@store_option
@ranking_options
@job_options
@output_options
def run(
    file: str | None,
    example: bool,
    store: str | None,
    ranking: RankingOptions,
    jobs: JobOptions,
    output: OutputOptions,
) -> int:
    """Run the jobs of a study that are missing or failed, score them and rank the algorithms.

    After Ctrl-C, the next run continues where this one stopped. A job that reached its limit of
    time or memory is not run again, because it would reach it again; 'retry' runs it anyway.

    The exit code is 1 if jobs failed and an algorithm found nothing at all.
    """
    if (file is not None) == example:
        raise InputError("give either the file of a study, or --example")
    study = bench.Study.example(store) if file is None else bench.Study.read(file, store=store)
    check_metric_of_study(study, ranking.metric)
    with study_progress(study.store, quiet=output.quiet) as progress:
        bench.run(study, n_jobs=jobs.n_jobs, scheduler=jobs.scheduler, progress=progress)
    exit_code = report_on_study(study, ranking, output)
    print_store(study, output)
    return exit_code
