"""Tables as text: a row for each membership, with the columns node, cluster, and perhaps share, level and weight."""

from __future__ import annotations

import re
import warnings
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from accord.clustering import Clustering
from accord.errors import AccordWarning, FormatError, InputError
from accord.io.holding import check_words
from accord.io.sources import Reading, Source
from accord.io.text import Layout, NotInteger, is_integer, place_of_row, read_columns, write_rows
from accord.labels import IntegerLabels, Labels
from accord.packing import RowError, pack_memberships
from accord.tables.columns import SYNONYMS, choose_columns, plain_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LOOKED_AT = 100  # rows that tell what the columns hold
_BLANKS = " \t\v\f"
_KINDS = {"share": "share", "weight": "number"}


@dataclass(frozen=True)
class Table:
    """What the first lines of a table say: where its rows begin, and which column is what."""

    layout: Layout
    places: dict[str, int]


def read_csv(source: Source, reading: Reading) -> Clustering:
    """Separated by commas or semicolons."""
    first = next((line for _, line in source.lines() if line.strip() and not line.startswith(b"#")), b"")
    return _read(source, reading, ";" if first.count(b";") > first.count(b",") else ",")


def read_tsv(source: Source, reading: Reading) -> Clustering:
    """Separated by tabs."""
    return _read(source, reading, "\t")


def read_pairs(source: Source, reading: Reading) -> Clustering:
    """Separated by blanks."""
    return _read(source, reading, " ")


def _read(source: Source, reading: Reading, separator: str) -> Clustering:
    return read_table(source, reading, _look_at(source, reading, separator))


def read_table(source: Source, reading: Reading, table: Table) -> Clustering:
    """A clustering from a table of this layout. Clusters and levels whose ids are not all integers are texts."""
    try:
        columns = read_columns(source, reading, table.layout, reading.ids)
    except NotInteger as error:
        if error.field == table.places["node"]:
            raise
        fields = list(table.layout.fields)
        fields[error.field] = "text"
        return read_table(source, reading, replace(table, layout=replace(table.layout, fields=tuple(fields))))
    given = {what: columns[place] for what, place in table.places.items()}
    if not len(given["node"].index):
        raise FormatError("there are no rows in it: expected a node and its cluster in each", source.name)
    try:
        return Clustering(
            pack_memberships(
                given["node"], given["cluster"], given.get("share"), given.get("level"), _whole(given.get("weight"))
            )
        )
    except RowError as error:
        raise FormatError(str(error), source.name, *place_of_row(source, table.layout, error.position)) from None
    except InputError as error:
        raise FormatError(str(error), source.name) from None


def read_single_column(source: Source, reading: Reading) -> Labels | None:
    """The nodes of a table that has one column only, with or without a header; None where it has more."""
    lines = source.filled_lines(2)
    if any(separator in line for _, line in lines for separator in (b",", b";", b"\t")) or not lines:
        return None
    (begin, first), words = lines[0], [line.strip().decode(errors="replace") for _, line in lines]
    if plain_name(words[0]) in ("node", *SYNONYMS["node"]):
        begin, words = begin + len(first), words[1:]
    kind = "integer" if words and is_integer(words[0].encode()) else "text"
    layout = Layout((kind if reading.ids == "auto" else reading.ids,), ",", comments=True, begin=begin, end=source.size)
    (nodes,) = read_columns(source, reading, layout, reading.ids)
    labels: Labels = nodes.labels
    return labels


def _whole(weights: NDArray[np.float64] | None) -> NDArray[Any] | None:
    """Weights that are all whole numbers as integers, which are summed exactly."""
    if weights is None or not (weights == np.floor(weights)).all() or not (np.abs(weights) < 2**53).all():
        return weights
    return weights.astype(np.int64)


def _look_at(source: Source, reading: Reading, separator: str) -> Table:
    """What the first lines say."""
    lines = source.filled_lines(_LOOKED_AT)
    if not lines:
        if source.size <= len(source.head):
            raise FormatError("there are no rows in it: expected a node and its cluster in each", source.name)
        raise FormatError("a line longer than 64 KiB: this does not look like a table", source.name, 1, 1)
    begin, rows = lines[0][0], [split(line, separator) for _, line in lines]
    names = _names_above(source, begin, rows[0], separator, reading)
    if _is_header(rows[0], reading, separator):
        begin += len(lines[0][1])
        names, rows = [name.strip('"') for name in rows[0]], rows[1:]
    try:
        places = _places(reading, names, rows[0] if rows else names or [])
    except InputError as error:
        raise FormatError(str(error), source.name, 1 + source.head[: lines[0][0]].count(b"\n"), 1) from None
    fields = ["skip"] * len(names or rows[0])
    for what, place in places.items():
        words = [row[place] for row in rows if place < len(row) and row[place]]
        kind = "integer" if words and is_integer(words[0].encode()) else "text"
        fields[place] = _KINDS.get(what, reading.ids if what == "node" and reading.ids != "auto" else kind)
        if names is None and len(words) > 2 and not _has_digit(words[0]) and all(map(_has_digit, words[1:])):
            doubt = f"the first row, {separator.join(rows[0])!r}, is read as data; if it is a header, name its --columns"
            warnings.warn(f"{source.name}: {doubt}", AccordWarning, stacklevel=5)
    return Table(Layout(tuple(fields), separator, comments=separator == " ", begin=begin, end=source.size), places)


def _names_above(source: Source, begin: int, row: Sequence[str], separator: str, reading: Reading) -> list[str] | None:
    """Names of the columns in the last comment above the first row, if it has as many."""
    above = [line for at, line in source.lines() if at < begin and line.strip()] if begin > source.start else []
    names = split(above[-1].lstrip(b"#% \t"), separator) if above else []
    return names if len(names) == len(row) and _is_header(names, reading, separator) else None


def _has_digit(word: str) -> bool:
    return any(letter.isdigit() for letter in word)


def _is_header(words: Sequence[str], reading: Reading, separator: str) -> bool:
    """Whether these are names of columns: those asked for, or well-known ones.

    One for the cluster is enough, but where blanks separate the columns, as a header is rare there: so must be the node's.
    """
    if reading.columns is not None and not all(wanted.isdigit() for wanted in reading.columns):
        return any(wanted in [word.strip('"') for word in words] for wanted in reading.columns)
    known = {what: any(plain_name(word) in (what, *SYNONYMS[what]) for word in words) for what in ("node", "cluster")}
    return known["cluster"] and (known["node"] or separator != " ")


def _places(reading: Reading, names: Sequence[str] | None, words: Sequence[str]) -> dict[str, int]:
    """Which column is node, cluster, share, level and weight."""
    if reading.columns is not None or names is not None:
        return choose_columns(names or [str(number) for number in range(1, len(words) + 1)], reading.columns)
    if len(words) == 2 or (len(words) == 3 and is_share(words[2])):
        return dict(zip(("node", "cluster", "share"), range(len(words)), strict=False))
    raise InputError(f"there are {len(words)} columns and no header: say which are node and cluster, as in --columns 1,2")


def is_share(word: str | bytes) -> bool:
    """Whether a word is a number in (0, 1]."""
    try:
        return 0 < float(word) <= 1
    except ValueError:
        return False


def split(line: bytes, separator: str) -> list[str]:
    """The fields of a line, in their quotes where they have any."""
    text = line.decode(errors="replace")
    if separator == " ":
        return re.findall(rf'"(?:[^"]|"")*"|[^{_BLANKS}]+', text)
    fields = re.findall(rf'[ ]*("(?:[^"]|"")*"|[^{separator}]*)[^{separator}]*(?:{separator}|$)', text)
    return [field.strip(_BLANKS) for field in (fields if text.endswith(separator) else fields[:-1])]


# ---- writing -------------------------------------------------------------------------------------------------------


def write_csv(clustering: Clustering, out: BinaryIO) -> None:
    """A header, and commas between the columns."""
    _write(clustering, out, ",")


def write_tsv(clustering: Clustering, out: BinaryIO) -> None:
    """A header, and tabs between the columns."""
    _write(clustering, out, "\t")


def write_pairs(clustering: Clustering, out: BinaryIO) -> None:
    """Node, cluster and perhaps share, blanks between them, no header."""
    check_words(clustering, "a pair list", special=r'^[#%"]')
    names = clustering.cluster_names()
    first_row = str(next(clustering.clusters())[0]), str(names[0])
    if _is_header(first_row, Reading("auto", None, None, 1, None), " "):
        raise InputError(f"a pair list cannot start with {' '.join(first_row)!r}: it would be a header")
    write_rows(out, clustering.rows, members=clustering.labels, keys=names, by_member=True)


def _write(clustering: Clustering, out: BinaryIO, separator: str) -> None:
    """A header, the memberships, and then the nodes in no cluster, whose cluster is left empty."""
    columns = column_names(clustering)
    out.write((separator.join(columns) + "\n").encode())
    names = clustering.cluster_names()
    nodes = _fields(clustering.labels, separator)
    weights = None if clustering.weights is None else clustering.weights.tolist()
    if weights is not None and any(weight > 2**53 for weight in weights if isinstance(weight, int)):
        raise InputError("a table in a text file cannot hold integer weights above 2**53")
    level_of = clustering.level_of_cluster
    levels = None if level_of is None else [clustering.level_names[level] for level in level_of.tolist()]
    write_rows(
        *(out, clustering.rows),
        members=nodes,
        keys=_fields(names, separator),
        key_tails=None if levels is None else _fields(levels, separator),
        member_tails=weights,
        separator=separator,
        by_member=True,
    )
    empty = [""] * (len(columns) - 1 - (weights is not None))
    for node in np.flatnonzero(clustering.memberships_of_node == 0).tolist():
        row = [str(nodes[node]), *empty, *([] if weights is None else [str(weights[node])])]
        out.write((separator.join(row) + "\n").encode())


def _fields(words: Labels | Sequence[Hashable], separator: str) -> Labels | Sequence[Hashable]:
    """The words, in quotes where they would be taken for something else."""
    if isinstance(words, IntegerLabels | range):
        return words
    special = re.compile(rf'|-?\d+|\s.*|.*\s|.*[{separator}"].*|[#%].*')

    def field(word: Hashable) -> Hashable:
        if type(word) is int:
            return word
        word = str(word)
        if re.search(r"[\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]", word):
            raise InputError(f"a table in a text file cannot hold {word!r}: it has control characters")
        return '"' + word.replace('"', '""') + '"' if special.fullmatch(word) else word

    return [field(word) for word in words]


def column_names(clustering: Clustering) -> list[str]:
    """The columns that it takes to hold the clustering."""
    wanted = {
        "node": True,
        "cluster": True,
        "share": clustering.is_fuzzy,
        "level": bool(clustering.level_names),
        "weight": clustering.weights is not None,
    }
    return [name for name, needed in wanted.items() if needed]
