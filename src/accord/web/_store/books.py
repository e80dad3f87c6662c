"""The SQLite file of the server, and the thread that writes to it."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from typing import Any

from accord.bench._store.database import Database

_MOST_AT_ONCE = 500  # changes in a transaction

SCHEMA = (
    "CREATE TABLE files (file TEXT PRIMARY KEY, bytes INTEGER, used REAL)",
    "CREATE TABLE uploads (file TEXT, owner TEXT, name TEXT, created REAL, "
    "PRIMARY KEY (file, owner))",
    "CREATE TABLE answers (key TEXT PRIMARY KEY, media_type TEXT, filename TEXT, bytes INTEGER, "
    "used REAL, content BLOB)",
    "CREATE TABLE jobs (job TEXT PRIMARY KEY, key TEXT, owner TEXT, task TEXT, status TEXT, "
    "created REAL, started REAL, finished REAL, seconds REAL, problem TEXT)",
    "CREATE INDEX jobs_by_owner ON jobs (owner, created)",
    "CREATE TABLE usage (owner TEXT, hour INTEGER, seconds REAL, PRIMARY KEY (owner, hour))",
)


class Books(Database):
    """The tables of the server."""

    file_name = "accord.sqlite"
    version = 1

    def _upgrade(self, connection: sqlite3.Connection, version: int) -> None:
        for statement in SCHEMA:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version={self.version}")


Change = Callable[[Books], Any]
OnError = Callable[[BaseException], None]


class Writer:
    """A thread that writes changes in their order, many in a transaction if many wait."""

    def __init__(self, books: Books) -> None:
        self._books = books
        self._changes: queue.SimpleQueue[tuple[Change, _Result] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="accord-writer", daemon=True)
        self._thread.start()

    def write(self, change: Change) -> asyncio.Future[None]:
        """Write a change; the result is done when it is safe, or has failed."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._changes.put((change, _Result(loop, future)))
        return future

    def write_later(self, change: Change, on_error: OnError | None = None) -> None:
        """Write a change that nobody waits for; `on_error` is called if that is impossible."""

        def note(future: asyncio.Future[None]) -> None:
            error = None if future.cancelled() else future.exception()
            if error is not None and on_error is not None:
                on_error(error)

        self.write(change).add_done_callback(note)

    def close(self) -> None:
        """Write what waits, and end the thread."""
        self._changes.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        while is_open:
            batch = [self._changes.get()]
            while len(batch) < _MOST_AT_ONCE and batch[-1] is not None:
                try:
                    batch.append(self._changes.get_nowait())
                except queue.Empty:
                    break
            is_open = batch[-1] is not None
            self._write([item for item in batch if item is not None])

    def _write(self, batch: list[tuple[Change, _Result]]) -> None:
        try:
            with self._books.writing():
                for change, _ in batch:
                    change(self._books)
        except BaseException as error:
            if len(batch) > 1:  # one of them may be to blame
                for item in batch:
                    self._write([item])
            else:
                batch[0][1].set(error)
        else:
            for _, result in batch:
                result.set(None)


class _Result:
    """The future of a change, which another thread completes."""

    def __init__(self, loop: asyncio.AbstractEventLoop, future: asyncio.Future[None]) -> None:
        self._loop, self._future = loop, future

    def set(self, error: BaseException | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has been closed
            self._loop.call_soon_threadsafe(self._complete, error)

    def _complete(self, error: BaseException | None) -> None:
        if self._future.done():
            return
        if error is None:
            self._future.set_result(None)
        else:
            self._future.set_exception(error)
