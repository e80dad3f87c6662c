"""Answers that were given before: in memory, then in the database or, if large, in files."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path

from accord._io.files.atomic import atomic_file
from accord.web._store.books import Books, Writer
from accord.web._workers.work import Answer

_MEMORY = 32_000_000  # bytes of answers that are kept in memory
_INLINE = 100_000  # bytes of an answer that is kept in the database


class Answers:
    """Answers by the digest of their question."""

    def __init__(self, folder: Path, books: Books, writer: Writer) -> None:
        self._folder, self._books, self._writer = folder / "answers", books, writer
        self._folder.mkdir(exist_ok=True)
        self._recent: OrderedDict[str, Answer] = OrderedDict()
        self._recent_bytes = 0
        #: Bytes of all answers on the disk, and when they were last used.
        self.sizes: dict[str, int] = {}
        self.used: dict[str, float] = {}
        for row in books.rows("SELECT key, bytes, used FROM answers"):
            self.sizes[row["key"]], self.used[row["key"]] = row["bytes"], row["used"]
        for place in self._folder.iterdir():
            if place.name not in self.sizes:
                place.unlink(missing_ok=True)

    async def get(self, key: str) -> Answer | None:
        """The answer to a question, if it is known."""
        answer = self._recent.get(key)
        if answer is not None:
            self._recent.move_to_end(key)
            self._touch(key)
            return answer
        if key not in self.sizes:
            return None
        answer = await asyncio.to_thread(self._load, key)
        if answer is None:
            self.sizes.pop(key, None)
            self.used.pop(key, None)
        else:
            self._touch(key)
            self._remember(key, answer)
        return answer

    def put(self, key: str, answer: Answer) -> None:
        """Keep an answer: in memory now, on the disk soon; a full disk does no harm."""
        self._remember(key, answer)
        if key in self.sizes:
            return
        size, now = len(answer.content), time.time()
        self.sizes[key], self.used[key] = size, now

        def note(books: Books) -> None:
            if size > _INLINE:
                with atomic_file(self._folder / key) as file:
                    file.write(answer.content)
            row = {
                "key": key,
                "media_type": answer.media_type,
                "filename": answer.filename,
                "bytes": size,
                "used": now,
                "content": None if size > _INLINE else answer.content,
            }
            books.insert("answers", row, conflict="REPLACE")

        def undo(_: BaseException) -> None:
            self.sizes.pop(key, None)
            self.used.pop(key, None)

        self._writer.write_later(note, undo)

    async def forget(self, keys: Iterable[str]) -> None:
        """Remove answers."""
        for key in keys:
            self.sizes.pop(key, None)
            self.used.pop(key, None)
            answer = self._recent.pop(key, None)
            if answer is not None:
                self._recent_bytes -= _memory_of(answer)
            await self._writer.write(lambda books, key=key: self._delete(books, key))  # type: ignore[misc]

    def _delete(self, books: Books, key: str) -> None:
        books.execute("DELETE FROM answers WHERE key = ?", key)
        (self._folder / key).unlink(missing_ok=True)

    def _load(self, key: str) -> Answer | None:
        for row in self._books.rows("SELECT * FROM answers WHERE key = ?", key):
            content = row["content"]
            if content is None:
                try:
                    content = (self._folder / key).read_bytes()
                except FileNotFoundError:
                    return None
            return Answer(content, row["media_type"], row["filename"])
        return None

    def _remember(self, key: str, answer: Answer) -> None:
        if key in self._recent or len(answer.content) > _MEMORY // 4:
            return
        self._recent[key] = answer
        self._recent_bytes += _memory_of(answer)
        while self._recent_bytes > _MEMORY:
            _, old = self._recent.popitem(last=False)
            self._recent_bytes -= _memory_of(old)

    def _touch(self, key: str) -> None:
        now = time.time()
        if now - self.used.get(key, 0) > 60:
            self._writer.write_later(
                lambda books: books.execute("UPDATE answers SET used = ? WHERE key = ?", now, key)
            )
        self.used[key] = now


def _memory_of(answer: Answer) -> int:
    return len(answer.content) + 500
