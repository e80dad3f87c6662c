"""What a format is, and how one is chosen: by its name, by the name of a file, by the first bytes of one."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import BinaryIO, Generic, TypeVar

from accord._io.files.compression import without_compression
from accord._io.files.source import Reading, Source
from accord.errors import InputError, unknown

Thing = TypeVar("Thing")
How = TypeVar("How", bound=Reading)

#: How files begin that tell their format so, whatever they are called.
_MAGIC = {b"PAR1": "parquet", b"ARROW1": "arrow", b"FEA1": "arrow"}


@dataclass(frozen=True)
class Format(Generic[Thing, How]):
    """A way to write a clustering or a network down."""

    name: str
    #: As in "… cannot hold shares".
    title: str
    #: How the names of such files end.
    suffixes: tuple[str, ...]
    meaning: str
    read: Callable[[Source, How], Thing]
    write: Callable[[Thing, BinaryIO], None]
    #: What it has a place for.
    holds: frozenset[str]
    #: How else the names of such files end: a regular expression.
    ending: str = r"(?!)"
    is_text: bool = True

    def is_called(self, name: str) -> bool:
        """Whether a file of this name, in small letters, is in this format."""
        return name.endswith(self.suffixes) or re.search(f"{self.ending}$", name) is not None


class FormatTable(dict[str, Format[Thing, How]]):
    """Formats by name. `what` they are of, as in "unknown format of networks"; `plain` is the simplest of them."""

    def __init__(self, what: str, plain: str, formats: Iterable[Format[Thing, How]]) -> None:
        super().__init__((format.name, format) for format in formats)
        self._what, self._plain = what, plain

    def find(self, name: str) -> Format[Thing, How]:
        if name not in self:
            raise unknown(self._what, name, self)
        return self[name]

    def by_name(self, file: str) -> Format[Thing, How] | None:
        """The format that the name of a file tells, compressed or not; None where it tells none."""
        name = without_compression(os.path.basename(file)).lower()
        return next((format for format in self.values() if format.is_called(name)), None)

    def to_write(self, path: str, format: str | None) -> Format[Thing, How]:
        """The one of that name, or the one that the name of the file tells; the plain one where that says nothing."""
        if format is not None:
            return self.find(format)
        found = self.by_name(path)
        ending = os.path.splitext(without_compression(os.path.basename(path)))[1].lower()
        if found is None and path != "-" and ending not in ("", ".txt", ".dat"):
            raise InputError(
                f"{path}: its name does not say which format to write: choose one of {', '.join(self)}"
            )
        return found or self[self._plain]

    def by_magic(self, source: Source) -> Format[Thing, How] | None:
        """The format that the first bytes tell; None where they tell none."""
        return next(
            (self[name] for magic, name in _MAGIC.items() if source.head.startswith(magic)), None
        )
