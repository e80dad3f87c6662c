"""Tables of memberships as text that an engine reads, by the rules of accord.

Engines disagree about blanks, quotes, missing values, short rows and ids such as 01. They are
therefore asked for the lines of a file only, and a pattern that says what the native reader accepts
splits these into fields; a row that does not match it is an error. `text_memberships` is the
reference.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

from accord._display.numbers import count
from accord._io.clusterings.formats import CLUSTERING_FORMATS
from accord._io.clusterings.membership_layout import MembershipLayout, inspect_table
from accord._io.files.delimited import table_separator
from accord._io.files.options import ReadOptions
from accord._io.files.source import Source
from accord._io.files.text import integer_hint
from accord._io.tables.backends.base import LINE, Backend
from accord._io.tables.columns import need_node_column
from accord.errors import EngineError, FormatError, InputError

_BLANKS = " \t\x0b\x0c"
#: The column with what the pattern matches.
_ROW = "row"
_CONTROL = r"\x00-\x08\x0a-\x1f\x7f"
_INTEGER = r"^(?:0|-?[1-9][0-9]{0,18})\z"
#: Of integers with 19 digits, those beyond 64 bits have digits that are greater than these.
_GREATEST, _LEAST = "9223372036854775807", "9223372036854775808"
_NUMBER = r"^-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?\z"
_WHOLE = r"^[0-9]{1,15}(?:\.0*)?\z"


@dataclass(frozen=True)
class LazyText:
    """Text files with the parts of one table; all begin with the same lines."""

    #: The path of the file or of the folder, for messages.
    path: str
    files: Sequence[str]
    table: MembershipLayout
    #: Lines above the rows: comments, and the names of the columns.
    lines_above: tuple[str, ...]
    ids: str

    @classmethod
    def inspect(cls, path: str, files: Sequence[str], options: ReadOptions) -> LazyText:
        """Find the layout from the first lines of the first file, as the native reader does."""
        source = Source.open(files[0])
        format = CLUSTERING_FORMATS.for_reading(source, None)
        if format.name not in ("csv", "tsv"):
            raise FormatError(f"this is {format.title}: read it without an engine", path)
        separator = table_separator(source, "\t" if format.name == "tsv" else ",")
        table = inspect_table(source, options, separator)
        try:
            need_node_column(table.column_of)
        except InputError as error:
            raise InputError(f"{path}: {error}") from None
        above = [line for at, line in source.lines() if at < table.layout.begin]
        kept = tuple(line.decode(errors="replace") for line in above if line.strip(b" "))
        return cls(path, files, table, kept, options.ids)

    @contextmanager
    def read(self, backend: Backend, lines: Any) -> Iterator[Any]:
        """A lazy table with a column for each role, from one with the lines of all files.

        The lines are split once: the fields are kept in the engine.
        """
        with ExitStack() as stack:
            try:
                with backend.errors():
                    table = self._read(backend, lines, stack)
            except EngineError as error:
                raise InputError(f"{self.path}: {error}") from None
            yield table

    def _read(self, backend: Backend, lines: Any, stack: ExitStack) -> Any:
        nw = backend.import_narwhals()
        line = nw.col(LINE)
        filled = nw.from_native(lines).filter(line.str.strip_chars(" \r") != "")
        rows = filled
        if self.lines_above:
            self._check_lines_above(nw, filled, backend)
            rows = filled.filter(~line.is_in(self.lines_above))
        split = nw.from_native(self._split(backend, rows.to_native()))
        fields = {role: nw.col(role).str.strip_chars(_BLANKS) for role in self._roles}
        wrong = nw.when((nw.col(_ROW) == "") | nw.col(_ROW).is_null()).then(line)
        kept = stack.enter_context(
            backend.keep(split.select(wrong.alias(LINE), **fields).to_native())
        )
        table = nw.from_native(kept)
        table = table.select(LINE, **_without_quotes(nw, self._roles, table, backend))
        facts = table.select(*self._facts(nw)).collect(backend.memory_library)
        (found,) = facts.rows(named=True)
        self._check(found)
        return table.select(
            **{role: self._cast(nw, role, found) for role in self._roles}
        ).to_native()

    @property
    def _roles(self) -> list[str]:
        """The roles of columns, from left to right."""
        return sorted(self.table.column_of, key=self.table.column_of.__getitem__)

    def _split(self, backend: Backend, rows: Any) -> Any:
        """The lines, what the pattern matches of each, and the fields of the roles."""
        return backend.split_lines(
            rows, self._pattern(_CONTROL + backend.not_text), [_ROW, *self._roles]
        )

    def _pattern(self, not_text: str) -> str:
        """A pattern for a row. Its groups are the row, and the fields of the roles.

        Fields have their quotes and the blanks behind them. At each letter there is only one way to
        go on, which engines match several times faster. `not_text` are characters that no field
        has.
        """
        layout = self.table.layout
        separator = r"\t" if layout.separator == "\t" else layout.separator
        blank = r"[ \x0b\x0c]*" if layout.separator == "\t" else r"[ \t\x0b\x0c]*"
        quoted = rf'"[^"{not_text}]*(?:""[^"{not_text}]*)*"{blank}'
        plain = rf'[^" \t{separator}{not_text}][^{separator}{not_text}]*'
        read = set(self.table.column_of.values())
        fields = [
            rf"{blank}({'' if column in read else '?:'}{quoted}|{plain}|)"
            for column in range(len(layout.fields))
        ]
        return rf"^({separator.join(fields)})\r?\z"

    def _check_lines_above(self, nw: Any, filled: Any, backend: Backend) -> None:
        """Raise if not every file begins with these lines, or if they occur among the rows."""
        above = filled.filter(nw.col(LINE).is_in(self.lines_above))
        found = int(above.select(nw.len()).collect(backend.memory_library).item())
        n_files = sum(os.path.getsize(file) > 0 for file in self.files)
        if found != n_files * len(self.lines_above):
            raise InputError(
                f"{self.path}: {self.lines_above[-1]!r} must be above the rows of each file, "
                "and not among them: read it without an engine"
            )

    def _facts(self, nw: Any) -> list[Any]:
        """How many rows are wrong in some way, and an example of each."""
        wrong = {"row": (LINE, ~nw.col(LINE).is_null())}
        for role, column in self.table.column_of.items():
            value, kind = nw.col(role), self.table.layout.fields[column]
            if kind == "integer":
                wrong[role] = (role, ~_is_integer(nw, value))
            elif kind in ("number", "share"):
                wrong[role] = (role, ~value.str.contains(_NUMBER))
        if "weight" in self.table.column_of:
            wrong["whole"] = ("weight", ~nw.col("weight").str.contains(_WHOLE))
        return [nw.len().alias("rows")] + [
            fact
            for name, (column, is_wrong) in wrong.items()
            for fact in (
                (is_wrong & ~nw.col(column).is_null()).cast(nw.Int64).sum().alias(name),
                nw.when(is_wrong).then(nw.col(column)).min().alias(f"{name}_example"),
            )
        ]

    def _check(self, found: Mapping[str, Any]) -> None:
        if not found["rows"]:
            raise FormatError(
                "there are no rows in it: expected a node and its cluster in each", self.path
            )
        if found["row"]:
            layout = self.table.layout
            raise InputError(
                f"{self.path}: {count(found['row'], 'row')} that cannot be read as "
                f"{len(layout.fields)} columns with {layout.separator!r} in between, such as "
                f"{found['row_example'][:40]!r}: read it without an engine to see where"
            )
        for role, column in self.table.column_of.items():
            kind = self.table.layout.fields[column]
            if not found.get(role) or (kind == "integer" and role != "node"):
                continue
            what = f"{found[f'{role}_example'][:40]!r} is not "
            if kind == "integer":
                what += f"an integer id{integer_hint('', self.ids)}"
            else:
                what += f"a {role}: expected a number"
            raise InputError(f"{self.path}: {what}")

    def _cast(self, nw: Any, role: str, found: Mapping[str, Any]) -> Any:
        """The values of a role. Clusters and levels are texts if not all are integers."""
        value, kind = nw.col(role), self.table.layout.fields[self.table.column_of[role]]
        if role == "weight" and not found["whole"]:
            return value.cast(nw.Float64).cast(nw.Int64)
        if kind in ("number", "share"):
            return value.cast(nw.Float64)
        return value.cast(nw.Int64) if kind == "integer" and not found[role] else value


def _without_quotes(nw: Any, roles: Sequence[str], table: Any, backend: Backend) -> dict[str, Any]:
    """The fields without the quotes around them; missing if they are empty without quotes."""
    fields = {role: nw.col(role) for role in roles}
    quoted = {role: field.str.starts_with('"') for role, field in fields.items()}
    counts = table.select(
        **{role: is_quoted.cast(nw.Int64).sum() for role, is_quoted in quoted.items()}
    )
    (found,) = counts.collect(backend.memory_library).rows(named=True)
    values = {role: nw.when(field != "").then(field) for role, field in fields.items()}
    for role in roles:
        if found[role]:
            inside = fields[role].str.replace_all(r'^"|"\z', "")
            inside = inside.str.replace_all('""', '"', literal=True)
            values[role] = nw.when(quoted[role]).then(inside).otherwise(values[role])
    return values


def _is_integer(nw: Any, value: Any) -> Any:
    """Whether a text is an integer of 64 bits, written in the one way that accord reads."""
    digits = value.str.replace_all("-", "", literal=True)
    greatest = nw.when(value.str.starts_with("-")).then(nw.lit(_LEAST)).otherwise(nw.lit(_GREATEST))
    fits = (digits.str.len_chars() < len(_GREATEST)) | (digits <= greatest)
    return value.str.contains(_INTEGER) & fits
