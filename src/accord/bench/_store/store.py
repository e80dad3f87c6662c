"""Store: a folder with jobs, their results, and the clusterings they found.

Jobs are kept in an SQLite file, which survives a crash of the harness (the process that runs a
study) and can be read by many processes while one writes. A harness claims a job before it runs
it. On the same machine, the claim ends with the process, however long that is paused; nobody knows
about processes of other machines, whose claims end when they are not renewed.
"""

from __future__ import annotations

import json
import os
import time
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from accord._foundation.clustering import Clustering
from accord.bench._digest import canonical_json, digest_of
from accord.bench._job.execution import SETTLED, Execution
from accord.bench._job.spec import JobSpec
from accord.bench._store import work_folders
from accord.bench._store.claim_owners import end_owner, is_alive, new_owner
from accord.bench._store.clusterings import ClusteringFiles
from accord.bench._store.database import Database, Row
from accord.bench._store.digest_names import remove_others
from accord.bench._store.networks import NetworkFiles
from accord.bench._store.schema import RESULTS
from accord.errors import FileError, FormatError, InputError

LEASE = 60.0  # seconds until a claim of another machine that is not renewed ends
_LONGEST_LOG = 1_000_000  # bytes; the watcher keeps less of what is printed
_RESERVED = 70_000  # bytes that a claim reserves, so that there is room for the log

#: Columns that an execution sets, besides its log and its machine.
_MEASURED = (
    "status",
    "reason",
    "wall_seconds",
    "user_seconds",
    "system_seconds",
    "algorithm_seconds",
    "peak_memory",
    "n_processes",
    "printed_bytes",
    "n_clusters",
    "n_nodes",
    "n_overlapping",
    "n_levels",
    "clustering",
)
#: Condition for jobs still to be run: missing, or failed in a way that may not happen again.
_OPEN = f"(status IS NULL OR status NOT IN ({', '.join(repr(status) for status in SETTLED)}))"
_IN_STUDY = "key IN (SELECT key FROM entries WHERE study = ?)"


class Store(Database):
    """A store in a folder, which is created if it does not exist."""

    def __init__(self, folder: str | os.PathLike[str], *, create: bool = True) -> None:
        super().__init__(folder, create=create)
        self.clusterings = ClusteringFiles(self.folder / "clusterings")
        self.networks = NetworkFiles(self.folder / "networks")
        self.owner = new_owner()
        #: The folder in which this harness runs jobs, between `begin_work` and `end_work`.
        self.work = work_folders.owner_folder(self.folder / "work", self.owner)
        self._known_machines: set[str] = set()

    def close(self) -> None:
        """Close the database, and end the work of this store."""
        super().close()
        end_owner(self.owner)

    # ---- studies and their jobs ------------------------------------------------------------------

    def add_study(
        self, study: str, description: Mapping[str, Any], jobs: Sequence[JobSpec]
    ) -> None:
        """Add a study with its jobs in this order, or replace it, in a single transaction.

        The `description` of the study is kept as JSON. Jobs that have been run keep their results.
        """
        with self.writing():
            row = {"study": study, "description": json.dumps(description)}
            self.insert("studies", row, conflict="REPLACE")
            self.execute("DELETE FROM entries WHERE study = ?", study)
            for position, job in enumerate(jobs):
                self.insert("jobs", _job_row(job), conflict="IGNORE")
                self.insert("entries", {"position": position, **_entry_row(study, job)})
            instances = {(job.dataset, job.instance): job for job in jobs}
            for job in instances.values():
                self.insert("instances", _instance_row(study, job), conflict="REPLACE")

    def add_network(self, digest: str, path: str, facts: Mapping[str, Any]) -> None:
        """Add the facts about the network of this `digest`."""
        row = {"digest": digest, "path": path, "facts": json.dumps(facts)}
        row |= {name: facts[name] for name in ("nodes", "edges", "directed", "weighted")}
        with self.writing():
            self.insert("networks", row, conflict="REPLACE")

    def forget(
        self, study: str, statuses: Iterable[str], algorithms: Iterable[str] = ()
    ) -> list[str]:
        """Mark jobs of a `study` with these statuses as not run, and return their keys.

        With `algorithms`, only jobs of these algorithms.
        """
        status_list, names = list(statuses), list(algorithms)
        entries = "SELECT key FROM entries WHERE study = ?"
        if names:
            entries += f" AND algorithm IN ({_marks(names)})"
        which = f"status IN ({_marks(status_list)}) AND owner IS NULL AND key IN ({entries})"
        cleared = (*(name for name in _MEASURED if name != "reason"), "log", "started", "finished")
        setters = ", ".join(f"{name} = NULL" for name in cleared)
        with self.writing():
            rows = self.rows(f"SELECT key FROM jobs WHERE {which}", *status_list, study, *names)
            for row in rows:
                statement = f"UPDATE jobs SET {setters}, reason = '' WHERE key = ?"
                self.execute(statement, row["key"])
        return [row["key"] for row in rows]

    def prune(self) -> dict[str, int]:
        """Remove jobs, networks and clusterings that no study refers to, and count them."""
        with self.writing():
            claims = self.rows("SELECT DISTINCT owner, lease FROM jobs WHERE owner IS NOT NULL")
            now = time.time()
            if any(_is_claimed(row, now) for row in claims):
                raise InputError("jobs of this store are running: prune it when they have ended")
            jobs = self.execute("DELETE FROM jobs WHERE key NOT IN (SELECT key FROM entries)")
            self.execute(
                "DELETE FROM instances WHERE (study, dataset, instance) NOT IN "
                "(SELECT study, dataset, instance FROM entries)"
            )
            self.execute(
                "DELETE FROM networks WHERE digest NOT IN "
                "(SELECT network FROM jobs UNION SELECT network FROM instances)"
            )
            names = self.rows(
                "SELECT clustering AS name FROM jobs UNION SELECT truth FROM instances"
            )
            clusterings = self.clusterings.keep({row["name"] for row in names})
            networks = self.networks.keep(set(self.network_facts()))
            work_folders.remove_ended(self.folder / "work", and_unknown=True)
            remove_others(self.folder / "work", set())  # of earlier versions, named after jobs
        self.run_outside_transaction("VACUUM")
        return {"jobs": jobs.rowcount, "networks": networks, "clusterings": clusterings}

    # ---- running jobs ----------------------------------------------------------------------------

    def begin_work(self) -> None:
        """Make the folder `work`, and remove what harnesses that were killed have left."""
        with self.writing():  # so that no other harness begins meanwhile
            if work_folders.remove_ended(self.work.parent):
                for unfinished in (*self.networks.unfinished(), *self.clusterings.unfinished()):
                    work_folders.remove(unfinished)
            work_folders.make_folder(self.work)

    def end_work(self) -> None:
        """Remove the folder `work`."""
        work_folders.remove(self.work)

    def attempts(self, study: str) -> dict[str, int]:
        """Number of times that each job of a study still to be run has been run, by key."""
        query = f"SELECT key, attempts FROM jobs WHERE {_IN_STUDY} AND {_OPEN}"
        return {row["key"]: row["attempts"] for row in self.rows(query, study)}

    def claim(self, key: str, attempts: int) -> bool:
        """Claim a job that was run `attempts` times; False if it was run since, or is claimed.

        This also reserves room for its log.
        """
        now = time.time()
        with self.writing():
            query = f"SELECT owner, lease FROM jobs WHERE key = ? AND attempts = ? AND {_OPEN}"
            rows = self.rows(query, key, attempts)
            if not rows or _is_claimed(rows[0], now):
                return False
            self.execute(
                "UPDATE jobs SET owner = ?, lease = ?, started = ?, "
                f"log = zeroblob({_RESERVED}) WHERE key = ?",
                self.owner,
                now + LEASE,
                now,
                key,
            )
        return True

    def renew(self) -> None:
        """Renew all claims of this harness."""
        with self.writing():
            self.execute(
                "UPDATE jobs SET lease = ? WHERE owner = ?", time.time() + LEASE, self.owner
            )

    def release(self, key: str) -> None:
        """Release a claimed job, as if it had never been claimed."""
        with self.writing():
            self.execute(
                "UPDATE jobs SET owner = NULL, lease = NULL, log = NULL "
                "WHERE key = ? AND owner = ?",
                key,
                self.owner,
            )

    def finish(self, key: str, execution: Execution) -> bool:
        """Store the `execution` of a claimed job; False, and nothing is stored, without a claim."""
        if execution.content is not None and execution.clustering is not None:
            self.clusterings.add(execution.clustering, execution.content)
        row = {name: getattr(execution, name) for name in _MEASURED}
        log = execution.log.encode(errors="replace")
        row["log"] = zlib.compress(log) if log else None
        row["machine"] = self._add_machine(execution.machine)
        row["finished"] = time.time()
        try:
            return self._write_result(key, row)
        except FileError:  # the room that was reserved may still be in the write-ahead log
            self.run_outside_transaction("PRAGMA wal_checkpoint(TRUNCATE)")
            return self._write_result(key, row)

    def _write_result(self, key: str, row: Row) -> bool:
        setters = ", ".join(f"{name} = ?" for name in row)
        with self.writing():
            done = self.execute(
                f"UPDATE jobs SET {setters}, attempts = attempts + 1, owner = NULL, lease = NULL "
                "WHERE key = ? AND owner = ?",
                *row.values(),
                key,
                self.owner,
            )
        return done.rowcount == 1

    def _add_machine(self, facts: Mapping[str, Any] | None) -> str | None:
        """Add a machine if it is not known, and return its name."""
        if facts is None:
            return None
        name = digest_of(facts)[:12]
        with self._lock:
            if name not in self._known_machines:
                with self.writing():
                    row = {"machine": name, "facts": json.dumps(facts)}
                    self.insert("machines", row, conflict="REPLACE")
                self._known_machines.add(name)
        return name

    def count_running(self, study: str) -> int:
        """Number of jobs of a study that are claimed by live processes."""
        query = f"SELECT owner, lease FROM jobs WHERE {_IN_STUDY} AND owner IS NOT NULL"
        now = time.time()
        return sum(_is_claimed(row, now) for row in self.rows(query, study))

    def timeout_on_smaller(self, job: JobSpec) -> Row | None:
        """A smaller network than that of `job` on which its algorithm reached its time limit."""
        limits = job.limits
        rows = self.rows(
            "SELECT small.nodes, small.edges FROM jobs "
            "JOIN networks AS small ON small.digest = jobs.network "
            "JOIN networks AS large ON large.digest = ? "
            "WHERE status = 'timeout' AND implementation = ? AND version = ? AND parameters = ? "
            "AND limit_seconds = ? AND limit_memory IS ? AND limit_threads = ? "
            "AND small.nodes <= large.nodes AND small.edges <= large.edges "
            "AND small.nodes + small.edges < large.nodes + large.edges LIMIT 1",
            job.network,
            job.implementation,
            job.version,
            canonical_json(job.inputs),
            limits.seconds,
            limits.memory,
            limits.threads,
        )
        return rows[0] if rows else None

    # ---- reading ---------------------------------------------------------------------------------

    def studies(self) -> list[str]:
        """The names of the studies, in the order in which they were added."""
        return [row["study"] for row in self.rows("SELECT study FROM studies ORDER BY rowid")]

    def description(self, study: str) -> Row:
        """`Study.describe()` of a study, as it was when it was run."""
        (row,) = self.rows("SELECT description FROM studies WHERE study = ?", study)
        description: Row = self.from_json(row["description"])
        return description

    def results(self, study: str | None = None) -> list[Row]:
        """A row for each job, in the order of the study; the status is None if it has not run.

        The columns are `schema.COLUMNS`; `rows.job_of` and `rows.execution_of` make values of them.
        """
        order = "ORDER BY entries.study, entries.position"
        if study is None:
            rows = self.rows(f"{RESULTS} {order}")
        else:
            rows = self.rows(f"{RESULTS} WHERE entries.study = ? {order}", study)
        for row in rows:
            row["parameters"] = self.from_json(row["parameters"])
        return rows

    def counts(self, study: str) -> dict[str, int]:
        """Number of jobs of a study by status; jobs that have not run are "missing"."""
        rows = self.rows(
            "SELECT coalesce(status, 'missing') AS status, count(DISTINCT jobs.key) AS count "
            "FROM jobs JOIN entries USING (key) WHERE study = ? GROUP BY 1",
            study,
        )
        return {row["status"]: row["count"] for row in rows}

    def instances(self, study: str) -> list[Row]:
        """The instances of the data sets of a study, with their networks and truths."""
        return self.rows("SELECT * FROM instances WHERE study = ?", study)

    def network_facts(self) -> dict[str, Row]:
        """Facts about each network, by its digest."""
        return {row["digest"]: row for row in self.rows("SELECT * FROM networks")}

    def machines(self) -> dict[str, Row]:
        """Facts about each machine that jobs ran on, by its name."""
        rows = self.rows("SELECT * FROM machines")
        return {row["machine"]: self.from_json(row["facts"]) for row in rows}

    def log(self, key: str) -> str:
        """What a job printed, without the middle if that is long."""
        query = "SELECT log FROM jobs WHERE key = ? AND status IS NOT NULL AND owner IS NULL"
        rows = self.rows(query, key)
        if not rows or not rows[0]["log"]:
            return ""
        try:
            log = zlib.decompressobj().decompress(rows[0]["log"], _LONGEST_LOG)
        except (zlib.error, TypeError):
            raise FormatError(
                "this store is damaged: a log cannot be read", str(self.file)
            ) from None
        return log.decode(errors="replace")

    def clustering(self, key: str) -> Clustering:
        """The clustering that a job found."""
        rows = self.rows("SELECT clustering, status FROM jobs WHERE key = ?", key)
        if not rows or rows[0]["clustering"] is None:
            status = rows[0]["status"] or "not run" if rows else "unknown"
            raise InputError(f"the job {key[:12]} has no clustering: {status}")
        return self.clusterings.get(rows[0]["clustering"])


def _job_row(job: JobSpec) -> Row:
    """The columns of a job that say what it is."""
    return {
        "key": job.key,
        "implementation": job.implementation,
        "version": job.version,
        "parameters": canonical_json(job.inputs),
        "network": job.network,
        "shuffle": job.shuffle,
        "seed": job.seed,
        "limit_seconds": job.limits.seconds,
        "limit_memory": job.limits.memory,
        "limit_threads": job.limits.threads,
    }


def _entry_row(study: str, job: JobSpec) -> Row:
    """What a study calls a job."""
    names = {"algorithm": job.algorithm, "dataset": job.dataset, "instance": job.instance}
    return {"study": study, "key": job.key, **names}


def _instance_row(study: str, job: JobSpec) -> Row:
    """The network and the truth that a study means by an instance of a data set."""
    names = {"study": study, "dataset": job.dataset, "instance": job.instance}
    return {**names, "network": job.network, "truth": job.truth}


def _is_claimed(row: Mapping[str, Any], now: float) -> bool:
    """Whether a job is claimed by a live process."""
    if row["owner"] is None:
        return False
    alive = is_alive(row["owner"])
    return bool(row["lease"] > now if alive is None else alive)


def _marks(values: Sequence[str]) -> str:
    return ", ".join("?" * len(values))
