"""Whether the lines of a cluster list begin with the names of the clusters.

A name before '>' is one in every list. These are names, too, if all lines have them:

    red: a b c        a word, or several, and a colon
    red<tab>a b c     a tab in front of the nodes, and blanks between them

    c1 a b c          a numbered word that no other word is like, or the number of the line
    red:a b c         a colon that no other word has

The first two are read as names if the format is not known by the name of the file. The others may
also be nodes: they are read as such, and that is said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from accord._foundation.clustering import Clustering
from accord._io.clusterings.member_collector import MemberCollector, text_lines, words_of
from accord._io.files.options import ReadOptions
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord.errors import FormatError

#: What comes before the nodes of a line, by how names are written.
_COLON = r"\s*([^:\t]*[^:\t\s])\s*:(?:\s|$)"
_TAB = r"\s*([^\t]*[^\t\s])\s*\t"
_WORD = r"\s*(\S+)(?:\s|$)"
#: Lines from which the numbers of lines may be names of clusters.
_MIN_NUMBERED = 4


def has_names(preview: Preview) -> bool:
    """Whether a name with a colon or a tab behind it begins each of several lines."""
    return _mark_of_names(_texts(preview)) is not None


def may_have_names(preview: Preview) -> str | None:
    """The first word, if the first words of all lines may be names; None if they are nodes."""
    lines = _texts(preview)
    if _mark_of_names(lines) is not None:
        return lines[0].split()[0]
    rows = [line.split() for line in lines]
    if len(rows) < 2 or any(len(row) < 2 or ">" in row[0] for row in rows):
        return None
    firsts, others = [row[0] for row in rows], {word for row in rows for word in row[1:]}
    if all(":" in word for word in firsts) and not any(":" in word for word in others):
        return firsts[0]
    return firsts[0] if _are_numbered(firsts, others) else None


def read_named(source: Source, options: ReadOptions) -> Clustering:
    """Read the name of a cluster and its nodes in each line."""
    members = MemberCollector(source, options)
    lines = _texts(Preview(source))
    fitting = (mark for mark in (_COLON, _TAB) if all(re.match(mark, line) for line in lines))
    pattern = re.compile(next(fitting, _WORD))
    line_of: dict[str, int] = {}
    for number, line in text_lines(source):
        if line.lstrip().startswith(("#", "%")):
            continue
        name = pattern.match(line)
        if name is None:
            raise FormatError(
                "expected the name of a cluster in front of its nodes, as in the lines above",
                source.name,
                number,
                1,
            )
        if name[1] in line_of:
            raise FormatError(
                f"there is a cluster {name[1]!r} in line {line_of[name[1]]} already",
                source.name,
                number,
                1,
            )
        line_of[name[1]] = number
        if not members.add_cluster(words_of(line, name.end()), name[1], number):
            raise FormatError(f"cluster {name[1]!r} has no nodes", source.name, number, 1)
    return members.clustering()


def _texts(preview: Preview) -> list[str]:
    return [line.decode(errors="replace") for line in preview.data]


def _mark_of_names(lines: Sequence[str]) -> str | None:
    """The pattern of names that all lines have; None if they have none."""
    if len(lines) < 2 or any(line[0] in "[{<\"'*" for line in lines):
        return None
    for pattern in (_COLON, _TAB):
        names = [match for match in (re.match(pattern, line) for line in lines) if match]
        if len(names) == len(lines) == len({name[1] for name in names}):
            rests = [line[name.end() :] for line, name in zip(lines, names, strict=True)]
            if _are_nodes(rests, pattern, {name[1] for name in names}):
                return pattern
    return None


def _are_nodes(rests: Sequence[str], pattern: str, names: set[str]) -> bool:
    """Whether what follows the names are words, apart from the names if these end in a tab."""
    words = {word for rest in rests for word in rest.split()}
    if not all(rest.strip() for rest in rests):
        return False
    if any(word[-1] in ",;:]}" or word[0] in "[{" for word in words):
        return False
    if pattern == _COLON:
        return True
    has_blanks = any(" " in rest.strip() for rest in rests)
    return has_blanks and not any("\t" in rest for rest in rests) and words.isdisjoint(names)


def _are_numbered(firsts: Sequence[str], others: set[str]) -> bool:
    """Whether first words are numbered as no other words are, or are the numbers of the lines.

    The numbers of lines are those of nodes elsewhere; otherwise clusters may just be in order.
    """
    if firsts[0] in ("0", "1") and len(firsts) >= _MIN_NUMBERED:
        in_order = firsts == [str(int(firsts[0]) + line) for line in range(len(firsts))]
        return in_order and others.issuperset(set(firsts) - {"0"})
    parts = [re.fullmatch(r"(\D+)(\d+)", word) for word in firsts]
    beginnings = {part[1] for part in parts if part}
    if None in parts or len(beginnings) != 1 or len(set(firsts)) < len(firsts):
        return False
    (beginning,) = beginnings
    return not any(re.fullmatch(re.escape(beginning) + r"\d+", word) for word in others)
