"""The tables of a store, and how a store of an earlier version is upgraded."""

from __future__ import annotations

import json
import sqlite3

VERSION = 4

#: Columns of a job: of its `JobSpec`, of its `Execution`, and of its claim.
JOBS = """
key TEXT PRIMARY KEY, implementation TEXT NOT NULL, version TEXT NOT NULL,
parameters TEXT NOT NULL, network TEXT NOT NULL, shuffle INTEGER, seed INTEGER NOT NULL,
limit_seconds REAL, limit_memory INTEGER, limit_threads INTEGER NOT NULL,
status TEXT, reason TEXT NOT NULL DEFAULT '', wall_seconds REAL, user_seconds REAL,
system_seconds REAL, algorithm_seconds REAL, peak_memory INTEGER, n_processes INTEGER,
printed_bytes INTEGER, n_clusters INTEGER, n_nodes INTEGER, n_overlapping INTEGER,
n_levels INTEGER, clustering TEXT, machine TEXT, started REAL, finished REAL,
attempts INTEGER NOT NULL DEFAULT 0, owner TEXT, lease REAL, log BLOB
"""
#: The jobs of a study, in its order and by its names.
ENTRIES = """
study TEXT, position INTEGER, key TEXT, algorithm TEXT, dataset TEXT, instance TEXT,
PRIMARY KEY (study, position)
"""
INSTANCES = """
study TEXT, dataset TEXT, instance TEXT, network TEXT, truth TEXT,
PRIMARY KEY (study, dataset, instance)
"""
NETWORKS = """
digest TEXT PRIMARY KEY, path TEXT, nodes INTEGER, edges INTEGER, directed INTEGER,
weighted INTEGER, facts TEXT
"""
#: Scores of a clustering: a value, or the reason why there is none. `position` keeps the order of
#: levels.
SCORES = """
clustering TEXT, truth TEXT, network TEXT, nodes TEXT, accord TEXT, metric TEXT, policy TEXT,
level TEXT, value REAL, reason TEXT NOT NULL, position INTEGER NOT NULL,
PRIMARY KEY (clustering, truth, network, nodes, accord, metric, policy, level)
"""

SCHEMA = (
    f"CREATE TABLE IF NOT EXISTS jobs ({JOBS})",
    f"CREATE TABLE IF NOT EXISTS entries ({ENTRIES})",
    "CREATE INDEX IF NOT EXISTS entries_by_key ON entries (key)",
    "CREATE TABLE IF NOT EXISTS studies (study TEXT PRIMARY KEY, description TEXT NOT NULL)",
    f"CREATE TABLE IF NOT EXISTS networks ({NETWORKS})",
    f"CREATE TABLE IF NOT EXISTS instances ({INSTANCES})",
    "CREATE TABLE IF NOT EXISTS machines (machine TEXT PRIMARY KEY, facts TEXT)",
    f"CREATE TABLE IF NOT EXISTS scores ({SCORES}) WITHOUT ROWID",
)

#: The columns of a job in tables and exported files, with their types.
COLUMNS: dict[str, type] = {
    "study": str,
    "algorithm": str,
    "dataset": str,
    "instance": str,
    "shuffle": int,
    "seed": int,
    "status": str,
    "reason": str,
    "wall_seconds": float,
    "user_seconds": float,
    "system_seconds": float,
    "algorithm_seconds": float,
    "peak_memory": int,
    "n_processes": int,
    "printed_bytes": int,
    "n_clusters": int,
    "n_nodes": int,
    "n_overlapping": int,
    "n_levels": int,
    "network_nodes": int,
    "network_edges": int,
    "implementation": str,
    "version": str,
    "parameters": str,
    "network": str,
    "truth": str,
    "limit_seconds": float,
    "limit_memory": int,
    "limit_threads": int,
    "started": float,
    "finished": float,
    "attempts": int,
    "machine": str,
    "clustering": str,
    "key": str,
}
#: Sources of the columns that are not in the table of jobs.
_SOURCES = {
    **{name: f"entries.{name}" for name in ("study", "algorithm", "dataset", "instance")},
    "truth": "instances.truth",
    "network_nodes": "networks.nodes",
    "network_edges": "networks.edges",
}
_SELECTED = ", ".join(f"{_SOURCES.get(name, f'jobs.{name}')} AS {name}" for name in COLUMNS)

#: Selects `COLUMNS`, a row for each job of each study.
RESULTS = (
    f"SELECT {_SELECTED} FROM entries JOIN jobs ON jobs.key = entries.key "
    "LEFT JOIN instances USING (study, dataset, instance) "
    "LEFT JOIN networks ON networks.digest = jobs.network"
)


# ---- stores of earlier versions ------------------------------------------------------------------

#: Columns that version 4 renamed, by table.
_RENAMED = {
    "jobs": {
        "uses": "implementation",
        "seconds_limit": "limit_seconds",
        "memory_limit": "limit_memory",
        "threads": "limit_threads",
        "wall": "wall_seconds",
        "user": "user_seconds",
        "system": "system_seconds",
        "own": "algorithm_seconds",
        "memory": "peak_memory",
        "processes": "n_processes",
        "printed": "printed_bytes",
        "clusters": "n_clusters",
        "nodes": "n_nodes",
        "overlapping": "n_overlapping",
        "levels": "n_levels",
    },
    "entries": {"place": "position", "data": "dataset"},
    "instances": {"data": "dataset"},
    "scores": {"place": "position"},
}


def upgrade(connection: sqlite3.Connection, version: int) -> None:
    """Upgrade a store to `VERSION`, inside a transaction; version 0 is a new store."""
    if 0 < version < 3:
        connection.execute("DROP TABLE IF EXISTS scores")  # they will be computed again
    if 0 < version < 4:
        _rename_columns(connection)
        _rename_in_descriptions(connection)
    for statement in SCHEMA:
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version={VERSION}")


def _rename_columns(connection: sqlite3.Connection) -> None:
    for table, names in _RENAMED.items():
        present = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
        for old, new in names.items():
            if old in present:
                connection.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")


def _rename_in_descriptions(connection: sqlite3.Connection) -> None:
    """Rename keys in the descriptions of studies, which are `Study.describe()` as JSON."""
    for row in connection.execute("SELECT study, description FROM studies").fetchall():
        description = json.loads(row[1])
        for algorithm in description.get("algorithms", {}).values():
            if "uses" in algorithm:
                algorithm["implementation"] = algorithm.pop("uses")
        if "data" in description:
            description["datasets"] = description.pop("data")
        connection.execute(
            "UPDATE studies SET description = ? WHERE study = ?", (json.dumps(description), row[0])
        )
