"""Options of commands that run studies or read their results."""

from __future__ import annotations

from dataclasses import dataclass

import click

from accord._cli.options.group import option, option_group

study_or_store_argument = click.argument("study", metavar="STUDY_OR_STORE", type=click.Path())
study_name_option = click.option(
    "--study", "name", metavar="NAME", help="Name of the study, if the store has several."
)


@dataclass(frozen=True)
class JobOptions:
    """How many jobs run at a time, and where."""

    n_jobs: int | None
    scheduler: str | None


jobs_option = option(
    "-j",
    "--jobs",
    "n_jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of jobs at a time, each on its own cores; by default one per core.",
    section="Running",
)
job_options = option_group(
    "jobs",
    JobOptions,
    jobs_option,
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="Run the jobs on the Dask cluster with this scheduler.",
    ),
    section="Running",
)
store_option = click.option(
    "--store",
    metavar="DIR",
    type=click.Path(),
    help="Folder for the results; by default as the study says.",
)
