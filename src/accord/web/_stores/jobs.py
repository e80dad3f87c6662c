"""Jobs of a store as rows for clients: selected, paged and bounded."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

from accord.bench._job.execution import STATUSES
from accord.bench._store.claim_owners import is_alive
from accord.bench._store.schema import RESULTS
from accord.bench._store.store import Store
from accord.errors import InputError, unknown

#: What a job can be, besides the statuses of jobs that have ended.
MISSING, RUNNING = "missing", "running"
ALL_STATUSES = (*STATUSES, RUNNING, MISSING)
_LONGEST_TEXT = 2000
_LISTED = (
    "key",
    "study",
    "algorithm",
    "dataset",
    "instance",
    "shuffle",
    "seed",
    "status",
    "reason",
    "wall_seconds",
    "algorithm_seconds",
    "peak_memory",
    "n_clusters",
    "n_nodes",
    "n_overlapping",
    "n_levels",
    "printed_bytes",
    "network_nodes",
    "network_edges",
    "attempts",
    "started",
    "finished",
)


def running_keys(store: Store) -> list[str]:
    """Keys of the jobs that live processes have claimed."""
    now = time.time()
    rows = store.rows("SELECT key, owner, lease FROM jobs WHERE owner IS NOT NULL")
    return [row["key"] for row in rows if _is_claimed(row, now)]


def counts(store: Store) -> dict[str, dict[str, dict[str, int]]]:
    """Number of jobs by study, algorithm and status."""
    rows = store.rows(
        f"SELECT study, algorithm, {_STATUS} AS status, count(*) AS n "
        "FROM entries JOIN jobs USING (key) GROUP BY 1, 2, 3 ORDER BY study, min(position)",
        json.dumps(running_keys(store)),
    )
    found: dict[str, dict[str, dict[str, int]]] = {}
    for row in rows:
        by_algorithm = found.setdefault(str(row["study"]), {})
        by_algorithm.setdefault(str(row["algorithm"]), {})[str(row["status"])] = row["n"]
    return found


def jobs_page(store: Store, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The jobs with the wanted status, algorithm, data set and study, from an offset on."""
    status = wanted.get("status")
    if status is not None and status not in ALL_STATUSES:
        raise unknown("status", status, ALL_STATUSES)
    names = [name for name in ("study", "algorithm", "dataset") if wanted.get(name) is not None]
    conditions = [f"entries.{name} = ?" for name in names]
    values = [wanted[name] for name in names]
    running = json.dumps(running_keys(store))
    if status is not None:
        conditions.append(f"{_STATUS} = ?")
        values += [running, status]
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    join = "FROM entries JOIN jobs USING (key)"
    total = store.rows(f"SELECT count(*) AS n {join} {where}", *values)[0]["n"]
    order = "ORDER BY entries.study, entries.position LIMIT ? OFFSET ?"
    limit, offset = wanted.get("limit", 100), wanted.get("offset", 0)
    rows = store.rows(f"{RESULTS} {where} {order}", *values, limit, offset)
    claimed = set(json.loads(running))
    shown = [{name: cell(row[name]) for name in _LISTED} for row in rows]
    for row in shown:
        row["status"] = RUNNING if row["key"] in claimed else row["status"] or MISSING
    return {"total": total, "offset": offset, "jobs": shown}


def job_row(store: Store, key: str, study: str | None) -> dict[str, Any]:
    """All that is known about a job, but for its log."""
    condition, values = "WHERE jobs.key = ?", [key]
    if study is not None:
        condition, values = f"{condition} AND entries.study = ?", [key, study]
    rows = store.rows(f"{RESULTS} {condition} LIMIT 1", *values)
    if not rows:
        raise InputError("there is no such job in this store")
    row = {name: cell(value) for name, value in rows[0].items()}
    row["parameters"] = store.from_json(rows[0]["parameters"])
    row["status"] = RUNNING if key in running_keys(store) else row["status"] or MISSING
    return row


def cell(value: object) -> object:
    """A value of a table, of a bounded size."""
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    if isinstance(value, str) and len(value) > _LONGEST_TEXT:
        return f"{value[:_LONGEST_TEXT]}…"
    return value


#: The status of a job; the keys of running jobs are its parameter, as JSON.
_STATUS = (
    f"CASE WHEN jobs.key IN (SELECT value FROM json_each(?)) THEN '{RUNNING}' "
    f"ELSE coalesce(jobs.status, '{MISSING}') END"
)


def _is_claimed(row: Mapping[str, Any], now: float) -> bool:
    """Whether a claim is that of a live process, or of another machine that renews it."""
    alive = is_alive(str(row["owner"]))
    if alive is None:
        return isinstance(row["lease"], int | float) and row["lease"] > now
    return alive
