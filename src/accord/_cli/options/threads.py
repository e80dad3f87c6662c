"""The option --threads."""

from __future__ import annotations

import click

from accord._cli.options.group import option

threads_option = option(
    "--threads",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of threads; by default all available cores.",
    section="General",
)
