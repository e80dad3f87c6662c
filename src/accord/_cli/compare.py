"""accord compare, accord name, accord constraints."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args

import click

import accord
from accord._cli.certainty_options import Certainty, certainty_options
from accord._cli.clustering_options import FormatName, Reader, reading_options
from accord._cli.engine_options import Engine, Read, engine_options
from accord._cli.main import complain
from accord._cli.output import print_option, print_result
from accord._compare import Comparison, Ranking
from accord._compare.constraints import constraints as judge_constraints
from accord._explain.named_clusters import WAYS
from accord._explain.named_clusters import WEIGHTINGS as NAME_WEIGHTINGS
from accord._foundation.clustering import Clustering
from accord._foundation.pair import NODE_POLICIES, NodeBase
from accord._foundation.threads import thread_count
from accord._io.clusterings import read_nodes
from accord._io.files.atomic import open_to_write
from accord.errors import InputError
from accord.metrics._options import Sharing, Weighting
from accord.metrics._requests import parse_metrics
from accord.report import to_html

#: A page says what chance gets, unless other things were asked for, where the truth has at most so
#: many memberships.
_SMALL = 100_000
_REPEATS_FOR_A_PAGE = 20

nodes_option = click.option(
    "--nodes",
    metavar="union|intersection|truth|equal|FILE",
    help="Which nodes to compare; FILE lists them.",
)
unique_option = click.option(
    "--unique", is_flag=True, help="Drop clusters that are equal to an earlier one."
)
truth_format_option = click.option(
    "--truth-format", type=FormatName(), help="Format of TRUTH, where it is another one."
)


@click.command(short_help="Compare clusterings with the truth.")
@click.argument("truth", type=click.Path())
@click.argument("found", type=click.Path(), nargs=-1, required=True)
@click.option(
    "-m",
    "--metrics",
    multiple=True,
    help="Comma-separated, as f1p,nmi or 'f1p[weighting=macro]'; see 'accord metrics'.",
)
@nodes_option
@click.option(
    "--levels",
    type=click.Choice(("best", "each", "merged")),
    help="Which scores of a result with levels to show.",
)
@click.option("--as-levels", is_flag=True, help="The files FOUND are levels of one result.")
@click.option(
    "--sharing",
    type=click.Choice(get_args(Sharing)),
    help="What a node is worth in each of its clusters.",
)
@click.option(
    "--weighting", type=click.Choice(get_args(Weighting)), help="How clusters are averaged."
)
@certainty_options
@unique_option
@click.option(
    "--html", metavar="FILE", help="Write a page about it as well, to look at in a browser."
)
@click.option(
    "--fail-under",
    multiple=True,
    metavar="METRIC=VALUE",
    help="Exit with 1 where the metric is below the value.",
)
@click.option("-v", "--verbose", is_flag=True, help="Say what took how long.")
@print_option()
@truth_format_option
@engine_options
@reading_options
def compare(
    reader: Reader,
    engine: Engine,
    truth: str,
    found: tuple[str, ...],
    metrics: tuple[str, ...],
    nodes: str | None,
    levels: str | None,
    as_levels: bool,
    sharing: str | None,
    weighting: str | None,
    certainty: Certainty,
    unique: bool,
    html: str | None,
    fail_under: tuple[str, ...],
    verbose: bool,
    form: str,
    truth_format: str | None,
) -> int:
    """Compare clusterings FOUND with the TRUTH; "-" is the standard input, a folder has a file for each level."""
    if (truth, *found).count("-") > 1:
        raise InputError("only one of the files can be the standard input")
    shared = {"sharing": sharing, "weighting": weighting}
    floors = dict(_parse_floor(text, shared) for text in fail_under)
    names = [*parse_metrics(",".join(metrics)), *floors] if metrics else None
    for name in floors:
        if names is None and name not in parse_metrics(None, **shared):
            raise InputError(
                f"--fail-under {name}: it is not among the scores shown by default; name it in --metrics"
            )

    with _open_page(html) as page, engine.reading(reader, unique=unique, nodes=nodes) as read:
        truth_side = read(truth, truth_format)
        settings: dict[str, Any] = {
            "nodes": node_base(nodes, reader),
            "levels": levels,
            "sharing": sharing,
            "weighting": weighting,
            **certainty.settings(page=html is not None),
            "threads": reader.threads,
        }
        is_small = isinstance(truth_side, Clustering) and truth_side.n_memberships <= _SMALL
        chance_on_page = (
            page is not None and not (certainty.baseline or certainty.interval) and is_small
        )
        if chance_on_page:
            settings |= {"baseline": True, "repeats": certainty.repeats or _REPEATS_FOR_A_PAGE}
        with reader.progress("comparing") as settings["progress"]:
            result: Comparison | Ranking
            if (len(found) == 1 or as_levels) and levels != "each":
                result = accord.compare(
                    truth_side, read(found if as_levels else found[0]), names, **settings
                )
                comparisons: dict[str, Comparison] = {
                    "levels" if as_levels else short_names(found)[0]: result
                }
            else:
                results = {"levels": read(found)} if as_levels else _Files(found, read)
                result = accord.rank(truth_side, results, names, **settings)
                comparisons = dict(result)
            if page is not None:
                page.write(to_html(result, title=_title(truth, found)).encode())
            if chance_on_page:
                _leave_out_chance(result)
    print_result(result, form, quiet=reader.quiet)
    if verbose:
        compared = sum(comparison.seconds["compare"] for comparison in comparisons.values())
        in_engine = sum(
            comparison.seconds["read"]
            for comparison in comparisons.values()
            if comparison.reduction
        )
        threads = thread_count(reader.threads)
        click.echo(
            f"read {reader.seconds + in_engine:.3f} s, compared {compared:.3f} s, {threads} threads",
            err=True,
        )
        for name, comparison in comparisons.items():
            if comparison.reduction:
                click.echo(f"table of {name}: {comparison.reduction}", err=True)
            if comparison.pair_work:
                click.echo(f"pairs of {name}: {comparison.pair_work}", err=True)
    return _check_floors(comparisons, floors)


@click.command(short_help="Say what each found cluster stands for.")
@click.argument("truth", type=click.Path())
@click.argument("found", type=click.Path())
@click.option(
    "--by", type=click.Choice(WAYS), default="f1", show_default=True, help="How matches are judged."
)
@click.option(
    "--weighting",
    type=click.Choice(NAME_WEIGHTINGS),
    default="micro",
    show_default=True,
    help="How clusters are averaged.",
)
@nodes_option
@print_option("cll")
@truth_format_option
@reading_options
def name(
    reader: Reader,
    truth: str,
    found: str,
    by: str,
    weighting: str,
    nodes: str | None,
    form: str,
    truth_format: str | None,
) -> None:
    """Say which clusters of the TRUTH each cluster of FOUND stands for."""
    if (truth, found) == ("-", "-"):
        raise InputError("only one of the files can be the standard input")
    sides = reader.read(truth, truth_format), reader.read(found)
    base = node_base(nodes, reader)
    with reader.progress("comparing") as progress:
        named = accord.named_clusters(
            *sides,
            by=by,
            weighting=weighting,
            nodes=base,
            threads=reader.threads,
            progress=progress,
        )
    print_result(named, form, quiet=reader.quiet)


@click.command(short_help="Show which formal constraints metrics satisfy.")
@click.option("-m", "--metrics", help="Comma-separated; by default all there are.")
@print_option()
def constraints(metrics: str | None, form: str) -> None:
    """Show which formal constraints each metric satisfies, on the samples of Lutov et al. 2019."""
    print_result(judge_constraints(metrics), form)


# ---- parts of the above --------------------------------------------------------------------------


class _Files(Mapping[str, Any]):
    """Clusterings by file name, read one at a time, each time anew; what can be read only once, as a pipe, is kept."""

    def __init__(self, paths: tuple[str, ...], read: Read) -> None:
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


@contextmanager
def _open_page(path: str | None) -> Iterator[Any]:
    """The file for a page, opened before the work: if it cannot be written, that is said at once. None for no page."""
    if path in ("-", ""):
        raise InputError(f"--html {path or repr(path)}: name a file to write the page into")
    if path is None:
        yield None
    else:
        with open_to_write(path) as file:
            yield file


def _leave_out_chance(result: Comparison | Ranking) -> None:
    """What chance gets was for the page: what is printed does not depend on whether there is one."""
    comparisons = (
        list(result.values())
        if isinstance(result, Ranking)
        else [result, *(result.levels or {}).values()]
    )
    for comparison in comparisons:
        comparison.baselines.clear()


def _title(truth: str, found: tuple[str, ...]) -> str:
    files = short_names((truth, *found)) if truth not in found else [truth, *found]
    return f"{files[1] if len(found) == 1 else f'{len(found)} results'} against {files[0]}"


def short_names(paths: tuple[str, ...]) -> list[str]:
    """File names without folders where they differ by the name alone."""
    for path in paths:
        if paths.count(path) > 1:
            raise InputError(f"{path} is given twice")
    names = [Path(path).name for path in paths]
    return names if len(set(names)) == len(names) else list(paths)


def node_base(text: str | None, reader: Reader) -> NodeBase:
    if text is None or text in NODE_POLICIES:
        return text
    if not Path(text).exists():
        raise InputError(
            f"--nodes {text}: there is no such file; the policies are {', '.join(NODE_POLICIES)}"
        )
    return read_nodes(text, ids=reader.ids)


def _parse_floor(text: str, shared: Mapping[str, str | None]) -> tuple[str, float]:
    name, equals, value = text.rpartition("=")
    try:
        floor = float(value)
    except ValueError:
        floor = math.nan
    if not equals or not math.isfinite(floor):
        raise InputError(f"--fail-under {text}: write it as f1p=0.8")
    ((_, (metric, own)),) = parse_metrics([name]).items()
    taken = {
        option: word
        for option, word in shared.items()
        if word is not None and option in metric.options
    }
    name = metric.canonical_name(taken | own)
    if metric.distance:
        raise InputError(
            f"--fail-under {text}: {metric.name} is a distance, lower is better; use another metric"
        )
    return name, floor


def _check_floors(comparisons: Mapping[str, Comparison], floors: Mapping[str, float]) -> int:
    """1 where a score is below its floor, else 0."""
    code = 0
    for path, comparison in comparisons.items():
        for name, floor in floors.items():
            if name in comparison.not_applicable:
                raise InputError(comparison.not_applicable[name])
            if comparison[name] < floor:
                score = comparison[name]
                sampled = f" (sampled, within {score.error:.2g})" if score.is_sampled else ""
                complain("failed", f"{path}: {name} is {score:.6g}{sampled}, below {floor:g}")
                code = 1
    return code
