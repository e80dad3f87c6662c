"""The tables of a store."""

VERSION = 3

#: Columns of a job: what it is, what came of it, and who is at it.
JOBS = """
key TEXT PRIMARY KEY, uses TEXT NOT NULL, version TEXT NOT NULL, parameters TEXT NOT NULL, network TEXT NOT NULL,
shuffle INTEGER, seed INTEGER NOT NULL, seconds_limit REAL, memory_limit INTEGER, threads INTEGER NOT NULL,
status TEXT, reason TEXT NOT NULL DEFAULT '', wall REAL, user REAL, system REAL, own REAL, memory INTEGER,
processes INTEGER, printed INTEGER, clusters INTEGER, nodes INTEGER, overlapping INTEGER, levels INTEGER,
clustering TEXT, machine TEXT, started REAL, finished REAL, attempts INTEGER NOT NULL DEFAULT 0,
owner TEXT, lease REAL, log BLOB
"""
#: What the jobs of a study are called there.
ENTRIES = "study TEXT, place INTEGER, key TEXT, algorithm TEXT, data TEXT, instance TEXT, PRIMARY KEY (study, place)"
#: What a clustering gets: a value, or the reason why there is none. By their place, levels are in
#: the order they have.
SCORES = """
clustering TEXT, truth TEXT, network TEXT, nodes TEXT, accord TEXT, metric TEXT, policy TEXT, level TEXT, value REAL,
reason TEXT NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (clustering, truth, network, nodes, accord, metric, policy, level)
"""
#: What is removed from a store of an earlier version: values that are computed again.
OUTDATED = ("DROP TABLE IF EXISTS scores",)

SCHEMA = (
    f"CREATE TABLE IF NOT EXISTS jobs ({JOBS})",
    f"CREATE TABLE IF NOT EXISTS entries ({ENTRIES})",
    "CREATE INDEX IF NOT EXISTS entries_by_key ON entries (key)",
    "CREATE TABLE IF NOT EXISTS studies (study TEXT PRIMARY KEY, description TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS networks (digest TEXT PRIMARY KEY, path TEXT, nodes INTEGER, edges INTEGER, "
    "directed INTEGER, weighted INTEGER, facts TEXT)",
    "CREATE TABLE IF NOT EXISTS instances (study TEXT, data TEXT, instance TEXT, network TEXT, truth TEXT, "
    "PRIMARY KEY (study, data, instance))",
    "CREATE TABLE IF NOT EXISTS machines (machine TEXT PRIMARY KEY, facts TEXT)",
    f"CREATE TABLE IF NOT EXISTS scores ({SCORES}) WITHOUT ROWID",
)

#: The columns of a result, as people get them.
COLUMNS = {
    "study": str,
    "algorithm": str,
    "data": str,
    "instance": str,
    "shuffle": int,
    "seed": int,
    "status": str,
    "reason": str,
    "wall": float,
    "user": float,
    "system": float,
    "own": float,
    "memory": int,
    "processes": int,
    "printed": int,
    "clusters": int,
    "nodes": int,
    "overlapping": int,
    "levels": int,
    "network_nodes": int,
    "network_edges": int,
    "uses": str,
    "version": str,
    "parameters": str,
    "network": str,
    "seconds_limit": float,
    "memory_limit": int,
    "threads": int,
    "started": float,
    "finished": float,
    "attempts": int,
    "machine": str,
    "clustering": str,
    "key": str,
}
_TABLES = {"study": "entries", "algorithm": "entries", "data": "entries", "instance": "entries"}


def _column(name: str) -> str:
    if name in ("network_nodes", "network_edges"):
        return f"networks.{name.removeprefix('network_')} AS {name}"
    return f"{_TABLES.get(name, 'jobs')}.{name} AS {name}"


RESULTS = (
    f"SELECT {', '.join(map(_column, COLUMNS))} FROM entries JOIN jobs ON jobs.key = entries.key "
    "LEFT JOIN networks ON networks.digest = jobs.network"
)
