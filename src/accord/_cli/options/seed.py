"""The option --seed."""

from __future__ import annotations

import click

seed_option = click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    default=0,
    show_default=True,
    help="Random seed; equal seeds give equal output.",
)
