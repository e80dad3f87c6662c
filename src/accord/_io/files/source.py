"""Sources to read from: a file or the standard input, decompressed, and its first lines."""

from __future__ import annotations

import mmap
import os
import re
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, takewhile
from typing import BinaryIO

from accord._io.files.atomic import system_errors
from accord._io.files.compression import compression_of
from accord._io.files.decompression import decompress
from accord._io.files.options import PathLike
from accord.errors import FormatError

_HEAD = 1 << 16  # bytes of the head
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Source:
    """A file, or text in memory: exactly one of `path` and `text` is None."""

    #: Its name in messages.
    name: str
    path: bytes | None
    text: bytes | None
    #: Its first bytes.
    head: bytes

    @classmethod
    def open(cls, path: PathLike) -> Source:
        if str(path) == "-":
            with system_errors("standard input"):
                _file_facts(sys.stdin.buffer, "standard input")
                text = decompress(sys.stdin.buffer.read(), "standard input")
            return cls("standard input", None, text, text[:_HEAD])
        name = os.fspath(path)
        with system_errors(name), open(path, "rb") as file:
            facts = _file_facts(file, name)
            head = file.read(_HEAD)
            # Files of the system, as in /proc, are regular, and have a content and no size.
            size = facts.st_size if facts and stat.S_ISREG(facts.st_mode) else -1
            if len(head) <= size and compression_of(head) is None:
                return cls(name, os.fsencode(path), None, head)
            text = decompress(head + file.read(), name)
        return cls(name, None, text, text[:_HEAD])

    def read(self) -> bytes:
        """The whole content."""
        if self.text is not None:
            return self.text
        assert self.path is not None
        with system_errors(self.name), open(self.path, "rb") as file:
            return file.read()

    @property
    def says_text_ids(self) -> bool:
        """Whether a comment at the top says that ids are texts."""
        comments = takewhile(
            lambda line: not line or line.startswith((b"#", b"%")),
            (line.strip() for _, line in self.lines()),
        )
        return any(re.search(rb"\bids\s*:\s*text\b", comment.lower()) for comment in comments)

    def find(self, text: bytes) -> int:
        """The position of the first occurrence of a text, or -1."""
        if self.text is not None or self.path is None:
            return (self.text or b"").find(text)
        with (
            system_errors(self.name),
            open(self.path, "rb") as file,
            mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as content,
        ):
            return content.find(text)

    @cached_property
    def size(self) -> int:
        if self.text is not None:
            return len(self.text)
        assert self.path is not None
        with system_errors(self.name):
            return os.stat(self.path).st_size

    @property
    def start(self) -> int:
        """The position at which the text begins, after a byte order mark."""
        return len(_BYTE_ORDER_MARK) if self.head.startswith(_BYTE_ORDER_MARK) else 0

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """The complete lines of the head, each with the position at which it begins."""
        cut = self.size > len(self.head)
        for match in re.finditer(rb"[^\r\n]*(\r\n?|\n|$)", self.head[self.start :]):
            if match.start() < match.end() and (match.group(1) or not cut):
                yield self.start + match.start(), match.group().rstrip(b"\r\n")

    def filled_lines(self, count: int) -> list[tuple[int, bytes]]:
        """The first `count` lines of the head that are neither blank nor comments."""
        filled = (
            (at, line)
            for at, line in self.lines()
            if line.strip() and not line.lstrip().startswith((b"#", b"%"))
        )
        return list(islice(filled, count))

    def check_text(self, what: str = "a clustering") -> None:
        """Raise FormatError if the source is empty or in UTF-16."""
        if not self.head:
            raise FormatError(f"the file is empty: expected {what}", self.name)
        if self.head.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise FormatError("this looks like UTF-16: save it as UTF-8", self.name, 1, 1)

    def decoded_lines(self, max_bytes: int | None = 1 << 20) -> Iterator[tuple[int, str]]:
        """All lines with their numbers; raises FormatError if one is too long or not UTF-8."""
        for number, line in enumerate(self.read()[self.start :].splitlines(), 1):
            if max_bytes is not None and len(line) > max_bytes:
                raise FormatError("a line longer than 1 MiB", self.name, number, 1)
            try:
                yield number, line.decode()
            except UnicodeDecodeError as error:
                column = len(line[: error.start].decode()) + 1
                raise FormatError("this is not UTF-8 text", self.name, number, column) from None


def _file_facts(file: BinaryIO, name: str) -> os.stat_result | None:
    """What the system says about an open file; raises FormatError if it may never end.

    Pipes and terminals end. None if the file is in memory.
    """
    try:
        facts = os.fstat(file.fileno())
    except OSError:
        return None
    device = stat.S_ISBLK(facts.st_mode) or (stat.S_ISCHR(facts.st_mode) and not file.isatty())
    if device and not os.path.samestat(facts, os.stat(os.devnull)):
        raise FormatError("this is a device: give a file or a pipe", name)
    return facts
