"""accord bench status."""

from __future__ import annotations

from accord import bench
from accord._cli.command import command
from accord._cli.options.quiet import quiet_option
from accord._cli.options.studies import study_name_option, study_or_store_argument
from accord._cli.output import format_option, print_result


@command()
@study_or_store_argument
@study_name_option
@format_option()
@quiet_option
def status(study: str, name: str | None, output_format: str, quiet: bool) -> None:
    """Show how many jobs of a study are done, and why jobs failed."""
    print_result(bench.status(study, name), output_format, quiet=quiet)
