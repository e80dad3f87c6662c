"""Section "Failures": how many runs failed, why, and the end of their logs."""

from __future__ import annotations

import re
from collections import Counter

from accord._display.numbers import count
from accord.bench._job.execution import STATUSES
from accord.bench._results.results import Results
from accord.bench._results.run import Run
from accord.report._markup import Markup, joined, label, tag
from accord.report._page import Section
from accord.report._tables import name_of, table

#: At most this many kinds of failure are listed, each with this many characters of a log.
_MAX_LOGS = 60
_LOG_CHARACTERS = 3000
#: Codes that set colours on a terminal.
_ESCAPE_CODES = re.compile("\x1b\\[[0-9;?]*[A-Za-z]")


def failures_section(results: Results, algorithms: list[str]) -> Section | None:
    """The section; None if all runs are ok."""
    failed = [run for run in results.runs if not run.is_ok]
    if not failed:
        return None
    intro = (
        f"{len(failed):,} of {count(len(results.runs), 'run')} have no result. "
        "They count as missing, not as a score of 0."
    )
    content = [tag("p", intro, class_="intro"), _counts(results, algorithms), *_logs(failed)]
    return Section("failures", "Failures", "What went wrong?", content)


def _counts(results: Results, algorithms: list[str]) -> Markup:
    counts = Counter((run.algorithm, run.execution.status) for run in results.runs)
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
    """A foldable log for each kind of failure: algorithm, data set, status and reason."""
    kinds: dict[tuple[str, str, str, str], list[Run]] = {}
    for run in failed:
        key = run.algorithm, run.dataset, run.execution.status, run.execution.reason
        kinds.setdefault(key, []).append(run)
    intro = "Open an entry to see the end of its log."
    if len(kinds) > _MAX_LOGS:
        intro += f" The first {_MAX_LOGS} of {len(kinds):,} kinds of failure."
    return [
        tag("h3", "Why"),
        tag("p", intro, class_="intro"),
        *(_log(*key, runs) for key, runs in list(kinds.items())[:_MAX_LOGS]),
    ]


def _log(algorithm: str, dataset: str, status: str, reason: str, runs: list[Run]) -> Markup:
    details = f" · {label(reason)}" if reason else ""
    title = joined(
        [
            tag("b", label(algorithm)),
            f" on {label(dataset)}: {status.replace('_', ' ')}",
            tag("small", f"{details} · {count(len(runs), 'run')}"),
        ]
    )
    log = next((run.execution.log for run in runs if run.execution.log.strip()), "")
    if log:
        content = tag("pre", _end(log), tabindex="0")
    else:
        content = tag("p", "There is no log.", class_="quiet small")
    return tag("details", tag("summary", title), content)


def _end(log: str) -> str:
    """The end of a log, without colours and with plain line ends."""
    text = _ESCAPE_CODES.sub("", log).replace("\r\n", "\n").replace("\r", "\n").rstrip()
    return text if len(text) <= _LOG_CHARACTERS else f"…{text[-_LOG_CHARACTERS:]}"
