"""accord plot."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

import accord
from accord._cli.command import command
from accord._cli.errors import print_note, print_path
from accord._cli.options.certainty import CertaintyOptions, certainty_options
from accord._cli.options.clusterings import (
    FileOptions,
    TruthFileOptions,
    check_inputs,
    file_options,
    name_files,
    truth_options,
)
from accord._cli.options.group import option_group
from accord._cli.options.names import MetricNames, PlotName
from accord._cli.options.nodes import nodes_option, read_node_base
from accord._cli.options.page import check_writable
from accord._foundation.clustering import Clustering
from accord.errors import InputError, need_package, unknown
from accord.metrics import DEFAULT_METRIC

if TYPE_CHECKING:
    from accord._foundation.progress_bar import ProgressBar
    from accord.hierarchy import Hierarchy

#: Plots of one result, which is explained for them, and plots of the scores of results.
CLUSTER_PLOTS = ("flows", "match_by_size", "overlap_matrix", "sizes", "verdicts")
SCORE_PLOTS = ("scores", "similarity")
#: Plots of two trees of clusters.
TREE_PLOTS = ("fowlkes_mallows_curve",)
_PLOTS = (*CLUSTER_PLOTS, *SCORE_PLOTS, *TREE_PLOTS)
_FORMATS = ("svg", "png", "pdf", "eps")
#: Options of single plots, and the plots that have them.
_PLOTS_WITH = {
    "max_clusters": ("flows", "overlap_matrix"),
    "by": ("flows", "overlap_matrix", "verdicts"),
    "side": ("match_by_size",),
}


def _check_kind(_: click.Context, __: click.Parameter, kind: str) -> str:
    """Return the name of a plot, in which hyphens are as good as underscores."""
    name = kind.replace("-", "_")
    if name not in _PLOTS:
        raise unknown("plot", kind, sorted(_PLOTS))
    return name


def _parse_size(_: click.Context, __: click.Parameter, text: str | None) -> Any:
    """Width and height in inches from a text such as 3.5x2.5."""
    if text is None:
        return None
    parts = re.fullmatch(r"(\d+(?:\.\d+)?)\s*[x×,]\s*(\d+(?:\.\d+)?)", text.strip())
    size = (float(parts[1]), float(parts[2])) if parts else (0.0, 0.0)
    if not all(0.5 <= length <= 100 for length in size):
        raise InputError(f"--size {text}: write width and height in inches, such as 3.5x2.5")
    return size


def _check_output(_: click.Context, __: click.Parameter, path: str) -> str:
    extension = os.path.splitext(path)[1].lower().lstrip(".")
    if extension not in _FORMATS:
        known = ", ".join(f".{name}" for name in _FORMATS)
        raise InputError(f"--output {path}: the name must end with one of {known}")
    return check_writable("--output", path)


@dataclass(frozen=True)
class FigureOptions:
    """Where the figure goes, and how it looks."""

    output: str
    size: tuple[float, float] | None
    dpi: float
    font_size: float | None
    title: str | None

    def settings(self) -> dict[str, Any]:
        """Return the settings of matplotlib: equal figures are equal files, and fonts are kept."""
        fonts = {} if self.font_size is None else {"font.size": self.font_size}
        return {"svg.hashsalt": "accord", "pdf.fonttype": 42, "ps.fonttype": 42, **fonts}

    def metadata(self) -> dict[str, None]:
        """Return what leaves the date out of the file."""
        dates = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
        return dates.get(os.path.splitext(self.output)[1].lower(), {})


figure_options = option_group(
    "figure",
    FigureOptions,
    click.option(
        "-o",
        "--output",
        metavar="FILE",
        required=True,
        callback=_check_output,
        help="File to write; its name ends with .svg, .png, .pdf or .eps.",
    ),
    click.option(
        "--size",
        metavar="WIDTHxHEIGHT",
        callback=_parse_size,
        help="Size of the figure in inches, such as 3.5x2.5; by default what the plot needs.",
    ),
    click.option(
        "--dpi",
        type=click.FloatRange(10, 2400),
        default=200.0,
        show_default=True,
        help="Dots per inch of a PNG file.",
    ),
    click.option(
        "--font-size", type=click.FloatRange(1, 100), help="Font size in points; by default 10."
    ),
    click.option("--title", help="Title above the figure."),
    section="Output",
)


@dataclass(frozen=True)
class ContentOptions:
    """What a plot shows; None if not set."""

    metrics: str | None
    max_clusters: int | None
    by: str | None
    side: str | None

    def of_plot(self, kind: str) -> dict[str, Any]:
        """Return the arguments of a plot, or raise an error for an option that it does not have."""
        values = {"max_clusters": self.max_clusters, "by": self.by, "side": self.side}
        given = {name: value for name, value in values.items() if value is not None}
        for name in given:
            if kind not in _PLOTS_WITH[name]:
                flag = f"--{name.replace('_', '-')}"
                raise InputError(
                    f"{flag} has no effect on {kind}: use it with {' or '.join(_PLOTS_WITH[name])}"
                )
        return given


content_options = option_group(
    "content",
    ContentOptions,
    click.option(
        "-m",
        "--metric",
        "metrics",
        type=MetricNames("truth"),
        help="Metrics of 'scores', comma-separated; the metric of 'similarity' and of costs.",
    ),
    click.option(
        "--max-clusters", type=click.IntRange(min=1), help="Number of clusters of each side."
    ),
    click.option(
        "--by",
        metavar="ORDER",
        help="Show the clusters first by 'cost' or 'size'; for verdicts also 'clusters'.",
    ),
    click.option("--side", type=click.Choice(("truth", "found")), help="Side of match_by_size."),
    section="Options",
)


@command(
    example="accord plot flows truth.cnl found.cnl -o flows.pdf --size 3.5x3 --font-size 8",
)
@click.argument("kind", type=PlotName(), callback=_check_kind)
@click.argument("truth", type=click.Path())
@click.argument("found", type=click.Path(), nargs=-1, required=True)
@figure_options
@content_options
@nodes_option
@truth_options
@certainty_options
@file_options
def plot(
    kind: str,
    truth: str,
    found: tuple[str, ...],
    figure: FigureOptions,
    content: ContentOptions,
    nodes: str | None,
    truth_reading: TruthFileOptions,
    certainty: CertaintyOptions,
    files: FileOptions,
) -> None:
    """Draw a figure of how clusterings FOUND agree with the TRUTH, for a paper or slides.

    \b
    KIND is one of
      flows           which found clusters the nodes of truth clusters are in
      match_by_size   how well clusters of each size are found
      overlap_matrix  which clusters share nodes
      sizes           the number of clusters by size
      verdicts        how many clusters were found, split, merged or missed
      scores          the scores of one or more results
      similarity      the similarity of two or more results to each other
      fowlkes_mallows_curve
                      how alike two trees are, cut into equally many clusters:
                      nested levels, Infomap trees or Newick files (.nwk)

    Needs matplotlib: pip install 'accord[plot]'.
    """
    options = content.of_plot(kind)
    paths = name_files(found)
    check_inputs(truth, *paths.values())
    if kind in (*CLUSTER_PLOTS, *TREE_PLOTS) and len(found) > 1:
        raise InputError(f"{kind} shows one result, not {len(found)}: give one FOUND")
    if kind != "scores" and certainty.any:
        raise InputError(f"--baseline and --interval have no effect on {kind}: leave them out")
    if kind in TREE_PLOTS and (nodes or content.metrics):
        raise InputError(f"--nodes and --metric have no effect on {kind}: leave them out")
    certainty.check(page=False)
    try:
        import matplotlib
    except ImportError:
        raise need_package("matplotlib", "plot", "a plot") from None
    matplotlib.use("agg")
    with files.progress() as progress:
        if kind in TREE_PLOTS:
            truth_tree = _read_tree(truth, truth_reading.of_truth(files), progress)
            found_tree = _read_tree(found[0], files, progress)
            result = accord.hierarchy.fowlkes_mallows_curve(truth_tree, found_tree)
            return _draw_figure(result, kind, options, figure, quiet=files.quiet)
        truth_side = truth_reading.read_truth(truth, files, progress)
        results = {name: files.read(path, progress) for name, path in paths.items()}
        settings: dict[str, Any] = {
            "nodes": read_node_base(nodes, files),
            "threads": files.threads,
            "progress": progress,
        }
        if kind not in CLUSTER_PLOTS:
            settings |= certainty.arguments()
        result = _result(kind, truth_side, results, content.metrics, settings)
    if kind == "scores" and not files.quiet:
        for note in result.notes():
            if note.kind == "left_out":
                print_note(note.text)
    if kind == "similarity":
        options["metric"] = result.metrics[0]
    _draw_figure(result, kind, options, figure, quiet=files.quiet)


def _read_tree(path: str, files: FileOptions, progress: ProgressBar) -> Hierarchy:
    """Read a tree, in the Newick format or as nested levels."""
    from accord.hierarchy import as_hierarchy
    from accord.hierarchy._inputs import is_newick_file

    if is_newick_file(path):
        return as_hierarchy(path)
    return as_hierarchy(files.read(path, progress), name=path)


def _result(
    kind: str,
    truth: Clustering,
    results: dict[str, Clustering],
    metrics: str | None,
    settings: dict[str, Any],
) -> Any:
    """Compute the result that a plot shows."""
    first = next(iter(results.values()))
    if kind in CLUSTER_PLOTS:
        return accord.explain(truth, first, metrics or DEFAULT_METRIC, **settings)
    if kind == "scores" and len(results) == 1:
        return accord.compare(truth, first, metrics, **settings)
    return accord.rank(truth, results, metrics, **settings)


def _draw_figure(
    result: Any, kind: str, options: dict[str, Any], figure: FigureOptions, *, quiet: bool
) -> None:
    """Draw the figure with its settings, write it, and say where it is."""
    import matplotlib

    with matplotlib.rc_context(figure.settings()):
        _draw(result, kind, options, figure)
    print_path("figure", figure.output, quiet=quiet)


def _draw(result: Any, kind: str, options: dict[str, Any], figure: FigureOptions) -> None:
    from matplotlib import pyplot

    from accord._io.files.atomic import open_to_write

    ax = None
    if figure.size is not None:
        ax = pyplot.subplots(figsize=figure.size, layout="constrained")[1]
    axes = result.plot(kind, ax=ax, **options)
    if figure.title is not None:
        axes.figure.suptitle(figure.title, parse_math=False)
    extension = os.path.splitext(figure.output)[1].lower().lstrip(".")
    with open_to_write(figure.output) as file:
        axes.figure.savefig(file, format=extension, dpi=figure.dpi, metadata=figure.metadata())
    pyplot.close(axes.figure)
