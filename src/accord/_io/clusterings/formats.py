"""The formats that clusterings are read from and written to, and how to tell from its lines which one a file is in."""

from __future__ import annotations

import re

from accord._foundation.arguments import argument
from accord._foundation.clustering import Clustering
from accord._foundation.labels import IntegerLabels
from accord._io.clusterings import (
    arrow_files,
    cluster_lists,
    conll,
    infomap,
    json_files,
    label_lists,
)
from accord._io.clusterings import text_tables as tables
from accord._io.clusterings.capabilities import parts_of
from accord._io.files.format_table import Format, FormatTable
from accord._io.files.source import Reading, Source
from accord.errors import FormatError


def _holds(*parts: str) -> frozenset[str]:
    return frozenset(parts)


_EVERYTHING = _holds("overlaps", "lone nodes", "shares", "levels", "weights", "names")
_LINE = "one cluster per line, its nodes separated by blanks"
_TABLE = "a row per membership: node, cluster, and perhaps share, level, weight"

FORMATS = FormatTable(
    *("format", "cnl"),
    (
        Format(
            *("cnl", "a cluster list", (".cnl",), f"{_LINE}; names, shares"),
            *(
                cluster_lists.read_clusters,
                cluster_lists.write_clusters,
                _holds("overlaps", "shares", "names"),
            ),
        ),
        Format(
            *("snap", "a SNAP file", (".cmty.txt", ".cmty"), f"{_LINE}, as SNAP publishes them"),
            *(cluster_lists.read_clusters, cluster_lists.write_snap, _holds("overlaps")),
        ),
        Format(
            *(
                "lfr",
                "an LFR file",
                (".nmc", "community.dat"),
                "one node per line, its clusters behind it",
            ),
            *(
                cluster_lists.read_nodes,
                cluster_lists.write_nodes,
                _holds("overlaps", "lone nodes", "names"),
            ),
        ),
        Format(
            *("csv", "a CSV file", (".csv",), f"{_TABLE}; commas"),
            tables.read_csv,
            tables.write_csv,
            _EVERYTHING,
        ),
        Format(
            *("tsv", "a TSV file", (".tsv", ".tab"), f"{_TABLE}; tabs"),
            tables.read_tsv,
            tables.write_tsv,
            _EVERYTHING,
        ),
        Format(
            *(
                "pairs",
                "a pair list",
                (".pairs",),
                "a row per membership: node, cluster, and perhaps share; blanks",
            ),
            *(tables.read_pairs, tables.write_pairs, _holds("overlaps", "shares", "names")),
        ),
        Format(
            *(
                "labels",
                "a list of labels",
                (".labels",),
                "line i has the cluster of node i, from 0",
            ),
            *(label_lists.read_labels, label_lists.write_labels, _holds("names")),
        ),
        Format(
            *(
                "metis",
                "a METIS file",
                (),
                "line i has the cluster of node i, from 1; named graph.part.8 and the like",
            ),
            *(label_lists.read_metis, label_lists.write_metis, _holds("names")),
            ending=r"\.part\.\d+",
        ),
        Format(
            *(
                "pajek",
                "a Pajek file",
                (".clu",),
                "*Vertices n, then the clusters of the nodes 1 to n",
            ),
            *(label_lists.read_pajek, label_lists.write_pajek, _holds("names")),
        ),
        Format(
            *(
                "infomap",
                "an Infomap tree",
                (".tree", ".ftree"),
                "a tree of modules; its depths are levels",
            ),
            *(infomap.read_tree, infomap.write_tree, _holds("levels")),
        ),
        Format(
            *("infomap_clu", "an Infomap .clu", (), "node, module, flow; a .clu without *Vertices"),
            *(infomap.read_flat, infomap.write_flat, _holds()),
        ),
        Format(
            *(
                "conll",
                "a CoNLL file",
                (".conll", "_conll", ".coref"),
                "coreference: mentions are nodes, entities clusters",
            ),
            *(conll.read_coreference, conll.write_coreference, _holds("overlaps", "names")),
        ),
        Format(
            *(
                "json",
                "a JSON file",
                (".json",),
                "clusters, clusters by name, labels, or memberships",
            ),
            *(json_files.read_json, json_files.write_json, _EVERYTHING),
        ),
        Format(
            *("parquet", "a Parquet file", (".parquet", ".pq"), _TABLE),
            *(arrow_files.read_parquet, arrow_files.write_parquet, _EVERYTHING),
            is_text=False,
        ),
        Format(
            *("arrow", "an Arrow file", (".arrow", ".feather", ".ipc"), f"{_TABLE}; Feather"),
            *(arrow_files.read_arrow, arrow_files.write_arrow, _EVERYTHING),
            is_text=False,
        ),
    ),
)


def fitting_format(clustering: Clustering) -> Format[Clustering, Reading]:
    """The format of text with the least overhead that can hold a clustering, whatever its labels and names."""
    plain = isinstance(clustering.node_labels, IntegerLabels) and clustering.names is None
    return FORMATS[
        "cnl" if plain and FORMATS["cnl"].holds.issuperset(parts_of(clustering)) else "csv"
    ]


def format_of(source: Source) -> Format[Clustering, Reading]:
    """By the first bytes or the name of the file, or else by a look at its first lines."""
    found = FORMATS.by_magic(source) or FORMATS.by_name(source.name)
    if found is None or found.is_text:
        source.check_text()
    if found is not None and found.name != "pajek":
        return found
    return FORMATS[_by_content(source, clu=found is not None)]


def _by_content(source: Source, clu: bool) -> str:
    lines = [line.strip() for _, line in source.lines() if line.strip()]
    data = [line for line in lines if not line.startswith((b"#", b"%"))]
    comments = b"\n".join(line for line in lines if line.startswith(b"#")).lower()
    first = data[0] if data else b""
    if first.lower().startswith(b"*vertices"):
        return "pajek"
    if clu or re.search(rb"(?m)^#.*\bnode_id\b.*\bmodule\b|^#.*\bmodule\b.*\bnode_id\b", comments):
        return "infomap_clu"
    if b"#begin document" in comments:
        return "conll"
    if re.match(rb'\d+(:\d+)+\s+\S+\s+"', first):
        return "infomap"
    if re.match(rb"[\[{]\s*([\[{\"\]}]|-?\d+\s*[,\]]|$)", first):
        return "json"
    if re.search(rb"\b(clusters|fuzzy|numbered)\s*:", comments) or re.match(rb"[^\s>]+>", first):
        return "cnl"
    if first.startswith(b"sep="):  # Excel says so
        return "csv"
    for separator in (",", ";"):
        if (
            len({len(tables.split(line, separator)) for line in data} - {1}) == 1
            and separator.encode() in first
        ):
            return "csv"
    return _by_words(source, [line.split() for line in data])


def _by_words(source: Source, rows: list[list[bytes]]) -> str:
    """What can be told from the number of words in each line. A guess that may be wrong is not made."""
    widths = {len(row) for row in rows}
    if widths == {1} and len(rows) > 1:
        raise FormatError(
            "every line has one word: set whether these are labels of nodes "
            f"({argument('format', 'labels')}) or clusters of one node ({argument('format', 'cnl')})",
            source.name,
        )
    if widths == {2} and len(rows) > 1:
        raise FormatError(
            "every line has two words: set whether these are a node and its cluster "
            f"({argument('format', 'pairs')}) or clusters of two nodes "
            f"({argument('format', 'cnl')}); an edge list is not a clustering",
            source.name,
        )
    if (
        widths == {3}
        and all(tables.is_share(row[2]) for row in rows)
        and any(b"." in row[2] for row in rows)
    ):
        return "pairs"
    return "cnl"
