"""accord bench quick."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import click

from accord._cli.bench.leaderboard import (
    OutputOptions,
    check_metric_of_study,
    output_options,
    print_store,
    report_on_study,
)
from accord._cli.bench.progress import study_progress
from accord._cli.command import command
from accord._cli.options.group import option_group
from accord._cli.options.names import AlgorithmName, FormatName
from accord._cli.options.networks import directed_option, network_format_option, weights_option
from accord._cli.options.ranking import RankingOptions, ranking_options
from accord._cli.options.seed import seed_option
from accord._cli.options.studies import jobs_option
from accord.bench._results.quick import (
    QUICK_SECONDS,
    QUICK_SEEDS,
    SHORT_SECONDS,
    installed_algorithms,
    quick_study,
    run_quick,
)


@dataclass(frozen=True)
class FormatOptions:
    """How the network and its truth are read."""

    network_format: str | None
    truth_format: str | None
    directed: bool | None
    weights: bool | None

    def data(self, network: str, truth: str | None) -> dict[str, Any]:
        """Return the entry of a study for the network."""
        entry = {
            "network": network,
            "truth": truth,
            "format": self.network_format,
            "directed": self.directed,
            "weights": self.weights,
            "truth_format": self.truth_format,
        }
        return {key: value for key, value in entry.items() if value is not None}


format_options = option_group(
    "formats",
    FormatOptions,
    network_format_option,
    click.option("--truth-format", type=FormatName(), help="Format of TRUTH, whatever its name."),
    directed_option,
    weights_option,
    section="Reading files",
)


@dataclass(frozen=True)
class RunOptions:
    """Which algorithms run, and within which limits."""

    algorithms: tuple[str, ...]
    seconds: float
    memory: str | None
    seeds: int
    seed: int
    n_jobs: int | None


run_options = option_group(
    "running",
    RunOptions,
    click.option(
        "-a",
        "--algorithm",
        "algorithms",
        type=AlgorithmName(),
        multiple=True,
        help="Only these algorithms (repeatable); see 'accord bench algorithms'.",
    ),
    click.option(
        "--seconds",
        type=float,
        default=QUICK_SECONDS,
        show_default=True,
        help="Time limit of each algorithm.",
    ),
    click.option(
        "--memory",
        metavar="SIZE",
        help="Memory limit of each algorithm, such as '4 GB'; "
        "by default an equal share of three quarters of all memory.",
    ),
    click.option(
        "--runs",
        "seeds",
        type=click.IntRange(min=1),
        metavar="N",
        default=QUICK_SEEDS,
        show_default=True,
        help="Runs of each algorithm, with different random seeds; one if it is deterministic, or "
        f"if the first run takes longer than {SHORT_SECONDS:g} seconds.",
    ),
    seed_option,
    jobs_option,
    section="Running",
)


@command(
    short_help="Run all installed algorithms on one network.",
    example="accord bench quick network.edges truth.cnl --seconds 10",
)
@click.argument("network", type=click.Path())
@click.argument("truth", type=click.Path(), required=False)
@run_options
@format_options
@click.option(
    "--store",
    metavar="DIR",
    type=click.Path(),
    help="Folder to keep the results in; by default they are discarded.",
)
@ranking_options
@output_options
def quick(
    network: str,
    truth: str | None,
    running: RunOptions,
    formats: FormatOptions,
    store: str | None,
    ranking: RankingOptions,
    output: OutputOptions,
) -> None:
    """Run all installed algorithms on a NETWORK within a time limit, and rank them by the TRUTH.

    Without a truth, they are ranked by modularity: how well their clusters fit the network.
    Algorithms that are not deterministic run with several random seeds, to see whether the order
    depends on them.
    """
    with ExitStack() as stack:
        folder = store or stack.enter_context(tempfile.TemporaryDirectory(prefix="accord-quick-"))
        study = quick_study(
            formats.data(network, truth),
            running.algorithms or installed_algorithms(has_truth=truth is not None),
            seeds=range(running.seed, running.seed + running.seeds),
            seconds=running.seconds,
            memory=running.memory,
            n_jobs=running.n_jobs,
            store=folder,
        )
        check_metric_of_study(study, ranking.metric)
        with study_progress(None if store is None else study.store, quiet=output.quiet) as progress:
            run_quick(study, n_jobs=running.n_jobs, progress=progress)
        report_on_study(study, ranking, output)
        if store is not None:
            print_store(study, output)
