"""accord bench report."""

from __future__ import annotations

from accord import bench
from accord._cli.bench.leaderboard import (
    OutputOptions,
    load_results,
    output_options,
    print_leaderboard,
    write_page,
)
from accord._cli.command import command
from accord._cli.options.ranking import RankingOptions, ranking_options
from accord._cli.options.studies import study_name_option, study_or_store_argument
from accord._cli.output import format_option


@command()
@study_or_store_argument
@study_name_option
@ranking_options
@format_option()
@output_options
def report(
    study: str,
    name: str | None,
    ranking: RankingOptions,
    output_format: str,
    output: OutputOptions,
) -> None:
    """Rank the algorithms by what has been run so far, and with --html write a page."""
    results = load_results(study, name, ranking.extra_metrics, quiet=output.quiet)
    status = bench.status(study, name)
    print_leaderboard(results, status, ranking, output_format=output_format, quiet=output.quiet)
    write_page(results, ranking, output)
