"""Load the results of a study, print its leaderboard and write the page."""

from __future__ import annotations

from dataclasses import dataclass

from accord import bench
from accord._cli.bench.progress import relative_path
from accord._cli.errors import print_error, print_path
from accord._cli.options.group import option_group
from accord._cli.options.page import command_line, html_option
from accord._cli.options.quiet import quiet_option
from accord._cli.options.ranking import RankingOptions
from accord._cli.output import print_result, print_text
from accord._display.names import join_few_names
from accord._foundation.progress_bar import ProgressBar
from accord.bench._job.execution import FAILED
from accord.bench._metrics import needs_truth
from accord.bench._study import checks
from accord.bench._study.recipes import Recipe
from accord.errors import InputError


@dataclass(frozen=True)
class OutputOptions:
    """What is printed and written about a study."""

    html: str | None
    quiet: bool


output_options = option_group("output", OutputOptions, html_option, quiet_option)


def check_metric_of_study(study: bench.Study, metric: str | None) -> None:
    """Raise an error if no run of a study can have a value of a metric, before the study runs."""
    if metric is None:
        return
    checks.metrics([metric])
    has_truth = any(
        instance.truth is not None or isinstance(instance.network, Recipe)
        for instance in study.instances
    )
    if needs_truth(metric) and not has_truth:
        raise InputError(
            f"no run can have a value of {metric}, because no network has a truth: "
            "add a truth, or choose another metric"
        )


def check_metric_of_results(results: bench.Results, metric: str) -> None:
    """Raise an error if no run has a value of a metric."""
    if not any(metric in run.scores.values for run in results.runs):
        reason = (
            "no network has a truth"
            if needs_truth(metric)
            else "it applies to no run, or no run is ok"
        )
        raise InputError(f"no run has a value of {metric}, because {reason}: choose another metric")


def load_results(
    study: str | bench.Study, name: str | None, metrics: list[str], *, quiet: bool
) -> bench.Results:
    """Load all runs of a study with their scores, and compute missing scores."""
    with ProgressBar(silent=quiet) as progress:
        return bench.load_results(study, name, metrics, progress=progress)


def print_leaderboard(
    results: bench.Results,
    status: bench.Status,
    ranking: RankingOptions,
    *,
    output_format: str = "table",
    quiet: bool,
) -> None:
    """Print the leaderboard, or the status of the jobs if no run has a score."""
    metric = ranking.metric or results.headline
    if metric is None:
        print_result(status, output_format, quiet=quiet)
        return
    check_metric_of_results(results, metric)
    leaderboard = results.leaderboard(metric, ranking.policy)
    print_result(leaderboard, output_format, quiet=quiet)


def report_on_study(study: bench.Study, ranking: RankingOptions, output: OutputOptions) -> int:
    """Print the leaderboard of a study that was run, and write its page if asked for.

    Returns the exit code: 1 if jobs failed and nothing came of an algorithm.
    """
    results = load_results(study, None, ranking.extra_metrics, quiet=output.quiet)
    status = bench.status(study)
    print_leaderboard(results, status, ranking, quiet=output.quiet)
    write_page(results, ranking, output)
    return print_failures(status, quiet=output.quiet)


def print_failures(status: bench.Status, *, quiet: bool) -> int:
    """Print how many jobs failed, and return the exit code."""
    counts = status.counts()
    failed = {
        name: sum(number for status, number in by_status.items() if status in FAILED)
        for name, by_status in counts.items()
    }
    if not any(failed.values()):
        return 0
    fruitless = [name for name, number in failed.items() if number and not counts[name].get("ok")]
    number = f"{sum(failed.values())} of {len(status)} jobs failed"
    if fruitless:
        print_error(f"{number}, and nothing came of {join_few_names(fruitless, 'algorithms')}")
        return 1
    if not quiet:
        print_text(f"\n{number}; every algorithm has found something.")
    return 0


def print_store(study: bench.Study, output: OutputOptions) -> None:
    """Print where the results are, and how to get a page of them."""
    if output.quiet:
        return
    store = relative_path(study.store)
    print_text(f"\nStore: {store}")
    if output.html is None:
        print_text(f"For a page, run: accord bench report {store} --html FILE")


def write_page(
    results: bench.Results,
    ranking: RankingOptions,
    output: OutputOptions,
    recommendation: bench.Recommendation | None = None,
) -> None:
    """Write the page if --html asks for one, and say where it is."""
    if output.html is None:
        return
    with ProgressBar(silent=output.quiet) as progress:
        progress.begin(f"writing {output.html}")
        bench.write_html(
            results,
            output.html,
            ranking.metric,
            ranking.policy,
            recommendation=recommendation,
            command=command_line(),
        )
    print_path("page", output.html, quiet=output.quiet)
