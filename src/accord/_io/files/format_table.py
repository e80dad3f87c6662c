"""What a file format is, and tables of formats that choose one for a file."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, TypeVar

from accord._io.files.compression import without_compression
from accord._io.files.options import ReadOptions
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord.errors import InputError, unknown

if TYPE_CHECKING:
    from accord._foundation.labels import Labels

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
    #: Whether the first lines of a file say that it is in this format.
    recognises: Callable[[Preview], bool] | None = None
    #: Whether a file with such a name is in this format only if its first lines say so, too.
    shares_suffix: bool = False
    #: How files of this format begin, whatever they are called.
    magic: tuple[bytes, ...] = ()
    is_text: bool = True
    #: Whether its content is in columns, which a caller may choose.
    has_columns: bool = False
    read: Callable[[Source, Options], Content]
    #: None if files of this format are only read.
    write: Callable[[Content, BinaryIO], None] | None = None
    #: The features of the content that it can hold, if it can be written.
    holds: frozenset[str] = frozenset()
    #: Whether it can hold integers of more than 64 bits as nodes.
    holds_large_integers: bool = False

    def has_suffix_of(self, name: str) -> bool:
        """Whether a file name, in lower case, ends as those of this format do."""
        return name.endswith(self.suffixes) or bool(re.search(f"{self.suffix_pattern}$", name))

    def check_nodes(self, labels: Labels) -> None:
        """Raise InputError if the nodes are other objects than integers of 64 bits and texts."""
        from accord._foundation.labels import ObjectLabels, is_int64  # needs NumPy

        if not isinstance(labels, ObjectLabels):
            return
        if self.holds_large_integers and all(type(label) is int for label in labels):
            return
        odd = next((label for label in labels if not is_int64(label)), labels[0])
        raise InputError(
            f"{self.title} cannot hold nodes such as {odd!r}: only integers of 64 bits, and text"
        )


class ImportedOnUse:
    """The function that `name` calls module.function, whose module is imported when it is used."""

    def __init__(self, package: str, name: str) -> None:
        self._module, _, self._function = f"{package}.{name}".rpartition(".")

    def __call__(self, *arguments: Any) -> Any:
        return self.load()(*arguments)

    def load(self) -> Callable[..., Any]:
        """The function itself."""
        function: Callable[..., Any] = getattr(import_module(self._module), self._function)
        return function


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
        guess: Callable[[Preview], str],
    ) -> None:
        """Make a table of formats.

        `kind` is as in "unknown format of networks", `content` as in "expected a network".
        `default` is written if a file name says nothing. `features` says how messages call what a
        format may be unable to hold. `guess` names the format of a file that no format recognises.
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
        return next(iter(self._named_like(path)), None)

    def recognise(self, preview: Preview) -> Format[Content, Options] | None:
        """The format that the first lines of a file say clearly; None if they do not.

        Formats that share their suffix are more special than the others, and come first.
        """
        formats = sorted(self.values(), key=lambda format: not format.shares_suffix)
        return next((f for f in formats if f.recognises and f.recognises(preview)), None)

    def for_reading(self, source: Source, name: str | None) -> Format[Content, Options]:
        """The format to read: by name, by the first bytes, by the suffix, or by the first lines."""
        by_name = None if name is None else self.find(name)
        by_magic = next((f for f in self.values() if source.head.startswith(f.magic)), None)
        named = self._named_like(source.name)
        found = by_name or by_magic or next(iter(named), None)
        if found is None or found.is_text:
            source.check_text(self._content)
        if by_name or by_magic:
            assert found is not None
            return found
        preview = Preview(source)
        sharing = (f for f in named if f.shares_suffix and f.recognises and f.recognises(preview))
        certain = (format for format in named if not format.shares_suffix)
        by_suffix = next(sharing, next(certain, None))
        return by_suffix or self.recognise(preview) or self[self._guess(preview)]

    def for_writing(self, path: str, name: str | None) -> Format[Content, Options]:
        """The format to write: by name, by the suffix, or the default for "-", .txt and .dat."""
        found = self.by_suffix(path) if name is None else self.find(name)
        suffix = os.path.splitext(without_compression(os.path.basename(path)))[1].lower()
        writable = ", ".join(format.name for format in self.values() if format.write is not None)
        if found is None and path != "-" and suffix not in ("", ".txt", ".dat"):
            raise InputError(
                f"{path}: its name does not say which format to write: choose one of {writable}"
            )
        if found is not None and found.write is None:
            raise InputError(
                f"{path}: {found.title} can be read, not written: choose one of {writable}"
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
                able = [
                    candidate.name
                    for candidate in self.values()
                    if candidate.write is not None and candidate.holds.issuperset(needed)
                ]
                *first, last = able
                formats = f"{', '.join(first)} or {last}" if first else last
                raise InputError(
                    f"{format.title} cannot hold {self._features[feature]}: write {formats}{more}"
                )

    def _named_like(self, path: str) -> list[Format[Content, Options]]:
        """The formats whose files may have this name."""
        name = without_compression(os.path.basename(path)).lower()
        return [format for format in self.values() if format.has_suffix_of(name)]
