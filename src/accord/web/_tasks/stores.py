"""Tasks about stores of benchmarks; `store` in a request is what the server knows about one."""

from __future__ import annotations

from typing import Any

from accord import bench
from accord._display.names import natural_order
from accord._foundation.progress import ProgressCallback, begin_step
from accord.bench._results.load import stored_results
from accord.bench._store.store import Store
from accord.errors import InputError, unknown
from accord.metrics._printed_names import printed_name
from accord.web._stores.jobs import RUNNING, counts, job_row, jobs_page
from accord.web._stores.logs import log_lines
from accord.web._stores.reading import open_read_only
from accord.web._tasks.commands import commands_of_leaderboard
from accord.web._tasks.documents import table_document
from accord.web._tasks.inputs import Inputs
from accord.web._tasks.json_values import as_json
from accord.web._tasks.results import notes_of, table_of
from accord.web._tasks.store_pictures import draw
from accord.web._tasks.task import Document

_MOST_SCORES = 1000

_Request = dict[str, Any]
_Answer = dict[str, Any]


def store_status(request: _Request, _: Inputs, progress: ProgressCallback | None) -> _Answer:
    """The studies of a store, and how their jobs ended."""
    with _opened(request) as store:
        found = counts(store)
        studies = [_study(store, name, found.get(name, {})) for name in store.studies()]
        machines = store.machines()
    return as_json({"studies": studies, "machines": machines}) or {}


def store_jobs(request: _Request, _: Inputs, progress: ProgressCallback | None) -> _Answer:
    """Some jobs of a store, a row each."""
    with _opened(request) as store:
        answer: _Answer = as_json(jobs_page(store, request))
    return answer


def store_job(request: _Request, _: Inputs, progress: ProgressCallback | None) -> _Answer:
    """A job with its scores, and its clustering and truth as inputs if the folder has them."""
    with _opened(request) as store:
        row = job_row(store, request["key"], request.get("study"))
        answer: _Answer = as_json(
            {
                **row,
                "machine": store.machines().get(str(row["machine"])),
                "scores": _scores(store, row),
                "found": _input(request, store, row, "clustering"),
                "truth": _input(request, store, row, "truth"),
            }
        )
    return answer


def store_log(request: _Request, _: Inputs, progress: ProgressCallback | None) -> _Answer:
    """Lines of what a job printed; by default the last ones."""
    with _opened(request) as store:
        job_row(store, request["key"], None)
        lines = log_lines(store.log(request["key"]))
    limit, offset = request["limit"], request.get("offset")
    if offset is None:
        offset = max(0, len(lines) - limit)
    shown = lines[offset : offset + limit]
    return {"total": len(lines), "offset": offset, "lines": as_json(shown)}


def store_leaderboard(
    request: _Request, _: Inputs, progress: ProgressCallback | None
) -> _Answer | Document:
    """The algorithms of a study, ranked by the scores that the store has; or that as a file."""
    with _opened(request) as store:
        begin_step(progress, "reading results")
        results = results_of(store, request)
        begin_step(progress, "ranking")
        board = results.leaderboard(_metric(results, request), request.get("policy") or "blind")
        if request.get("format") is not None:
            return table_document(board, request["format"], "leaderboard")
        answer: _Answer = as_json(
            {
                "study": results.facts["study"],
                "sentence": str(board.winner or board.notes()[0]),
                "leaderboard": board.to_dict(),
                "table": table_of(board.table()),
                "metrics": {name: printed_name(name) for name in results.metrics},
                "notes": notes_of([*board.notes(), *board.failures()]),
                "commands": commands_of_leaderboard(request),
            }
        )
    return answer


def store_picture(
    request: _Request, _: Inputs, progress: ProgressCallback | None
) -> _Answer | Document:
    """A picture of the page about a study."""
    with _opened(request) as store:
        begin_step(progress, "reading results")
        results = results_of(store, request)
        board = results.leaderboard(_metric(results, request), request.get("policy") or "blind")
        begin_step(progress, "drawing")
        return draw(request["kind"], results, board, as_file=request.get("format") == "svg")


def store_report(request: _Request, _: Inputs, progress: ProgressCallback | None) -> Document:
    """The page about a study, in one file that loads nothing else."""
    with _opened(request) as store:
        begin_step(progress, "reading results")
        results = results_of(store, request)
        begin_step(progress, "writing the page")
        page = bench.to_html(results, request.get("metric"), request.get("policy") or "blind")
    content = page.encode("utf-8", "backslashreplace")
    return Document(content, "text/html; charset=utf-8", "benchmark.html")


def results_of(store: Store, request: _Request) -> bench.Results:
    """The results of the study that a request names, which must be named if there are several."""
    names = store.studies()
    study = request.get("study")
    if study is None and len(names) > 1:
        listed = ", ".join(names[:20])
        raise InputError(f"there are {len(names)} studies in this store: choose one of {listed}")
    if study is not None and study not in names:
        raise unknown("study", study, names)
    return stored_results(store, study)


def _opened(request: _Request) -> Any:
    store = request["store"]
    return open_read_only(store["folder"], store["name"])


def _metric(results: bench.Results, request: _Request) -> str:
    metric = request.get("metric") or results.headline
    if metric is None:
        raise InputError("no run has a score yet: 'accord bench report' computes what is missing")
    if metric not in results.metrics:
        raise unknown("metric in this store", metric, results.metrics)
    return str(metric)


def _study(store: Store, name: str, by_algorithm: dict[str, dict[str, int]]) -> dict[str, Any]:
    description = store.description(name)
    statuses: dict[str, int] = {}
    for by_status in by_algorithm.values():
        for status, number in by_status.items():
            statuses[status] = statuses.get(status, 0) + number
    rows = store.rows(
        "SELECT dataset FROM entries WHERE study = ? "
        "GROUP BY dataset ORDER BY min(position) LIMIT 10000",
        name,
    )
    return {
        "study": name,
        "jobs": sum(statuses.values()),
        "running": statuses.get(RUNNING, 0),
        "statuses": statuses,
        "algorithms": by_algorithm,
        "datasets": [row["dataset"] for row in rows],
        "metrics": description.get("metrics") or [],
    }


def _scores(store: Store, row: dict[str, Any]) -> list[dict[str, Any]]:
    """The scores of the clustering of a job, of the latest version that computed some."""
    rows = store.rows(
        "SELECT metric, policy, level, value, reason, accord FROM scores WHERE clustering = ? "
        f"AND truth IN (?, '') AND network = ? ORDER BY metric, position LIMIT {_MOST_SCORES}",
        row["clustering"],
        row["truth"] or "",
        row["network"],
    )
    latest = max((row["accord"] for row in rows), key=natural_order, default=None)
    names = ("metric", "policy", "level", "value", "reason")
    return [{name: row[name] for name in names} for row in rows if row["accord"] == latest]


def _input(
    request: _Request, store: Store, row: dict[str, Any], column: str
) -> dict[str, str] | None:
    """A clustering of the store as an input; None if the folder of the server has none."""
    below = request["store"]["below"]
    if below is None or not isinstance(row[column], str):
        return None
    try:
        place = store.clusterings.file(row[column]).relative_to(store.folder).as_posix()
    except (InputError, OSError):
        return None
    suffix = row[column].partition(".")[2]
    return {"path": f"{below}/{place}", "name": f"{row['algorithm']}-{column}.{suffix}"}
