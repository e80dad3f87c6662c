"""The first lines of a text file, as far as they say which format it is in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from accord._io.files.delimited import split_fields
from accord._io.files.source import Source


@dataclass(frozen=True)
class Preview:
    """The complete lines of the head of a file, without blank ones."""

    source: Source

    @cached_property
    def lines(self) -> list[bytes]:
        """All lines, stripped."""
        return [line.strip() for _, line in self.source.lines() if line.strip()]

    @cached_property
    def data(self) -> list[bytes]:
        """The lines that are not comments."""
        return [line for line in self.lines if not line.startswith((b"#", b"%"))]

    @cached_property
    def comments(self) -> bytes:
        """The lines that start with '#', in lower case."""
        return b"\n".join(line for line in self.lines if line.startswith(b"#")).lower()

    @cached_property
    def first(self) -> bytes:
        """The first line that is not a comment."""
        return self.data[0] if self.data else b""

    @cached_property
    def words(self) -> list[list[bytes]]:
        """The words of each line that is not a comment."""
        return [line.split() for line in self.data]

    @cached_property
    def is_whole(self) -> bool:
        """Whether these are all lines of the file."""
        return self.source.size <= len(self.source.head)

    def comments_match(self, pattern: bytes) -> bool:
        """Whether a comment, in lower case, matches a pattern; `^` is the start of a line."""
        return re.search(pattern, self.comments, re.MULTILINE) is not None

    def first_matches(self, pattern: bytes) -> bool:
        """Whether the first line that is not a comment begins with a pattern, in any case."""
        return re.match(pattern, self.first, re.IGNORECASE) is not None

    def is_table(self) -> bool:
        """Whether all lines have the same number of commas or semicolons between their fields."""
        if self.first.startswith(b"sep="):  # written by Excel
            return True
        for separator in (",", ";"):
            widths = {len(split_fields(line, separator)) for line in self.data}
            if separator.encode() in self.first and len(widths - {1}) == 1:
                return True
        return False
