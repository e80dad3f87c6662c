"""What a file format is, and tables of formats that choose one for a file."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import BinaryIO, Generic, TypeVar

from accord._foundation.labels import Labels, ObjectLabels, is_int64
from accord._io.files.compression import without_compression
from accord._io.files.options import ReadOptions
from accord._io.files.source import Source
from accord.errors import InputError, unknown

#: What is in the files, Clustering or Network, and how they are read.
Content = TypeVar("Content")
Options = TypeVar("Options", bound=ReadOptions)


@dataclass(frozen=True, kw_only=True)
class Format(Generic[Content, Options]):
    """A file format of clusterings or of networks."""

    name: str
    #: As in "a CSV file cannot hold …".
    title: str
    #: A line about its content, for lists of formats.
    description: str
    #: How the names of such files end.
    suffixes: tuple[str, ...] = ()
    #: How else their names may end: a regular expression.
    suffix_pattern: str = r"(?!)"
    #: Whether files of another format may have the same suffix: then the content decides.
    shares_suffix: bool = False
    #: How files of this format begin, whatever they are called.
    magic: tuple[bytes, ...] = ()
    is_text: bool = True
    read: Callable[[Source, Options], Content]
    write: Callable[[Content, BinaryIO], None]
    #: The features of the content that it can hold.
    holds: frozenset[str]
    #: Whether it can hold integers of more than 64 bits as nodes.
    holds_large_integers: bool = False

    def has_suffix_of(self, name: str) -> bool:
        """Whether a file name, in lower case, ends as those of this format do."""
        return name.endswith(self.suffixes) or bool(re.search(f"{self.suffix_pattern}$", name))

    def check_nodes(self, labels: Labels) -> None:
        """Raise InputError if the nodes are other objects than integers of 64 bits and texts."""
        if not isinstance(labels, ObjectLabels):
            return
        if self.holds_large_integers and all(type(label) is int for label in labels):
            return
        odd = next((label for label in labels if not is_int64(label)), labels[0])
        raise InputError(
            f"{self.title} cannot hold nodes such as {odd!r}: only integers of 64 bits, and texts"
        )


class FormatTable(dict[str, Format[Content, Options]]):
    """Formats by name, in the order in which they are listed."""

    def __init__(
        self,
        formats: Iterable[Format[Content, Options]],
        *,
        kind: str,
        content: str,
        default: str,
        features: Mapping[str, str],
        guess: Callable[[Source, Format[Content, Options] | None], str],
    ) -> None:
        """Make a table of formats.

        `kind` is as in "unknown format of networks", `content` as in "expected a network".
        `default` is written if a file name says nothing. `features` says how messages call what a
        format may be unable to hold. `guess` names the format of a file by its first lines; it is
        also given the format that the suffix suggests, if any.
        """
        super().__init__((format.name, format) for format in formats)
        self._kind, self._content, self._default = kind, content, default
        self._features, self._guess = features, guess

    def find(self, name: str) -> Format[Content, Options]:
        """The format of this name; raises UnknownNameError if there is none."""
        if name not in self:
            raise unknown(self._kind, name, self)
        return self[name]

    def by_suffix(self, path: str) -> Format[Content, Options] | None:
        """The format that the suffix of a file name says, compressed or not; None if unknown."""
        name = without_compression(os.path.basename(path)).lower()
        return next((format for format in self.values() if format.has_suffix_of(name)), None)

    def for_reading(self, source: Source, name: str | None) -> Format[Content, Options]:
        """The format to read: by name, by the first bytes, by the suffix, or by the first lines."""
        by_name = None if name is None else self.find(name)
        by_magic = next((f for f in self.values() if source.head.startswith(f.magic)), None)
        by_suffix = self.by_suffix(source.name)
        found = by_name or by_magic or by_suffix
        if found is None or found.is_text:
            source.check_text(self._content)
        if by_name is None and (found is None or found.shares_suffix):
            return self[self._guess(source, found)]
        assert found is not None
        return found

    def for_writing(self, path: str, name: str | None) -> Format[Content, Options]:
        """The format to write: by name, by the suffix, or the default for "-", .txt and .dat."""
        if name is not None:
            return self.find(name)
        found = self.by_suffix(path)
        suffix = os.path.splitext(without_compression(os.path.basename(path)))[1].lower()
        if found is None and path != "-" and suffix not in ("", ".txt", ".dat"):
            raise InputError(
                f"{path}: its name does not say which format to write: "
                f"choose one of {', '.join(self)}"
            )
        return found or self[self._default]

    def check_features(
        self, format: Format[Content, Options], features: Iterable[str], more: str = ""
    ) -> None:
        """Raise InputError if the format cannot hold one of the features, and name those that can.

        `more` is appended to the list of formats that can.
        """
        needed = list(features)
        for feature in needed:
            if feature not in format.holds:
                able = [other.name for other in self.values() if other.holds.issuperset(needed)]
                *first, last = able
                formats = f"{', '.join(first)} or {last}" if first else last
                raise InputError(
                    f"{format.title} cannot hold {self._features[feature]}: write {formats}{more}"
                )
