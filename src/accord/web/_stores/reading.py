"""ReadOnlyStore: a store that is read as it is, whoever made it.

SQLite opens the file for reading only, and takes nothing in it for code: tables must be tables, and
functions in its schema are not trusted. A store of another version is not upgraded.
"""

from __future__ import annotations

import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from accord.bench._store.clusterings import ClusteringFiles
from accord.bench._store.networks import NetworkFiles
from accord.bench._store.schema import VERSION
from accord.bench._store.store import Store
from accord.errors import FileError, FormatError, InputError, MissingFileError

_BUSY_SECONDS = 10.0  # to wait for a writer
_LONGEST_VALUE = 50_000_000  # bytes of a cell
_TABLES = {"jobs", "entries", "studies", "networks", "instances", "machines", "scores"}
#: What reading values of unexpected types can end in.
_DAMAGED = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)


class ReadOnlyStore(Store):
    """A store that is never written."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.file = folder, folder / self.file_name
        self.clusterings = ClusteringFiles(folder / "clusterings")
        self.networks = NetworkFiles(folder / "networks")
        self.owner = ""
        self._lock = threading.RLock()
        with self._errors():
            self._connection = _connect(self.file)
        self._connection.row_factory = sqlite3.Row
        try:
            self._check()
        except BaseException:
            self._connection.close()
            raise

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def _check(self) -> None:
        """Check the version, and that tables are tables."""
        with self._errors():
            version = self._version()
            kinds = self._connection.execute("SELECT name, type, sql FROM sqlite_schema").fetchall()
        if version != VERSION:
            age = "a later" if version > VERSION else "an earlier"
            advice = "upgrade accord" if version > VERSION else "open it with 'accord bench status'"
            raise InputError(f"this store was written by {age} version of accord: {advice}")
        tables = {
            row["name"]
            for row in kinds
            if row["type"] == "table" and "VIRTUAL" not in str(row["sql"])[:20].upper()
        }
        if missing := sorted(_TABLES - tables):
            raise InputError(f"this is not a store: it has no table {missing[0]!r}")


@contextmanager
def open_read_only(folder: str, name: str) -> Iterator[ReadOnlyStore]:
    """A store in a folder; errors call it by its name, and not by the path on the server."""
    try:
        with ReadOnlyStore(Path(folder)) as store:
            yield store
    except InputError as error:
        if not isinstance(error, FormatError):
            raise
        reason = str(error).removeprefix(f"{error.path}: ").replace(folder, name)
        raise FormatError(reason, name) from None
    except MissingFileError:
        raise InputError(f"{name}: a file of this store is missing") from None
    except FileError as error:
        raise InputError(f"{name}: the store cannot be read: {error.strerror}") from None
    except _DAMAGED as error:
        kind = type(error).__name__
        raise FormatError(f"this store is damaged: reading it ends in a {kind}", name) from error


def _connect(file: Path) -> sqlite3.Connection:
    """Connect for reading; without permission to write, only if no log waits to be read."""
    log = file.with_name(f"{file.name}-wal")
    for path in (file, log, file.with_name(f"{file.name}-shm")):
        if path.is_symlink() or (path.exists() and not stat.S_ISREG(path.stat().st_mode)):
            raise InputError(f"{path.name} is not a regular file, as those of a store are")
    try:
        return _connected(file, "mode=ro")
    except sqlite3.OperationalError:
        if log.exists() and log.stat().st_size:
            raise
        return _connected(file, "mode=ro&immutable=1")


def _connected(file: Path, how: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"file:{quote(str(file))}?{how}",
        uri=True,
        timeout=_BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
        connection.text_factory = lambda text: text.decode("utf-8", "replace")
        for pragma in ("trusted_schema=OFF", "query_only=ON", "cell_size_check=ON"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection
