"""accord bench quick."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import click

import accord
from accord._cli.bench.leaderboard import (
    OutputOptions,
    check_metric_of_study,
    output_options,
    print_store,
    report_on_study,
)
from accord._cli.bench.progress import study_progress
from accord._cli.command import command
from accord._cli.flags import flag_notation
from accord._cli.options.group import option_group
from accord._cli.options.names import AlgorithmNames, FormatName
from accord._cli.options.networks import NetworkOptions, network_options
from accord._cli.options.ranking import RankingOptions, ranking_options
from accord._cli.options.seed import seed_option
from accord._cli.options.studies import jobs_option
from accord._foundation.arguments import argument_notation
from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord._foundation.progress_bar import ProgressBar
from accord._foundation.reading import ORIENTATIONS, Orientation
from accord.bench._results.quick import (
    QUICK_SECONDS,
    QUICK_SEEDS,
    SHORT_SECONDS,
    installed_algorithms,
    quick_study,
    run_quick,
)


@dataclass(frozen=True)
class TruthOptions:
    """How the truth is read."""

    truth_format: str | None
    columns: str | None
    header: bool | None
    noise: str | None
    no_noise: bool
    orientation: Orientation | None

    def read(self, path: str, network: Network, progress: ProgressBar) -> Clustering:
        """Read the truth; if the nodes of the network are text, "7" is text in the truth, too."""
        return accord.read(
            path,
            format=self.truth_format,
            ids="text" if network.node_labels.kind == "text" else "auto",
            columns=None if self.columns is None else self.columns.split(","),
            header=self.header,
            orientation=self.orientation,
            noise=False if self.no_noise else self.noise,
            progress=progress,
        )


truth_options = option_group(
    "truth_reading",
    TruthOptions,
    click.option("--truth-format", type=FormatName(), help="Format of TRUTH, whatever its name."),
    click.option(
        "--columns",
        metavar="NODE,CLUSTER[,...]",
        help="Columns of TRUTH by name or number; also SHARE, level=X, weight=X.",
    ),
    click.option(
        "--header/--no-header",
        default=None,
        help="Whether the first row of TRUTH is a header; by default as its words say.",
    ),
    click.option(
        "--noise",
        metavar="NAME",
        help="Treat the nodes of this cluster of TRUTH, such as -1, as being in no cluster.",
    ),
    click.option("--no-noise", is_flag=True, help="The cluster -1 is a cluster like any other."),
    click.option(
        "--orientation",
        type=click.Choice(ORIENTATIONS),
        help="What the keys of a mapping in JSON are; by default as the data tell.",
    ),
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

    def names(self) -> list[str]:
        """The algorithms to run; empty for all that are installed."""
        listed = ",".join(self.algorithms).split(",")
        return [name.strip() for name in listed if name.strip()]


run_options = option_group(
    "running",
    RunOptions,
    click.option(
        "-a",
        "--algorithm",
        "algorithms",
        type=AlgorithmNames(),
        multiple=True,
        help="Only these algorithms (repeatable): names of 'accord bench algorithms', or functions "
        "of one's own as FILE:FUNCTION, such as mine.py:cliques.",
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
    example="accord bench quick network.edges truth.cnl --seconds 10",
)
@click.argument("network", type=click.Path())
@click.argument("truth", type=click.Path(), required=False)
@run_options
@network_options
@truth_options
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
    reading: NetworkOptions,
    truth_reading: TruthOptions,
    store: str | None,
    ranking: RankingOptions,
    output: OutputOptions,
) -> int:
    """Run all installed algorithms on a NETWORK within a time limit, and rank them by the TRUTH.

    Without a truth, they are ranked by modularity: how well their clusters fit the network.
    Algorithms that are not deterministic run with several random seeds, to see whether the order
    depends on them. The exit code is 1 if an algorithm failed and found nothing at all.
    """
    with ProgressBar(silent=output.quiet) as bar:
        graph = reading.read_network(network, bar)
        with argument_notation(flag_notation(format="--truth-format")):
            clustering = None if truth is None else truth_reading.read(truth, graph, bar)
    with ExitStack() as stack:
        folder = store or stack.enter_context(tempfile.TemporaryDirectory(prefix="accord-quick-"))
        study = quick_study(
            {"name": Path(network).name.partition(".")[0], "network": graph, "truth": clustering},
            running.names() or installed_algorithms(has_truth=truth is not None),
            seeds=range(running.seed, running.seed + running.seeds),
            seconds=running.seconds,
            memory=running.memory,
            n_jobs=running.n_jobs,
            store=folder,
            name=f"quick {Path(network).name}",
        )
        check_metric_of_study(study, ranking.metric)
        with study_progress(None if store is None else study.store, quiet=output.quiet) as progress:
            run_quick(study, n_jobs=running.n_jobs, progress=progress)
        with argument_notation(flag_notation(seeds="--runs")):
            exit_code = report_on_study(study, ranking, output)
        if store is not None:
            print_store(study, output)
    return exit_code
