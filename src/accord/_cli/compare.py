"""accord compare."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import click

import accord
from accord._cli.command import command
from accord._cli.errors import print_error
from accord._cli.options.certainty import CertaintyOptions, certainty_options
from accord._cli.options.clusterings import (
    FileOptions,
    check_inputs,
    file_options,
    short_names,
    truth_format_option,
    unique_option,
)
from accord._cli.options.engine import EngineOptions, engine_options
from accord._cli.options.group import option, option_group
from accord._cli.options.nodes import is_file_of_nodes, nodes_option, read_node_base
from accord._cli.options.page import command_line, html_option, print_page_path
from accord._cli.output import format_option, print_result
from accord._compare import Comparison, Ranking
from accord._foundation.clustering import Clustering
from accord._foundation.progress_bar import ProgressBar
from accord._foundation.threads import thread_count
from accord.errors import InputError
from accord.metrics._options import Sharing, Weighting
from accord.metrics._requests import parse_metrics
from accord.report import write_html
from accord.report._scores import MAX_MEMBERSHIPS_FOR_CHANCE

#: Without --baseline and --interval, a page shows what chance alone gets from this many
#: relabellings, unless the input is large.
_REPEATS_FOR_PAGE = 20


@dataclass(frozen=True)
class InputOptions:
    """What the files TRUTH and FOUND are, and which of their clusters and nodes are compared."""

    nodes: str | None
    unique: bool
    levels: str | None
    as_levels: bool
    truth_format: str | None


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
    truth_format_option,
    section="Nodes and clusters",
)


@dataclass(frozen=True)
class MetricOptions:
    """Which metrics are computed, with which options, and their required values."""

    metrics: tuple[str, ...]
    sharing: str | None
    weighting: str | None
    fail_under: tuple[str, ...]

    def shared(self) -> dict[str, str | None]:
        """Return the options for all metrics that have them."""
        return {"sharing": self.sharing, "weighting": self.weighting}

    def floors(self) -> dict[str, float]:
        """Return the least value required of each metric in --fail-under."""
        return dict(self._floor(text) for text in self.fail_under)

    def names(self) -> list[str] | None:
        """Return the metrics to compute, those of --fail-under included; None for the default."""
        floors = self.floors()
        if self.metrics:
            return [*parse_metrics(",".join(self.metrics)), *floors]
        default = parse_metrics(None, **self.shared())
        for name in floors:
            if name not in default:
                raise InputError(
                    f"--fail-under {name}: this metric is not shown by default; name it in --metric"
                )
        return None

    def _floor(self, text: str) -> tuple[str, float]:
        name, equals, value = text.rpartition("=")
        try:
            floor = float(value)
        except ValueError:
            floor = math.nan
        if not equals or not math.isfinite(floor):
            raise InputError(f"--fail-under {text}: write it as f1p=0.8")
        ((_, (metric, options)),) = parse_metrics([name]).items()
        if metric.distance:
            raise InputError(
                f"--fail-under {text}: {metric.name} is a distance, where lower is better; "
                "use another metric"
            )
        shared = {
            option: value
            for option, value in self.shared().items()
            if value is not None and option in metric.options
        }
        return metric.canonical_name(shared | options), floor


metric_options = option_group(
    "metrics",
    MetricOptions,
    click.option(
        "-m",
        "--metric",
        "metrics",
        multiple=True,
        help="Comma-separated, as f1p,nmi or 'f1p[weighting=macro]'; see 'accord metrics'.",
    ),
    click.option(
        "--sharing",
        type=click.Choice(get_args(Sharing)),
        help="How much a node counts in each of its clusters.",
    ),
    click.option(
        "--weighting", type=click.Choice(get_args(Weighting)), help="How clusters are averaged."
    ),
    click.option(
        "--fail-under",
        multiple=True,
        metavar="METRIC=VALUE",
        help="Exit with code 1 if the metric is below this value (repeatable).",
    ),
    section="Metrics",
)


@dataclass(frozen=True)
class OutputOptions:
    """What is printed and written."""

    output_format: str
    html: str | None
    verbose: bool


output_options = option_group(
    "output",
    OutputOptions,
    format_option(),
    html_option,
    option(
        "-v",
        "--verbose",
        is_flag=True,
        help="Print how long each step took.",
        section="General",
    ),
    section="Output",
)


@command(short_help="Compare clusterings with the truth.")
@click.argument("truth", type=click.Path())
@click.argument("found", type=click.Path(), nargs=-1, required=True)
@metric_options
@input_options
@certainty_options
@output_options
@engine_options
@file_options
def compare(
    truth: str,
    found: tuple[str, ...],
    metrics: MetricOptions,
    inputs: InputOptions,
    certainty: CertaintyOptions,
    output: OutputOptions,
    engine: EngineOptions,
    files: FileOptions,
) -> int:
    """Compare clusterings FOUND with the TRUTH.

    "-" is the standard input; a folder is a clustering with a file for each level.
    """
    check_inputs(truth, *found)
    certainty.check(page=output.html is not None)
    names, floors = metrics.names(), metrics.floors()
    with files.progress() as progress, _open_reader(inputs, engine, files, progress) as reader:
        truth_side = reader.read(truth, inputs.truth_format)
        chance_on_page = (
            output.html is not None
            and not certainty.any
            and isinstance(truth_side, Clustering)
            and truth_side.n_memberships <= MAX_MEMBERSHIPS_FOR_CHANCE
        )
        settings = {
            "nodes": read_node_base(inputs.nodes, files),
            "levels": inputs.levels,
            "threads": files.threads,
            **metrics.shared(),
            **certainty.arguments(),
        }
        if chance_on_page:
            settings |= {"baseline": True, "repeats": certainty.repeats or _REPEATS_FOR_PAGE}
        result: Comparison | Ranking
        if (len(found) == 1 or inputs.as_levels) and inputs.levels != "each":
            found_side = reader.read(found if inputs.as_levels else found[0])
            result = accord.compare(truth_side, found_side, names, progress=progress, **settings)
            name = "levels" if inputs.as_levels else short_names(found)[0]
            comparisons: Mapping[str, Comparison] = {name: result}
        else:
            results = {"levels": reader.read(found)} if inputs.as_levels else reader.each(found)
            result = accord.rank(truth_side, results, names, progress=progress, **settings)
            comparisons = result
        if output.html is not None:
            progress.begin(f"writing {output.html}")
            write_html(result, output.html, title=_title(truth, found), command=command_line())
    # What is printed does not depend on whether a page is written.
    printed = result.without_baselines() if chance_on_page else result
    print_result(printed, output.output_format, quiet=files.quiet)
    if output.html is not None:
        print_page_path(output.html, quiet=files.quiet)
    if output.verbose:
        _print_timing(comparisons, reader.seconds, thread_count(files.threads))
    return _check_floors(comparisons, floors)


# ---- reading -------------------------------------------------------------------------------------


class _Reader:
    """Reads clusterings, or opens tables of an engine, and measures how long that takes."""

    def __init__(self, read: Callable[[Any, str | None], Any]) -> None:
        self._read = read
        self.seconds = 0.0

    def read(self, path: str | tuple[str, ...], format: str | None = None) -> Any:
        start = time.perf_counter()
        try:
            return self._read(path, format)
        finally:
            self.seconds += time.perf_counter() - start

    def each(self, paths: tuple[str, ...]) -> _LazyFiles:
        return _LazyFiles(paths, self.read)


@contextmanager
def _open_reader(
    inputs: InputOptions, engine: EngineOptions, files: FileOptions, progress: ProgressBar
) -> Iterator[_Reader]:
    in_memory = {
        "--unique": inputs.unique,
        "--nodes FILE": is_file_of_nodes(inputs.nodes),
        "--truth-format": inputs.truth_format is not None,
        "--as-levels": inputs.as_levels,
    }
    engine.check(files, in_memory)
    if not engine.is_native:
        with engine.open(files) as open_table:
            yield _Reader(lambda path, format: open_table(path))
    elif inputs.unique:
        yield _Reader(lambda path, format: files.read(path, progress, format).unique())
    else:
        yield _Reader(lambda path, format: files.read(path, progress, format))


class _LazyFiles(Mapping[str, Any]):
    """Clusterings by file name, read whenever they are used.

    Only those that can be read just once, as from a pipe, are kept in memory.
    """

    def __init__(self, paths: tuple[str, ...], read: Callable[[str], Any]) -> None:
        self._read = read
        self._paths = dict(zip(short_names(paths), paths, strict=True))
        self._kept: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name in self._kept:
            return self._kept[name]
        path = Path(self._paths[name])
        clustering = self._read(self._paths[name])
        if not path.is_file() and not path.is_dir():
            self._kept[name] = clustering
        return clustering

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


# ---- printing ------------------------------------------------------------------------------------


def _title(truth: str, found: tuple[str, ...]) -> str:
    files = short_names((truth, *found)) if truth not in found else [truth, *found]
    return f"{files[1] if len(found) == 1 else f'{len(found)} results'} against {files[0]}"


def _print_timing(comparisons: Mapping[str, Comparison], reading: float, threads: int) -> None:
    compared = sum(comparison.seconds["compare"] for comparison in comparisons.values())
    in_engine = sum(
        comparison.seconds["read"] for comparison in comparisons.values() if comparison.reduction
    )
    click.echo(
        f"read {reading + in_engine:.3f} s, compared {compared:.3f} s, {threads} threads", err=True
    )
    for name, comparison in comparisons.items():
        if comparison.reduction:
            click.echo(f"table of {name}: {comparison.reduction}", err=True)
        if comparison.pair_work:
            click.echo(f"pairs of {name}: {comparison.pair_work}", err=True)


def _check_floors(comparisons: Mapping[str, Comparison], floors: Mapping[str, float]) -> int:
    """Return exit code 1 if a score is below its floor, else 0."""
    code = 0
    for name, comparison in comparisons.items():
        for metric, floor in floors.items():
            if metric in comparison.not_applicable:
                raise InputError(str(comparison.not_applicable[metric]))
            score = comparison[metric]
            if score < floor:
                sampled = f" (sampled, within {score.error:.2g})" if score.is_sampled else ""
                message = f"{name}: {metric} is {score:.6g}{sampled}, below {floor:g}"
                print_error(message, kind="failed")
                code = 1
    return code
