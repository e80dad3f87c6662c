"""Clusterings of MCL in its own matrix format; with labels it writes a plain cluster list.

    (mclheader
    mcltype matrix
    dimensions 5x2
    )
    (mclmatrix
    begin
    0       0 1 2 $
    1       3 4 $
    )

A column of the matrix is a cluster: its number, then its nodes, up to a dollar sign, perhaps over
several lines. A node may be followed by a colon and a value. See mcxio(5) of MCL.
"""

from __future__ import annotations

import re

from accord._foundation.clustering import Clustering
from accord._io.clusterings.member_collector import Field, MemberCollector, text_lines, words_of
from accord._io.files.options import ReadOptions
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord.errors import FormatError


def is_mcl_matrix(preview: Preview) -> bool:
    """Whether it begins as a matrix of MCL does."""
    return preview.first_matches(rb"\(mclheader\b")


def read_mcl_matrix(source: Source, options: ReadOptions) -> Clustering:
    """Read a matrix whose columns are clusters and whose rows are nodes."""
    members = MemberCollector(source, options)
    dimensions: tuple[int, int] | None = None
    cluster: str | None = None
    state, n_clusters, n_members = "header", 0, 0
    last_line = 1
    for number, line in text_lines(source):
        last_line = number
        text = line.split("#", 1)[0].strip()
        if state == "header":
            size = re.fullmatch(r"dimensions\s+([0-9]{1,18})x([0-9]{1,18})", text)
            if size:
                dimensions = int(size[1]), int(size[2])
            elif text == "begin":
                state = "matrix"
            continue
        if text == ")" and cluster is None:
            state = "end"
            break
        for word in words_of(line.split("#", 1)[0]):
            if cluster is None:
                cluster = _index(source, word, number)[1]
                n_clusters += 1
            elif word[1] == "$":
                cluster = None
            else:
                members.add(_index(source, word, number), cluster, number)
                n_members += 1
    if dimensions is None or state != "end":
        missing = "its dimensions" if dimensions is None else "the end of its matrix, ')'"
        raise FormatError(f"the matrix of MCL lacks {missing}", source.name, last_line, 1)
    if dimensions[0] == dimensions[1] and n_members > dimensions[0]:
        raise FormatError(
            f"a matrix of {dimensions[0]}x{dimensions[1]} is a network, not a clustering: "
            "give what mcl has written",
            source.name,
        )
    return members.clustering()


def _index(source: Source, word: Field, line: int) -> Field:
    """The index of a row or column, without its value."""
    column, text = word
    match = re.fullmatch(r"([0-9]+)(:[-+.0-9eE]+)?", text)
    if match is None:
        raise FormatError(
            f"{text!r} is not the number of a node or of a cluster", source.name, line, column
        )
    return column, match[1]
