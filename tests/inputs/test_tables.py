"""Tables with a row for each membership, of every library that has tables."""

import datetime
import decimal
import subprocess
import sys

import duckdb
import numpy as np
import pandas
import polars
import pyarrow
import pytest
from contents import named, sets, shares, weights

import accord
from accord import Clustering, InputError
from accord._io.objects.clusterings import as_clustering

pa = pyarrow


class Streamed:
    """Anything that streams a table in the Arrow format, and is nothing else."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


def duck(columns):
    return duckdb.from_arrow(pa.table(columns))


#: From columns as lists, with None for what is missing.
MAKERS = {
    "pandas": lambda columns: pandas.DataFrame(columns),
    "pandas, objects": lambda columns: pandas.DataFrame(columns, dtype=object),
    "pandas, nullable": lambda columns: pandas.DataFrame(columns).convert_dtypes(),
    "pandas, Arrow": lambda columns: pandas.DataFrame(columns).convert_dtypes(
        dtype_backend="pyarrow"
    ),
    "polars": lambda columns: polars.DataFrame(columns, strict=False),
    "polars, lazy": lambda columns: polars.LazyFrame(columns, strict=False),
    "pyarrow": lambda columns: pa.table(columns),
    "pyarrow, batch": lambda columns: pa.RecordBatch.from_pydict(columns),
    "pyarrow, reader": lambda columns: pa.table(columns).to_reader(max_chunksize=2),
    "pyarrow, chunks": lambda columns: pa.concat_tables(
        [pa.table(columns).slice(0, 1), pa.table(columns).slice(1)]
    ),
    "duckdb": duck,
    "any stream": lambda columns: Streamed(pa.table(columns)),
}


@pytest.fixture(params=MAKERS.values(), ids=MAKERS)
def make(request):
    return request.param


# ---- rows ----------------------------------------------------------------------------------------


def test_every_row_is_a_membership(make):
    clustering = as_clustering(
        make({"node": ["ann", "bob", "bob", "eve"], "cluster": ["red", "red", "blue", "blue"]})
    )
    assert named(clustering) == {"red": {"ann", "bob"}, "blue": {"bob", "eve"}}
    assert not clustering.is_fuzzy
    assert clustering.weights is None
    assert clustering.level_names == ()


def test_integers_are_nodes_and_names(make):
    clustering = as_clustering(make({"node": [7, -3, 7, 2**40], "cluster": [5, 5, 9, 9]}))
    assert named(clustering) == {5: {7, -3}, 9: {7, 2**40}}
    assert all(type(node) is int for node in clustering.nodes())


def test_clusters_numbered_from_zero_have_no_names(make):
    clustering = as_clustering(make({"node": [1, 2, 3], "cluster": [1, 0, 1]}))
    assert clustering.names is None
    assert sets(clustering) == [{2}, {1, 3}]


def test_row_without_a_cluster_is_a_node_in_no_cluster(make):
    for nodes, red in ((["ann", "bob", "eve", "ann"], "red"), ([1, 2, 3, 1], 4)):
        clustering = as_clustering(make({"node": nodes, "cluster": [red, None, red, None]}))
        assert named(clustering) == {red: {nodes[0], nodes[2]}}
        assert set(clustering.nodes()) == set(nodes)


def test_columns_are_found_by_name_and_others_ignored(make):
    table = make(
        {"degree": [4, 5, 6], "Community": ["x", "y", "y"], "note": ["", None, ""], "ID": [1, 2, 3]}
    )
    assert named(as_clustering(table)) == {"x": {1}, "y": {2, 3}}


def test_one_known_name_of_two_columns_is_enough(make):
    assert named(as_clustering(make({"person": ["ann", "bob"], "group": ["x", "x"]}))) == {
        "x": {"ann", "bob"}
    }
    assert named(as_clustering(make({"team": ["x", "x"], "vertex": ["ann", "bob"]}))) == {
        "x": {"ann", "bob"}
    }


def test_first_of_two_unnamed_columns_is_the_node(make):
    assert named(as_clustering(make({"column_0": ["ann", "bob"], "column_1": ["x", "x"]}))) == {
        "x": {"ann", "bob"}
    }


def test_two_columns_with_unknown_names_are_ambiguous(make):
    with pytest.raises(
        InputError, match="no column for the node and the cluster among 'truth', 'found'"
    ):
        as_clustering(make({"truth": [0, 0], "found": [0, 1]}))


def test_shares_levels_and_weights(make):
    clustering = as_clustering(
        make(
            {
                "weight": [2, 3, 2, 1],
                "node": ["ann", "bob", "ann", "eve"],
                "share": [0.25, 0.5, 1.0, 0.125],
                "level": [1, 1, 2, 2],
                "cluster": ["red", "red", "red", "blue"],
            }
        )
    )
    assert {level: list(clustering.levels()[level].memberships()) for level in (1, 2)} == {
        1: [("ann", "red", 0.25), ("bob", "red", 0.5)],
        2: [("ann", "red", 1.0), ("eve", "blue", 0.125)],
    }
    assert weights(clustering) == {"ann": 2, "bob": 3, "eve": 1}
    assert clustering.weights.dtype == np.int64


def test_missing_share_is_a_full_membership(make):
    clustering = as_clustering(
        make({"node": [1, 2, 3], "cluster": [0, 0, 0], "share": [0.5, None, 0.25]})
    )
    assert shares(clustering) == [{1: 0.5, 2: 1.0, 3: 0.25}]


def test_integer_shares_are_accepted(make):
    assert shares(as_clustering(make({"node": [1, 2], "cluster": [0, 0], "share": [1, None]}))) == [
        {1: 1.0, 2: 1.0}
    ]


@pytest.mark.parametrize("what", ["share", "level", "weight"])
def test_empty_optional_column_is_ignored(make, what):
    clustering = as_clustering(make({"node": [1, 2], "cluster": [0, 0], what: [None, None]}))
    assert clustering == Clustering.from_clusters([[1, 2]])


@pytest.mark.parametrize("share", [0.0, None, 7.5])
def test_share_without_a_cluster_is_ignored(make, share):
    """HDBSCAN and others give noise a probability of 0."""
    table = make(
        {
            "node": [1, 2, 3],
            "cluster": [4, None, 4],
            "share": [0.5, share, 0.25],
            "level": [1, None, 1],
        }
    )
    assert shares(as_clustering(table)) == [{1: 0.5, 3: 0.25}]


def test_repeated_membership_counts_once_and_is_reported(make):
    assert as_clustering(make({"node": [1, 1, 2], "cluster": [0, 0, 0]})).repeated == 1


def test_conflicting_shares_are_an_error(make):
    with pytest.raises(InputError, match=r"cluster 0 has node 1 twice, with shares 0\.5 and 0\.25"):
        as_clustering(make({"node": [1, 1], "cluster": [0, 0], "share": [0.5, 0.25]}))


# ---- errors --------------------------------------------------------------------------------------

ERRORS = {
    "no columns that fit": (
        {"a": [1], "b": [2], "c": [3]},
        r"^found: no column for the node and the cluster among 'a', 'b', 'c'",
    ),
    "one column": ({"node": [1]}, r"^found: no column for the cluster among 'node': rename them"),
    "two of a kind": (
        {"id": [1], "name": ["a"], "cluster": [1]},
        r"^found: each of the columns 'id', 'name'",
    ),
    "no node": (
        {"id": [1, 2, None, None], "cluster": [1, 1, 1, 1]},
        r"^found: row 3 has no node in column 'id'",
    ),
    "no text node": ({"node": ["a", None], "cluster": ["x", "x"]}, r"^found: row 2 has no node"),
    "share above 1": (
        {"node": [1, 2], "cluster": [1, 1], "share": [1.0, 1.5]},
        r"^found: row 2 has share 1.5: .*\(0, 1\]",
    ),
    "share 0": (
        {"node": [1, 2], "cluster": [1, 1], "share": [0.0, 0.5]},
        r"^found: row 1 has share 0: .*\(0, 1\]",
    ),
    "share below 0": (
        {"node": [1, 2], "cluster": [1, 1], "share": [0.5, -0.5]},
        r"^found: row 2 has share -0.5: ",
    ),
    "share too small": (
        {"node": [1, 2], "cluster": [1, 1], "share": [0.5, 1e-200]},
        r"row 2 has share 1e-200: .*at least",
    ),
    "text for share": (
        {"node": [1, 2], "cluster": [1, 1], "probability": ["0.5", "1"]},
        r"column 'probability' holds no numbers",
    ),
    "truth for share": (
        {"node": [1, 2], "cluster": [1, 1], "share": [True, False]},
        r"column 'share' holds no numbers",
    ),
    "text for weight": (
        {"node": [1, 2], "cluster": [1, 1], "weight": ["2", "1"]},
        r"column 'weight' holds no numbers",
    ),
    "no weight": (
        {"node": [1, 2], "cluster": [1, 1], "weight": [None, 1.0]},
        r"^found: row 1 has no weight: give one to all",
    ),
    "two weights": (
        {"node": [1, 1], "cluster": [1, 2], "weight": [2, 3]},
        r"node 1 has the weights 2 and 3",
    ),
    "weight 0": (
        {"node": [1, 2], "cluster": [1, 2], "weight": [2, 0]},
        r"weights must be positive",
    ),
    "no level": (
        {"node": [1, 2], "cluster": [1, 1], "level": [None, 1]},
        r"some memberships have a level and others none",
    ),
    "no cluster": ({"node": [1, 2], "cluster": [None, None]}, r"no node is in any cluster"),
    "lists": ({"node": [[1, 3], [2, 4]], "cluster": [1, 1]}, r"node labels must be hashable"),
}


@pytest.mark.parametrize(("columns", "words"), ERRORS.values(), ids=ERRORS)
def test_errors_name_the_problem_and_the_row(make, columns, words):
    with pytest.raises(InputError, match=words):
        as_clustering(make(columns), name="found")


def test_table_without_rows_is_an_error():
    columns = {"node": pa.array([], pa.int64()), "cluster": pa.array([], pa.string())}
    table = pa.table(columns)
    for empty in (table, table.to_pandas(), polars.from_arrow(table), duckdb.from_arrow(table)):
        with pytest.raises(InputError, match="no node is in any cluster"):
            as_clustering(empty)


def test_streamed_single_column_is_an_error():
    with pytest.raises(InputError, match="Streamed cannot be read as a table"):
        as_clustering(Streamed(pa.chunked_array([[1, 2]])))


def test_nan_share_is_an_error_unless_nan_means_missing():
    columns = {"node": [1, 2], "cluster": [0, 0], "share": [0.5, float("nan")]}
    for table in (polars.DataFrame(columns), pa.table(columns), duck(columns)):
        with pytest.raises(InputError, match="row 2 has share nan"):
            as_clustering(table)
    assert shares(as_clustering(pandas.DataFrame(columns))) == [
        {1: 0.5, 2: 1.0}
    ]  # there it is the same


# ---- what columns can be of ----------------------------------------------------------------------

DAY = datetime.date(2020, 1, 2)
TIME = datetime.datetime(2020, 1, 2, 3, 4)
PANDAS = {
    "Int64": (pandas.Series([3, None, 5], dtype="Int64"), {3: {0}, 5: {2}}),
    "UInt8": (pandas.Series([3, None, 5], dtype="UInt8"), {3: {0}, 5: {2}}),
    "UInt64": (pandas.Series([2**63 + 1, None, 5], dtype="UInt64"), {2**63 + 1: {0}, 5: {2}}),
    "int8": (pandas.Series([3, 4, 5], dtype="int8"), {3: {0}, 4: {1}, 5: {2}}),
    "float64 of integers": (pandas.Series([3.0, np.nan, 5.0]), {3: {0}, 5: {2}}),
    "Float64 of integers": (pandas.Series([3.0, None, 5.0], dtype="Float64"), {3: {0}, 5: {2}}),
    "float64": (pandas.Series([0.5, np.nan, 1.5]), {0.5: {0}, 1.5: {2}}),
    "category of texts": (pandas.Series(["x", None, "y"], dtype="category"), {"x": {0}, "y": {2}}),
    "category of integers": (pandas.Series([3, None, 5], dtype="category"), {3: {0}, 5: {2}}),
    "category, not all there": (
        pandas.Series(pandas.Categorical(["x", None, "x"], categories=["q", "x"])),
        {"x": {0, 2}},
    ),
    "str": (pandas.Series(["x", None, "y"], dtype="str"), {"x": {0}, "y": {2}}),
    "string": (pandas.Series(["x", None, "y"], dtype="string"), {"x": {0}, "y": {2}}),
    "string of Python": (
        pandas.Series(["x", None, "y"], dtype="string[python]"),
        {"x": {0}, "y": {2}},
    ),
    "string of Arrow": (
        pandas.Series(["x", None, "y"], dtype="string[pyarrow]"),
        {"x": {0}, "y": {2}},
    ),
    "object": (pandas.Series(["x", None, "y"], dtype=object), {"x": {0}, "y": {2}}),
    "object, NA": (pandas.Series(["x", pandas.NA, "y"], dtype=object), {"x": {0}, "y": {2}}),
    "object, NaN": (pandas.Series([3, np.nan, 5], dtype=object), {3: {0}, 5: {2}}),
    "int64 of Arrow": (pandas.Series([3, None, 5], dtype="int64[pyarrow]"), {3: {0}, 5: {2}}),
    "text of Arrow": (
        pandas.Series(["x", None, "y"], dtype=pandas.ArrowDtype(pa.string())),
        {"x": {0}, "y": {2}},
    ),
    "bool": (pandas.Series([True, False, True]), {True: {0, 2}, False: {1}}),
    "boolean": (pandas.Series([True, None, True], dtype="boolean"), {True: {0, 2}}),
    "datetime": (pandas.Series([TIME, None, TIME]), {TIME: {0, 2}}),
    "sparse": (pandas.Series([3, 0, 3], dtype="Sparse[int64]"), {3: {0, 2}, 0: {1}}),
    "tuples": (pandas.Series([(1, 2), None, (1, 2)]), {(1, 2): {0, 2}}),
}


@pytest.mark.parametrize(("column", "clusters"), PANDAS.values(), ids=PANDAS)
def test_pandas_columns_are_read(column, clusters):
    frame = pandas.DataFrame({"node": range(3), "cluster": column}, index=["p", "q", "r"])
    frame["cluster"] = column.set_axis(frame.index)
    assert named(as_clustering(frame)) == clusters


POLARS = {
    "Int64": (polars.Series([3, None, 5]), {3: {0}, 5: {2}}),
    "UInt8": (polars.Series([3, None, 5], dtype=polars.UInt8), {3: {0}, 5: {2}}),
    "Int128": (polars.Series([3, None, 2**70], dtype=polars.Int128), {3: {0}, 2**70: {2}}),
    "Float32": (polars.Series([3.0, None, 5.0], dtype=polars.Float32), {3: {0}, 5: {2}}),
    "String": (polars.Series(["x", None, "y"]), {"x": {0}, "y": {2}}),
    "Categorical": (
        polars.Series(["x", None, "y"], dtype=polars.Categorical),
        {"x": {0}, "y": {2}},
    ),
    "Enum": (
        polars.Series(["x", None, "y"], dtype=polars.Enum(["y", "q", "x"])),
        {"x": {0}, "y": {2}},
    ),
    "Boolean": (polars.Series([True, None, False]), {True: {0}, False: {2}}),
    "Date": (polars.Series([DAY, None, DAY]), {DAY: {0, 2}}),
    "Decimal": (
        polars.Series([decimal.Decimal("1.5"), None, decimal.Decimal("2")]),
        {decimal.Decimal("1.5"): {0}, 2: {2}},
    ),
    "Binary": (polars.Series([b"x", None, b"x"]), {b"x": {0, 2}}),
}


@pytest.mark.parametrize(("column", "clusters"), POLARS.values(), ids=POLARS)
def test_polars_columns_are_read(column, clusters):
    frame = polars.DataFrame({"node": range(3), "cluster": column})
    for table in (frame, frame.lazy()):
        assert named(as_clustering(table)) == clusters


CODED = pa.DictionaryArray.from_arrays(pa.array([1, None, 0], pa.uint8()), pa.array(["y", "x"]))
TWICE = pa.DictionaryArray.from_arrays(pa.array([0, 2, 1, 3]), pa.array(["x", "y", "x", None]))
ARROW = {
    "int32": (pa.array([3, None, 5], pa.int32()), {3: {0}, 5: {2}}),
    "uint64": (pa.array([2**63 + 1, None, 5], pa.uint64()), {2**63 + 1: {0}, 5: {2}}),
    "double": (pa.array([3.0, None, float("nan")]), {3: {0}}),
    "string": (pa.array(["x", None, "y"]), {"x": {0}, "y": {2}}),
    "string, cut, none missing": (pa.array(["q", "é", "y", "q"])[1:3], {"é": {0}, "y": {1}}),
    "string, cut": (pa.array(["q", "é", None, "y", "q"])[1:4], {"é": {0}, "y": {2}}),
    "empty texts": (pa.array(["", None, ""]), {"": {0, 2}}),
    "large_string": (pa.array(["x", None, "y"], pa.large_string()), {"x": {0}, "y": {2}}),
    "string_view": (
        pa.array(["x", None, "a text of more than twelve bytes"], pa.string_view()),
        {"x": {0}, "a text of more than twelve bytes": {2}},
    ),
    "dictionary": (CODED, {"x": {0}, "y": {2}}),
    "dictionary of integers": (pa.array([5, None, 3]).dictionary_encode(), {5: {0}, 3: {2}}),
    "dictionary with equals and nulls": (TWICE, {"x": {0, 1}, "y": {2}}),
    "dictionaries that differ": (
        pa.chunked_array(
            [pa.array(["x", "z"]).dictionary_encode(), pa.array(["y", "x"]).dictionary_encode()]
        ),
        {"x": {0, 3}, "z": {1}, "y": {2}},
    ),
    "chunks": (pa.chunked_array([["x", None], [], ["y", "x"]]), {"x": {0, 3}, "y": {2}}),
    "bool": (pa.array([True, None, False]), {True: {0}, False: {2}}),
    "date": (pa.array([DAY, None, DAY]), {DAY: {0, 2}}),
    "decimal": (pa.array([decimal.Decimal("1.5"), None]), {decimal.Decimal("1.5"): {0}}),
}


@pytest.mark.parametrize(("column", "clusters"), ARROW.values(), ids=ARROW)
@pytest.mark.filterwarnings("ignore:.*form one cluster; use noise=")
def test_arrow_columns_are_read(column, clusters):
    table = pa.table({"node": range(len(column)), "cluster": column})
    for form in (table, table.to_reader(), Streamed(table)):
        assert named(as_clustering(form, noise=False)) == clusters  # whose name may be empty


DUCK = {
    "integer": ("[3, null, 5]", {3: {0}, 5: {2}}),
    "hugeint": ("[3::hugeint, null, 5::hugeint]", {3: {0}, 5: {2}}),
    "double": ("[0.5::double, null, 5::double]", {0.5: {0}, 5.0: {2}}),
    "varchar": ("['x', null, 'y']", {"x": {0}, "y": {2}}),
    "enum": ("['x'::enum('y', 'x'), null, 'y']", {"x": {0}, "y": {2}}),
    "boolean": ("[true, null, false]", {True: {0}, False: {2}}),
    "timestamp": (
        "[timestamp '2020-01-02 03:04:00', null, timestamp '2020-01-02 03:04:00']",
        {TIME: {0, 2}},
    ),
    "timestamp_ns": (
        "[timestamp_ns '2020-01-02 03:04:00', null, timestamp_ns '2020-01-02 03:04:00']",
        {TIME: {0, 2}},
    ),
}


@pytest.mark.parametrize(("values", "clusters"), DUCK.values(), ids=DUCK)
def test_duckdb_columns_are_read(values, clusters):
    relation = duckdb.sql(f"select unnest([0, 1, 2]) as node, unnest({values}) as cluster")
    assert named(as_clustering(relation)) == clusters


def test_duckdb_columns_with_odd_or_equal_names():
    odd = duckdb.sql("""select 'x' as "ver""tex", 1 as "per son" """)
    assert named(as_clustering(odd)) == {1: {"x"}}
    assert named(as_clustering(duckdb.sql("select 1 as a, 2 as a, 3 as node, 4 as cluster"))) == {
        4: {3}
    }


@pytest.mark.parametrize("kind", ["decimal", "objects"])
def test_decimals_are_numbers(kind):
    columns = {"node": [1, 2], "cluster": [0, 0], "share": [decimal.Decimal("0.5"), None]}
    forms = (
        [pandas.DataFrame(columns, dtype=object)]
        if kind == "objects"
        else [polars.DataFrame(columns), pa.table(columns), duck(columns)]
    )
    for table in forms:
        assert shares(as_clustering(table)) == [{1: 0.5, 2: 1.0}]


def test_frames_with_unusual_indexes_or_column_names():
    frame = pandas.DataFrame([["ann", "x"], ["bob", "x"]], index=[7, 7])
    assert named(as_clustering(frame)) == {"x": {"ann", "bob"}}


# ---- how they are read ---------------------------------------------------------------------------


def test_lazy_frame_computes_only_the_needed_columns():
    def fail(column):
        raise AssertionError("not needed")

    frame = polars.LazyFrame({"node": [1, 2], "cluster": [0, 0]})
    lazy = frame.with_columns(other=polars.col("node").map_batches(fail, return_dtype=polars.Int64))
    assert sets(as_clustering(lazy)) == [{1, 2}]


def test_tables_are_not_changed():
    frame = pandas.DataFrame({"node": [1, 2], "cluster": ["x", None], "share": [0.5, None]})
    before = frame.copy()
    as_clustering(frame)
    pandas.testing.assert_frame_equal(frame, before)


def test_tables_of_all_kinds_can_be_compared():
    columns = {"node": [1, 2, 3, 4], "cluster": ["a", "a", "b", "b"]}
    for truth in MAKERS:
        for found in MAKERS:
            if {truth, found} != {"duckdb", "polars, lazy"}:
                assert accord.nmi(MAKERS[truth](columns), MAKERS[found](columns)) == pytest.approx(
                    1
                )
    tables = {name: make(columns) for name, make in MAKERS.items()}
    assert {scores["f1p"] for scores in accord.rank([[1, 2], [3, 4]], tables, "f1p").values()} == {
        1
    }


def test_labels_beside_a_table_of_other_nodes_are_an_error(make):
    with pytest.raises(InputError, match="truth is a flat sequence of 2 labels"):
        accord.f1h([0, 0], make({"node": [1, 2], "cluster": [0, 0]}))


def test_many_texts_are_all_read():
    """More than any one chunk or dictionary index of 16 bits holds."""
    count = 100_000
    columns = {
        "node": [f"node {index}" for index in range(count)],
        "cluster": [f"c{index % 70_000}" for index in range(count)],
    }
    table = pa.table(columns)
    wanted = {}
    for node, cluster in zip(*columns.values(), strict=True):
        wanted.setdefault(cluster, set()).add(node)
    for form in (
        table,
        table.to_reader(max_chunksize=999),
        polars.from_arrow(table),
        table.to_pandas(),
        duck(columns),
    ):
        assert named(as_clustering(form)) == wanted


def test_stream_without_pyarrow_names_the_package_to_install():
    code = """if True:
        import sys
        sys.modules["pyarrow"] = None
        import accord

        class Stream:
            def __arrow_c_stream__(self, requested_schema=None): ...

        try:
            accord.f1h([[1]], Stream())
        except accord.MissingPackageError as error:
            print(error)
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (
        done.stdout == "reading a Stream needs the package pyarrow: pip install 'accord[arrow]'\n"
    )


# ---- a row for each node, a column for each cluster --------------------------------------------

ONE_HOT = pandas.DataFrame(
    {"red": [1, 1, 0, 0], "blue": [0, 1, 1, 0], "grey": [1, 0, 0, 0]}, index=list("abcd")
)


@pytest.mark.parametrize("kind", [int, float, bool, "Int64", "boolean"])
def test_one_hot_frame_of_pandas(kind):
    clustering = as_clustering(ONE_HOT.astype(kind))
    assert clustering == Clustering.from_clusters(
        {"red": ["a", "b"], "blue": ["b", "c"], "grey": ["a"]}, nodes=["d"]
    )


def test_one_hot_frame_without_an_index_has_numbered_nodes():
    columns = {name: ONE_HOT[name].to_list() for name in ONE_HOT}
    for frame in (pandas.DataFrame(columns), polars.DataFrame(columns)):
        assert sets(as_clustering(frame)) == [{0, 1}, {1, 2}, {0}]
    numbered = pandas.DataFrame(np.eye(2)[[0, 0, 1, 1, 1]])
    assert sets(as_clustering(numbered)) == [{0, 1}, {2, 3, 4}]


def test_one_hot_frame_with_a_column_of_nodes():
    frame = polars.from_pandas(ONE_HOT.astype(bool).rename_axis("id").reset_index())
    assert as_clustering(frame) == as_clustering(ONE_HOT)


def test_two_columns_of_truth_values_may_overlap():
    frame = pandas.DataFrame({"red": [True, True, False], "blue": [False, True, True]})
    for table in (frame, polars.from_pandas(frame), pyarrow.Table.from_pandas(frame)):
        assert sets(as_clustering(table)) == [{0, 1}, {1, 2}]


def test_frame_of_shares():
    frame = pandas.DataFrame({"red": [0.2, 1.0], "blue": [0.8, 0.0]})
    assert as_clustering(frame) == Clustering.from_clusters(
        {"red": {0: 0.2, 1: 1}, "blue": {0: 0.8}}
    )


def test_get_dummies():
    labels = pandas.Series(["x", "x", "y"], index=["ann", "bob", "eve"])
    assert accord.nmi(pandas.get_dummies(labels), labels) == 1


def test_columns_can_be_chosen_wherever_tables_are_compared():
    frame = pandas.DataFrame({"x": [1, 2, 3], "gene": ["a", "b", "c"], "mod": [0, 0, 1]})
    with pytest.raises(InputError, match="say which they are with columns="):
        accord.nmi(frame, frame)
    for columns in (["gene", "mod"], "gene,mod", [2, 3]):
        assert as_clustering(frame, columns=columns) == Clustering.from_nodes(
            {"a": 0, "b": 0, "c": 1}
        )
    lazy = polars.from_pandas(frame).lazy()
    assert accord.f1h(lazy, lazy, columns=["gene", "mod"]) == 1


def test_column_of_lists_names_explode():
    table = pandas.DataFrame({"node": [1, 2], "cluster": [["a", "b"], ["a"]]})
    with pytest.raises(InputError, match=r"explode\('cluster'\)"):
        as_clustering(table)
    assert named(as_clustering(table.explode("cluster"))) == {"a": {1, 2}, "b": {1}}
