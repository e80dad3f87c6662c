"""The table of file formats of clusterings, and how a format is recognised by its first lines."""

from __future__ import annotations

import re

from accord._foundation.arguments import argument
from accord._foundation.clustering import Clustering
from accord._foundation.labels import IntegerLabels
from accord._io.clusterings import (
    arrow_memberships,
    cluster_lists,
    conll,
    infomap,
    json_files,
    label_lists,
    text_memberships,
)
from accord._io.clusterings.features import FEATURES, features_of
from accord._io.files.delimited import split_fields
from accord._io.files.format_table import Format, FormatTable
from accord._io.files.options import ReadOptions
from accord._io.files.source import Source
from accord.errors import FormatError

_LINE = "one cluster per line, its nodes separated by blanks"
_TABLE = "a row per membership: node, cluster, and perhaps share, level, weight"
_EVERYTHING = frozenset(FEATURES)

ClusteringFormat = Format[Clustering, ReadOptions]


def guess_format(source: Source, by_suffix: ClusteringFormat | None) -> str:
    """The name of the format that the first lines are in; `by_suffix` is Pajek's for a .clu."""
    lines = [line.strip() for _, line in source.lines() if line.strip()]
    data = [line for line in lines if not line.startswith((b"#", b"%"))]
    comments = b"\n".join(line for line in lines if line.startswith(b"#")).lower()
    first = data[0] if data else b""
    if first.lower().startswith(b"*vertices"):
        return "pajek"
    if by_suffix is not None or re.search(
        rb"(?m)^#.*\bnode_id\b.*\bmodule\b|^#.*\bmodule\b.*\bnode_id\b", comments
    ):
        return "infomap_clu"
    if b"#begin document" in comments:
        return "conll"
    if re.match(rb'\d+(:\d+)+\s+\S+\s+"', first):
        return "infomap"
    if re.match(rb"[\[{]\s*([\[{\"\]}]|-?\d+\s*[,\]]|$)", first):
        return "json"
    if re.search(rb"\b(clusters|fuzzy|numbered)\s*:", comments) or re.match(rb"[^\s>]+>", first):
        return "cnl"
    if first.startswith(b"sep="):  # written by Excel
        return "csv"
    for separator in (",", ";"):
        widths = {len(split_fields(line, separator)) for line in data}
        if separator.encode() in first and len(widths - {1}) == 1:
            return "csv"
    return _guess_by_width(source, [line.split() for line in data])


def _guess_by_width(source: Source, rows: list[list[bytes]]) -> str:
    """The format that has this number of words per line; raises FormatError if two formats do."""
    widths = {len(row) for row in rows}
    labels, pairs, clusters = (argument("format", name) for name in ("labels", "pairs", "cnl"))
    if widths == {1} and len(rows) > 1:
        raise FormatError(
            f"every line has one word: say whether these are labels of nodes ({labels}) "
            f"or clusters of one node ({clusters})",
            source.name,
        )
    if widths == {2} and len(rows) > 1:
        raise FormatError(
            f"every line has two words: say whether these are a node and its cluster ({pairs}) "
            f"or clusters of two nodes ({clusters}); an edge list is not a clustering",
            source.name,
        )
    if (
        widths == {3}
        and all(text_memberships.is_share(row[2]) for row in rows)
        and any(b"." in row[2] for row in rows)
    ):
        return "pairs"
    return "cnl"


CLUSTERING_FORMATS: FormatTable[Clustering, ReadOptions] = FormatTable(
    kind="format",
    content="a clustering",
    default="cnl",
    features=FEATURES,
    guess=guess_format,
    formats=[
        Format(
            name="cnl",
            title="a cluster list",
            description=f"{_LINE}; names, shares",
            suffixes=(".cnl",),
            read=cluster_lists.read_clusters,
            write=cluster_lists.write_clusters,
            holds=frozenset({"overlaps", "shares", "names"}),
        ),
        Format(
            name="snap",
            title="a SNAP file",
            description=f"{_LINE}, as SNAP publishes them",
            suffixes=(".cmty.txt", ".cmty"),
            read=cluster_lists.read_clusters,
            write=cluster_lists.write_snap,
            holds=frozenset({"overlaps"}),
        ),
        Format(
            name="lfr",
            title="an LFR file",
            description="one node per line, followed by its clusters",
            suffixes=(".nmc", "community.dat"),
            read=cluster_lists.read_nodes,
            write=cluster_lists.write_nodes,
            holds=frozenset({"overlaps", "lone nodes", "names"}),
        ),
        Format(
            name="csv",
            title="a CSV file",
            description=f"{_TABLE}; commas",
            suffixes=(".csv",),
            read=text_memberships.read_csv,
            write=text_memberships.write_csv,
            holds=_EVERYTHING,
        ),
        Format(
            name="tsv",
            title="a TSV file",
            description=f"{_TABLE}; tabs",
            suffixes=(".tsv", ".tab"),
            read=text_memberships.read_tsv,
            write=text_memberships.write_tsv,
            holds=_EVERYTHING,
        ),
        Format(
            name="pairs",
            title="a pair list",
            description="a row per membership: node, cluster, and perhaps share; blanks",
            suffixes=(".pairs",),
            read=text_memberships.read_pairs,
            write=text_memberships.write_pairs,
            holds=frozenset({"overlaps", "shares", "names"}),
        ),
        Format(
            name="labels",
            title="a list of labels",
            description="line i has the cluster of node i, from 0",
            suffixes=(".labels",),
            read=label_lists.read_labels,
            write=label_lists.write_labels,
            holds=frozenset({"names"}),
        ),
        Format(
            name="metis",
            title="a METIS file",
            description="line i has the cluster of node i, from 1; named like graph.part.8",
            suffix_pattern=r"\.part\.\d+",
            read=label_lists.read_metis,
            write=label_lists.write_metis,
            holds=frozenset({"names"}),
        ),
        Format(
            name="pajek",
            title="a Pajek file",
            description="*Vertices n, then the clusters of the nodes 1 to n",
            suffixes=(".clu",),
            shares_suffix=True,
            read=label_lists.read_pajek,
            write=label_lists.write_pajek,
            holds=frozenset({"names"}),
        ),
        Format(
            name="infomap",
            title="an Infomap tree",
            description="a tree of modules; its depths are levels",
            suffixes=(".tree", ".ftree"),
            read=infomap.read_tree,
            write=infomap.write_tree,
            holds=frozenset({"levels"}),
        ),
        Format(
            name="infomap_clu",
            title="an Infomap .clu",
            description="node, module, flow; a .clu without *Vertices",
            read=infomap.read_flat,
            write=infomap.write_flat,
            holds=frozenset(),
        ),
        Format(
            name="conll",
            title="a CoNLL file",
            description="coreference: mentions are nodes, entities clusters",
            suffixes=(".conll", "_conll", ".coref"),
            read=conll.read_coreference,
            write=conll.write_coreference,
            holds=frozenset({"overlaps", "names"}),
        ),
        Format(
            name="json",
            title="a JSON file",
            description="clusters, clusters by name, labels, or memberships",
            suffixes=(".json",),
            read=json_files.read_json,
            write=json_files.write_json,
            holds=_EVERYTHING,
            holds_large_integers=True,
        ),
        Format(
            name="parquet",
            title="a Parquet file",
            description=_TABLE,
            suffixes=(".parquet", ".pq"),
            magic=(b"PAR1",),
            is_text=False,
            read=arrow_memberships.read_parquet,
            write=arrow_memberships.write_parquet,
            holds=_EVERYTHING,
        ),
        Format(
            name="arrow",
            title="an Arrow file",
            description=f"{_TABLE}; Feather",
            suffixes=(".arrow", ".feather", ".ipc"),
            magic=(b"ARROW1", b"FEA1"),
            is_text=False,
            read=arrow_memberships.read_arrow,
            write=arrow_memberships.write_arrow,
            holds=_EVERYTHING,
        ),
    ],
)


def smallest_text_format(clustering: Clustering) -> ClusteringFormat:
    """The text format with the least overhead that can hold all of a clustering."""
    plain = isinstance(clustering.node_labels, IntegerLabels) and clustering.names is None
    cnl, csv = CLUSTERING_FORMATS["cnl"], CLUSTERING_FORMATS["csv"]
    return cnl if plain and cnl.holds.issuperset(features_of(clustering)) else csv
