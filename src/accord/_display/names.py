"""Names given by users, made fit to show: in natural order, and not too long."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from itertools import takewhile

from accord.errors import InputError

_SEPARATORS = re.compile(r"[-_. /\\]")


def natural_order(name: str) -> list[tuple[int, str]]:
    """Sort key that compares numbers in names by value.

    >>> sorted(["net-10", "net-9", "net"], key=natural_order)
    ['net', 'net-9', 'net-10']
    """
    return [
        (int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name)
    ]


def shortened(text: str, most: int = 40) -> str:
    """The text, cut to `most` characters; an ellipsis shows that it was cut.

    The default is for words in messages.

    >>> shortened("clustering", 8)
    'cluster…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


def short_names(paths: Sequence[str]) -> list[str]:
    """Name files by their paths, without folders and without what all names begin or end with.

    Names are cut at one of the characters `-_. /` only. No name becomes empty or equal to another
    one, and numbers keep the word before them. A single file keeps its name.

    >>> short_names(["results/leiden.cnl", "results/louvain.cnl"])
    ['leiden', 'louvain']
    >>> short_names(["lfr_seed-1.cnl", "lfr_seed-2.cnl"]), short_names(["a/x.cnl", "b/x.cnl"])
    (['seed-1', 'seed-2'], ['a', 'b'])
    """
    names = [os.path.basename(path) or path for path in paths]
    if len(names) < 2:
        return names
    if len(set(names)) < len(names):
        names = list(paths)
    shared = _common_start([name[::-1] for name in names])[::-1]
    starts = [match.start() for match in _SEPARATORS.finditer(shared)]
    names = _first_valid(names, [len(shared) - start for start in starts], _without_end)
    shared = _common_start(names)
    ends = [match.end() for match in _SEPARATORS.finditer(shared) if match[0] != "."]
    return _first_valid(names, ends[::-1], _without_start)


def name_paths(paths: Sequence[str | os.PathLike[str]]) -> dict[str, str]:
    """Files by their short names; raises InputError if a file is given twice."""
    files = [os.fspath(path) for path in paths]
    for file in files:
        if files.count(file) > 1:
            raise InputError(f"{file} is given twice: give each file once")
    return dict(zip(short_names(files), files, strict=True))


def _common_start(names: Sequence[str]) -> str:
    """The longest text that all names start with."""
    letters = zip(*names, strict=False)
    return "".join(same[0] for same in takewhile(lambda same: len(set(same)) == 1, letters))


def _first_valid(
    names: list[str], lengths: Sequence[int], cut: Callable[[str, int], str]
) -> list[str]:
    """The names cut by the first of some lengths that leaves different names."""
    for length in lengths:
        shorter = [cut(name, length) for name in names]
        if all(shorter) and len(set(shorter)) == len(shorter):
            return shorter
    return names


def _without_end(name: str, length: int) -> str:
    return name[: len(name) - length]


def _without_start(name: str, length: int) -> str:
    rest = name[length:]
    return "" if rest[:1].isdigit() else rest


def join_names(names: Sequence[str]) -> str:
    """Write names as in a sentence: "a", "a and b", "a, b and c"."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def join_few_names(names: Sequence[str], nouns: str = "results", most: int = 4) -> str:
    """The names as in a sentence, or how many there are if they are more than `most`.

    >>> join_few_names(["a", "b", "c"]), join_few_names(["a", "b", "c"], most=2)
    ('a, b and c', '3 results')
    """
    return join_names(names) if len(names) <= most else f"{len(names)} {nouns}"


def join_results(names: Sequence[str], total: int) -> str:
    """The names of some of `total` results as in a sentence, or how many they are.

    >>> join_results(["a", "b"], 3), join_results(["a", "b"], 2), join_results(list("abcde"), 6)
    ('a and b', 'all results', '5 of the 6 results')
    """
    if len(names) == total > 1:
        return "all results"
    return join_few_names(names, f"of the {total} results")
