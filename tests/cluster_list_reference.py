"""A slow, obvious parser of cluster lists, to compare the reader with."""

import re
from dataclasses import dataclass

import pytest
from contents import shares

import accord
from accord import FormatError

BLANKS = " \t\v\f"
HEADER = re.compile(r"fuzzy\s*:\s*[1-9]", re.IGNORECASE)


@dataclass
class ReferenceParseError(Exception):
    """The location of the error, or None if only the whole cluster is wrong."""

    place: tuple[int, int] | None


@dataclass
class Parsed:
    clusters: list[dict[int | str, float]]
    names: list[str | None]
    repeated: int
    fuzzy: bool


def is_integer(word: str) -> bool:
    return re.fullmatch(r"0|-?[1-9][0-9]*", word) is not None and -(2**63) <= int(word) < 2**63


def split_share(word: str, integers: bool) -> tuple[str, str | None]:
    """An integer ends at the first colon; a text may hold colons, so its share follows the last."""
    at = word.find(":") if integers else word.rfind(":")
    return (word, None) if at <= 0 else (word[:at], word[at + 1 :])


def control_character(word: str) -> int | None:
    return next((i for i, c in enumerate(word) if ord(c) < 32 or ord(c) == 127), None)


def words_of(line: str) -> list[tuple[int, str]]:
    return [(m.start() + 1, m.group()) for m in re.finditer(f"[^{BLANKS}]+", line)]


def reference(data: bytes, *, ids: str = "auto", shares: bool | None = None) -> Parsed:
    rows: list[tuple[int, str]] = []
    for number, line in enumerate(re.split("\r\n|\r|\n", data.decode().removeprefix("\ufeff")), 1):
        text = line.strip(BLANKS)
        if text and not text.startswith(("#", "%")):
            rows.append((number, line))
        elif (
            text and not rows and shares is None and "fuzzy" in line.lower() and HEADER.search(line)
        ):
            shares = True
    fuzzy = bool(shares)
    integers = ids == "integer" or (
        ids == "auto" and is_integer(first_node([line for _, line in rows], fuzzy))
    )
    clusters, names, repeated, late_errors = [], [], 0, []
    for number, line in rows:
        words = words_of(line)
        name, rest = take_name(number, words)
        cluster: dict[int | str, float] = {}
        for column, word in rest:
            node, share = member(number, column, word, integers, fuzzy)
            repeated += node in cluster
            if cluster.setdefault(node, share) != share:
                late_errors.append(None)
        if not cluster:
            late_errors.insert(0, (number, words[0][0]))
        clusters.append(cluster)
        names.append(name)
    # Seen once all words are read: first a name without members, then a node with two shares.
    if late_errors:
        raise ReferenceParseError(min((place for place in late_errors if place), default=None))
    if not clusters:
        raise ReferenceParseError(None)
    return Parsed(clusters, names, repeated, fuzzy)


def first_node(lines: list[str], fuzzy: bool) -> str:
    for line in lines:
        name, mark, rest = words_of(line)[0][1].partition(">")
        words = [rest] * bool(rest) if name and mark else [name + mark + rest]
        words += [word for _, word in words_of(line)[1:2]]
        if words:
            return split_share(words[0], False)[0] if fuzzy else words[0]
    return ""


def take_name(
    number: int, words: list[tuple[int, str]]
) -> tuple[str | None, list[tuple[int, str]]]:
    column, word = words[0]
    name, mark, rest = word.partition(">")
    if not mark:
        return None, words
    if not name:
        raise ReferenceParseError((number, column))
    if control_character(name) is not None:
        raise ReferenceParseError((number, column + control_character(name)))
    return name, [(column + len(name) + 1, rest)] * bool(rest) + words[1:]


def member(
    number: int, column: int, word: str, integers: bool, fuzzy: bool
) -> tuple[int | str, float]:
    node, share = split_share(word, integers) if fuzzy else (word, None)
    if integers and not is_integer(node):
        raise ReferenceParseError((number, column + (control_character(word) or 0)))
    # A share without a node, or a mark without a name.
    if (fuzzy and word.rfind(":") == 0) or node == ">":
        raise ReferenceParseError((number, column))
    if control_character(node) is not None:
        raise ReferenceParseError((number, column + control_character(node)))
    if share is None:
        return int(node) if integers else node, 1.0
    if (
        not re.fullmatch(r"([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", share)
        or not 1e-100 <= float(share) <= 1
    ):
        raise ReferenceParseError((number, column))
    return int(node) if integers else node, float(share)


# ---- comparing with it ---------------------------------------------------------------------------


def outcome(failure, call):
    """Return (result, None), or (None, error) if the call fails."""
    try:
        return call(), None
    except failure as error:
        return None, error


def expect_same(path, data: bytes, **options) -> None:
    """Check that the reader agrees with the reference, or fails at the same location."""
    path.write_bytes(data)
    keywords = {key: value for key, value in options.items() if key != "threads"}
    expected, failure = outcome(ReferenceParseError, lambda: reference(data, **keywords))
    if failure is not None:
        with pytest.raises(FormatError) as caught:
            accord.read(path, **options)
        assert caught.value.path == str(path)
        assert failure.place is None or failure.place == (caught.value.line, caught.value.column)
        return
    clustering = accord.read(path, **options)
    assert shares(clustering) == expected.clusters
    assert clustering.repeated == expected.repeated
    assert clustering.is_fuzzy == expected.fuzzy
    if any(name is not None for name in expected.names):
        given_names = [name for name in expected.names if name is not None]
        kept = [
            name
            for name, given in zip(clustering.names, expected.names, strict=True)
            if given is not None
        ]
        assert kept == given_names
    else:
        assert clustering.names is None
