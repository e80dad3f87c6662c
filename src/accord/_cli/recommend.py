"""accord recommend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from accord import bench
from accord._cli.bench.leaderboard import (
    OutputOptions,
    check_metric_of_results,
    output_options,
    write_page,
)
from accord._cli.command import command
from accord._cli.options.networks import NetworkOptions, network_options
from accord._cli.options.ranking import RankingOptions, ranking_options
from accord._cli.output import format_option, print_result
from accord._display.columns import Columns
from accord._display.result import Result
from accord._display.tables import Block
from accord._foundation.progress_bar import ProgressBar
from accord.bench._advise.recommend import NO_STORE, only_store, stores_in_folder
from accord.errors import InputError


@command(
    example="accord recommend network.edges --store results",
)
@click.argument("network", type=click.Path())
@click.option(
    "--store",
    metavar="DIR",
    type=click.Path(),
    help="A store, or the file of a study; by default the only store in this folder.",
)
@network_options
@ranking_options
@format_option()
@output_options
def recommend(
    network: str,
    store: str | None,
    reading: NetworkOptions,
    ranking: RankingOptions,
    output_format: str,
    output: OutputOptions,
) -> None:
    """Recommend an algorithm for a NETWORK: the one that did best on similar networks of a store.

    A store is the folder where a benchmark keeps its results: 'accord bench run STUDY.toml' or
    'accord bench quick NETWORK TRUTH --store DIR' makes one.

    It shows the evidence, and how good such recommendations are, measured by leaving out each data
    set of the store in turn. If no network of the store is similar, nothing is recommended. Data
    sets of the store that contain NETWORK itself are left out.
    """
    source = store or _only_store()
    with ProgressBar(silent=output.quiet) as progress:
        graph = reading.read_network(network, progress)
        evidence = bench.load_all_results(source, ranking.extra_metrics, progress=progress)
    metric = ranking.metric or evidence.headline
    if metric is None:
        raise InputError(
            f"{source}: no run has a score, so there is nothing to learn from: run a study first"
        )
    check_metric_of_results(evidence, metric)
    with ProgressBar(silent=output.quiet) as progress:
        progress.begin("measuring the network")
        recommendation = bench.recommend(graph, evidence, metric, ranking.policy)
        progress.begin("testing recommendations")
        regret, reason = _regret(evidence, metric, ranking)
    print_result(_Advice(recommendation, regret, reason), output_format, quiet=output.quiet)
    write_page(evidence, ranking, output, recommendation)


@dataclass(frozen=True, repr=False)
class _Advice(Result):
    """A recommendation and its expected regret, or the reason why that is unknown."""

    recommendation: bench.Recommendation
    regret: bench.Regret | None
    reason: str

    def to_dict(self) -> dict[str, Any]:
        regret = None if self.regret is None else self.regret.to_dict()
        return {**self.recommendation.to_dict(), "regret": regret}

    def columns(self) -> Columns:
        return self.recommendation.table().columns()

    def blocks(self) -> list[Block]:
        quality = self.reason if self.regret is None else self.regret.summary()
        return [*self.recommendation.blocks(), f"how good such recommendations are: {quality}"]


def _regret(
    evidence: bench.Results, metric: str, ranking: RankingOptions
) -> tuple[bench.Regret | None, str]:
    try:
        return bench.regret(evidence, metric, ranking.policy), ""
    except InputError as error:
        return None, str(error)


def _only_store() -> str:
    if stores_in_folder():
        return only_store()
    raise InputError(
        f"{NO_STORE}: name one with --store, or make one, with 'accord bench run STUDY.toml' "
        "or 'accord bench quick NETWORK TRUTH --store DIR'"
    )
