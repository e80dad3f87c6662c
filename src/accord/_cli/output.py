"""How commands print what came of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import click

from accord._cli.main import Command
from accord._cli.terminal import render
from accord._display.tables import Block, Table


def print_option(*more: str) -> Callable[[Command], Command]:
    """How to print a result: as a table, as data, or in one of `more` ways."""
    ways = ("table", "json", "csv", "markdown", *more)
    return click.option(
        "--format",
        "form",
        type=click.Choice(ways),
        default="table",
        show_default=True,
        help="How to print.",
    )


def print_result(result: Any, form: str, *, quiet: bool = False) -> None:
    """`quiet`: of a table for people, the tables alone."""
    if form == "json":
        click.echo(json.dumps(result.to_dict(), indent=2, default=str))
    elif form == "table":
        print_blocks(result.blocks(), quiet=quiet)
    else:
        click.echo(
            getattr(result, {"csv": "to_csv", "markdown": "to_markdown", "cll": "to_cll"}[form])()
        )


def print_blocks(blocks: Sequence[Block], *, quiet: bool = False) -> None:
    told = [block for block in blocks if isinstance(block, Table)] if quiet else blocks
    click.echo(render(told), color=True)  # what is not wanted on this output is not there
