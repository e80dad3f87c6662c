"""Options for which clusters and nodes of the files TRUTH and FOUND are compared."""

from __future__ import annotations

from dataclasses import dataclass

import click

from accord._cli.options.clusterings import TruthFileOptions, truth_fields, unique_option
from accord._cli.options.group import option_group
from accord._cli.options.nodes import nodes_option


@dataclass(frozen=True)
class PairOptions(TruthFileOptions):
    """How TRUTH is read, and which clusters and nodes are compared."""

    nodes: str | None
    unique: bool


@dataclass(frozen=True)
class InputOptions(PairOptions):
    """The same, and which levels of the results are compared."""

    levels: str | None
    as_levels: bool


pair_options = option_group("inputs", PairOptions, nodes_option, unique_option, *truth_fields)
input_options = option_group(
    "inputs",
    InputOptions,
    nodes_option,
    click.option(
        "--levels",
        type=click.Choice(("best", "each", "merged")),
        help="Which levels of a result to score.",
    ),
    click.option("--as-levels", is_flag=True, help="The files FOUND are levels of one result."),
    unique_option,
    *truth_fields,
    section="Nodes and clusters",
)
