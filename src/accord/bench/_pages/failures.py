"""What went wrong: how often, why, and the end of the logs."""

from __future__ import annotations

import re
from collections import Counter

from accord._display.numbers import count
from accord.bench._results.results import Results
from accord.bench._results.run import Run
from accord.bench._study.jobs import STATUSES
from accord.report._markup import Markup, joined, label, tag
from accord.report._page import Section
from accord.report._tables import name_of, table

#: So many kinds of failure are listed with their logs, and of each log so many letters at its end.
_MOST_LOGS = 60
_MOST_LETTERS = 3000
#: What colours words on a terminal.
_ESCAPES = re.compile("\x1b\\[[0-9;?]*[A-Za-z]")


def failures_section(results: Results, algorithms: list[str]) -> Section | None:
    """None where all runs are ok."""
    failed = [run for run in results.runs if not run.is_ok]
    if not failed:
        return None
    intro = f"{len(failed):,} of {count(len(results.runs), 'run')} have no result. No score is made up for them."
    content = [tag("p", intro, class_="intro"), _counts(results, algorithms), *_logs(failed)]
    return Section("failures", "Failures", "What went wrong?", content)


def _counts(results: Results, algorithms: list[str]) -> Markup:
    counts = Counter((run.algorithm, run.status) for run in results.runs)
    statuses = [
        status for status in STATUSES if any((name, status) in counts for name in algorithms)
    ]
    columns = [
        ("algorithm", "name"),
        *((status.replace("_", " "), "number") for status in statuses),
    ]
    rows = [
        [name_of(name), *(f"{counts[name, status] or '–'}" for status in statuses)]
        for name in algorithms
    ]
    return table("failures-table", "Runs by how they ended", columns, rows, sortable=True)


def _logs(failed: list[Run]) -> list[Markup]:
    groups: dict[tuple[str, str, str, str], list[Run]] = {}
    for run in failed:
        groups.setdefault((run.algorithm, run.dataset, run.status, run.reason), []).append(run)
    more = (
        f" The first {_MOST_LOGS} of {len(groups):,} kinds of failure."
        if len(groups) > _MOST_LOGS
        else ""
    )
    parts = [
        tag("h3", "Why"),
        tag("p", f"Open one for the end of its log, where there is one.{more}", class_="intro"),
    ]
    for (algorithm, dataset, status, reason), runs in list(groups.items())[:_MOST_LOGS]:
        said = tag("small", " · ", f"{label(reason)} · " if reason else "", count(len(runs), "run"))
        title = joined(
            [
                tag("b", label(algorithm)),
                " on ",
                label(dataset),
                ": ",
                status.replace("_", " "),
                said,
            ]
        )
        log = next((run.log_tail for run in runs if run.log_tail.strip()), "")
        inside = (
            tag("pre", _end(log), tabindex="0")
            if log
            else tag("p", "It wrote no log.", class_="quiet small")
        )
        parts.append(tag("details", tag("summary", title), inside))
    return parts


def _end(log: str) -> str:
    text = _ESCAPES.sub("", log).replace("\r\n", "\n").replace("\r", "\n").rstrip()
    return text if len(text) <= _MOST_LETTERS else f"…{text[-_MOST_LETTERS:]}"
