"""accord bench export."""

from __future__ import annotations

import click

from accord import bench
from accord._cli.bench.leaderboard import load_results
from accord._cli.command import command
from accord._cli.options.studies import study_name_option, study_or_store_argument
from accord.errors import InputError


@command()
@study_or_store_argument
@click.argument("file", type=click.Path())
@study_name_option
@click.option("--scores", is_flag=True, help="Write a row for each job and metric.")
@click.option(
    "--clusterings",
    is_flag=True,
    help="Write the clusterings found: FILE is a new or empty folder, with a file for each.",
)
def export(study: str, file: str, name: str | None, scores: bool, clusterings: bool) -> None:
    """Write a row for each job of a study to FILE, as CSV or Parquet depending on its name."""
    if scores and clusterings:
        raise InputError("--scores and --clusterings exclude each other: choose one")
    if clusterings:
        bench.export_clusterings(study, file, name)
    elif scores:
        load_results(study, name, [], quiet=True).export(file)
    else:
        bench.status(study, name).export(file)
