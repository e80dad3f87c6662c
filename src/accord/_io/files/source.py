"""What is read: a file or the standard input, decompressed, and what can be said about its text at first sight."""

from __future__ import annotations

import mmap
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, takewhile

from accord._io.files.atomic import system_errors
from accord._io.files.compression import compression_of, decompress
from accord._io.files.options import PathLike
from accord.errors import FormatError

_HEAD = 1 << 16  # bytes that are looked at first
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Source:
    """A file, or text in memory: one of `path` and `text` is None."""

    #: What to call it in messages.
    name: str
    path: bytes | None
    text: bytes | None
    #: Its first bytes.
    head: bytes

    @classmethod
    def open(cls, path: PathLike) -> Source:
        if str(path) == "-":
            with system_errors("standard input"):
                text = decompress(sys.stdin.buffer.read(), "standard input")
            return cls("standard input", None, text, text[:_HEAD])
        name = os.fspath(path)
        with system_errors(name), open(path, "rb") as file:
            head = file.read(_HEAD)
            if compression_of(head) is None and os.path.isfile(path):
                return cls(name, os.fsencode(path), None, head)
            text = decompress(head + file.read(), name)
        return cls(name, None, text, text[:_HEAD])

    def read(self) -> bytes:
        """All of it."""
        if self.text is not None:
            return self.text
        assert self.path is not None
        with system_errors(self.name), open(self.path, "rb") as file:
            return file.read()

    @property
    def says_text_ids(self) -> bool:
        """Whether a comment above its content says that ids are texts."""
        comments = takewhile(
            lambda line: not line or line.startswith((b"#", b"%")),
            (line.strip() for _, line in self.lines()),
        )
        return any(re.search(rb"\bids\s*:\s*text\b", comment.lower()) for comment in comments)

    def find(self, text: bytes) -> int:
        """Where this text comes first, or -1."""
        if self.text is not None or self.path is None:
            return (self.text or b"").find(text)
        with (
            system_errors(self.name),
            open(self.path, "rb") as file,
            mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as whole,
        ):
            return whole.find(text)

    @cached_property
    def size(self) -> int:
        if self.text is not None:
            return len(self.text)
        assert self.path is not None
        with system_errors(self.name):
            return os.stat(self.path).st_size

    @property
    def start(self) -> int:
        """Where its text begins: behind a byte order mark."""
        return len(_BYTE_ORDER_MARK) if self.head.startswith(_BYTE_ORDER_MARK) else 0

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """The whole lines among its first bytes, with where each begins; nothing where even the first one is longer."""
        cut = self.size > len(self.head)
        for match in re.finditer(rb"[^\r\n]*(\r\n?|\n|$)", self.head[self.start :]):
            if match.start() < match.end() and (match.group(1) or not cut):
                yield self.start + match.start(), match.group().rstrip(b"\r\n")

    def filled_lines(self, count: int) -> list[tuple[int, bytes]]:
        """The first so many of these lines that are neither blank nor comments."""
        filled = (
            (at, line)
            for at, line in self.lines()
            if line.strip() and not line.lstrip().startswith((b"#", b"%"))
        )
        return list(islice(filled, count))

    def check_text(self, what: str = "a clustering") -> None:
        """Raises where it is empty, or in another encoding."""
        if not self.head:
            raise FormatError(f"the file is empty: expected {what}", self.name)
        if self.head.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise FormatError("this looks like UTF-16: save it as UTF-8", self.name, 1, 1)

    def decoded_lines(self) -> Iterator[tuple[int, str]]:
        """All lines as text, numbered from 1; raises at the first one that is not UTF-8 or unreasonably long."""
        for number, line in enumerate(self.read()[self.start :].splitlines(), 1):
            if len(line) > 1 << 20:
                raise FormatError("a line longer than 1 MiB", self.name, number, 1)
            try:
                yield number, line.decode()
            except UnicodeDecodeError as error:
                column = len(line[: error.start].decode()) + 1
                raise FormatError("this is not UTF-8 text", self.name, number, column) from None
