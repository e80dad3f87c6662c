"""Uploaded files: each content once, whoever uploads it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import AsyncIterator, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from accord.web._problems import Problem
from accord.web._store.books import Books, Writer
from accord.web._store.incoming import Incoming
from accord.web._store.names import plain_name
from accord.web._tokens import Owner
from accord.web._workers.work import MadeFile

_BLOCK = 1_000_000  # bytes that are written at a time


@dataclass(frozen=True)
class Upload:
    """A file as one of its owners knows it."""

    file: str
    name: str
    bytes: int
    created: float

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


class Files:
    """The files of the server, by digest and owner."""

    def __init__(self, folder: Path, books: Books, writer: Writer) -> None:
        self._folder, self.incoming, self._writer = folder / "files", folder / "incoming", writer
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="accord-upload")
        #: Held while a file gets or loses its place: it may be removed and uploaded at a time.
        self._placing = asyncio.Lock()
        self.sizes: dict[str, int] = {}
        self.used: dict[str, float] = {}
        self._uploads: dict[tuple[str, str], Upload] = {}
        for row in books.rows("SELECT * FROM files"):
            self.sizes[row["file"]], self.used[row["file"]] = row["bytes"], row["used"]
        for row in books.rows("SELECT * FROM uploads ORDER BY created"):
            owner, file = row["owner"], row["file"]
            if file in self.sizes:
                upload = Upload(file, row["name"], self.sizes[file], row["created"])
                self._uploads[owner, file] = upload
        self._remove_unknown()

    def place(self, file: str) -> Path:
        """Where the content of a file is."""
        return self._folder / file[:2] / file

    def get(self, owner: str, file: str) -> Upload | None:
        return self._uploads.get((owner, file))

    def of_owner(self, owner: str) -> list[Upload]:
        """The files of an owner, the latest first."""
        found = [upload for (whose, _), upload in self._uploads.items() if whose == owner]
        return found[::-1]

    def bytes_of(self, owner: str) -> int:
        return sum(upload.bytes for upload in self.of_owner(owner))

    def touch(self, file: str) -> None:
        """Remember that a file was used now."""
        now = time.time()
        if now - self.used.get(file, 0) > 60:
            self._writer.write_later(
                lambda books: books.execute("UPDATE files SET used = ? WHERE file = ?", now, file)
            )
        self.used[file] = now

    @asynccontextmanager
    async def receiving(self, most: int) -> AsyncIterator[Receiver]:
        """A file of at most so many bytes that arrives; nothing is left of it unless it is kept."""
        incoming = await self._in_thread(Incoming, self.incoming, most)
        try:
            yield Receiver(incoming, self._threads)
        finally:
            await asyncio.shield(self._in_thread(incoming.drop))

    def check_quota(self, owner: Owner, size: int, file: str | None = None) -> None:
        """Whether an owner may have a file of this size, which may be one that is there already."""
        if not owner.name or (owner.name, file) in self._uploads:
            return
        if self.bytes_of(owner.name) + size > owner.quota.bytes:
            raise Problem(
                429,
                f"your files may have {owner.quota.bytes / 1e6:,.0f} MB in all: remove some first",
                headers={"Retry-After": "3600"},
            )

    async def keep(self, receiver: Receiver, owner: Owner, name: str) -> tuple[Upload, bool]:
        """Keep a file that has arrived; also whether it is new to its owner."""
        incoming = receiver.incoming
        file = await receiver.finish()
        async with self._placing:
            self.check_quota(owner, incoming.size, file)
            if file not in self.sizes or not self.place(file).exists():
                await self._in_thread(incoming.move, self.place(file))
            return await self._add(file, incoming.size, owner.name, name)

    async def adopt(self, made: MadeFile, owner: Owner) -> None:
        """Keep a file that a worker has made."""
        async with self._placing:
            self.check_quota(owner, made.bytes, made.file)
            target = self.place(made.file)
            target.parent.mkdir(exist_ok=True)
            os.replace(self.incoming / made.at, target)
            await self._add(made.file, made.bytes, owner.name, made.name)

    async def remove(self, owner: str, file: str) -> None:
        """Remove a file of an owner; its content goes with its last owner."""
        del self._uploads[owner, file]
        await self._writer.write(
            lambda books: books.execute(
                "DELETE FROM uploads WHERE file = ? AND owner = ?", file, owner
            )
        )
        if not any(other == file for _, other in self._uploads):
            await self.forget([file])

    async def forget(self, files: Iterable[str]) -> None:
        """Remove files, whoever owns them."""
        for file in files:
            async with self._placing:
                await self._forget(file)

    async def _forget(self, file: str) -> None:
        self.sizes.pop(file, None)
        self.used.pop(file, None)
        for key in [key for key in self._uploads if key[1] == file]:
            del self._uploads[key]
        await self._writer.write(lambda books: _delete(books, file))
        with contextlib.suppress(FileNotFoundError):
            await self._in_thread(os.unlink, self.place(file))

    def close(self) -> None:
        self._threads.shutdown()

    async def _add(self, file: str, size: int, owner: str, name: str) -> tuple[Upload, bool]:
        now, known = time.time(), self._uploads.get((owner, file))
        upload = Upload(file, plain_name(name), size, now if known is None else known.created)

        def note(books: Books) -> None:
            books.insert("files", {"file": file, "bytes": size, "used": now}, conflict="REPLACE")
            row = {"file": file, "owner": owner, "name": upload.name, "created": upload.created}
            books.insert("uploads", row, conflict="REPLACE")

        try:
            await self._writer.write(note)
        except BaseException:
            if file not in self.sizes:
                with contextlib.suppress(OSError):
                    os.unlink(self.place(file))
            raise
        self.sizes[file], self.used[file] = size, now
        self._uploads[owner, file] = upload
        return upload, known is None

    async def _in_thread(self, function: Any, *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)

    def _remove_unknown(self) -> None:
        """Remove what an end without warning has left: incomplete files, and unknown ones."""
        self._folder.mkdir(exist_ok=True)
        self.incoming.mkdir(exist_ok=True)
        unknown = list(self.incoming.iterdir())
        unknown += [place for place in self._folder.glob("??/*") if place.name not in self.sizes]
        for place in unknown:
            with contextlib.suppress(OSError):
                place.unlink()
        for file in [file for file in self.sizes if not self.place(file).is_file()]:
            del self.sizes[file]
            for key in [key for key in self._uploads if key[1] == file]:
                del self._uploads[key]


class Receiver:
    """Collects what arrives of a file, and writes it block by block in another thread."""

    def __init__(self, incoming: Incoming, threads: ThreadPoolExecutor) -> None:
        self.incoming, self._threads = incoming, threads
        self._block = bytearray()

    async def write(self, data: bytes) -> None:
        self._block += data
        if len(self._block) >= _BLOCK:
            await self._flush()

    async def finish(self) -> str:
        """Write the rest, and return the digest."""
        await self._flush()
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self.incoming.finish)

    async def _flush(self) -> None:
        block, self._block = bytes(self._block), bytearray()
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._threads, self.incoming.write, block)


def _delete(books: Books, file: str) -> None:
    books.execute("DELETE FROM files WHERE file = ?", file)
    books.execute("DELETE FROM uploads WHERE file = ?", file)
