"""Protein complexes as ClusterONE of Cytoscape exports them: a CSV table with a row per cluster.

    Cluster,Size,Density,Internal weight,External weight,Quality,P-value,Members
    1,3,1.0,3.0,0.5,0.857,1.2E-4,"YAL001C YBR123C YDR362C"

Its plain and its GenePro outputs are cluster lists.
"""

from __future__ import annotations

from accord._foundation.clustering import Clustering
from accord._io.clusterings.member_collector import MemberCollector, text_lines, words_of
from accord._io.files.delimited import split_fields
from accord._io.files.options import ReadOptions
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord.errors import FormatError


def is_cluster_one(preview: Preview) -> bool:
    """Whether there are columns for the size and the members of clusters."""
    names = _names(preview.first.decode(errors="replace"))
    return {"cluster", "size", "members"} <= set(names)


def read_cluster_one(source: Source, options: ReadOptions) -> Clustering:
    """Read a row per cluster; its members are in the column Members, with blanks between them."""
    members = MemberCollector(source, options)
    lines = text_lines(source)
    number, header = next(lines, (1, ""))
    names = _names(header)
    if not {"cluster", "size", "members"} <= set(names):
        raise FormatError(
            "expected the columns Cluster, Size and Members in the first row",
            source.name,
            number,
            1,
        )
    cluster_at, size_at, members_at = map(names.index, ("cluster", "size", "members"))
    line_of: dict[str, int] = {}
    for number, line in lines:
        fields = [field.strip('"') for field in split_fields(line.encode(), ",")]
        if len(fields) != len(names):
            raise FormatError(
                f"a row of {len(fields)} columns, where the first has {len(names)}",
                source.name,
                number,
                1,
            )
        cluster, size = fields[cluster_at], fields[size_at]
        if cluster in line_of:
            raise FormatError(
                f"there is a cluster {cluster} in line {line_of[cluster]} already",
                source.name,
                number,
                1,
            )
        line_of[cluster] = number
        start = line.rfind(fields[members_at]) if fields[members_at] else 0
        words = [(start + column, word) for column, word in words_of(fields[members_at])]
        if size != str(members.add_cluster(words, cluster, number)):
            raise FormatError(
                f"cluster {cluster} has {len(words)} members, and its size is {size!r}",
                source.name,
                number,
                start + 1,
            )
    return members.clustering()


def _names(header: str) -> list[str]:
    """The names of the columns in lower case."""
    return [name.strip('"').lower() for name in split_fields(header.encode(), ",")]
