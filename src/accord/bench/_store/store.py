"""Store: a folder with all jobs, what came of them, and the clusterings they found.

The truth is a file of SQLite, which survives whatever ends a harness, and lets many read while one
writes. Who runs a job claims it before; the claim ends with the process, or when it is not renewed.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from accord._foundation.clustering import Clustering
from accord.bench._run import machine
from accord.bench._store.clusterings import ClusteringFiles
from accord.bench._store.networks import NetworkFiles, remove_others
from accord.bench._store.schema import OUTDATED, RESULTS, SCHEMA, VERSION
from accord.bench._study.jobs import SETTLED, Job, digest_of, plain_text
from accord.errors import FileError, FormatError, InputError, MissingFileError

LEASE = 60.0  # seconds until a claim that nobody renews is void
_ROOM = 70_000  # bytes that a claim takes in advance, so that there is room for what is to be told
_BUSY = 60.0  # seconds to wait for another writer

Row = dict[str, Any]


@dataclass(frozen=True)
class Entry:
    """A job as a study names it."""

    job: Job
    algorithm: str
    data: str
    instance: str


@dataclass(frozen=True)
class Source:
    """Where an instance of a data set comes from: the digest of its network, and the name of its truth."""

    data: str
    instance: str
    network: str
    truth: str | None


@dataclass(frozen=True)
class Result:
    """What came of a job. Times in seconds, memory in bytes."""

    status: str
    #: Why, in words; nothing where all went well.
    reason: str = ""
    wall: float | None = None
    user: float | None = None
    system: float | None = None
    #: Time of the algorithm alone, without imports and reading; None where nobody knows.
    own: float | None = None
    memory: int | None = None
    processes: int | None = None
    #: Bytes that it printed.
    printed: int | None = None
    clusters: int | None = None
    #: Nodes of the network that are in a cluster.
    nodes: int | None = None
    #: Nodes in several clusters.
    overlapping: int | None = None
    levels: int | None = None
    #: The name of the clustering in the store.
    clustering: str | None = None


class Store:
    """A store in a folder, which is made where it is not there."""

    def __init__(self, folder: str | os.PathLike[str], *, create: bool = True) -> None:
        self.folder = Path(folder)
        self.file = self.folder / "store.sqlite"
        if not self.file.exists() and not create:
            raise MissingFileError(
                2,
                "there is no store here: give the folder of one, or run a study first",
                str(folder),
            )
        with self._errors():
            self.folder.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                self.file, timeout=_BUSY, isolation_level=None, check_same_thread=False
            )
        self._connection.row_factory = sqlite3.Row
        self._lock = threading.RLock()
        self.clusterings = ClusteringFiles(self.folder / "clusterings")
        self.owner = machine.Owner().name
        self._machines: set[str] = set()
        try:
            self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def _prepare(self) -> None:
        with self._errors():
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute(
                "PRAGMA synchronous=NORMAL"
            )  # nothing is lost unless the machine itself goes down
            version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise FormatError(
                "this store was made by a later version of accord: use that one", str(self.file)
            )
        if version < VERSION:
            with self.writing():
                version = self._connection.execute("PRAGMA user_version").fetchone()[
                    0
                ]  # another may have been quicker
                for statement in (*OUTDATED, *SCHEMA) if version < VERSION else ():
                    self._connection.execute(statement)
                self._connection.execute(f"PRAGMA user_version={VERSION}")

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- jobs ------------------------------------------------------------------------------------

    def add_study(
        self,
        study: str,
        description: Mapping[str, Any],
        entries: Sequence[Entry],
        sources: Sequence[Source] = (),
    ) -> None:
        """Takes up the jobs of a study, in this order, and what its data sets are, in place of those it had.

        What was done stays done. All of it is taken up, or nothing.
        """
        with self.writing():
            self._connection.execute(
                "INSERT OR REPLACE INTO studies VALUES (?, ?)", (study, json.dumps(description))
            )
            self._connection.execute("DELETE FROM entries WHERE study = ?", (study,))
            for place, entry in enumerate(entries):
                job, limits = entry.job, entry.job.limits
                self._insert(
                    "OR IGNORE INTO jobs",
                    {
                        "key": job.key,
                        "uses": job.algorithm,
                        "version": job.version,
                        "parameters": plain_text(job.parameters),
                        "network": job.network,
                        "shuffle": job.shuffle,
                        "seed": job.seed,
                        "seconds_limit": limits.seconds,
                        "memory_limit": limits.memory,
                        "threads": limits.threads,
                    },
                )
                names = {
                    "algorithm": entry.algorithm,
                    "data": entry.data,
                    "instance": entry.instance,
                }
                self._insert(
                    "INTO entries", {"study": study, "place": place, "key": job.key, **names}
                )
            for source in sources:
                self._insert("OR REPLACE INTO instances", {"study": study, **asdict(source)})

    def add_network(self, digest: str, path: str, facts: Mapping[str, Any]) -> None:
        row = {"digest": digest, "path": path, "facts": json.dumps(facts)}
        row |= {name: facts[name] for name in ("nodes", "edges", "directed", "weighted")}
        with self.writing():
            self._insert("OR REPLACE INTO networks", row)

    def networks(self) -> dict[str, Row]:
        """What is known of each network, by its digest."""
        return {row["digest"]: row for row in self.rows("SELECT * FROM networks")}

    def instances(self, study: str) -> list[Row]:
        """The instances of the data sets of a study: their networks, and the names of their truths."""
        return self.rows("SELECT * FROM instances WHERE study = ?", study)

    def attempts(self, study: str) -> dict[str, int]:
        """How often each job of a study was tried, of those that are not settled."""
        query = f"SELECT key, attempts, status FROM jobs WHERE key IN (SELECT key FROM entries WHERE study = ?) AND {_OPEN}"
        return {row["key"]: row["attempts"] for row in self.rows(query, study)}

    def claim(self, key: str, attempts: int) -> bool:
        """Takes a job that was tried so often, and that nobody else has. Room for its result is taken as well."""
        now = time.time()
        with self.writing():
            query = f"SELECT owner, lease FROM jobs WHERE key = ? AND attempts = ? AND {_OPEN}"
            row = self._connection.execute(query, (key, attempts)).fetchone()
            if row is None or (
                row["owner"] is not None
                and row["lease"] > now
                and not machine.has_gone(row["owner"])
            ):
                return False
            claim = f"UPDATE jobs SET owner = ?, lease = ?, started = ?, log = zeroblob({_ROOM}) WHERE key = ?"
            self._connection.execute(claim, (self.owner, now + LEASE, now, key))
        return True

    def timeout_on_smaller(self, job: Job) -> Row | None:
        """A smaller network on which the same algorithm, with the same limits, was not done in time."""
        rows = self.rows(
            "SELECT small.nodes, small.edges FROM jobs JOIN networks AS small ON small.digest = jobs.network "
            "JOIN networks AS own ON own.digest = ? WHERE status = 'timeout' AND uses = ? AND version = ? "
            "AND parameters = ? AND seconds_limit = ? AND memory_limit IS ? AND threads = ? AND small.nodes <= own.nodes "
            "AND small.edges <= own.edges AND small.nodes + small.edges < own.nodes + own.edges LIMIT 1",
            *(job.network, job.algorithm, job.version, plain_text(job.parameters)),
            *(job.limits.seconds, job.limits.memory, job.limits.threads),
        )
        return rows[0] if rows else None

    def renew(self) -> None:
        """Keeps the claims of this harness."""
        with self.writing():
            self._connection.execute(
                "UPDATE jobs SET lease = ? WHERE owner = ?", (time.time() + LEASE, self.owner)
            )

    def release(self, key: str) -> None:
        """Gives a claimed job back, as if it had never been taken."""
        with self.writing():
            self._connection.execute(
                "UPDATE jobs SET owner = NULL, lease = NULL, log = NULL WHERE key = ? AND owner = ?",
                (key, self.owner),
            )

    def finish(
        self, key: str, result: Result, log: str = "", where: Mapping[str, Any] | None = None
    ) -> bool:
        """Writes down what came of a claimed job, `where` being facts of its machine where that is another.

        False where the claim was lost, and nothing is written.
        """
        row = {field.name: getattr(result, field.name) for field in fields(result)}
        row |= {"log": zlib.compress(log.encode()) if log else None, "finished": time.time()}
        row |= {
            "key": key,
            "owner": self.owner,
            "machine": self._name_of_machine(where or self._own_machine),
        }
        try:
            return self._write_result(row)
        except (
            FileError
        ):  # room was taken for it in advance, but it may be in the file of what is to be written
            with self._errors(), self._lock:
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return self._write_result(row)

    def _write_result(self, row: Row) -> bool:
        setters = ", ".join(f"{name} = :{name}" for name in row if name not in ("key", "owner"))
        with self.writing():
            done = self._connection.execute(
                f"UPDATE jobs SET {setters}, attempts = attempts + 1, owner = NULL, lease = NULL "
                "WHERE key = :key AND owner = :owner",
                row,
            )
        return done.rowcount == 1

    def running(self, study: str) -> int:
        """How many jobs of a study are claimed by harnesses that are alive."""
        query = "SELECT owner, lease FROM jobs WHERE key IN (SELECT key FROM entries WHERE study = ?) AND owner IS NOT NULL"
        return sum(
            row["lease"] > time.time() and not machine.has_gone(row["owner"])
            for row in self.rows(query, study)
        )

    def forget(
        self, study: str, statuses: Iterable[str], algorithms: Iterable[str] = ()
    ) -> list[str]:
        """Has jobs of these statuses (and of these algorithms alone, if any) done again, and gives their keys."""
        chosen, named = list(statuses), list(algorithms)
        former = ", ".join(
            f"{field.name} = NULL" for field in fields(Result) if field.name != "reason"
        )
        which = f"study = ? AND algorithm IN ({_marks(named)})" if named else "study = ?"
        which = f"status IN ({_marks(chosen)}) AND owner IS NULL AND key IN (SELECT key FROM entries WHERE {which})"
        with self.writing():
            keys = [
                row["key"]
                for row in self.rows(f"SELECT key FROM jobs WHERE {which}", *chosen, study, *named)
            ]
            again = f"UPDATE jobs SET {former}, reason = '', log = NULL, started = NULL, finished = NULL WHERE key = ?"
            self._connection.executemany(again, [(key,) for key in keys])
        return keys

    def prune(self) -> dict[str, int]:
        """Removes what no study refers to any more: jobs, networks, clusterings."""
        with self.writing():
            claims = self._connection.execute(
                "SELECT DISTINCT owner FROM jobs WHERE lease > ?", (time.time(),)
            )
            if any(not machine.has_gone(row["owner"]) for row in claims):
                raise InputError("a harness is at work on this store: prune it when that has ended")
            jobs = self._connection.execute(
                "DELETE FROM jobs WHERE key NOT IN (SELECT key FROM entries)"
            ).rowcount
            self._connection.execute(
                "DELETE FROM instances WHERE (study, data, instance) NOT IN (SELECT study, data, instance FROM entries)"
            )
            self._connection.execute(
                "DELETE FROM networks WHERE digest NOT IN (SELECT network FROM jobs UNION SELECT network FROM instances)"
            )
            names = self.rows(
                "SELECT clustering AS name FROM jobs UNION SELECT truth FROM instances"
            )
            clusterings = self.clusterings.keep({row["name"] for row in names})
            networks = NetworkFiles(self.folder / "networks").keep(set(self.networks()))
            remove_others(self.folder / "work", set())  # called after their jobs
        with self._errors(), self._lock:
            self._connection.execute("VACUUM")
        return {"jobs": jobs, "networks": networks, "clusterings": clusterings}

    # ---- what is known ---------------------------------------------------------------------------

    def studies(self) -> list[str]:
        return [row["study"] for row in self.rows("SELECT study FROM studies ORDER BY rowid")]

    def description(self, study: str) -> Row:
        """What `Study.describe` told of it."""
        (row,) = self.rows("SELECT description FROM studies WHERE study = ?", study)
        told: Row = json.loads(row["description"])
        return told

    def results(self, study: str | None = None) -> list[Row]:
        """A row for each job, in the order of the study; `status` is None for one that was not run yet."""
        where = "" if study is None else "WHERE entries.study = ?"
        rows = self.rows(
            f"{RESULTS} {where} ORDER BY entries.study, entries.place",
            *([] if study is None else [study]),
        )
        for row in rows:
            row["parameters"] = json.loads(row["parameters"])
        return rows

    def counts(self, study: str) -> dict[str, int]:
        """How many jobs of a study have each status; those not run yet are "missing"."""
        rows = self.rows(
            "SELECT coalesce(status, 'missing') AS status, count(DISTINCT jobs.key) AS count FROM jobs "
            "JOIN entries USING (key) WHERE study = ? GROUP BY 1",
            study,
        )
        return {row["status"]: row["count"] for row in rows}

    def log(self, key: str) -> str:
        """What a job printed, without the middle where that is long."""
        rows = self.rows(
            "SELECT log FROM jobs WHERE key = ? AND status IS NOT NULL AND owner IS NULL", key
        )
        return zlib.decompress(rows[0]["log"]).decode() if rows and rows[0]["log"] else ""

    def clustering(self, key: str) -> Clustering:
        """What a job found."""
        rows = self.rows("SELECT clustering, status FROM jobs WHERE key = ?", key)
        if not rows or rows[0]["clustering"] is None:
            raise InputError(
                f"the job {key[:12]} has no clustering: {rows[0]['status'] or 'not run' if rows else 'unknown'}"
            )
        return self.clusterings.get(rows[0]["clustering"])

    def machines(self) -> dict[str, Row]:
        """What is known of the machines that jobs ran on, by the names in their rows."""
        return {
            row["machine"]: json.loads(row["facts"]) for row in self.rows("SELECT * FROM machines")
        }

    # ---- the tables themselves -------------------------------------------------------------------

    def rows(self, query: str, *values: Any) -> list[Row]:
        """What a query in SQL finds."""
        with self._lock, self._errors():
            return [dict(row) for row in self._connection.execute(query, values)]

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        """A statement in SQL, inside of `writing`."""
        return self._connection.execute(statement, values)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """All that is written inside is written, or nothing of it."""
        with self._lock, self._errors():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    # ---- parts of the above ----------------------------------------------------------------------

    @cached_property
    def _own_machine(self) -> Mapping[str, Any]:
        return machine.facts()

    def _name_of_machine(self, facts: Mapping[str, Any]) -> str:
        name = digest_of(facts)[:12]
        with self._lock:
            if name not in self._machines:
                with self.writing():
                    self._insert(
                        "OR REPLACE INTO machines", {"machine": name, "facts": json.dumps(facts)}
                    )
                self._machines.add(name)
        return name

    def _insert(self, where: str, row: Mapping[str, Any]) -> None:
        names = ", ".join(row)
        self._connection.execute(
            f"INSERT {where} ({names}) VALUES ({', '.join(':' + name for name in row)})", dict(row)
        )

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """What SQLite says, as errors of ours."""
        try:
            yield
        except sqlite3.Error as error:
            name = getattr(error, "sqlite_errorname", "") or ""
            if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
                said = "no room to write: make room and run again; every finished job is kept"
                raise FileError(28, f"{said} [{error}]", str(self.file)) from None
            if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
                raise FormatError(
                    f"this is no store, or a broken one: {error}", str(self.file)
                ) from None
            if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN")):
                said = "the store cannot be written, which looking at it needs too: get the right to, or copy its folder"
                raise FileError(13, f"{said} [{error}]", str(self.file)) from None
            raise FileError(5, f"the store cannot be used: {error}", str(self.file)) from None
        except FileError:
            raise
        except OSError as error:
            file = (
                "this is a file, and a store is a folder: choose another"
                if self.folder.is_file()
                else None
            )
            raise FileError(error.errno, file or error.strerror, str(self.folder)) from None


#: What is still to be run: missing, or failed in a way that need not come again.
_OPEN = f"(status IS NULL OR status NOT IN ({', '.join(repr(status) for status in SETTLED)}))"


def _marks(values: Sequence[str]) -> str:
    return ", ".join("?" * len(values))
