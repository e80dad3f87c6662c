"""accord compare."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

import accord
from accord._cli.clustering_reader import open_reader
from accord._cli.command import command
from accord._cli.errors import print_error, print_message, print_note, print_path
from accord._cli.options.certainty import CertaintyOptions, certainty_options
from accord._cli.options.clusterings import FileOptions, check_inputs, file_options, name_files
from accord._cli.options.engine import EngineOptions, engine_options
from accord._cli.options.group import option, option_group
from accord._cli.options.inputs import InputOptions, input_options
from accord._cli.options.metrics import MetricOptions, metric_options
from accord._cli.options.nodes import read_node_base
from accord._cli.options.page import command_line, html_option
from accord._cli.output import format_option, print_result
from accord._foundation.progress_bar import ProgressBar
from accord._foundation.threads import thread_count
from accord.errors import InputError

if TYPE_CHECKING:
    from accord._compare.comparison import Comparison
    from accord._compare.ranking import Ranking

#: Without --baseline and --interval, a page shows what chance alone gives from this many
#: relabellings, unless the input is large.
_REPEATS_FOR_PAGE = 20


@dataclass(frozen=True)
class ReportOptions:
    """How a comparison is printed, and the page to write."""

    output_format: str
    html: str | None
    verbose: bool


report_options = option_group(
    "output",
    ReportOptions,
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


@command(
    example="accord compare truth.cnl leiden.cnl louvain.cnl -m f1h,ami",
)
@click.argument("truth", metavar="TRUTH", type=click.Path(), required=False)
@click.argument("found", metavar="FOUND...", type=click.Path(), nargs=-1)
@option(
    "--table",
    metavar="FILE",
    help="Compare the two clusterings of this contingency table, in place of TRUTH and FOUND.",
    section="Reading files",
)
@metric_options
@input_options
@certainty_options
@report_options
@engine_options
@file_options
def compare(
    truth: str | None,
    found: tuple[str, ...],
    table: str | None,
    metrics: MetricOptions,
    inputs: InputOptions,
    certainty: CertaintyOptions,
    output: ReportOptions,
    engine: EngineOptions,
    files: FileOptions,
) -> int:
    """Compare clusterings FOUND with the TRUTH.

    "-" is the standard input, a folder is a clustering with a file for each level, and NAME=FILE
    names a result. With --table, there are no files TRUTH and FOUND: the rows of the table are the
    clusters of truth, its columns those of found, and each cell counts their common nodes.
    """
    if table is not None:
        return _compare_table(table, truth, metrics, inputs, certainty, output, engine, files)
    if truth is None or not found:
        raise _missing_argument("truth" if truth is None else "found")
    results = name_files(found)
    check_inputs(truth, *results.values())
    certainty.check(page=output.html is not None)
    names, floors = metrics.names(), metrics.floors()
    with files.progress() as progress, open_reader(inputs, engine, files, progress) as reader:
        truth_side = reader.read_truth(truth)
        chance_on_page = output.html is not None and not certainty.any and _is_small(truth_side)
        settings = {
            "nodes": read_node_base(inputs.nodes, files),
            "levels": inputs.levels,
            "noise": files.noise_label,  # for tables of an engine
            "threads": files.threads,
            "progress": progress,
            **metrics.shared(),
            **certainty.arguments(),
        }
        if chance_on_page:
            settings |= {"baseline": True, "repeats": certainty.repeats or _REPEATS_FOR_PAGE}
        sides = {"levels": reader.read(found)} if inputs.as_levels else reader.each(results)
        result: Comparison | Ranking
        if len(sides) == 1 and inputs.levels != "each":
            ((name, side),) = sides.items()
            result = accord.compare(truth_side, side, names, **settings)
            comparisons: Mapping[str, Comparison] = {name: result}
        else:
            result = comparisons = accord.rank(truth_side, sides, names, **settings)
        _write_page(result, output, _title(truth, results), progress)
    if engine.is_native and not (inputs.levels or inputs.as_levels or files.quiet):
        _note_folders(results)
    # What is printed does not depend on whether a page is written.
    printed = result.without_baselines() if chance_on_page else result
    _print(printed, comparisons, output, files, reader.seconds)
    return _check_floors(comparisons, floors)


def _compare_table(
    table: str,
    truth: str | None,
    metrics: MetricOptions,
    inputs: InputOptions,
    certainty: CertaintyOptions,
    output: ReportOptions,
    engine: EngineOptions,
    files: FileOptions,
) -> int:
    """Compare the two clusterings of a contingency table."""
    if truth is not None:
        raise InputError(f"--table takes the place of TRUTH and FOUND: leave out {truth}")
    certainty.check(page=False)
    names, floors = metrics.names(), metrics.floors()
    of_clusterings = {
        f"--engine {engine.engine}": not engine.is_native,
        "--as-levels": inputs.as_levels,
        "--unique": inputs.unique,
        "--truth-format": inputs.truth_format is not None,
        "--truth-columns": inputs.truth_columns is not None,
        "--input-format": files.input_format is not None,
        "--columns": files.columns is not None,
        "--shares": files.shares is not None,
        "--header": files.header is not None,
        "--ids": files.ids != "auto",
        "--orientation": files.orientation is not None,
        "--levels": inputs.levels is not None,
    }
    for name, is_set in of_clusterings.items():
        if is_set:
            raise InputError(f"{name} is about clusterings, and --table gives none: leave it out")
    with files.progress() as progress:
        settings: dict[str, Any] = metrics.shared() | certainty.arguments()
        comparison = accord.compare(
            metrics=names,
            table=table,
            nodes=read_node_base(inputs.nodes, files),
            noise=files.noise_label,
            threads=files.threads,
            progress=progress,
            **settings,
        )
        _write_page(comparison, output, f"Contingency table {os.path.basename(table)}", progress)
    comparisons = {os.path.basename(table): comparison}
    _print(comparison, comparisons, output, files, 0.0)
    return _check_floors(comparisons, floors)


def _write_page(
    result: Comparison | Ranking, output: ReportOptions, title: str, progress: ProgressBar
) -> None:
    """Write the page, if one is to be written."""
    if output.html is not None:
        from accord.report import write_html  # takes long to import

        progress.begin(f"writing {output.html}")
        write_html(result, output.html, title=title, command=command_line())


def _print(
    result: Comparison | Ranking,
    comparisons: Mapping[str, Comparison],
    output: ReportOptions,
    files: FileOptions,
    reading: float,
) -> None:
    """Print the result, where the page is, and how long each step took."""
    print_result(result, output.output_format, quiet=files.quiet)
    if output.html is not None:
        print_path("page", output.html, quiet=files.quiet)
    if output.verbose:
        _print_timing(comparisons, reading, thread_count(files.threads))


def _missing_argument(name: str) -> click.MissingParameter:
    """The error of an argument that is needed without --table."""
    context = click.get_current_context()
    (parameter,) = (param for param in context.command.params if param.name == name)
    return click.MissingParameter(ctx=context, param=parameter)


def _note_folders(results: Mapping[str, str]) -> None:
    """Say that a folder is one result with levels, which may have been meant as several results."""
    for path in results.values():
        if os.path.isdir(path):
            print_note(
                f"{path} is a folder, and read as one result with a file for each level; "
                f"to rank its files, give {os.path.join(path, '*')}"
            )


def _is_small(truth: object) -> bool:
    """Return whether the truth is in memory, and small enough for baselines on a page."""
    from accord._foundation.clustering import Clustering
    from accord.report._scores import MAX_MEMBERSHIPS_FOR_CHANCE  # takes long to import

    return isinstance(truth, Clustering) and truth.n_memberships <= MAX_MEMBERSHIPS_FOR_CHANCE


def _title(truth: str, results: Mapping[str, str]) -> str:
    if len(results) > 1:
        return f"{len(results)} results against {os.path.basename(truth)}"
    ((name, path),) = results.items()
    if name == os.path.basename(truth):
        return f"{path} against {truth}"
    return f"{name} against {os.path.basename(truth)}"


def _print_timing(comparisons: Mapping[str, Comparison], reading: float, threads: int) -> None:
    compared = sum(comparison.seconds["compare"] for comparison in comparisons.values())
    in_engine = sum(
        comparison.seconds["read"] for comparison in comparisons.values() if comparison.reduction
    )
    print_message(f"read {reading + in_engine:.3f} s, compared {compared:.3f} s, {threads} threads")
    for name, comparison in comparisons.items():
        if comparison.reduction:
            print_message(f"table of {name}: {comparison.reduction}")
        if comparison.pair_work:
            print_message(f"pairs of {name}: {comparison.pair_work}")


def _check_floors(comparisons: Mapping[str, Comparison], floors: Mapping[str, float]) -> int:
    """Return exit code 1 if a score is below its floor, else 0."""
    code = 0
    for name, comparison in comparisons.items():
        for metric, floor in floors.items():
            score = comparison[metric]
            if score < floor:
                sampled = f" (sampled, within {score.error:.2g})" if score.is_sampled else ""
                message = f"{name}: {metric} is {score:.6g}{sampled}, below {floor:g}"
                print_error(message, kind="failed")
                code = 1
    return code
