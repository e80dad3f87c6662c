"""The option --quiet."""

from __future__ import annotations

import warnings

import click

from accord._cli.options.group import option
from accord.errors import AccordWarning


def _silence_warnings(_: click.Context, __: click.Parameter, quiet: bool) -> bool:
    if quiet:
        warnings.simplefilter("ignore", AccordWarning)
    return quiet


quiet_option = option(
    "-q",
    "--quiet",
    is_flag=True,
    callback=_silence_warnings,
    help="Print results only: no notes, warnings or progress.",
    section="General",
)
