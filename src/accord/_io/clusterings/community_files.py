"""Communities as OSLOM and CFinder write them.

OSLOM writes a comment about each module, and its nodes in the line below:

    #module 0 size: 3 bs: 0.0123
    1 2 3

CFinder writes the number of each community in front of its nodes:

    0: 1 2 3
    1: 3 4
"""

from __future__ import annotations

import re

from accord._display.names import shortened
from accord._foundation.clustering import Clustering
from accord._foundation.number_words import parse_count
from accord._io.clusterings.member_collector import MemberCollector, text_lines, words_of
from accord._io.files.options import ReadOptions
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord.errors import FormatError

_MODULE = r"#\s*module\s+([0-9]+)\s+size:\s*([0-9]+)"


def is_oslom(preview: Preview) -> bool:
    """Whether there are comments about modules."""
    return preview.comments_match(rb"^#\s*module\s+\d+\s+size:")


def read_oslom(source: Source, options: ReadOptions) -> Clustering:
    """Read the `tp` files of OSLOM: a comment about each module, then its nodes."""
    members = MemberCollector(source, options)
    module: re.Match[str] | None = None
    seen: set[str] = set()
    number = 1
    for number, line in text_lines(source):
        header = re.match(_MODULE, line)
        if header:
            if module is not None:
                raise FormatError(
                    f"module {shortened(module[1])} has no nodes", source.name, number, 1
                )
            if header[1] in seen:
                raise FormatError(f"a second module {shortened(header[1])}", source.name, number, 1)
            module = header
            seen.add(header[1])
        elif not line.startswith("#"):
            if module is None:
                raise FormatError(
                    "nodes without a line such as '#module 0 size: 5 bs: 0.1' above them",
                    source.name,
                    number,
                    1,
                )
            size = members.add_cluster(words_of(line), module[1], number)
            if size != parse_count(module[2]):
                says = f"not {shortened(module[2])} as the line above says"
                raise FormatError(
                    f"module {shortened(module[1])} has {size} nodes, {says}",
                    source.name,
                    number,
                    1,
                )
            module = None
    if module is not None:
        raise FormatError(f"module {shortened(module[1])} has no nodes", source.name, number, 1)
    return members.clustering()


def is_cfinder(preview: Preview) -> bool:
    """Whether each line begins with the number of a community and a colon."""
    numbers = [re.match(rb"(\d{1,18}):\s", line) for line in preview.data]
    found = [int(number[1]) for number in numbers if number is not None]
    return bool(found) and found == list(range(found[0], found[0] + len(numbers)))


def read_cfinder(source: Source, options: ReadOptions) -> Clustering:
    """Read the `communities` files of CFinder: a number, a colon and the nodes in each line."""
    members = MemberCollector(source, options)
    line_of: dict[str, int] = {}
    for number, line in text_lines(source):
        if line.startswith("#"):
            continue
        label = re.match(r"\s*([0-9]+):", line)
        if label is None:
            raise FormatError(
                "expected the number of a community, a colon and its nodes, as in '0: 1 2 3'",
                source.name,
                number,
                1,
            )
        if label[1] in line_of:
            raise FormatError(
                f"there is a community {shortened(label[1])} in line {line_of[label[1]]} already",
                source.name,
                number,
                1,
            )
        line_of[label[1]] = number
        if not members.add_cluster(words_of(line, label.end()), label[1], number):
            raise FormatError(
                f"community {shortened(label[1])} has no nodes", source.name, number, 1
            )
    return members.clustering()
