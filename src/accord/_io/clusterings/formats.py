"""The table of file formats of clusterings, and how a file that none recognises is read.

To add a format, add a row: how its files are called, how its first lines are recognised, and how
it is read and perhaps written.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from accord._foundation.arguments import argument
from accord._io.clusterings.features import FEATURES
from accord._io.files.compression import without_compression
from accord._io.files.format_table import Format, FormatTable, ImportedOnUse
from accord._io.files.preview import Preview
from accord.errors import FormatError, warn

if TYPE_CHECKING:
    from accord._foundation.clustering import Clustering
    from accord._io.files.options import ReadOptions

    ClusteringFormat = Format[Clustering, ReadOptions]

_LINE = "one cluster per line, its nodes separated by blanks"
_TABLE = "a row per membership: node, cluster, and perhaps share, level, weight"
_EVERYTHING = frozenset(FEATURES)

#: A function of a module in this folder, which is imported when a file needs it.
_on_use = partial(ImportedOnUse, __package__)


def guess_format(preview: Preview) -> str:
    """A table, or the format that has as many words per line; raises FormatError if two have.

    A warning says how a file was read if its lines would fit another format, too, or if its name
    has an unknown extension.
    """
    from accord._io.clusterings.gene_sets import may_be_gmt
    from accord._io.clusterings.membership_layout import is_share

    name, rows = preview.source.name, preview.words
    if preview.is_table():
        return "csv"
    if len(rows) > 1 and all(line.startswith(b'"') for line in preview.data):
        return "pairs"  # as `write.table` of R writes it
    widths = {len(row) for row in rows}
    labels, pairs, clusters = (argument("format", name) for name in ("labels", "pairs", "cnl"))
    if widths == {1} and len(rows) > 1:
        raise FormatError(
            f"every line has one word: say whether these are labels of nodes ({labels}) "
            f"or clusters of one node ({clusters})",
            name,
        )
    if widths == {2} and len(rows) > 1:
        raise FormatError(
            f"every line has two words: say whether these are a node and its cluster ({pairs}) "
            f"or clusters of two nodes ({clusters}); an edge list is not a clustering",
            name,
        )
    if (
        widths == {3}
        and all(is_share(row[2].decode(errors="replace")) for row in rows)
        and any(b"." in row[2] for row in rows)
    ):
        return "pairs"
    if may_be_gmt(preview):
        warn(
            f"{name}: read as a cluster list, with one cluster per line; if these are gene sets, "
            f"with a name and a description in front, say {argument('format', 'gmt')}, "
            f"and {clusters} if they are not"
        )
    elif _has_unknown_extension(name) or _may_list_nodes(rows):
        warn(
            f"{name}: read as a cluster list, with one cluster per line; "
            f"if it is something else, name its format with {argument('format')}"
        )
    if rows and preview.is_whole and _begins_with_counts(rows):
        warn(
            f"{name}: the first line, {b' '.join(rows[0]).decode()!r}, is read as a cluster; "
            "remove it if it counts clusters or nodes"
        )
    return "cnl"


def _begins_with_counts(rows: Sequence[Sequence[bytes]]) -> bool:
    """Whether the first line may be the numbers of clusters and nodes below it, or one of them."""
    first, others = set(rows[0]), rows[1:]
    n_nodes = len({word for row in others for word in row})
    return bool(others) and first <= {b"%d" % len(others), b"%d" % n_nodes}


def _has_unknown_extension(name: str) -> bool:
    extension = os.path.splitext(without_compression(os.path.basename(name)))[1].lower()
    return not re.fullmatch(r"(\.txt|\.dat|\.out|\.lst|\.\d+)?", extension)


def _may_list_nodes(rows: Sequence[Sequence[bytes]]) -> bool:
    """Whether each line may be a node and its clusters: few words that repeat, behind a new one."""
    keys = {row[0] for row in rows}
    others = [word for row in rows for word in row[1:]]
    return len(rows) > 2 and len(keys) == len(rows) and 2 * len(set(others)) <= len(others)


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
            recognises=_on_use("cluster_lists.is_cluster_list"),
            read=_on_use("cluster_lists.read_clusters"),
            write=_on_use("cluster_lists.write_clusters"),
            holds=frozenset({"overlaps", "shares", "names"}),
        ),
        Format(
            name="snap",
            title="a SNAP file",
            description=f"{_LINE}; SNAP, BigClam, SLPA",
            suffixes=(".cmty.txt", ".cmty", "cmtyvv.txt", ".icpm"),
            read=_on_use("cluster_lists.read_clusters"),
            write=_on_use("cluster_lists.write_snap"),
            holds=frozenset({"overlaps"}),
        ),
        Format(
            name="lfr",
            title="an LFR file",
            description="one node per line, followed by its clusters",
            suffixes=(".nmc", "community.dat"),
            read=_on_use("cluster_lists.read_nodes"),
            write=_on_use("cluster_lists.write_nodes"),
            holds=frozenset({"overlaps", "lone nodes", "names"}),
        ),
        Format(
            name="csv",
            title="a CSV file",
            description=f"{_TABLE}; commas",
            suffixes=(".csv",),
            has_columns=True,
            read=_on_use("text_memberships.read_csv"),
            write=_on_use("text_memberships.write_csv"),
            holds=_EVERYTHING,
        ),
        Format(
            name="tsv",
            title="a TSV file",
            description=f"{_TABLE}; tabs",
            suffixes=(".tsv", ".tab"),
            has_columns=True,
            read=_on_use("text_memberships.read_tsv"),
            write=_on_use("text_memberships.write_tsv"),
            holds=_EVERYTHING,
        ),
        Format(
            name="pairs",
            title="a pair list",
            description="a row per membership: node, cluster, and perhaps share; blanks",
            suffixes=(".pairs",),
            has_columns=True,
            read=_on_use("text_memberships.read_pairs"),
            write=_on_use("text_memberships.write_pairs"),
            holds=frozenset({"overlaps", "shares", "names"}),
        ),
        Format(
            name="labels",
            title="a list of labels",
            description="line i has the cluster of node i, from 0",
            suffixes=(".labels",),
            read=_on_use("label_lists.read_labels"),
            write=_on_use("label_lists.write_labels"),
            holds=frozenset({"names"}),
        ),
        Format(
            name="metis",
            title="a METIS file",
            description="line i has the cluster of node i, from 1; METIS and Graclus, graph.part.8",
            suffix_pattern=r"\.part\.\d+",
            read=_on_use("label_lists.read_metis"),
            write=_on_use("label_lists.write_metis"),
            holds=frozenset({"names"}),
        ),
        Format(
            name="pajek",
            title="a Pajek file",
            description="*Vertices n, then the clusters of the nodes 1 to n",
            suffixes=(".clu",),
            shares_suffix=True,
            recognises=_on_use("label_lists.is_pajek"),
            read=_on_use("label_lists.read_pajek"),
            write=_on_use("label_lists.write_pajek"),
            holds=frozenset({"names"}),
        ),
        Format(
            name="infomap",
            title="an Infomap tree",
            description="a tree of modules; its depths are levels",
            suffixes=(".tree", ".ftree"),
            recognises=_on_use("infomap.is_tree"),
            read=_on_use("infomap.read_tree"),
            write=_on_use("infomap.write_tree"),
            holds=frozenset({"levels"}),
        ),
        Format(
            name="infomap_clu",
            title="an Infomap .clu",
            description="node, module, flow; a .clu without *Vertices",
            suffixes=(".clu",),
            recognises=_on_use("infomap.is_flat"),
            read=_on_use("infomap.read_flat"),
            write=_on_use("infomap.write_flat"),
            holds=frozenset(),
        ),
        Format(
            name="conll",
            title="a CoNLL file",
            description="coreference: mentions are nodes, entities clusters",
            suffixes=(".conll", "_conll", ".coref"),
            recognises=_on_use("conll.is_coreference"),
            read=_on_use("conll.read_coreference"),
            write=_on_use("conll.write_coreference"),
            holds=frozenset({"overlaps", "names"}),
        ),
        Format(
            name="json",
            title="a JSON file",
            description="clusters, clusters by name, labels, or memberships",
            suffixes=(".json",),
            recognises=_on_use("json_files.is_json"),
            has_columns=True,
            read=_on_use("json_files.read_json"),
            write=_on_use("json_files.write_json"),
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
            has_columns=True,
            read=_on_use("arrow_memberships.read_parquet"),
            write=_on_use("arrow_memberships.write_parquet"),
            holds=_EVERYTHING,
        ),
        Format(
            name="arrow",
            title="an Arrow file",
            description=f"{_TABLE}; Feather",
            suffixes=(".arrow", ".feather", ".ipc"),
            magic=(b"ARROW1", b"FEA1"),
            is_text=False,
            has_columns=True,
            read=_on_use("arrow_memberships.read_arrow"),
            write=_on_use("arrow_memberships.write_arrow"),
            holds=_EVERYTHING,
        ),
        Format(
            name="numpy",
            title="a file of NumPy",
            description="an array with the label of each node, or a matrix of nodes by clusters",
            suffixes=(".npy", ".npz"),
            magic=(b"\x93NUMPY",),
            is_text=False,
            has_columns=True,
            read=_on_use("numpy_files.read_numpy"),
        ),
        Format(
            name="gmt",
            title="a GMT file",
            description="gene sets: name, description, genes; tabs; GSEA, MSigDB",
            suffixes=(".gmt",),
            recognises=_on_use("gene_sets.is_gmt"),
            read=_on_use("gene_sets.read_gmt"),
        ),
        Format(
            name="gaf",
            title="a GAF file",
            description="gene annotations: ids of genes, terms of the Gene Ontology",
            suffixes=(".gaf", ".goa"),
            suffix_pattern=r"gene_association\.\w+",
            recognises=_on_use("gene_sets.is_gaf"),
            has_columns=True,
            read=_on_use("gene_sets.read_gaf"),
        ),
        Format(
            name="mcl",
            title="a dump of MCL",
            description=f"{_LINE}; MCL, also out.*.I20",
            suffixes=(".mcl",),
            suffix_pattern=r"\.i\d+",
            read=_on_use("cluster_lists.read_clusters"),
        ),
        Format(
            name="mcl_matrix",
            title="a matrix of MCL",
            description="clusters as columns of a matrix, as MCL writes them without labels",
            suffixes=(".mcl", ".mci"),
            suffix_pattern=r"\.i\d+",
            recognises=_on_use("mcl.is_mcl_matrix"),
            shares_suffix=True,
            read=_on_use("mcl.read_mcl_matrix"),
        ),
        Format(
            name="oslom",
            title="a file of OSLOM",
            description="a comment on each module, then its nodes; OSLOM, files named tp",
            suffix_pattern=r"^tp\d*",
            recognises=_on_use("community_files.is_oslom"),
            read=_on_use("community_files.read_oslom"),
        ),
        Format(
            name="cfinder",
            title="a file of CFinder",
            description="a number, a colon and the nodes of a community; CFinder, communities",
            suffix_pattern=r"^communities",
            recognises=_on_use("community_files.is_cfinder"),
            read=_on_use("community_files.read_cfinder"),
        ),
        Format(
            name="named",
            title="a list of named clusters",
            description="the name of a cluster and its nodes per line, as in name: ann bob",
            suffixes=(".named",),
            recognises=_on_use("line_names.has_names"),
            read=_on_use("line_names.read_named"),
        ),
        Format(
            name="clusterone",
            title="a table of ClusterONE",
            description="a row per cluster, its nodes in the column Members; ClusterONE",
            suffixes=(".csv",),
            recognises=_on_use("cluster_one.is_cluster_one"),
            shares_suffix=True,
            read=_on_use("cluster_one.read_cluster_one"),
        ),
        Format(
            name="cdhit",
            title="a file of CD-HIT",
            description="clusters of sequences; CD-HIT",
            suffixes=(".clstr",),
            recognises=_on_use("sequence_clusters.is_cd_hit"),
            read=_on_use("sequence_clusters.read_cd_hit"),
        ),
        Format(
            name="uclust",
            title="a file of UCLUST",
            description="clusters of sequences in ten columns; UCLUST, VSEARCH",
            suffixes=(".uc",),
            recognises=_on_use("sequence_clusters.is_uclust"),
            read=_on_use("sequence_clusters.read_uclust"),
        ),
        Format(
            name="mmseqs",
            title="a table of MMseqs2",
            description="a representative and a member of its cluster per row; MMseqs2",
            suffixes=(".tsv",),
            recognises=_on_use("sequence_clusters.is_mmseqs"),
            shares_suffix=True,
            has_columns=True,
            read=_on_use("sequence_clusters.read_mmseqs"),
        ),
        Format(
            name="mothur_list",
            title="a mothur list",
            description="sequences of each OTU; distances are levels; mothur",
            suffixes=(".list",),
            recognises=_on_use("sequence_clusters.is_mothur_list"),
            read=_on_use("sequence_clusters.read_mothur_list"),
        ),
        Format(
            name="mothur_groups",
            title="a mothur group file",
            description="a sequence and its group per line; mothur",
            suffixes=(".groups",),
            has_columns=True,
            read=_on_use("sequence_clusters.read_mothur_groups"),
        ),
    ],
)
