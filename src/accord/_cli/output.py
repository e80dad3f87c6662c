"""Print results in the format that the command line asks for."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace

import click

from accord._cli.options.group import Decorator, option
from accord._cli.streams import write_output
from accord._cli.terminal import render
from accord._display.escaping import printable_lines
from accord._display.result import Note, Result
from accord._display.tables import Block, Lines, Table


def format_option(*further: str) -> Decorator:
    """The option --format: a table for people, or data, or one of `further` formats."""
    return option(
        "--format",
        "output_format",
        type=click.Choice(("table", "json", "csv", "markdown", "latex", *further)),
        default="table",
        show_default=True,
        help="Format of the output.",
        section="Output",
    )


def print_result(result: Result, output_format: str, *, quiet: bool = False) -> None:
    """Print a result in one of its formats. With `quiet`, a table is printed without notes."""
    if output_format == "json":
        print_text(result.to_json())
    elif output_format == "csv":
        for lines in result.csv_blocks():
            print_text(lines)
    elif output_format == "markdown":
        print_text(result.to_markdown())
    elif output_format == "latex":
        print_text(result.to_latex())
    else:
        blocks = result.blocks()
        if sys.stdout.isatty() and sys.stderr.isatty():  # which shows the warnings already
            blocks = _without_warnings(blocks)
        print_blocks(blocks, quiet=quiet)


def _without_warnings(blocks: Sequence[Block]) -> list[Block]:
    """Leave out the notes on noise, which were printed as warnings when files were read."""
    kept: list[Block] = []
    for block in blocks:
        if isinstance(block, Lines):
            lines = [
                line
                for line in block.lines
                if not (isinstance(line, Note) and line.kind == "noise")
            ]
            if lines:
                kept.append(replace(block, lines=lines))
        else:
            kept.append(block)
    return kept


def print_blocks(blocks: Sequence[Block], *, quiet: bool = False) -> None:
    """Print tables and text; with `quiet`, tables only."""
    shown = [block for block in blocks if isinstance(block, Table)] if quiet else blocks
    write_output(render(shown))


def print_text(text: str) -> None:
    """Print data, or text without colours: as it is, but no control characters to a terminal."""
    write_output(printable_lines(text) if sys.stdout.isatty() else text)
