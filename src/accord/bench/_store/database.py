"""Database: the SQLite file of a store, its transactions, and its errors."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, Self

from accord.bench._store.schema import VERSION, upgrade
from accord.errors import FileError, FormatError, InputError, MissingFileError

_BUSY_SECONDS = 60.0  # to wait for another writer

Row = dict[str, Any]
Conflict = Literal["ABORT", "IGNORE", "REPLACE"]


class Database:
    """A folder with a SQLite file, which may be used by many threads and processes at a time."""

    #: The name of the file, and the version of its tables.
    file_name = "store.sqlite"
    version = VERSION

    def __init__(self, folder: str | os.PathLike[str], *, create: bool = True) -> None:
        self.folder = Path(folder)
        self.file = self.folder / self.file_name
        if not self.file.exists() and not create:
            raise MissingFileError(
                errno.ENOENT,
                "there is no store here: give the folder of a store, or run a study first",
                str(folder),
            )
        with self._errors():
            self.folder.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                self.file, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
        self._connection.row_factory = sqlite3.Row
        self._lock = threading.RLock()
        try:
            self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def _prepare(self) -> None:
        with self._errors():
            self._connection.execute("PRAGMA journal_mode=WAL")
            # Nothing is lost unless the machine itself goes down.
            self._connection.execute("PRAGMA synchronous=NORMAL")
            version = self._version()
        if version > self.version:
            raise FormatError(
                "this store was written by a later version of accord: upgrade accord",
                str(self.file),
            )
        if version < self.version:
            with self.writing():
                version = self._version()  # another process may have been faster
                if version < self.version:
                    self._upgrade(self._connection, version)

    def _upgrade(self, connection: sqlite3.Connection, version: int) -> None:
        """Upgrade the tables from a version, inside a transaction; version 0 is a new file."""
        upgrade(connection, version)

    def _version(self) -> int:
        version: int = self._connection.execute("PRAGMA user_version").fetchone()[0]
        return version

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def rows(self, query: str, *values: Any) -> list[Row]:
        """The rows that an SQL query returns, with `values` for its question marks."""
        with self._lock, self._errors():
            return [dict(row) for row in self._connection.execute(query, values)]

    def from_json(self, text: Any) -> Any:
        """The value of a cell with JSON as its `text`."""
        try:
            return json.loads(text)
        except (TypeError, ValueError, RecursionError):
            raise FormatError(
                f"this store is damaged: {str(text)[:50]!r} is not JSON", str(self.file)
            ) from None

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        """Execute an SQL statement with `values` for its question marks, within `writing`."""
        return self._connection.execute(statement, values)

    def insert(self, table: str, row: Mapping[str, Any], *, conflict: Conflict = "ABORT") -> None:
        """Insert a row into a `table`, within `writing`; `conflict` is of SQL."""
        marks = ", ".join(f":{name}" for name in row)
        statement = f"INSERT OR {conflict} INTO {table} ({', '.join(row)}) VALUES ({marks})"
        self._connection.execute(statement, dict(row))

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction: everything inside is written, or nothing is."""
        with self._lock, self._errors():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def run_outside_transaction(self, statement: str) -> None:
        """Execute a statement that SQLite allows only outside of transactions."""
        with self._errors(), self._lock:
            self._connection.execute(statement)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Turn errors of SQLite and of the system into errors of accord."""
        try:
            yield
        except sqlite3.Error as error:
            raise _explained(error, str(self.file)) from None
        except UnicodeEncodeError as error:
            raise InputError(f"{error.object!r} is not valid Unicode text") from None
        except FileError:
            raise
        except OSError as error:
            message = error.strerror
            if self.folder.is_file():
                message = "this is a file, but a store is a folder: choose another path"
            raise FileError(error.errno, message, str(self.folder)) from None


def _explained(error: sqlite3.Error, file: str) -> FileError | FormatError:
    """The error of accord that says what went wrong with a store, and what to do about it."""
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        return FormatError(f"this is not a store, or it is damaged: {error}", file)
    if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
        number = errno.ENOSPC
        message = "no room to write: make room and run again; every finished job is kept"
    elif name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN")):
        number = errno.EACCES
        message = (
            "the store cannot be written, which is needed for reading it too: "
            "get write permission, or copy its folder"
        )
    else:
        number, message = errno.EIO, "the store cannot be used"
    return FileError(number, f"{message} [{error}]", file)
