"""A file while it arrives: it has a name in `incoming/` until it is complete."""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

from accord.web._problems import Problem


class Incoming:
    """A new file that is hashed while it is written; it vanishes unless it is moved."""

    def __init__(self, folder: Path, most: int) -> None:
        self._place, self._most = folder / f"upload-{os.urandom(8).hex()}", most
        self._hash = hashlib.sha256()
        self._file = open(self._place, "xb", buffering=0)  # noqa: SIM115
        self.size = 0

    def write(self, data: bytes) -> None:
        """Add bytes at the end."""
        self.size += len(data)
        if self.size > self._most:
            raise Problem(413, f"a file may have at most {self._most / 1e6:,.0f} MB")
        self._hash.update(data)
        rest = memoryview(data)
        while rest:
            rest = rest[self._file.write(rest) :]

    def finish(self) -> str:
        """Make sure that all is on the disk, and return the digest."""
        os.fsync(self._file.fileno())
        self._file.close()
        return self._hash.hexdigest()

    def move(self, target: Path) -> None:
        """Give the file its final name."""
        target.parent.mkdir(exist_ok=True)
        os.replace(self._place, target)

    def drop(self) -> None:
        """Remove the file, unless it was moved."""
        self._file.close()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self._place)
