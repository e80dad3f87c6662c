"""accord bench quick."""

from __future__ import annotations

import errno
import os
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import click

from accord import bench
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
from accord._cli.options.names import FormatName
from accord._cli.options.networks import directed_option, network_format_option, weights_option
from accord._cli.options.ranking import RankingOptions, ranking_options
from accord._cli.options.seed import seed_option
from accord._cli.options.studies import jobs_option
from accord._foundation.memory import total_memory
from accord._foundation.threads import thread_count
from accord.bench._algorithms.registry import BASELINE
from accord.errors import InputError, MissingFileError

#: Fraction of the memory of the machine that all jobs may use together.
_MEMORY_FRACTION = 0.75


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
            "network": os.path.abspath(network),
            "truth": None if truth is None else os.path.abspath(truth),
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
    seed: int
    n_jobs: int | None

    def limits(self, n_algorithms: int) -> dict[str, Any]:
        """Return the limits of each job; jobs that run at the same time share the memory."""
        n_jobs = min(self.n_jobs or thread_count(), n_algorithms)
        share = int(_MEMORY_FRACTION * total_memory()) // n_jobs
        return {"seconds": self.seconds, "memory": self.memory or share}


run_options = option_group(
    "running",
    RunOptions,
    click.option(
        "-a",
        "--algorithm",
        "algorithms",
        multiple=True,
        help="Only these algorithms (repeatable); see 'accord bench algorithms'.",
    ),
    click.option(
        "--seconds",
        type=float,
        default=60.0,
        show_default=True,
        help="Time limit of each algorithm.",
    ),
    click.option(
        "--memory",
        metavar="SIZE",
        help="Memory limit of each algorithm, such as '4 GB'; "
        "by default an equal share of three quarters of all memory.",
    ),
    seed_option,
    jobs_option,
    section="Running",
)


@command(short_help="Run all installed algorithms on one network.")
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
    """
    for file in filter(None, (network, truth)):
        if not os.path.exists(file):
            raise MissingFileError(errno.ENOENT, os.strerror(errno.ENOENT), file)
    names = list(running.algorithms) or installed_algorithms(has_truth=truth is not None)
    with ExitStack() as stack:
        folder = store or stack.enter_context(tempfile.TemporaryDirectory(prefix="accord-quick-"))
        study = bench.Study(
            f"quick {os.path.basename(network)}",
            data=[formats.data(network, truth)],
            algorithms=names,
            seeds=[running.seed],
            limits=running.limits(len(names)),
            store=os.path.abspath(folder),
        )
        check_metric_of_study(study, ranking.metric)
        with study_progress(None if store is None else study.store, quiet=output.quiet) as progress:
            bench.run(study, n_jobs=running.n_jobs, progress=progress)
        report_on_study(study, ranking, output)
        if store is not None:
            print_store(study, output)


def installed_algorithms(*, has_truth: bool) -> list[str]:
    """Return the installed algorithms that need no parameters.

    The baseline, which draws clusters with the sizes of the truth, needs a truth.
    """
    baseline = f"baseline.{BASELINE}"
    names = [
        name
        for name, algorithm in bench.available().items()
        if not algorithm.missing
        and algorithm.REQUIRED not in algorithm.parameters.values()
        and (has_truth or name != baseline)
    ]
    if names in ([], [baseline]):
        raise InputError("no algorithm is installed: pip install 'accord[bench]'")
    return names
