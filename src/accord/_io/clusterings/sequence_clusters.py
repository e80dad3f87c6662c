"""Clusters of sequences: CD-HIT, UCLUST and VSEARCH, mothur, MMseqs2. Sequences are nodes."""

from __future__ import annotations

import re
from dataclasses import replace

from accord._foundation.clustering import Clustering
from accord._foundation.number_words import parse_count
from accord._io.clusterings import text_memberships
from accord._io.clusterings.member_collector import (
    Field,
    MemberCollector,
    tab_fields,
    text_lines,
    words_of,
)
from accord._io.files.options import ReadOptions
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord.errors import FormatError

#: Records of .uc files: seeds and hits are members, C and D count them, and N has no cluster.
_UC_MEMBERS, _UC_ALONE, _UC_OTHER = "SHL", "N", "CDR"

# ---- CD-HIT --------------------------------------------------------------------------------------


def is_cd_hit(preview: Preview) -> bool:
    """Whether it begins with the first cluster of CD-HIT."""
    return preview.first_matches(rb">cluster\s+\d+\s*$")


def read_cd_hit(source: Source, options: ReadOptions) -> Clustering:
    """Read a .clstr file: `>Cluster 0`, then a line such as `0	99aa, >name... *` per sequence."""
    members = MemberCollector(source, options)
    cluster: str | None = None
    for number, line in text_lines(source):
        if line.startswith(">"):
            header = re.fullmatch(r">Cluster\s+(\d+)\s*", line, re.IGNORECASE)
            if header is None:
                raise FormatError("expected a line such as '>Cluster 0'", source.name, number, 1)
            cluster = header[1]
            continue
        sequence = re.fullmatch(
            r"\d+\s+\d+(?:aa|nt),\s+>(.+?)\.\.\.\s+(?:\*|at\s.*)", line.rstrip()
        )
        if cluster is None or sequence is None:
            raise FormatError(
                "expected a sequence of a cluster, as in '0	99aa, >name... *'",
                source.name,
                number,
                1,
            )
        members.add((sequence.start(1) + 1, sequence[1]), cluster, number)
    return members.clustering()


# ---- UCLUST, USEARCH, VSEARCH --------------------------------------------------------------------


def is_uclust(preview: Preview) -> bool:
    """Whether the lines have the ten columns of UCLUST."""
    rows = [line.split(b"\t") for line in preview.data]
    return bool(rows) and all(len(row) == 10 and row[0] in b"SHLNCDR" for row in rows)


def read_uclust(source: Source, options: ReadOptions) -> Clustering:
    """Read a .uc file: ten columns, the first a letter, the second a cluster, the ninth a name."""
    members = MemberCollector(source, options)
    for number, line in text_lines(source):
        if line.startswith("#"):
            continue
        fields = tab_fields(line)
        if len(fields) != 10:
            raise FormatError(
                f"a row of {len(fields)} columns, where UCLUST writes 10", source.name, number, 1
            )
        record, (column, cluster) = fields[0][1], fields[1]
        if len(record) != 1 or record not in _UC_MEMBERS + _UC_ALONE + _UC_OTHER:
            raise FormatError(f"an unknown type of record, {record!r}", source.name, number, 1)
        if record in _UC_ALONE:
            members.add(fields[8], None, number)
        elif record in _UC_MEMBERS:
            if not cluster.isdigit():
                raise FormatError(
                    f"{cluster!r} is not the number of a cluster", source.name, number, column
                )
            members.add(fields[8], cluster, number)
    return members.clustering()


# ---- mothur --------------------------------------------------------------------------------------


def is_mothur_list(preview: Preview) -> bool:
    """Whether it begins with the header of a .list file."""
    return preview.first_matches(rb"label\tnumotus\t")


def read_mothur_list(source: Source, options: ReadOptions) -> Clustering:
    """Read a .list file: a line per distance, with the sequences of each OTU after two columns.

    Distances are levels if there are several lines.
    """
    names: list[str] | None = None
    rows: list[tuple[int, list[Field]]] = []
    for number, line in text_lines(source, max_bytes=None):
        fields = tab_fields(line.rstrip()) if "\t" in line else words_of(line)
        if fields[0][1].lower() == "label" and not rows:
            names = [name for _, name in fields[2:]]
            continue
        n_clusters = parse_count(fields[1][1]) if len(fields) > 2 else None
        if n_clusters is None:
            raise FormatError(
                "expected a distance, the number of OTUs, and the sequences of each OTU",
                source.name,
                number,
                1,
            )
        if n_clusters != len(fields) - 2:
            raise FormatError(
                f"there are {len(fields) - 2} OTUs, not {fields[1][1]} as the line says",
                source.name,
                number,
                fields[1][0],
            )
        if names is not None and len(names) < len(fields) - 2:
            raise FormatError(
                f"there are {len(fields) - 2} OTUs and {len(names)} names in the first line",
                source.name,
                number,
                1,
            )
        rows.append((number, fields))
    members = MemberCollector(source, options)
    for number, ((_, label), _, *groups) in rows:
        for index, (column, group) in enumerate(groups):
            members.add_cluster(
                _split_at_commas(column, group),
                str(index) if names is None else names[index],
                number,
                level=label if len(rows) > 1 else None,
            )
    return members.clustering()


def read_mothur_groups(source: Source, options: ReadOptions) -> Clustering:
    """Read a .groups file: a sequence and its group in each line, without a header."""
    known = replace(options, header=bool(options.header), columns=options.columns or ("1", "2"))
    return text_memberships.read_pairs(source, known)


def _split_at_commas(column: int, group: str) -> list[Field]:
    fields = []
    for name in group.split(","):
        fields.append((column, name))
        column += len(name) + 1
    return fields


# ---- MMseqs2 -------------------------------------------------------------------------------------


def is_mmseqs(preview: Preview) -> bool:
    """Whether the first sequence of each cluster is its representative, as MMseqs2 writes them."""
    rows = [line.split(b"\t") for line in preview.data]
    if any(len(row) != 2 for row in rows) or len({row[0] for row in rows}) == len(rows):
        return False
    if len({row[1] for row in rows}) < len(rows):
        return False
    starts = [row for before, row in zip([[b""], *rows], rows, strict=False) if before[0] != row[0]]
    return all(representative == member for representative, member in starts)


def read_mmseqs(source: Source, options: ReadOptions) -> Clustering:
    """Read the representative of a cluster and a member in each line."""
    return text_memberships.read_tsv(
        source,
        replace(options, columns=options.columns or ("2", "1"), header=bool(options.header)),
    )
