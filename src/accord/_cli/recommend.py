"""accord recommend."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

import accord
from accord import bench
from accord._cli.bench_shared import (
    check_metric,
    html_option,
    quiet_option,
    ranking_options,
    write_page,
)
from accord._cli.output import print_option, print_result
from accord._cli.progress import ProgressLine
from accord._display.columns import csv_text
from accord._display.tables import Block, as_markdown
from accord.errors import InputError


@click.command(short_help="Which algorithm to take for a network.")
@click.argument("network", type=click.Path())
@click.option(
    "--store",
    metavar="DIR",
    type=click.Path(),
    help="A store, or the file of a study; by default the one store here.",
)
@click.option("--network-format", help="Format of NETWORK, whatever its name.")
@click.option(
    "--directed/--undirected",
    default=None,
    help="Whether edges have a direction; by default as the file says.",
)
@click.option(
    "--weights/--no-weights",
    default=None,
    help="Whether edges have weights; by default as the file says.",
)
@ranking_options
@html_option
@print_option()
@quiet_option
def recommend(
    network: str,
    store: str | None,
    network_format: str | None,
    directed: bool | None,
    weights: bool | None,
    metric: str | None,
    policy: str,
    html: str | None,
    form: str,
    quiet: bool,
) -> None:
    """Say which algorithm to take for a NETWORK: what did best, in a store, on the networks most like it.

    With the evidence, and with what such advice is worth: every data set of the store is left out
    in turn. Where nothing in the store is like the network, it says so.
    """
    where = store or _only_store()
    with ProgressLine(f"reading {network}", silent=quiet) as progress:
        read = accord.read_network(
            network, format=network_format, directed=directed, weights=weights, progress=progress
        )
    with ProgressLine("scoring", silent=quiet) as progress:
        found = bench.evidence(where, [] if metric is None else [metric], progress=progress)
    chosen = metric or found.headline
    if chosen is None:
        raise InputError(f"{where}: no run has a score: there is nothing to learn from")
    check_metric(found, chosen)
    advice = bench.recommend(found, read, chosen, policy)
    print_result(_Advice(advice, *_regret(found, chosen, policy)), form, quiet=quiet)
    write_page(found, html, chosen, policy, advice)


@dataclass(frozen=True)
class _Advice:
    """A recommendation, and what it is worth, or why nobody knows."""

    advice: bench.Recommendation
    regret: bench.Regret | None
    why_not: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {
            **self.advice.to_dict(),
            "regret": None if self.regret is None else self.regret.to_dict(),
        }

    def to_csv(self) -> str:
        table = self.advice.table()
        return csv_text(table.header, table.rows)

    def to_markdown(self) -> str:
        return as_markdown(self.blocks())

    def blocks(self) -> list[Block]:
        worth = self.why_not if self.regret is None else self.regret.summary()
        return [*self.advice.blocks(), f"what such advice is worth: {worth}"]


def _regret(found: bench.Results, metric: str, policy: str) -> tuple[bench.Regret | None, str]:
    try:
        return bench.regret(found, metric, policy), ""
    except InputError as error:
        return None, str(error)


def _only_store() -> str:
    stores = sorted(file.parent.name for file in Path().glob("*/store.sqlite"))
    if len(stores) != 1:
        several = (
            f"there are several stores here ({', '.join(stores)})"
            if stores
            else "there is no store here"
        )
        raise InputError(
            f"{several}: give one with --store, or run a study first, such as 'accord bench run --example'"
        )
    return stores[0]
