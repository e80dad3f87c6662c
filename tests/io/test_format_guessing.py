"""The format of a file, by its name and by its content; an error if both say nothing."""

import bz2
import gzip
import io
import lzma
import sys

import pytest
import zstandard
from cluster_list_files import error_of, read_text
from contents import named, sets
from format_cases import FORMATS, VALID_FILES, WRITABLE_FORMATS, file_name

import accord
from accord import Clustering, InputError, UnknownNameError
from accord._io.clusterings.formats import CLUSTERING_FORMATS

PACKERS = {
    ".gz": gzip.compress,
    ".zst": zstandard.ZstdCompressor().compress,
    ".xz": lzma.compress,
    ".bz2": bz2.compress,
}
#: Names that say nothing.
PLAIN_NAMES = ["x.txt", "x.dat", "x", "x.out.7", "X.TXT"]


def seen_as(path, text: str | bytes, **options) -> str:
    """Which of the readers is asked."""
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    readers_used = []
    with pytest.MonkeyPatch.context() as patch:
        for name, format in CLUSTERING_FORMATS.items():
            reader = format.read

            def spy(source, reading, name=name, reader=reader):
                readers_used.append(name)
                return reader(source, reading)

            patch.setitem(CLUSTERING_FORMATS, name, type(format)(**{**vars(format), "read": spy}))
        accord.read(path, **options)
    (name,) = readers_used
    return name


# ---- by the name ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("a.cnl", "cnl"),
        ("A.CNL", "cnl"),
        ("com-dblp.top5000.cmty.txt", "snap"),
        ("com-dblp.all.cmty", "snap"),
        ("community.dat", "lfr"),
        ("COMMUNITY.DAT", "lfr"),
        ("run1_community.dat", "lfr"),
        ("a.nmc", "lfr"),
        ("a.csv", "csv"),
        ("a.b.CSV", "csv"),
        ("a.tsv", "tsv"),
        ("a.tab", "tsv"),
        ("a.pairs", "pairs"),
        ("a.labels", "labels"),
        ("graph.part.4", "metis"),
        ("g.metis.part.128", "metis"),
        ("a.clu", "pajek"),
        ("a.conll", "conll"),
        ("a.v4_gold_conll", "conll"),
        ("a.coref", "conll"),
        ("a.tree", "infomap"),
        ("a.ftree", "infomap"),
        ("a.json", "json"),
    ],
)
@pytest.mark.parametrize("suffix", ["", ".gz", ".zst", ".xz", ".bz2", ".GZ"])
def test_suffix_determines_the_format(tmp_path, name, format, suffix):
    data = VALID_FILES[format].encode()
    pack = PACKERS.get(suffix.lower(), bytes)
    assert seen_as(tmp_path / (name + suffix), pack(data)) == format


@pytest.mark.filterwarnings("ignore:.*read as a cluster list")
@pytest.mark.parametrize("name", ["graph.part.", "graph.part.4x", "graph.part", "apart.4"])
def test_name_resembling_metis_output_is_not_metis(tmp_path, name):
    assert seen_as(tmp_path / name, "1 2 3\n4 5\n") == "cnl"


@pytest.mark.parametrize("format", FORMATS)
def test_formats_that_share_a_suffix_are_recognised_by_their_content(format):
    for suffix in CLUSTERING_FORMATS[format].suffixes:
        sharing = {
            name
            for name in FORMATS
            for other in CLUSTERING_FORMATS[name].suffixes
            if other.endswith(suffix) or suffix.endswith(other)
        }
        certain = [name for name in sharing if not CLUSTERING_FORMATS[name].shares_suffix]
        assert len(certain) <= 1
        assert all(CLUSTERING_FORMATS[name].recognises for name in sharing - set(certain))


@pytest.mark.parametrize("format", WRITABLE_FORMATS)
def test_written_file_is_read_back_by_its_name(tmp_path, format):
    clustering = Clustering.from_clusters({"d:0:x": ["d:0:0-1", "d:0:2-2"], "d:0:y": ["d:0:3-4"]})
    if format in ("labels", "metis", "pajek", "infomap_clu"):
        first = 0 if format == "labels" else 1
        clustering = Clustering.from_labels([0, 0, 1], nodes=range(first, first + 3))
    names = [f"a{suffix}" for suffix in CLUSTERING_FORMATS[format].suffixes] or [file_name(format)]
    for name in names:
        if format == "infomap_clu":  # a .clu is written for Pajek unless told otherwise
            accord.write(clustering, tmp_path / name, format=format)
        elif "names" not in CLUSTERING_FORMATS[format].holds:
            with pytest.warns(accord.AccordWarning):
                accord.write(clustering, tmp_path / name)
        else:
            accord.write(clustering, tmp_path / name)
        ids = {"ids": "text"} if clustering.node_labels.kind == "text" else {}
        assert sets(accord.read(tmp_path / name, **ids)) == sets(clustering)


@pytest.mark.parametrize("name", ["a.xyz", "a.pdf", "a.docx.gz"])
def test_writing_with_an_unknown_suffix_is_an_error(tmp_path, name):
    with pytest.raises(InputError, match="format"):
        accord.write(Clustering.from_clusters([[1]]), tmp_path / name)
    accord.write(Clustering.from_clusters([[1]]), tmp_path / name, format="csv")
    assert b"node" in (tmp_path / name).read_bytes() or name.endswith(".gz")


@pytest.mark.parametrize("name", ["a.txt", "a.dat", "a", "a.gz", "a.txt.xz"])
def test_name_without_a_known_suffix_is_written_as_a_cluster_list(tmp_path, name):
    accord.write(Clustering.from_clusters({"x": [1, 2]}), tmp_path / name)
    assert named(accord.read(tmp_path / name)) == {"x": {1, 2}}


# ---- by the content: files as their programs write them ------------------------------------------

SNAP = "164\t1\t2\t3\n7\t9\t11\n"
LFR = "1\t3 \n2\t1 2 \n3\t1 \n4\t2 3 \n"
PAJEK = "*Vertices 4\r\n     1\r\n     1\r\n     2\r\n     2\r\n"
#: Infomap 2: Output::writeTree, writeTreeLinks and writeClu.
TREE_2 = """# v2.7.1
# ./Infomap ninetriangles.net . --clu --ftree
# started at 2023-03-09 12:00:00
# completed in 0.00156 s
# partitioned into 3 levels with 2 top modules
# codelength 3.46227 bits
# relative codelength savings 27.1807%
# flow model undirected
# path flow name node_id
1:1:1 0.25 "i" 1
1:1:2 0.25 "j k" 2
1:2:1 0.25 "l" 3
2:1:1 0.25 "m" 4
"""
LINKS_2 = """*Links undirected
#*Links path enterFlow exitFlow numEdges numChildren
*Links root 0 0 1 2
1 2 0.0714286
*Links 1 0.0714286 0.0714286 1 2
1 2 0.0357143
"""
CLU_2 = """# v2.7.1
# ./Infomap ninetriangles.net . --clu
# started at 2023-03-09 12:00:00
# completed in 0.00156 s
# partitioned into 3 levels with 2 top modules
# codelength 3.46227 bits
# relative codelength savings 27.1807%
# flow model undirected
# module level 1
# node_id module flow
1 1 0.25
2 1 0.25
3 1 0.25
4 2 0.25
"""
STATES_TREE_2 = """# v2.7.1
# path flow name state_id node_id
1:1 0.166667 "i" 1 1
1:2 0.166667 "j" 2 2
2:1 0.166667 "i" 4 1
2:2 0.166667 "k" 5 3
"""
STATES_CLU_2 = """# v2.7.1
# module level 1
# state_id module flow node_id
1 1 0.166667 1
2 1 0.166667 2
4 2 0.166667 1
5 2 0.166667 3
"""
#: Infomap 1: what the ecologists' handbook shows.
TREE_1 = """# v1.0.6
# ./Infomap infomap.txt . -i link-list --out-name infomap_out --tree --seed 123 -N 20 \
-f undirected --silent --two-level
# started at 2020-03-11 14:24:12
# completed in 0.0300386 s
# codelength 4.565 bits
# relative codelength savings 2.4337%
# path flow name node_id
1:1 0.00091617 "1" 1
1:2 0.00229043 "7" 7
2:1 0.00114521 "8" 8
"""
#: Early versions of Infomap 1 had another name for the last column.
TREE_1_EARLY = """# Codelength = 3.46227314 bits.
# path flow name physicalId
1:1:1 0.0384615 "1" 1
1:1:2 0.025641 "2" 2
1:2:1 0.0384615 "4" 4
"""
#: Infomap 0.x: HierarchicalNetwork::writeHumanReadableTree and writeClu.
TREE_0 = """# 'n.net' -> 4 nodes and 5 links partitioned in 3ms from codelength 3.5 in one level \
to codelength 3 in 2 levels.
# path flow name node:
1:1 0.25 "a" 1
1:2 0.25 "b" 2
2:1 0.25 "c" 3
"""
CLU_0 = """# 'n.net' -> 3 nodes and 5 links partitioned in 3ms from codelength 3.5 in one level \
to codelength 3 in 2 levels.
# node cluster flow:
1 1 0.25
2 1 0.25
3 2 0.25
"""
TREE_OLDEST = """# Codelength = 3.48419 bits.
1:1:1 0.0384615 "7" 6
1:1:2 0.0384615 "8" 7
1:2:1 0.0384615 "4" 3
"""
LINKS_0 = """*Links undirected
#*Links path exitFlow numEdges numChildren
*Links root 0.0 1 2
1 2 0.0714286
*Links 1 0.07 1 2
1 2 0.03
"""
#: The columns of CoNLL-2012, as of the shared task.
CONLL = """#begin document (bc/cctv/00/cctv_0000); part 000
bc/cctv/00/cctv_0000  0  0  Ann  NNP  (TOP(S(NP*)  -  -  -  Speaker#1  (PERSON)  (ARG0*)  (12)
bc/cctv/00/cctv_0000  0  1  saw  VBD  (VP*  see 01  1  Speaker#1  *  (V*)  -
bc/cctv/00/cctv_0000  0  2  her  PRP$  (NP(NP*  -  -  -  Speaker#1  *  (ARG1*  (7|(12)
bc/cctv/00/cctv_0000  0  3  dog  NN  *)))  -  -  -  Speaker#1  *  *)  7)

bc/cctv/00/cctv_0000  0  0  It  PRP  (TOP(S(NP*))) -  -  -  Speaker#1  *  (ARG0*)  (7)

#end document
#begin document (bc/cctv/00/cctv_0000); part 001
bc/cctv/00/cctv_0000  1  0  He  PRP  *  -  -  -  Speaker#1  *  *  (12)

#end document
"""
MENTION = "bc/cctv/00/cctv_0000:{}:{}"

REAL_FILES = {
    "SNAP's communities": (SNAP, "cnl", [{1, 2, 3, 164}, {7, 9, 11}]),
    "Pajek's partition": (PAJEK, "pajek", [{1, 2}, {3, 4}]),
    "Pajek's partition in capitals": (PAJEK.upper(), "pajek", [{1, 2}, {3, 4}]),
    "Infomap 2, tree": (TREE_2, "infomap", [{"i", "j k", "l"}, {"m"}, {"i", "j k"}, {"l"}, {"m"}]),
    "Infomap 2, clu": (CLU_2, "infomap_clu", [{1, 2, 3}, {4}]),
    "Infomap 2, tree of states": (STATES_TREE_2, "infomap", [{"i", "j"}, {"i", "k"}]),
    "Infomap 2, clu of states": (STATES_CLU_2, "infomap_clu", [{1, 2}, {1, 3}]),
    "Infomap 1, tree": (TREE_1, "infomap", [{1, 7}, {8}]),
    "Infomap 1, early tree": (TREE_1_EARLY, "infomap", [{1, 2, 4}, {1, 2}, {4}]),
    "Infomap 0, tree": (TREE_0, "infomap", [{"a", "b"}, {"c"}]),
    "Infomap 0, clu": (CLU_0, "pairs", [{1, 2}, {3}]),  # its comment names the columns
    "Infomap, oldest tree": (TREE_OLDEST, "infomap", [{"7", "8", "4"}, {"7", "8"}, {"4"}]),
    "CoNLL 2012": (
        CONLL,
        "conll",
        [
            {MENTION.format(0, "0-0"), MENTION.format(0, "2-2")},
            {MENTION.format(0, "2-3"), MENTION.format(0, "4-4")},
            {MENTION.format(1, "0-0")},
        ],
    ),
    "JSON, clusters": ("[[1, 2], [3]]", "json", [{1, 2}, {3}]),
    "JSON, clusters in lines": (
        '[\n  [\n    "a",\n    "b"\n  ],\n  ["c"]\n]\n',
        "json",
        [{"a", "b"}, {"c"}],
    ),
    "JSON, by name": ('{"x": ["a", "b"], "y": ["c"]}', "json", [{"a", "b"}, {"c"}]),
    "JSON, by name in lines": ('\n{\n  "x": [1],\n  "y": [2]\n}', "json", [{1}, {2}]),
    "JSON, cluster of each node": ('{"a": 1, "b": 1, "c": 2}', "json", [{"a", "b"}, {"c"}]),
    "JSON, labels": ("[0, 0, 1]", "json", [{0, 1}, {2}]),
    "JSON, labels that are texts": ('["x", "x", "y"]', "json", [{0, 1}, {2}]),
    "JSON, memberships": (
        '[{"node": 1, "cluster": "a"}, {"cluster": "b", "node": 2}]',
        "json",
        [{1}, {2}],
    ),
    "JSON, negative": ("[-2, 0, 0]", "json", [{0}, {1, 2}]),
    "CNL": ("# Clusters: 2, Nodes: 3, Fuzzy: 0\n1 2\n3 2\n", "cnl", [{1, 2}, {2, 3}]),
    "CNL, named": ("a> 1 2\nb>3\n", "cnl", [{1, 2}, {3}]),
    "CNL, of words": ("ann bob eve\njoe kim\n", "cnl", [{"ann", "bob", "eve"}, {"joe", "kim"}]),
    "pairs with shares": (
        "ann red 0.5\nann blue 0.5\nbob red 1\n",
        "pairs",
        [{"ann", "bob"}, {"ann"}],
    ),
    "CSV": ("node,cluster\n1,a\n2,a\n", "csv", [{1, 2}]),
    "CSV, other names and order": ("Community;Degree;Vertex_ID\na;3;1\nb;4;2\n", "csv", [{1}, {2}]),
    "CSV, without header": ("1,7\n2,7\n3,8\n", "csv", [{1, 2}, {3}]),
    "CSV, quoted": ('"node","cluster"\n"a ""b""",x\n"c, d",x\n', "csv", [{'a "b"', "c, d"}]),
    "CSV, CRLF": ("id,label\r\n1,a\r\n2,a\r\n", "csv", [{1, 2}]),
    "CSV, semicolons with commas in it": ("node;cluster\n1;a,b\n2;a,b\n", "csv", [{1, 2}]),
}


@pytest.mark.parametrize("kind", REAL_FILES)
@pytest.mark.parametrize("name", PLAIN_NAMES)
def test_content_determines_the_format_if_the_name_does_not(tmp_path, kind, name):
    text, format, expected = REAL_FILES[kind]
    assert seen_as(tmp_path / name, text) == format
    assert sorted(map(sorted, sets(accord.read(tmp_path / name)))) == sorted(map(sorted, expected))


@pytest.mark.parametrize("kind", REAL_FILES)
def test_content_determines_the_format_of_compressed_files_and_standard_input(
    tmp_path, monkeypatch, kind
):
    text, format, _ = REAL_FILES[kind]
    plain = read_text(tmp_path / "x", text)
    for suffix, pack in PACKERS.items():
        assert seen_as(tmp_path / f"x{suffix}", pack(text.encode())) == format
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert accord.read("-") == plain


@pytest.mark.parametrize("kind", REAL_FILES)
def test_byte_order_mark_does_not_change_the_guess(tmp_path, kind):
    text, format, _ = REAL_FILES[kind]
    assert seen_as(tmp_path / "x", "\ufeff" + text) == format


@pytest.mark.parametrize(
    ("text", "format", "expected"),
    [
        (PAJEK, "pajek", [{1, 2}, {3, 4}]),
        ("% made by Pajek\r\n*vertices 2\r\n1\r\n1\r\n", "pajek", [{1, 2}]),
        (CLU_2, "infomap_clu", [{1, 2, 3}, {4}]),
        (CLU_0, "infomap_clu", [{1, 2}, {3}]),
        (STATES_CLU_2, "infomap_clu", [{1, 2}, {1, 3}]),
        ("1 1 0.5\n2 2 0.5\n", "infomap_clu", [{1}, {2}]),
    ],
)
def test_clu_files_are_pajek_or_infomap(tmp_path, text, format, expected):
    assert seen_as(tmp_path / "a.clu", text) == format
    assert sets(accord.read(tmp_path / "a.clu")) == expected


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.tree", TREE_2, [{"i", "j k", "l"}, {"m"}]),
        ("a.ftree", TREE_2 + LINKS_2, [{"i", "j k", "l"}, {"m"}]),
        ("a.FTREE", TREE_2 + LINKS_2, [{"i", "j k", "l"}, {"m"}]),
        ("a.ftree", (TREE_2 + LINKS_2).replace("\n", "\r\n"), [{"i", "j k", "l"}, {"m"}]),
        ("a.ftree", TREE_2, [{"i", "j k", "l"}, {"m"}]),
        ("x.txt", TREE_2 + LINKS_2, [{"i", "j k", "l"}, {"m"}]),
        ("a.tree", TREE_1, [{1, 7}, {8}]),
        ("a.ftree", TREE_1 + LINKS_2, [{1, 7}, {8}]),
        ("a.tree", TREE_1_EARLY, [{1, 2, 4}]),
        ("a.tree", TREE_0, [{"a", "b"}, {"c"}]),
        ("a.ftree", TREE_0 + LINKS_0, [{"a", "b"}, {"c"}]),
        ("a.tree", TREE_OLDEST, [{"7", "8", "4"}]),
        ("a.tree", STATES_TREE_2, [{"i", "j"}, {"i", "k"}]),
    ],
)
def test_infomap_trees_of_all_versions_are_read(tmp_path, name, text, expected):
    clustering = read_text(tmp_path / name, text)
    top = clustering.levels()[1] if clustering.level_names else clustering
    assert sets(top) == expected


@pytest.mark.parametrize("name", ["community.dat", "community.dat.gz", "LFR_community.dat"])
def test_communities_written_by_the_lfr_program_are_read(tmp_path, name):
    data = gzip.compress(LFR.encode()) if name.endswith(".gz") else LFR
    assert named(read_text(tmp_path / name, data)) == {1: {2, 3}, 2: {2, 4}, 3: {1, 4}}


@pytest.mark.parametrize("name", ["graph.part.2", "graph.part.2.gz"])
def test_partition_written_by_gpmetis_is_read(tmp_path, name):
    data = b"0\n0\n1\n1\n1\n"
    clustering = read_text(tmp_path / name, gzip.compress(data) if name.endswith(".gz") else data)
    assert sets(clustering) == [{1, 2}, {3, 4, 5}]


# ---- where it cannot be told ---------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAIN_NAMES)
@pytest.mark.parametrize(
    "text",
    [
        "0 1\n1 1\n2 21\n",
        "0\t1\n1\t1\n",
        "ann bob\neve joe\n",
        "# nodes and departments\n0 1\n1 1\n",
    ],
)
def test_two_words_per_line_are_ambiguous(tmp_path, name, text):
    message = str(error_of(tmp_path / name, text))
    for way in ("format='pairs'", "format='cnl'"):
        assert way in message
    assert len(read_text(tmp_path / name, text, format="pairs", header=False).nodes()) >= 2
    assert all(
        len(cluster) <= 2 for cluster in sets(read_text(tmp_path / name, text, format="cnl"))
    )


@pytest.mark.parametrize("name", PLAIN_NAMES)
@pytest.mark.parametrize("text", ["0\n0\n1\n", "a\nb\n", "1\r\n2\r\n"])
def test_one_word_per_line_is_ambiguous(tmp_path, name, text):
    message = str(error_of(tmp_path / name, text))
    for way in ("format='labels'", "format='cnl'"):
        assert way in message


@pytest.mark.filterwarnings("ignore::accord.AccordWarning")
@pytest.mark.parametrize("name", PLAIN_NAMES)
@pytest.mark.parametrize("text", ["\n", " \r\n\n", "# node cluster\n", "% nothing"])
def test_file_of_blank_lines_and_comments_has_no_clusters(tmp_path, name, text):
    assert "there are no clusters in it" in str(error_of(tmp_path / name, text))


@pytest.mark.parametrize("text", ["1 2", "7", "1 2\n", "# c\n1 2\n"])
def test_single_line_is_one_cluster(tmp_path, text):
    assert len(sets(read_text(tmp_path / "x", text))) == 1


# ---- a format that is given ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["x", "x.csv", "x.json", "x.part.2", "x.clu", "x.tree", "x.parquet", "x.conll"]
)
@pytest.mark.parametrize("format", VALID_FILES)
def test_explicit_format_overrides_name_and_content(tmp_path, name, format):
    assert seen_as(tmp_path / name, VALID_FILES[format], format=format) == format


def test_explicit_format_overrides_the_name_when_writing(tmp_path):
    accord.write(Clustering.from_clusters([[1, 2], [3]]), tmp_path / "a.csv", format="json")
    assert (tmp_path / "a.csv").read_text().split() == ["[", "[1,", "2],", "[3]", "]"]


def test_same_text_reads_differently_in_different_formats(tmp_path):
    text = "1 2\n2 2\n"
    path = tmp_path / "x.txt"
    assert sets(read_text(path, text, format="cnl")) == [{1, 2}, {2}]
    assert sets(read_text(path, text, format="pairs")) == [{1, 2}]
    assert named(read_text(path, text, format="lfr")) == {2: {1, 2}}


@pytest.mark.parametrize("format", ["CSV", "cvs", "txt"])
def test_unknown_format_is_an_error(tmp_path, format):
    with pytest.raises(UnknownNameError, match=format):
        accord.read(tmp_path / "a", format=format)
    with pytest.raises(UnknownNameError, match=format):
        accord.write(Clustering.from_clusters([[1]]), tmp_path / "a", format=format)


def test_unknown_format_suggests_the_closest_match(tmp_path):
    with pytest.raises(UnknownNameError, match="did you mean"):
        accord.read(tmp_path / "a", format="jason")
