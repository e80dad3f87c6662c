"""The option --threads."""

from __future__ import annotations

import click

threads_option = click.option(
    "--threads",
    type=click.IntRange(min=1),
    help="Number of threads; by default all available cores.",
)
