"""Files round-trip in every format, and other readers read the same."""

import csv
import gzip
import io
import json
import os

import pyarrow
import pyarrow.parquet
import pytest
from cluster_list_files import read_text
from format_cases import (
    COMPRESSIONS,
    FIRST_NODE,
    REFERENCES,
    WRITABLE_FORMATS,
    any_clustering,
    as_text,
    content_of,
    file_name,
    free_texts,
    from_rows,
    no_name,
    reading,
    shares,
    storable_clusterings,
    whole_numbers,
)
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import accord
from accord import Clustering, InputError
from accord._io.clusterings.features import FEATURES
from accord._io.clusterings.formats import CLUSTERING_FORMATS

pytestmark = pytest.mark.filterwarnings("ignore::accord.AccordWarning")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("formats")


def there_and_back(folder, format: str, clustering: Clustering, suffix: str = "") -> Clustering:
    path = folder / (file_name(format) + suffix)
    accord.write(clustering, path, format=format)
    return accord.read(path, **reading(format, clustering))


def without_names(clustering: Clustering) -> Clustering:
    """The same clusters in the same order, without names."""
    levels = clustering.levels()
    if levels:
        return Clustering.from_levels(
            {name: without_names(level) for name, level in levels.items()}
        )
    clusters = list(clustering.clusters())
    if clustering.is_fuzzy:
        flat = iter(clustering.rows.shares.tolist())
        clusters = [{node: next(flat) for node in cluster} for cluster in clusters]
    weights = None
    if clustering.weights is not None:
        weights = dict(zip(clustering.nodes(), clustering.weights.tolist(), strict=True))
    return Clustering.from_clusters(clusters, nodes=clustering.nodes(), weights=weights)


def test_every_format_has_a_reference_reader():
    assert set(REFERENCES) == set(WRITABLE_FORMATS)


@pytest.mark.parametrize("format", WRITABLE_FORMATS)
class TestRoundTrips:
    @settings(max_examples=40)
    @given(st.data())
    def test_supported_content_round_trips(self, folder, format, data):
        clustering = data.draw(storable_clusterings(format))
        back = there_and_back(folder, format, clustering)
        if "names" not in CLUSTERING_FORMATS[format].holds:
            back = without_names(back)
        if format == "conll":  # entities come in the order in which they end
            assert content_of(back) == content_of(clustering)
        else:
            assert back == clustering
        assert back.repeated == 0

    @pytest.mark.parametrize("suffix", COMPRESSIONS)
    @settings(max_examples=3)
    @given(st.data())
    def test_compressed_file_round_trips(self, folder, format, suffix, data):
        clustering = data.draw(storable_clusterings(format))
        back = content_of(there_and_back(folder, format, clustering, f".{suffix}"))
        if "names" in CLUSTERING_FORMATS[format].holds:
            assert back == content_of(clustering)
        else:
            assert back.named(no_name) == content_of(clustering).named(no_name)

    @settings(max_examples=40)
    @given(st.data())
    def test_reference_readers_read_the_same(self, folder, format, data):
        clustering = data.draw(storable_clusterings(format))
        path = folder / file_name(format)
        accord.write(clustering, path, format=format)
        seen = REFERENCES[format](path, clustering.node_labels.kind == "integer")
        expected = content_of(clustering)
        if format in ("csv", "tsv"):  # Python cannot tell an empty text from nothing there
            assume(all(name != "" for _, name, _ in expected.clusters))
        name = as_text if "names" in CLUSTERING_FORMATS[format].holds else no_name
        assert seen.named(name, as_text) == expected.named(name, as_text)

    @settings(max_examples=60)
    @given(st.data())
    def test_any_clustering_round_trips_or_is_refused(self, tmp_path_factory, format, data):
        clustering = data.draw(any_clustering())
        expect_refused_or_back(tmp_path_factory.mktemp("any"), format, clustering)

    def test_refusal_names_the_unsupported_content_and_creates_no_file(self, tmp_path, format):
        nodes = range(FIRST_NODE.get(format, 1), FIRST_NODE.get(format, 1) + 2)
        whole = [[node] for node in nodes]
        clusterings = {
            "overlaps": Clustering.from_clusters([*whole, [nodes[0]]]),
            "lone nodes": Clustering.from_clusters(whole, nodes=[nodes[1] + 1]),
            "shares": Clustering.from_clusters([dict.fromkeys(cluster, 0.5) for cluster in whole]),
            "levels": Clustering.from_levels([Clustering.from_clusters(whole)] * 2),
            "weights": Clustering.from_clusters(whole, weights=dict.fromkeys(nodes, 2)),
        }
        assert set(clusterings) == set(FEATURES) - {"names"}
        for part in set(clusterings) - CLUSTERING_FORMATS[format].holds:
            for suffix in ("", ".gz"):
                with pytest.raises(InputError, match=FEATURES[part]):
                    accord.write(
                        clusterings[part], tmp_path / (file_name(format) + suffix), format=format
                    )
        assert os.listdir(tmp_path) == []

    def test_refusal_keeps_an_existing_file(self, tmp_path, format):
        path = tmp_path / file_name(format)
        path.write_text("old")
        with pytest.raises(InputError):  # no format holds nodes that are tuples
            accord.write(Clustering.from_clusters([[("a", 1), ("b", 2)]]), path, format=format)
        assert path.read_text() == "old"
        assert os.listdir(tmp_path) == [path.name]


def expect_refused_or_back(folder, format: str, clustering: Clustering) -> None:
    try:
        back = there_and_back(folder, format, clustering)
    except InputError:
        if os.listdir(folder):  # it was written: then it must be readable
            raise
        return
    # Names may come back as texts, where a format has but texts; conll puts the document in front
    # of those it lacks.
    name = as_text if "names" in CLUSTERING_FORMATS[format].holds and format != "conll" else no_name
    level = as_text
    if format == "infomap":  # levels are numbered
        places = {name: place for place, name in enumerate(clustering.level_names, 1)}
        found, expected = (
            content_of(back),
            content_of(clustering).named(no_name, lambda name: places.get(name)),
        )
        if len(places) < 2:
            expected = expected.named(no_name, no_name)
        assert found.named(name) == expected
        return
    assert content_of(back).named(name, level) == content_of(clustering).named(name, level)


#: Ids and names that mean something at some place in some format.
TRAPS = {
    "a name that is that of a column": Clustering.from_clusters({"class": [1, 2], "label": [3]}),
    "nodes and names that are those of columns": Clustering.from_clusters(
        {"cluster": ["node"], "x": ["id"]}
    ),
    "a byte order mark in a node": Clustering.from_clusters([["\ufeffa", "b"], ["c"]]),
    "a byte order mark in a name": Clustering.from_clusters({"\ufeffx": [0, 1], "y": [2]}),
    "a byte order mark in a name, from 1": Clustering.from_clusters({"\ufeffx": [1, 2], "y": [3]}),
    "names that are texts and nodes that are not": Clustering.from_clusters(
        {"red": [1, 2], "blue": [3]}
    ),
    "names that look like numbers": Clustering.from_clusters({"2": ["a", "b"], "1": ["c"]}),
    "an empty node": Clustering.from_clusters([["", "b"]]),
    "an empty name": Clustering.from_clusters({"": ["a", "b"], "x": ["c"]}),
    "a name of one blank": Clustering.from_clusters({" ": ["a"], "x": ["c"]}),
    "names in descending order": Clustering.from_clusters({3: [1, 2], 1: [3], 2: [1]}),
    "a small share": Clustering.from_clusters([{"a": 2.5e-05, "b": 1e-100}, {"c": 0.3}]),
    "a share that is first and whole": Clustering.from_clusters([{1: 1.0, 2: 0.1}]),
    "nodes that start a JSON file": Clustering.from_clusters([["[1,", "{"], ["}"]]),
    "mentions with leading zeros": Clustering.from_clusters({"d:00:x": ["d:00:1-2", "d:00:01-3"]}),
    "mentions in a document that starts as comments do": Clustering.from_clusters(
        {"#d:0:x": ["#d:0:0-1", "#d:0:3-3"]}
    ),
    "mentions in other digits": Clustering.from_clusters([["d:0:١-٢"]]),
    "a document with a colon in it": Clustering.from_clusters(
        {"a:b:0:x": ["a:b:0:0-1"], "a:0:x": ["a:0:1-2"]}
    ),
    "levels in descending order": Clustering.from_levels(
        {2: Clustering.from_clusters([[1, 2]]), 1: Clustering.from_clusters([[1], [2]])}
    ),
    "levels whose names look like numbers": Clustering.from_levels(
        {"10": Clustering.from_clusters([[1, 2]]), "9": Clustering.from_clusters([[1], [2]])}
    ),
    "one name on two levels": Clustering.from_levels(
        {
            "b": Clustering.from_clusters({"x": [1], "y": [2]}),
            "a": Clustering.from_clusters({"y": [1], "x": [2]}),
        }
    ),
    "integers and texts as names": Clustering.from_clusters({1: ["a"], "x": ["b"]}),
    "an integer and a text that look the same": Clustering.from_clusters({1: ["a"], "1": ["b"]}),
    "names that are tuples": Clustering.from_clusters({(1, 2): ["a"], (3,): ["b"]}),
    "names that are fractions of a number": Clustering.from_clusters({0.5: ["a"], 1.5: ["b"]}),
    "weights of 60 bits": Clustering.from_clusters(
        [["a", "b"]], weights={"a": 2**53 + 1, "b": 2**60 + 3}
    ),
    "weights that are large floats": Clustering.from_clusters(
        [["a", "b"]], weights={"a": 1e100, "b": 1e-100}
    ),
    "a lone node with a weight": Clustering.from_clusters(
        [["a"]], nodes=["b"], weights={"a": 2, "b": 3}
    ),
    "lone nodes, levels and shares": Clustering.from_levels(
        {
            "x": Clustering.from_clusters([{"a": 0.5}], nodes=["z"]),
            "y": Clustering.from_clusters([{"b": 0.25}]),
        }
    ),
    "control characters": Clustering.from_clusters(
        {"a\x01": ["b\x02\x7f", "c\n", "d\r\n", "\x00"]}
    ),
    "quotes": Clustering.from_clusters({'"': ['a"', '"b"', '""', "'"]}),
    "separators of lines that are no line ends": Clustering.from_clusters(
        {"a\u2028b": ["\x85", "c\u2029d", "e\x1cf"]}
    ),
}


@pytest.mark.parametrize("format", WRITABLE_FORMATS)
@pytest.mark.parametrize("trap", TRAPS)
def test_ambiguous_content_round_trips_or_is_refused(tmp_path, format, trap):
    expect_refused_or_back(tmp_path, format, TRAPS[trap])


@pytest.mark.parametrize(
    "format",
    [
        name
        for name in WRITABLE_FORMATS
        if "names" in CLUSTERING_FORMATS[name].holds and name not in FIRST_NODE
    ],
)
def test_clusters_with_the_same_name_stay_separate(tmp_path, format):
    clustering = read_text(tmp_path / "twice.cnl", "a> d:0:1-2 d:0:3-3\na> d:0:5-6\n")
    assert clustering.names == ("a", "a")
    folder = tmp_path / "out"
    folder.mkdir()
    expect_refused_or_back(folder, format, clustering)


def test_unsupported_names_are_dropped_with_a_warning(tmp_path):
    clustering = Clustering.from_clusters({"red": [1, 2], "blue": [3]})
    for format in WRITABLE_FORMATS:
        if "names" not in CLUSTERING_FORMATS[format].holds:
            with pytest.warns(accord.AccordWarning, match="names"):
                accord.write(clustering, tmp_path / file_name(format), format=format)


# ---- from format to format -----------------------------------------------------------------------


def mention(node: int) -> str:
    return f"news/{node % 2}:0:{node}-{node}"


SMALL = [[1, 2, 3], [4, 5], [6]]
#: Each with another to compare it with, and the formats that can hold it.
FULL_FORMATS = {"csv", "tsv", "json", "parquet", "arrow"} & set(CLUSTERING_FORMATS)
WORD_FORMATS = {"cnl", "snap", "lfr", "pairs"}
CHAINS = {
    "crisp, from 1": (
        Clustering.from_clusters(SMALL),
        Clustering.from_clusters([[1, 2], [3, 4], [5, 6]]),
        FULL_FORMATS | WORD_FORMATS | {"metis", "pajek", "infomap", "infomap_clu"},
    ),
    "crisp, from 0": (
        Clustering.from_labels([0, 0, 1, 2, 2]),
        Clustering.from_labels([0, 1, 1, 2, 2]),
        FULL_FORMATS | WORD_FORMATS | {"labels", "infomap", "infomap_clu"},
    ),
    "overlapping": (
        Clustering.from_clusters([[1, 2, 3], [3, 4, 5], [1, 5], [-(2**63), 2**63 - 1]]),
        Clustering.from_clusters([[1, 2], [2, 3, 4, 5], [-(2**63), 2**63 - 1, 1]]),
        FULL_FORMATS | WORD_FORMATS,
    ),
    "texts": (
        Clustering.from_clusters({"r": ["ä", "b:1", "7"], "g": ["7", "d"]}),
        Clustering.from_clusters({"x": ["ä", "b:1"], "y": ["7", "d"]}),
        FULL_FORMATS | WORD_FORMATS,
    ),
    "mentions": (
        Clustering.from_clusters(
            {f"news/{k}:0:e": [mention(2 * v + k) for v in range(4)] for k in (0, 1)}
        ),
        Clustering.from_clusters([[mention(v) for v in range(8) if v % 4 == k] for k in range(4)]),
        FULL_FORMATS | WORD_FORMATS | {"conll", "infomap"},
    ),
    "shares": (
        Clustering.from_clusters([{1: 0.1, 2: 1 / 3, 3: 1.0}, {3: 1 - 2**-53, 4: 1e-7}]),
        Clustering.from_clusters([{1: 0.2, 2: 1.0}, {2: 0.5, 3: 0.7, 4: 1.0}]),
        FULL_FORMATS | {"cnl", "pairs"},
    ),
    "levels": (
        Clustering.from_levels(
            {
                1: Clustering.from_clusters([[1, 2, 3], [4, 5]]),
                2: Clustering.from_clusters([[1, 2], [3], [4, 5]]),
            }
        ),
        Clustering.from_clusters([[1, 2], [3, 4], [5]]),
        FULL_FORMATS | {"infomap"},
    ),
    "lone nodes": (
        Clustering.from_clusters([[1, 2], [2, 3]], nodes=[9, 8]),
        Clustering.from_clusters([[1, 2, 8], [3, 9]]),
        FULL_FORMATS | {"lfr"},
    ),
    "weights": (
        Clustering.from_clusters([[1, 2], [3]], weights={1: 0.1, 2: 1 / 3, 3: 7.0}),
        Clustering.from_clusters([[1], [2, 3]], weights={1: 0.1, 2: 1 / 3, 3: 7.0}),
        FULL_FORMATS,
    ),
}


def values(clustering: Clustering, other: Clustering) -> dict:
    crisp = (
        clustering.is_crisp
        and other.is_crisp
        and not clustering.is_fuzzy
        and not clustering.level_names
    )
    metrics = [
        "f1p",
        "f1h",
        *([] if clustering.weights is not None else ["omega"]),
        *(["nmi"] if crisp else []),
    ]
    comparison = accord.compare(clustering, other, metrics)
    return {name: float(comparison[name]).hex() for name in metrics}


@pytest.mark.parametrize("kind", CHAINS)
@pytest.mark.parametrize("first", WRITABLE_FORMATS)
def test_values_are_bit_identical_after_two_conversions(tmp_path, kind, first):
    clustering, other, formats = CHAINS[kind]
    if first not in formats:
        with pytest.raises(InputError):
            accord.write(clustering, tmp_path / file_name(first), format=first)
        return
    expected = values(clustering, other)
    between = there_and_back(tmp_path, first, clustering)
    assert values(between, other) == expected
    for second in formats:
        assert values(there_and_back(tmp_path, second, between), other) == expected, second


# ---- files that others have written --------------------------------------------------------------

rows_of_table = st.lists(
    st.tuples(free_texts, free_texts.filter(bool), shares),
    min_size=1,
    max_size=8,
    unique_by=lambda row: row[:2],
)


@settings(max_examples=100)
@given(
    rows_of_table,
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL, csv.QUOTE_NONNUMERIC]),
    st.sampled_from(["\n", "\r\n"]),
    st.permutations(["node", "cluster", "share", "more"]),
)
@example(
    [("a", "b", 0.5), ('c"d', 'e;,"', 1.0)],
    ",",
    csv.QUOTE_MINIMAL,
    "\r\n",
    ["share", "more", "cluster", "node"],
)
def test_tables_written_by_the_csv_module_are_read(
    folder, rows, separator, quoting, line_end, columns
):
    if (
        quoting == csv.QUOTE_MINIMAL
    ):  # blanks around fields, and numbers, have no quotes then, and are no texts to us
        plain = all(
            field == field.strip() and not field.lstrip("-").isdigit()
            for row in rows
            for field in row[:2]
        )
        assume(plain and all(row[0] for row in rows))
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, quoting=quoting, lineterminator=line_end)
    writer.writerow(columns)
    for node, cluster, share in rows:
        row = {"node": node, "cluster": cluster, "share": share, "more": "-"}
        writer.writerow([row[column] for column in columns])
    path = folder / ("other.tsv" if separator == "\t" else "other.csv")
    clustering = read_text(path, text.getvalue())
    assert content_of(clustering) == from_rows(
        {"node": n, "cluster": c, "share": s} for n, c, s in rows
    )


@settings(max_examples=60)
@given(
    st.lists(st.lists(whole_numbers, min_size=1, max_size=4), min_size=1, max_size=4),
    st.sampled_from([None, 2]),
)
def test_clusters_written_by_the_json_module_are_read(folder, clusters, indent):
    text = json.dumps(clusters, indent=indent)
    clustering = read_text(folder / "other.json", text, orientation="clusters")
    assert [set(cluster) for cluster in clustering.clusters()] == [
        set(cluster) for cluster in clusters
    ]
    assert clustering.repeated == sum(len(cluster) - len(set(cluster)) for cluster in clusters)


@settings(max_examples=40)
@given(rows_of_table, st.booleans(), st.booleans())
def test_tables_written_by_pyarrow_are_read(folder, rows, dictionary, large):
    text = pyarrow.large_string() if large else pyarrow.string()
    node, cluster = (pyarrow.array([row[place] for row in rows], text) for place in (0, 1))
    share = pyarrow.array([row[2] for row in rows])
    if dictionary:
        cluster = cluster.dictionary_encode()
    table = pyarrow.table({"share": share, "node": node, "cluster": cluster})
    pyarrow.parquet.write_table(table, folder / "other.parquet", row_group_size=3)
    expected = from_rows({"node": n, "cluster": c, "share": s} for n, c, s in rows)
    assert content_of(accord.read(folder / "other.parquet")) == expected
    with (
        pyarrow.OSFile(str(folder / "other.arrow"), "wb") as sink,
        pyarrow.ipc.new_file(sink, table.schema) as writer,
    ):
        writer.write_table(table, max_chunksize=2)
    assert content_of(accord.read(folder / "other.arrow")) == expected


def test_large_compressed_file_round_trips_in_every_format(tmp_path):
    """More than one block of rows, and of the compressor."""
    labels = [v * 7919 % 10_007 for v in range(70_000)]
    for format in WRITABLE_FORMATS:
        first = FIRST_NODE.get(format, 1)
        if format == "conll":
            continue
        clustering = Clustering.from_labels(labels, nodes=range(first, first + len(labels)))
        back = there_and_back(tmp_path, format, clustering, ".gz")
        assert without_names(back) == without_names(clustering), format
        assert gzip.decompress((tmp_path / f"{file_name(format)}.gz").read_bytes())
