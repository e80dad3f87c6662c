"""Store: the state folder of a server, which one server uses at a time."""

from __future__ import annotations

import os
import time
from pathlib import Path

from accord._foundation.posix import lock_file
from accord._io.files.atomic import system_errors
from accord.errors import InputError
from accord.web._settings import Settings
from accord.web._store.answers import Answers
from accord.web._store.books import Books, Writer
from accord.web._store.expiry import expired
from accord.web._store.files import Files
from accord.web._store.jobs import JobRows
from accord.web._store.usage import Usage


class Store:
    """The files, answers and jobs of a server."""

    def __init__(self, settings: Settings) -> None:
        self._limits, folder = settings.limits, settings.state_folder
        with system_errors(str(folder)):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = _lock(folder)
        try:
            self._books = Books(folder)
            self._writer = Writer(self._books)
            self.files = Files(folder, self._books, self._writer)
            self.answers = Answers(folder, self._books, self._writer)
            self.jobs = JobRows(self._books, self._writer)
            self.usage = Usage(self._books, self._writer)
        except BaseException:
            os.close(self._lock)
            raise

    async def expire(self, busy: set[str]) -> None:
        """Remove what is too old, and then what was not used for longest while there is too much.

        `busy` are files that questions are about right now.
        """
        now, age = time.time(), self._limits.state_days * 86_400
        sizes = {**self.files.sizes, **self.answers.sizes}
        used = {**self.files.used, **self.answers.used}
        old = expired(sizes, used, now - age, self._limits.state_bytes) - busy
        await self.files.forget([name for name in old if name in self.files.sizes])
        await self.answers.forget([name for name in old if name in self.answers.sizes])
        self.jobs.forget_before(now - age)

    def close(self) -> None:
        self.files.close()
        self._writer.close()
        self._books.close()
        os.close(self._lock)


def _lock(folder: Path) -> int:
    """Take the lock of a state folder, which ends with the process."""
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    if not lock_file(lock):
        os.close(lock)
        raise InputError(
            f"{folder}: another server uses this state folder: end it, or choose another folder"
        )
    return lock
