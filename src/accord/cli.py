"""The command line: each command parses, calls one public function and prints."""

from __future__ import annotations

import json
import math
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

import click

import accord
from accord.clustering import Clustering
from accord.comparison import Comparison, Ranking
from accord.constraints import constraints as judge_constraints
from accord.errors import AccordError, InputError
from accord.io import IDS
from accord.layout import shown, text_table
from accord.metrics.evaluation import SHARINGS, WEIGHTINGS
from accord.metrics.registry import METRICS
from accord.metrics.requests import canonical_name, parse_metrics
from accord.pairing import NODE_POLICIES, NodeBase
from accord.threads import thread_count

FORMATS = ("table", "json", "csv", "markdown")


# ---- the frame ---------------------------------------------------------------------------------------------------


def main() -> NoReturn:
    """Runs a command. Errors are one line and exit code 2; what a test of values asks for and misses is exit code 1."""
    warnings.showwarning = _show_warning
    try:
        code = cli.main(standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else "", err=True)
        code = 2
    except (click.Abort, KeyboardInterrupt):
        _complain("error", "interrupted")
        code = 130
    except BrokenPipeError:  # the reader of our output has gone: nothing to say, and nobody to say it to
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    except (AccordError, click.ClickException, MemoryError, OSError) as error:
        _complain("error", _message(error))
        code = 2
    sys.exit(code if isinstance(code, int) else 0)


def _message(error: BaseException) -> str:
    if isinstance(error, click.ClickException):
        command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "accord"
        return f"{error.format_message()} (see '{command} --help')"
    if isinstance(error, MemoryError) and not isinstance(error, AccordError):
        return "not enough memory for this input"
    if isinstance(error, accord.FileError):
        return f"{error.filename}: {error.strerror}"
    return str(error)


def _show_warning(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
    _complain("warning", str(message))


def _complain(kind: str, message: str) -> None:
    print(f"accord: {kind}: {' '.join(message.split())}", file=sys.stderr)


class _Progress:
    """A line on a terminal that says how far long work has come; nothing on anything else."""

    def __init__(self) -> None:
        self._shown = False
        self._start = time.monotonic()

    def __call__(self, done: float) -> None:
        if sys.stderr.isatty() and time.monotonic() - self._start > 1:
            print(f"\r{done:4.0%} ", end="", file=sys.stderr, flush=True)
            self._shown = True

    def clear(self) -> None:
        if self._shown:
            print("\r     \r", end="", file=sys.stderr, flush=True)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(accord.__version__, "-V", "--version", prog_name="accord", message="%(prog)s %(version)s")
def cli() -> None:
    """How well do two clusterings agree?

    \b
    accord compare TRUTH FOUND            the main numbers, in a table
    accord compare TRUTH FOUND FOUND ...  several results, ranked
    accord info FILE                      what is in a file
    """


def _format_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--format", "form", type=click.Choice(FORMATS), default="table", show_default=True, help="How to print."
    )(command)


def _reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        click.option("--threads", type=click.IntRange(min=1), help="Threads to use; by default all there are."),
        click.option("--shares/--no-shares", default=None, help="Members are node:share; by default if the header says so."),
        click.option("--ids", type=click.Choice(IDS), default="auto", show_default=True, help="What node ids are."),
    ):
        command = option(command)
    return command


def _print(result: Any, form: str) -> None:
    if form == "json":
        click.echo(json.dumps(result.to_dict(), indent=2))
    else:
        click.echo({"table": result.__str__, "csv": result.to_csv, "markdown": result.to_markdown}[form]())


# ---- compare -----------------------------------------------------------------------------------------------------


class _Files(Mapping[str, Clustering]):
    """Clusterings by file name, read one at a time."""

    def __init__(self, paths: tuple[str, ...], read: Callable[[str], Clustering]) -> None:
        self._read = read
        self._paths = dict(zip(_short_names(paths), paths, strict=True))

    def __getitem__(self, name: str) -> Clustering:
        return self._read(self._paths[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


def _short_names(paths: tuple[str, ...]) -> list[str]:
    """File names without folders where they differ by the name alone."""
    for path in paths:
        if paths.count(path) > 1:
            raise InputError(f"{path} is given twice")
    names = [Path(path).name for path in paths]
    return names if len(set(names)) == len(names) else list(paths)


@cli.command()
@click.argument("truth", type=click.Path())
@click.argument("found", type=click.Path(), nargs=-1, required=True)
@click.option("-m", "--metrics", help="Comma-separated, as f1p,nmi or 'f1p[weighting=macro]'; see 'accord metrics'.")
@click.option("--nodes", metavar="union|intersection|truth|equal|FILE", help="Which nodes to compare; FILE lists them.")
@click.option("--sharing", type=click.Choice(list(SHARINGS)), help="What a node is worth in each of its clusters.")
@click.option("--weighting", type=click.Choice(list(WEIGHTINGS)), help="How clusters are averaged.")
@click.option("--unique", is_flag=True, help="Drop clusters that are equal to an earlier one.")
@click.option("--fail-under", multiple=True, metavar="METRIC=VALUE", help="Exit with 1 where the metric is below the value.")
@click.option("-v", "--verbose", is_flag=True, help="Say what took how long.")
@_format_option
@_reading_options
def compare(
    truth: str,
    found: tuple[str, ...],
    metrics: str | None,
    nodes: str | None,
    sharing: str | None,
    weighting: str | None,
    unique: bool,
    fail_under: tuple[str, ...],
    verbose: bool,
    form: str,
    ids: str,
    shares: bool | None,
    threads: int | None,
) -> int:
    """Compare clusterings FOUND with the TRUTH; "-" is the standard input."""
    if (truth, *found).count("-") > 1:
        raise InputError("only one of the files can be the standard input")
    shared = {"sharing": sharing, "weighting": weighting}
    floors = dict(_parse_floor(text, shared) for text in fail_under)
    names = None if metrics is None else [*parse_metrics(metrics), *floors]
    for name in floors:
        if names is None and name not in parse_metrics(None, **shared):
            raise InputError(f"--fail-under {name}: it is not among the scores shown by default; name it in --metrics")
    progress = _Progress()
    read_seconds = 0.0

    def read(path: str) -> Clustering:
        nonlocal read_seconds
        start = time.perf_counter()
        clustering = accord.read(path, ids=ids, shares=shares, threads=threads, progress=progress)
        read_seconds += time.perf_counter() - start
        return clustering.unique() if unique else clustering

    settings: dict[str, Any] = {
        "nodes": _node_base(nodes, ids),
        "sharing": sharing,
        "weighting": weighting,
        "threads": threads,
        "progress": progress,
    }
    try:
        if len(found) == 1:
            comparison = accord.compare(read(truth), read(found[0]), names, **settings)
            result: Comparison | Ranking = comparison
            comparisons = {_short_names(found)[0]: comparison}
        else:
            ranking = accord.rank(read(truth), _Files(found, read), names, **settings)
            result, comparisons = ranking, dict(ranking)
    finally:
        progress.clear()
    _print(result, form)
    if verbose:
        compared = sum(comparison.seconds["compare"] for comparison in comparisons.values())
        click.echo(f"read {read_seconds:.3f} s, compared {compared:.3f} s, {thread_count(threads)} threads", err=True)
        for name, comparison in comparisons.items():
            if comparison.pair_work:
                click.echo(f"pairs of {name}: {comparison.pair_work}", err=True)
    return _check_floors(comparisons, floors)


def _node_base(text: str | None, ids: str) -> NodeBase:
    if text is None or text in NODE_POLICIES:
        return text
    if not Path(text).exists():
        raise InputError(f"--nodes {text}: there is no such file; the policies are {', '.join(NODE_POLICIES)}")
    return accord.read(text, ids=ids, shares=False).nodes()


def _parse_floor(text: str, shared: Mapping[str, str | None]) -> tuple[str, float]:
    name, equals, value = text.rpartition("=")
    try:
        floor = float(value)
    except ValueError:
        floor = math.nan
    if not equals or not math.isfinite(floor):
        raise InputError(f"--fail-under {text}: write it as f1p=0.8")
    ((_, (metric, own)),) = parse_metrics([name]).items()
    taken = {option: word for option, word in shared.items() if word is not None and option in metric.options}
    name = canonical_name(metric, taken | own)
    if metric.distance:
        raise InputError(f"--fail-under {text}: {metric.name} is a distance, lower is better; use another metric")
    return name, floor


def _check_floors(comparisons: Mapping[str, Comparison], floors: Mapping[str, float]) -> int:
    """1 where a score is below its floor, else 0."""
    code = 0
    for path, comparison in comparisons.items():
        for name, floor in floors.items():
            if name in comparison.not_applicable:
                raise InputError(comparison.not_applicable[name])
            if comparison[name] < floor:
                _complain("failed", f"{path}: {name} is {comparison[name]:.6g}, below {floor:g}")
                code = 1
    return code


# ---- the others --------------------------------------------------------------------------------------------------


@cli.command()
@click.option("-m", "--metrics", help="Comma-separated; by default all there are.")
@_format_option
def constraints(metrics: str | None, form: str) -> None:
    """Show which formal constraints each metric satisfies, on the samples of Lutov et al. 2019."""
    _print(judge_constraints(metrics), form)


@cli.command()
@click.argument("file", type=click.Path())
@click.option(
    "--format", "form", type=click.Choice(("table", "json")), default="table", show_default=True, help="How to print."
)
@_reading_options
def info(file: str, form: str, ids: str, shares: bool | None, threads: int | None) -> None:
    """Say what is in FILE."""
    progress = _Progress()
    try:
        clustering = accord.read(file, ids=ids, shares=shares, threads=threads, progress=progress)
    finally:
        progress.clear()
    facts = {**clustering.facts(), "ids": clustering.labels.kind}
    if form == "json":
        click.echo(json.dumps(facts, indent=2))
    else:
        for name, value in facts.items():
            click.echo(f"{name.replace('_', ' '):22}{shown(value):>14}")


@cli.command()
def metrics() -> None:
    """List the metrics, one line each."""
    rows = [
        [
            metric.name,
            "crisp" if metric.crisp else "any",
            " ".join(f"{option}={'|'.join(choices) if choices else 'number'}" for option, choices in metric.options.items()),
            metric.meaning.rstrip("."),
        ]
        for metric in METRICS.values()
    ]
    click.echo(text_table(["metric", "clusters", "options", "meaning"], rows))


@cli.command()
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")), metavar="bash|zsh|fish")
def completion(shell: str) -> None:
    """Print a completion script; for bash, put eval "$(accord completion bash)" into ~/.bashrc."""
    from click.shell_completion import get_completion_class

    script = get_completion_class(shell)
    assert script is not None
    click.echo(script(cli, {}, "accord", "_ACCORD_COMPLETE").source())
