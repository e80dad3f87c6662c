"""Clusterings that each format can hold, and a slow, obvious reader of each format."""

import csv
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.feather
import pyarrow.parquet
import strategies
from cluster_list_reference import is_integer
from cluster_list_reference import reference as parse_cluster_list
from hypothesis import assume
from hypothesis import strategies as st

from accord import Clustering
from accord._io.clusterings.formats import CLUSTERING_FORMATS

FORMATS = sorted(CLUSTERING_FORMATS)
#: Formats that accord writes; those of other programs are only read.
WRITABLE_FORMATS = sorted(
    name for name, format in CLUSTERING_FORMATS.items() if format.write is not None
)
COMPRESSIONS = ["gz", "zst", "xz", "bz2"]
#: Formats of words between blanks: texts that look like numbers need ids="text" there.
PLAIN_WORDS = {"snap", "lfr", "pairs", "infomap"}
TABLE_FORMATS = {"csv", "tsv"}
#: The first node of formats that number their nodes.
FIRST_NODE = {"labels": 0, "metis": 1, "pajek": 1}


#: A valid file of each format, with five nodes in two clusters.
VALID_FILES = {
    "cnl": "# Clusters: 2\nred> 1 2 3\nblue> 4 5\n",
    "snap": "1\t2\t3\n4\t5\n",
    "lfr": "1\t1\n2\t1\n3\t1\n4\t2\n5\t2\n",
    "csv": "node,cluster\n1,red\n2,red\n3,red\n4,blue\n5,blue\n",
    "tsv": "node\tcluster\n1\tred\n2\tred\n3\tred\n4\tblue\n5\tblue\n",
    "pairs": "1 red\n2 red\n3 red\n4 blue\n5 blue\n",
    "labels": "0\n0\n0\n1\n1\n",
    "metis": "0\n0\n0\n1\n1\n",
    "pajek": "*Vertices 5\n0\n0\n0\n1\n1\n",
    "infomap": (
        '# path flow name node_id\n1:1 0.2 "1" 1\n1:2 0.2 "2" 2\n1:3 0.2 "3" 3\n'
        '2:1 0.2 "4" 4\n2:2 0.2 "5" 5\n'
    ),
    "infomap_clu": "# node_id module flow\n1 1 0.2\n2 1 0.2\n3 1 0.2\n4 2 0.2\n5 2 0.2\n",
    "conll": (
        "#begin document (d); part 000\nd 0 0 a (1)\nd 0 1 b (1)\nd 0 2 c (1)\n"
        "d 0 3 d (2)\nd 0 4 e (2)\n#end document"
    ),
    "json": "[\n[1, 2, 3],\n[4, 5]\n]\n",
    "gmt": "RED\tna\t1\t2\t3\nBLUE\thttp://x.org/blue\t4\t5\n",
    "gaf": "!gaf-version: 2.2\n"
    + "".join(
        f"NCBI\t{gene}\tG{gene}\tinvolved_in\tGO:000000{term}\tPMID:1\tIEA\t\tP\t\t\tgene"
        "\ttaxon:9606\t20200101\tUniProt\t\t\n"
        for gene, term in ((1, 1), (2, 1), (3, 1), (4, 2), (5, 2))
    ),
    "mcl": "1\t2\t3\n4\t5\n",
    "mcl_matrix": (
        "(mclheader\nmcltype matrix\ndimensions 5x2\n)\n(mclmatrix\nbegin\n"
        "0       1 2 3 $\n1       4 5 $\n)\n"
    ),
    "oslom": "#module 0 size: 3 bs: 0.0123\n1 2 3 \n#module 1 size: 2 bs: 0.2\n4 5 \n",
    "cfinder": "# CFinder\n0: 1 2 3\n1: 4 5\n",
    "named": "red: 1 2 3\nblue: 4 5\n",
    "clusterone": (
        "Cluster,Size,Density,Internal weight,External weight,Quality,P-value,Members\n"
        '1,3,1.0,3.0,0.5,0.857,1.2E-4,"1 2 3"\n2,2,1.0,1.0,0.5,0.667,0.02,"4 5"\n'
    ),
    "cdhit": (
        ">Cluster 0\n0\t99aa, >1... *\n1\t98aa, >2... at 97.00%\n2\t98aa, >3... at 96.00%\n"
        ">Cluster 1\n0\t90aa, >4... *\n1\t90nt, >5... at 1:90:1:90/+/99.00%\n"
    ),
    "uclust": "".join(
        f"{record}\t{cluster}\t99\t*\t*\t*\t*\t*\t{node}\t*\n"
        for record, cluster, node in (
            ("S", 0, 1),
            ("H", 0, 2),
            ("H", 0, 3),
            ("S", 1, 4),
            ("H", 1, 5),
            ("C", 0, 1),
            ("C", 1, 4),
        )
    ),
    "mmseqs": "1\t1\n1\t2\n1\t3\n4\t4\n4\t5\n",
    "mothur_list": "label\tnumOtus\tOtu1\tOtu2\n0.03\t2\t1,2,3\t4,5\n",
    "mothur_groups": "1\tred\n2\tred\n3\tred\n4\tblue\n5\tblue\n",
}


def file_name(format: str) -> str:
    """A file name that identifies the format."""
    special = {"metis": "a.part.3", "infomap_clu": "a.clu", "oslom": "tp", "cfinder": "communities"}
    return special.get(
        format,
        f"a{CLUSTERING_FORMATS[format].suffixes[0]}" if CLUSTERING_FORMATS[format].suffixes else "",
    )


def reading(format: str, clustering: Clustering) -> dict[str, str]:
    """The options needed to read ids that look like numbers as texts."""
    return (
        {"ids": "text"} if format in PLAIN_WORDS and clustering.node_labels.kind == "text" else {}
    )


# ---- what is in a clustering, whatever its order -------------------------------------------------


@dataclass
class Content:
    """Clusters as (level, name, members with their shares), how often each comes; all nodes; their
    weights.
    """

    clusters: Counter
    nodes: set
    weights: dict | None
    fuzzy: bool

    def named(
        self, name: Callable[[Any], Any], level: Callable[[Any], Any] = lambda level: level
    ) -> "Content":
        """Convert the names of clusters and levels."""
        clusters = Counter()
        for (of_level, of_cluster, members), times in self.clusters.items():
            clusters[level(of_level), name(of_cluster), members] += times
        return Content(clusters, self.nodes, self.weights, self.fuzzy)


def content_of(clustering: Clustering) -> Content:
    level_of, shares = clustering.level_of_cluster, clustering.rows.shares
    flat = iter([1.0] * clustering.n_memberships if shares is None else shares.tolist())
    clusters = Counter()
    for index, members in enumerate(clustering.clusters()):
        level = None if level_of is None else clustering.level_names[level_of[index]]
        clusters[
            level, clustering.name(index), frozenset((node, next(flat)) for node in members)
        ] += 1
    nodes = clustering.nodes()
    weights = (
        None
        if clustering.weights is None
        else dict(zip(nodes, clustering.weights.tolist(), strict=True))
    )
    return Content(clusters, set(nodes), weights, clustering.is_fuzzy)


def as_text(value: object) -> str | None:
    return None if value is None else str(value)


def no_name(value: object) -> None:
    return None


# ---- slow readers --------------------------------------------------------------------------------

Rows = Iterable[dict[str, Any]]


def from_rows(rows: Rows) -> Content:
    """Of a table: each row with node, cluster, and perhaps share, level, weight; None where there
    is none.
    """
    members: dict[tuple, dict] = {}
    nodes, weights, fuzzy = set(), {}, False
    for row in rows:
        nodes.add(row["node"])
        if row.get("weight") is not None:
            weights[row["node"]] = row["weight"]
        fuzzy |= "share" in row
        if row["cluster"] is not None:
            share = row.get("share")
            cluster = members.setdefault((row.get("level"), row["cluster"]), {})
            cluster[row["node"]] = 1.0 if share is None else share
    clusters = Counter(
        (level, name, frozenset(cluster.items())) for (level, name), cluster in members.items()
    )
    return Content(clusters, nodes, weights or None, fuzzy)


def _identifier(integers: bool) -> Callable[[str], Any]:
    return int if integers else str


def _lines(path: Path) -> list[str]:
    lines = path.read_bytes().decode().split("\n")[:-1]
    return (
        lines[1:] if lines[:1] == ["# Ids: text"] else lines
    )  # a comment, where texts look like integers


def _cluster_list(path: Path, integers: bool) -> Content:
    parsed = parse_cluster_list(path.read_bytes(), ids="integer" if integers else "text")
    names = [index if name is None else name for index, name in enumerate(parsed.names)]
    clusters = Counter(
        (None, name, frozenset(cluster.items()))
        for name, cluster in zip(names, parsed.clusters, strict=True)
    )
    return Content(
        clusters, {node for cluster in parsed.clusters for node in cluster}, None, parsed.fuzzy
    )


def _node_list(path: Path, integers: bool) -> Content:
    rows = []
    for line in _lines(path):
        node, *clusters = line.replace("\t", " ").strip(" ").split(" ")
        rows += [
            {"node": _identifier(integers)(node), "cluster": cluster}
            for cluster in clusters or [None]
        ]
    return from_rows(rows)


def _table(separator: str) -> Callable[[Path, bool], Content]:
    def read(path: Path, integers: bool) -> Content:
        kinds = {"node": _identifier(integers), "share": float, "weight": float}
        with path.open(newline="", encoding="utf-8") as file:
            return from_rows(
                {
                    name: kinds.get(name, str)(value) if value else "" if name == "node" else None
                    for name, value in row.items()
                }
                for row in csv.DictReader(file, delimiter=separator, strict=True)
            )

    return read


def _pairs(path: Path, integers: bool) -> Content:
    rows = []
    for line in _lines(path):
        if line.startswith("#"):
            continue
        node, cluster, *share = line.split(" ")
        rows.append(
            {"node": _identifier(integers)(node), "cluster": cluster}
            | ({"share": float(*share)} if share else {})
        )
    return from_rows(rows)


def _labels(first: int, header: bool) -> Callable[[Path, bool], Content]:
    def read(path: Path, integers: bool) -> Content:
        lines = _lines(path)
        if header:
            assert lines[0].split() == ["*Vertices", str(len(lines) - 1)]
            lines = lines[1:]
        return from_rows(
            {"node": node, "cluster": label} for node, label in enumerate(lines, first)
        )

    return read


def _tree(path: Path, integers: bool) -> Content:
    leaves = [
        re.fullmatch(r'([\d:]+) [\d.e-]+ "(.*)" (-?\d+)', line).groups()
        for line in _lines(path)
        if line[0] != "#"
    ]
    rows = []
    for path_of_leaf, name, number in leaves:
        assert not integers or name == number
        modules = path_of_leaf.split(":")[:-1]
        for depth in range(1, len(modules) + 1):
            level = None if len(modules) == 1 else depth
            rows.append(
                {
                    "node": _identifier(integers)(name),
                    "cluster": ":".join(modules[:depth]),
                    "level": level,
                }
            )
    return from_rows(rows)


def _flat(path: Path, integers: bool) -> Content:
    rows = [line.split(" ") for line in _lines(path) if not line.startswith("#")]
    return from_rows({"node": int(node), "cluster": module} for node, module, _ in rows)


def _coreference(path: Path, integers: bool) -> Content:
    rows, document, token, begins = [], None, 0, {}
    for line in _lines(path):
        if line.startswith("#begin document"):
            name, part = re.fullmatch(r"#begin document \((.*)\); part (\d+)", line).groups()
            document, token, begins = f"{name}:{int(part)}", 0, {}
        elif line and not line.startswith("#"):
            field = re.split(r"[\t ]+", line)[-1]
            for entity in re.findall(r"\(?[^()|]+\)?", field) if field != "-" else []:
                key = entity.strip("()")
                if entity.startswith("("):
                    begins.setdefault(key, []).append(token)
                if entity.endswith(")"):
                    rows.append(
                        {
                            "node": f"{document}:{begins[key].pop()}-{token}",
                            "cluster": f"{document}:{key}",
                        }
                    )
            token += 1
        else:
            assert not any(begins.values())
    return from_rows(rows)


def _json(path: Path, integers: bool) -> Content:
    data = json.loads(path.read_bytes())
    if isinstance(data, list) and isinstance(data[0], dict):
        return from_rows(data)
    named = data.items() if isinstance(data, dict) else enumerate(data)
    return from_rows({"node": node, "cluster": name} for name, cluster in named for node in cluster)


REFERENCES: dict[str, Callable[[Path, bool], Content]] = {
    "cnl": _cluster_list,
    "snap": _cluster_list,
    "lfr": _node_list,
    "csv": _table(","),
    "tsv": _table("\t"),
    "pairs": _pairs,
    "labels": _labels(0, header=False),
    "metis": _labels(1, header=False),
    "pajek": _labels(1, header=True),
    "infomap": _tree,
    "infomap_clu": _flat,
    "conll": _coreference,
    "json": _json,
    "parquet": lambda path, integers: from_rows(pyarrow.parquet.read_table(path).to_pylist()),
    "arrow": lambda path, integers: from_rows(
        pyarrow.feather.read_table(path, memory_map=False).to_pylist()
    ),
}


# ---- ids, names, shares --------------------------------------------------------------------------

whole_numbers = (
    st.integers(-9, 99)
    | st.integers(-(2**63), 2**63 - 1)
    | st.sampled_from([-(2**63), 2**63 - 1, 0])
)
#: Words that a reader may misinterpret.
AMBIGUOUS_WORDS = [
    "None",
    str(2**63),
    "0",
    "1",
    "-1",
    "007",
    "1e5",
    "0.5",
    "+3",
    "nan",
    "true",
    "a:0.5",
    "a:b",
    "1:1",
    "x>",
    "*Vertices",
]
odd = st.sampled_from(""",;:|()[]{}'"`´%#&@!?*+-_.=<>~^$/\\""")
letters = st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"])
words = st.sampled_from(AMBIGUOUS_WORDS) | st.text(
    letters | odd | st.sampled_from("abc\u00a0\u2028\u200b"), min_size=1, max_size=5
)
free_texts = words | st.text(
    st.characters(exclude_categories=["Cs", "Cc"]) | odd | st.sampled_from(" \t"), max_size=5
)
any_texts = free_texts | st.text(st.characters(exclude_categories=["Cs"]), max_size=4)

#: Words that a format cannot hold, if it does not accept every text.
FORBIDDEN = {
    **dict.fromkeys(("cnl", "snap", "lfr"), r"^[#%]|>"),
    **dict.fromkeys(("pairs", "labels", "metis", "pajek"), r'^[#%"]'),
    "infomap": '["\t]',
}


def texts_for(format: str) -> st.SearchStrategy[str]:
    """Ids and names without a special meaning in the format."""
    if format in TABLE_FORMATS:
        return free_texts
    if format == "infomap":
        return free_texts.filter(lambda text: not re.search(FORBIDDEN[format], text))
    if format in FORBIDDEN:
        # A mark of the byte order in front is no part of a text; names of columns are for a test of
        # their own.
        return words.filter(
            lambda word: not re.search(FORBIDDEN[format], word) and word[0] != "\ufeff"
        )
    return any_texts


shares = strategies.shares() | st.sampled_from([0.1, 1e-100, 2.5e-05, 1 / 3, 1 - 2**-53, 1.0])
weights = st.integers(1, 2**40) | st.floats(1e-100, 1e100)


# ---- clusterings that a format can hold ----------------------------------------------------------


def storable_clusterings(format: str) -> st.SearchStrategy[Clustering]:
    """Clusterings that the format has a place for, with their clusters in the order in which they
    come back.
    """
    if format == "conll":
        return coreferences()
    return trees() if format == "infomap" else _storable_clusterings(format)


@st.composite
def _storable_clusterings(draw, format: str) -> Clustering:
    holds = CLUSTERING_FORMATS[format].holds
    nodes = draw(_nodes_for(format))
    levels = draw(_level_names()) if "levels" in holds and draw(st.booleans()) else [None]
    fuzzy = "shares" in holds and draw(st.booleans())
    kind = strategies.covers if "overlaps" in holds else strategies.partitions
    whole = "lone nodes" not in holds
    found = [draw(kind(range(len(nodes)), whole=whole)) for _ in levels]
    counts = [len(clusters) for clusters in found]
    naming = draw(_naming(format, nodes, counts)) if "names" in holds else None
    parts = []
    for number, clusters in enumerate(found):
        if format in FIRST_NODE and naming is not None:
            clusters.sort(key=min)
        members = [[nodes[v] for v in sorted(cluster)] for cluster in clusters]
        given = [{v: draw(shares) for v in cluster} for cluster in members] if fuzzy else members
        parts.append(given if naming is None else dict(zip(naming[number], given, strict=True)))
    weight = (
        {node: draw(weights) for node in nodes}
        if "weights" in holds and draw(st.booleans())
        else None
    )
    alone = None if whole else nodes
    made = [Clustering.from_clusters(part, nodes=alone, weights=weight) for part in parts]
    return (
        made[0]
        if levels == [None]
        else Clustering.from_levels(dict(zip(levels, made, strict=True)))
    )


def _nodes_for(format: str) -> st.SearchStrategy[list]:
    if format in FIRST_NODE:
        return st.integers(1, 8).map(
            lambda count: list(range(FIRST_NODE[format], FIRST_NODE[format] + count))
        )
    integers = st.lists(whole_numbers, min_size=1, max_size=8, unique=True)
    if format == "infomap_clu":
        return integers
    return integers | st.lists(texts_for(format), min_size=1, max_size=8, unique=True)


def _level_names() -> st.SearchStrategy[list]:
    """Integers ascending, texts in any order."""
    texts = st.lists(free_texts.filter(bool), min_size=1, max_size=3, unique=True)
    return st.lists(whole_numbers, min_size=1, max_size=3, unique=True).map(sorted) | texts


@st.composite
def _naming(draw, format: str, nodes: list, counts: list[int]) -> list[list] | None:
    """Names for the clusters of each level, in the order in which they come back; None for none."""
    kinds = [None, "integer", "text"]
    if format == "cnl":  # names are texts there
        kinds = [None, "text"]
    if format == "lfr":  # ids of nodes and clusters are of one kind
        kinds = [None, "integer"]
    kind = draw(st.sampled_from(kinds))
    if kind is None:
        return None
    if kind == "integer":
        numbers = whole_numbers.filter(bool)
        return [
            sorted(draw(st.lists(numbers, min_size=n, max_size=n, unique=True))) for n in counts
        ]
    naming = [
        draw(st.lists(texts_for(format), min_size=n, max_size=n, unique=True)) for n in counts
    ]
    if format in {"pairs", *FIRST_NODE}:
        assume(not all(is_integer(name) for names in naming for name in names))
    rank: dict[str, int] = {}
    for names in naming:  # those of levels before come first, in their order
        names.sort(key=lambda name: rank.get(name, len(rank)))
        rank |= {
            name: len(rank) + place for place, name in enumerate(n for n in names if n not in rank)
        }
    return naming


@st.composite
def trees(draw) -> Clustering:
    """Nested partitions, their clusters in the order of a walk through the tree."""
    nodes = draw(_nodes_for("infomap"))
    depth = draw(st.integers(1, 3))
    place = st.tuples(*[st.integers(1, 3)] * depth)
    paths = dict(
        zip(
            sorted(nodes),
            sorted(draw(st.lists(place, min_size=len(nodes), max_size=len(nodes)))),
            strict=True,
        )
    )
    levels = {}
    for level in range(1, depth + 1):
        clusters = strategies.grouped((node, path[:level]) for node, path in paths.items())
        levels[level] = Clustering.from_clusters(clusters)
    return levels[1] if depth == 1 else Clustering.from_levels(levels)


@st.composite
def coreferences(draw) -> Clustering:
    """Entities in their documents; no two mentions of one entity cross."""
    documents = draw(
        st.lists(
            st.tuples(
                words.filter(lambda word: not re.search(r"^#|[\s()]", word)), st.integers(0, 12)
            ),
            min_size=1,
            max_size=2,
            unique=True,
        )
    )
    entity_names = words.filter(lambda word: not re.search(r"[\s()|]", word))
    clusters = {}
    span = st.tuples(st.integers(0, 9), st.integers(0, 4)).map(
        lambda pair: (pair[0], pair[0] + pair[1])
    )
    for name, part in documents:
        for entity in draw(st.lists(entity_names, min_size=1, max_size=3, unique=True)):
            spans: list[tuple[int, int]] = []
            for first, last in draw(st.lists(span, min_size=1, max_size=5, unique=True)):
                if not any(a < first < b < last or first < a < last < b for a, b in spans):
                    spans.append((first, last))
            clusters[f"{name}:{part}:{entity}"] = [
                f"{name}:{part}:{first}-{last}" for first, last in spans
            ]
    return Clustering.from_clusters(clusters)


@st.composite
def any_clustering(draw) -> Clustering:
    """Any clustering, whether or not a format can hold it."""
    ids = whole_numbers | st.integers(0, 8)
    nodes = draw(
        st.lists(ids, min_size=1, max_size=6, unique=True)
        | st.lists(any_texts, min_size=1, max_size=6, unique=True)
        | st.integers(1, 6).map(lambda n: list(range(n)))
        | st.integers(1, 6).map(lambda n: list(range(1, n + 1)))
        | st.lists(
            st.sampled_from(
                [
                    f"d:{part}:{span}"
                    for part in ("0", "00", "1")
                    for span in ("0-0", "0-2", "1-3", "01-3")
                ]
            ),
            min_size=1,
            max_size=6,
            unique=True,
        )
    )
    kind = draw(st.sampled_from([strategies.covers, strategies.partitions, strategies.partitions]))
    whole = draw(st.booleans())
    levels = draw(st.sampled_from([[None], [None], ["fine", "coarse"], [2, 1], [1, 2], [1]]))
    fuzzy, weighted = (
        draw(st.booleans()) and draw(st.booleans()),
        draw(st.booleans()) and draw(st.booleans()),
    )
    names = draw(st.sampled_from([None, whole_numbers.filter(bool), any_texts]))
    weight = {node: draw(weights) for node in nodes} if weighted else None
    made = []
    for _ in levels:
        clusters: Any = [
            [nodes[v] for v in sorted(cluster)]
            for cluster in draw(kind(range(len(nodes)), whole=whole))
        ]
        if fuzzy:
            clusters = [{node: draw(shares) for node in cluster} for cluster in clusters]
        if names is not None:
            keys = draw(
                st.lists(names, min_size=len(clusters), max_size=len(clusters), unique=True)
            )
            clusters = dict(zip(keys, clusters, strict=True))
        made.append(Clustering.from_clusters(clusters, nodes=nodes, weights=weight))
    return (
        made[0]
        if levels == [None]
        else Clustering.from_levels(dict(zip(levels, made, strict=True)))
    )
