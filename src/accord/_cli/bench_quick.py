"""accord bench quick."""

from __future__ import annotations

import os
import tempfile
from contextlib import ExitStack
from typing import Any

import click

from accord import bench
from accord._cli.bench_shared import (
    at_work,
    check_wish,
    html_option,
    jobs_option,
    near,
    quiet_option,
    ranking_options,
    results_of,
    say,
    show,
    write_page,
)
from accord.bench._results.run import BASELINE
from accord.errors import InputError, MissingFileError

_SHARE_OF_MEMORY = 0.75  # that all jobs may have together, unless told otherwise


@click.command(short_help="All installed algorithms on one network.")
@click.argument("network", type=click.Path())
@click.argument("truth", type=click.Path(), required=False)
@click.option(
    "--seconds", type=float, default=60.0, show_default=True, help="Time for each algorithm."
)
@click.option(
    "--memory",
    help="Memory for each, such as '4 GB'; by default a fair part of three quarters of it all.",
)
@click.option(
    "-a", "--algorithm", "chosen", multiple=True, help="These only; see 'accord bench algorithms'."
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the algorithms."
)
@click.option("--network-format", help="Format of NETWORK, whatever its name.")
@click.option("--truth-format", help="Format of TRUTH, whatever its name.")
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
@click.option(
    "--store",
    metavar="DIR",
    type=click.Path(),
    help="Keep all results there; by default they are thrown away.",
)
@ranking_options
@html_option
@jobs_option
@quiet_option
def quick(
    network: str,
    truth: str | None,
    seconds: float,
    memory: str | None,
    chosen: tuple[str, ...],
    seed: int,
    network_format: str | None,
    truth_format: str | None,
    directed: bool | None,
    weights: bool | None,
    store: str | None,
    metric: str | None,
    policy: str,
    html: str | None,
    at_once: int | None,
    quiet: bool,
) -> None:
    """Run all installed algorithms on a NETWORK within a time limit, and rank them by the TRUTH.

    Without a truth they are ranked by how good their clusters are on the network, by modularity.
    """
    for file in filter(None, (network, truth)):
        if not os.path.exists(file):
            raise MissingFileError(2, "No such file or directory", file)
    names = _algorithms(chosen, truth is not None)
    at_once = (
        at_once or len(os.sched_getaffinity(0))
        if hasattr(os, "sched_getaffinity")
        else at_once or os.cpu_count()
    )
    data: dict[str, Any] = {
        "network": os.path.abspath(network),
        "truth": truth and os.path.abspath(truth),
    }
    told = {
        "format": network_format,
        "directed": directed,
        "weights": weights,
        "truth_format": truth_format,
    }
    data |= {key: value for key, value in told.items() if value is not None}
    share = int(_SHARE_OF_MEMORY * os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")) // min(
        at_once or 1, len(names)
    )
    limits = {"seconds": seconds, "memory": memory or share}
    with ExitStack() as stack:
        folder = store or stack.enter_context(tempfile.TemporaryDirectory(prefix="accord-quick-"))
        study = bench.Study(
            f"quick {os.path.basename(network)}",
            [data],
            names,
            seeds=[seed],
            limits=limits,
            store=os.path.abspath(folder),
        )
        check_wish(study, metric)
        with at_work(None if store is None else study.store, quiet) as line:
            bench.run(study, at_once=at_once, progress=line)
        found = results_of(study, None, metric, quiet)
        show(found, bench.status(study), metric, policy, quiet=quiet)
        write_page(found, html, metric, policy)
        if store is not None:
            say([f"Store: {near(study.store)}"], quiet)


def _algorithms(chosen: tuple[str, ...], has_truth: bool) -> list[str]:
    """Those that were chosen, or all that are installed; and the baseline where there is a truth."""
    if chosen:
        return list(chosen)
    baseline = f"baseline.{BASELINE}"
    names = [
        name
        for name, one in bench.available().items()
        if not one.missing and one.REQUIRED not in one.parameters.values()
    ]
    names = [name for name in names if name != baseline or has_truth]
    if names in ([], [baseline]):
        raise InputError("no algorithm is installed: pip install 'accord[bench]'")
    return names
