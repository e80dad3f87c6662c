"""Plain Python objects as clusterings."""

from collections import OrderedDict, deque
from pathlib import Path

import numpy as np
import pandas
import polars
import pyarrow
import pytest
import strategies
from contents import named, sets
from hypothesis import given

import accord
from accord import AccordError, Clustering, FileError, InputError, NodeSetError
from accord._engines.choose import as_clusterings
from accord._foundation.reading import Reading
from accord._io.objects.clusterings import as_clustering


def both(truth: object, found: object) -> list[Clustering]:
    return as_clusterings([("truth", truth), ("found", found)])


class ArrayLike:
    """As a pandas Series is: no array, no sequence, but it becomes an array."""

    def __init__(self, values):
        self.values = values

    def __array__(self, dtype=None, copy=None):
        return np.array(self.values)


def stable_id(data: object) -> str:
    """A test id that is equal in every process: the type instead of an address."""
    return type(data).__name__ if " at 0x" in repr(data) else repr(data)


# ---- one side ------------------------------------------------------------------------------------


@given(strategies.covers())
def test_iterable_of_iterables_is_read_as_clusters(clusters):
    for data in (
        clusters,
        tuple(clusters),
        iter(clusters),
        {frozenset(c): 0 for c in clusters}.keys(),
        map(list, clusters),
    ):
        read = as_clustering(data, orientation="clusters")
        assert {frozenset(cluster) for cluster in sets(read)} == {
            frozenset(cluster) for cluster in clusters
        }


@pytest.mark.parametrize(
    "data",
    [
        [[1, 2], [3]],
        ([1, 2], (3,)),
        [{1, 2}, frozenset({3})],
        [range(1, 3), range(3, 4)],
        [np.array([1, 2]), np.array([3])],
        [{1: 1, 2: 1}.keys(), [3]],
        deque([[1, 2], [3]]),
    ],
    ids=stable_id,
)
def test_any_collection_is_a_cluster(data):
    assert sets(as_clustering(data)) == [{1, 2}, {3}]


def test_list_of_iterators_is_read_as_clusters():
    assert sets(as_clustering([iter([1, 2]), iter([3])])) == [{1, 2}, {3}]


def test_lists_of_iterators_on_both_sides_are_clusters_not_labels():
    truth, found = both([iter([1, 2]), iter([3])], [iter([1]), iter([2, 3])])
    assert (sets(truth), sets(found)) == ([{1, 2}, {3}], [{1}, {2, 3}])


@pytest.mark.parametrize("cls", [dict, OrderedDict])
def test_mapping_to_collections_maps_clusters_to_nodes(cls):
    clustering = as_clustering(cls({"red": [1, 2], "blue": {2, 3}}))
    assert clustering.names == ("red", "blue")
    assert sets(clustering) == [{1, 2}, {2, 3}]


def test_mapping_to_scalars_maps_nodes_to_labels():
    clustering = as_clustering({"ann": 0, "bob": 1, "eve": 0})
    assert named(clustering) == {0: {"ann", "eve"}, 1: {"bob"}}


def test_mapping_to_texts_maps_nodes_to_labels():
    clustering = as_clustering({1: "red", 2: "blue", 3: "red"})
    assert named(clustering) == {"red": {1, 3}, "blue": {2}}


def test_mapping_of_mappings_has_shares():
    clustering = as_clustering({"red": {"ann": 0.5, "bob": 1}})
    assert clustering.is_fuzzy
    assert clustering.rows.shares.tolist() == [0.5, 1.0]


def test_list_of_mappings_has_shares():
    assert as_clustering([{"ann": 0.5}]).is_fuzzy


def test_mixed_mapping_is_an_error_that_names_the_alternatives():
    with pytest.raises(InputError, match=r"use orientation='nodes' if it maps nodes"):
        as_clustering({"a": [1], "b": 2})


@pytest.mark.parametrize("kind", [str, Path])
def test_string_or_path_is_read_as_a_file(tmp_path, kind):
    (tmp_path / "a.cnl").write_text("1 2\n3\n")
    assert sets(as_clustering(kind(tmp_path / "a.cnl"))) == [{1, 2}, {3}]


def test_string_that_is_not_a_file_is_a_missing_file():
    with pytest.raises(FileError, match="no such clusters"):
        as_clustering("no such clusters")


def test_clustering_is_returned_unchanged():
    clustering = Clustering.from_clusters([[1]])
    assert as_clustering(clustering) is clustering


@pytest.mark.parametrize(
    "data", [[1, 2], ["a", "b"], np.array([1, 2]), (1,), ArrayLike([1, 2])], ids=stable_id
)
def test_single_flat_sequence_is_an_error_that_names_from_labels(data):
    with pytest.raises(InputError, match="from_labels"):
        as_clustering(data)


@pytest.mark.parametrize(
    "data",
    [
        5,
        None,
        1.5,
        object(),
        [],
        {},
        (),
        set(),
        iter([]),
        {1, 2},
        [[1], 2],
        [[]],
        b"ab",
        [[1], "ab"],
    ],
    ids=stable_id,
)
def test_anything_else_is_an_accord_error(data):
    with pytest.raises(InputError):
        as_clustering(data)


def test_error_names_the_side():
    with pytest.raises(InputError, match="found is int"):
        both([[1]], 5)
    with pytest.raises(InputError, match="truth is an empty mapping"):
        both({}, [[1]])


# ---- both sides ----------------------------------------------------------------------------------

FLAT_PAIRS = [
    ([0, 0, 1], [5, 6, 6]),
    ((0, 0, 1), deque([5, 6, 6])),
    (np.array([0, 0, 1]), [5, 6, 6]),
    (["a", "a", "b"], np.array(["x", "y", "y"])),
    (ArrayLike([0, 0, 1]), ArrayLike(["x", "y", "y"])),
    ([5.0, 5.0, 1.0], [True, False, False]),
]


@pytest.mark.parametrize(("truth", "found"), FLAT_PAIRS, ids=stable_id)
def test_two_flat_sequences_of_equal_length_are_labels(truth, found):
    first, second = both(truth, found)
    assert sorted(map(sorted, first.clusters())) == [[0, 1], [2]]
    assert sorted(map(sorted, second.clusters())) == [[0], [1, 2]]


def test_flat_sequences_of_different_lengths_are_an_error_with_both_lengths():
    with pytest.raises(InputError, match=r"truth has 3 labels and found 2"):
        both([0, 0, 1], [0, 1])


@pytest.mark.parametrize(
    ("truth", "found", "flat"),
    [
        ([0, 1], [[1], [2]], "truth"),
        ([["a"], ["b"]], [0, 1], "found"),
        ([5], [[-1, 0]], "truth"),
    ],
)
def test_labels_beside_other_nodes_are_an_error_that_names_them(truth, found, flat):
    with pytest.raises(InputError, match=f"^{flat} is a flat sequence"):
        both(truth, found)


def test_labels_beside_clusters_of_positions():
    assert accord.nmi([7, 7, 8], [[0, 1], [2]]) == 1
    assert accord.nmi([[0, 1], [2]], [7, 7, 8]) == 1
    assert accord.nmi(pandas.Series([7, 7, 8]), {"a": [0, 1], "b": [2]}) == 1


def test_empty_labels_are_an_error():
    with pytest.raises(InputError, match="no labels"):
        both(np.array([]), np.array([]))


@pytest.mark.parametrize("data", [[3, [1, 2]], [1, {2}], [1, {}], ["a", ["b"]]], ids=stable_id)
def test_labels_among_clusters_are_an_accord_error(data):
    with pytest.raises(AccordError):
        both(data, data)


def test_different_forms_of_one_clustering_agree(tmp_path):
    (tmp_path / "a.cnl").write_text("1 2\n3\n")
    forms = [
        [[1, 2], [3]],
        {"a": [1, 2], "b": [3]},
        {1: "a", 2: "a", 3: "b"},
        tmp_path / "a.cnl",
        str(tmp_path / "a.cnl"),
        Clustering.from_labels([0, 0, 1], nodes=[1, 2, 3]),
    ]
    for truth in forms:
        for found in forms:
            assert accord.f1p(truth, found) == 1
            assert accord.nmi(truth, found) == pytest.approx(1)


def test_iterators_are_read_once():
    assert accord.f1h(iter([[1, 2], [3]]), (cluster for cluster in [[1, 2], [3]])) == 1


@pytest.mark.parametrize("data", [np.zeros((2, 2, 2)), np.array(1)], ids=["three", "none"])
def test_arrays_of_other_dimensions_are_refused(data):
    with pytest.raises(InputError, match="dimensions"):
        both(data, data)


def test_series_are_aligned_by_index():
    truth, found = (
        pandas.Series([0, 0, 1], index=["a", "b", "c"]),
        pandas.Series([1, 0, 0], index=["c", "a", "b"]),
    )
    for series in (found, found.reindex(truth.index)):
        assert accord.nmi(truth, series) == 1
        assert accord.rank(truth, {"found": series}, ["nmi"])["found"]["nmi"] == 1
    assert accord.nmi(truth, found.to_numpy()) < 1


@pytest.mark.parametrize(
    "labels",
    [
        pandas.Series(["x", "y", "y"]),
        pandas.Series([4, 7, 7], dtype="Int64"),
        pandas.Series([4, 7, 7], dtype="int64[pyarrow]"),
        pandas.Series(["x", "y", "y"], dtype="category"),
        polars.Series(["x", "y", "y"]),
        polars.Series([4, 7, 7]),
        polars.Series(["x", "y", "y"], dtype=polars.Categorical),
        pyarrow.array(["x", "y", "y"]),
        pyarrow.chunked_array([[4], [7, 7]]),
    ],
    ids=lambda labels: f"{type(labels).__module__} {getattr(labels, 'dtype', '')}",
)
def test_table_columns_are_labels_by_position(labels):
    for truth, found in (both(labels, [0, 1, 1]), both(labels, labels), both([5, 6, 6], labels)):
        assert sorted(map(sorted, truth.clusters())) == [[0], [1, 2]]
        assert sorted(map(sorted, found.clusters())) == [[0], [1, 2]]


@pytest.mark.parametrize(
    "labels",
    [
        pandas.Series([1, None, 2], dtype="Int64"),
        pandas.Series(["a", None, "b"]),
        pandas.Series(["a", pandas.NA, "b"], dtype=object),
        pandas.Series(["a", None, "b"], dtype="category"),
        polars.Series([1, None, 2]),
        polars.Series(["a", None, "b"]),
        np.ma.array([1, 2, 3], mask=[False, True, False]),
    ],
    ids=lambda labels: f"{type(labels).__module__} {labels.dtype}",
)
def test_missing_label_is_an_error_with_its_position(labels):
    with pytest.raises(InputError, match=r"found: the label at position 1 is missing.*noise=float"):
        both([0, 0, 1], labels)
    _, found = as_clusterings(
        [("truth", [0, 0, 1]), ("found", labels)], Reading(noise=float("nan"))
    )
    assert sorted(map(sorted, found)) == [[0], [2]]
    assert found.nodes() == [0, 1, 2]


def test_result_may_be_named_truth():
    assert list(accord.rank([0, 0, 1], {"truth": [0, 1, 1], "found": [0, 0, 1]}, "f1p")) == [
        "found",
        "truth",
    ]


def test_similarity_matrix_takes_named_clusterings():
    matrix = accord.similarity_matrix(
        {"a": [[1, 2], [3]], "b": [[1], [2, 3]]}, "nvd", nodes=(node for node in (1, 2, 3))
    )
    assert matrix.tolist() == [[0, 1 / 3], [1 / 3, 0]]


# ---- Series with an index --------------------------------------------------------------------


def test_series_with_other_indexes_have_other_nodes():
    truth = pandas.Series([0, 0, 1], index=["a", "b", "c"])
    found = pandas.Series([1, 2, 2], index=["c", "b", "x"])
    with pytest.raises(NodeSetError, match="1 are in truth only, 1 in found only"):
        accord.nmi(truth, found)
    assert accord.f1h(truth, found) == accord.f1h([["a", "b"], ["c"]], [["c"], ["b", "x"]])


def test_series_with_an_index_compares_with_anything_that_has_these_nodes():
    truth = pandas.Series([0, 0, 1], index=["a", "b", "c"])
    for found in ([["a", "b"], ["c"]], {"a": 1, "b": 1, "c": 2}, as_clustering(truth)):
        assert accord.nmi(truth, found) == accord.nmi(found, truth) == 1
    assert accord.nmi(truth, np.array([7, 7, 8])) == 1  # by position


@pytest.mark.parametrize(
    ("truth", "found", "message"),
    [
        (
            pandas.Series([0, 0], index=["a", "b"]),
            pandas.Series([0, 0]),
            r"no label in common.*series.to_numpy\(\)",
        ),
        (
            pandas.Series([0, 0], index=["a", "b"]),
            pandas.Series([0, 0], index=["a", "a"]),
            "found is a Series with 1 repeated label in its index",
        ),
        (pandas.Series([0, 0, 1]), [[1, 2], [3]], "truth is a flat sequence of 3 labels"),
    ],
)
def test_series_that_cannot_be_aligned(truth, found, message):
    with pytest.raises(InputError, match=message):
        accord.nmi(truth, found)


# ---- tensors, without installing their libraries -----------------------------------------------


class Tensor:
    """Behaves as a tensor of PyTorch that requires a gradient, on a device."""

    __module__ = "torch"

    def __init__(self, values, detached=False):
        self.values, self.detached = np.asarray(values), detached
        self.ndim, self.shape = self.values.ndim, self.values.shape

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("Can't call numpy() on Tensor that requires grad")

    def __len__(self):
        return len(self.values)

    def detach(self):
        return Tensor(self.values, detached=True)

    def cpu(self):
        return self

    def numpy(self):
        assert self.detached
        return self.values


def test_tensors_that_require_a_gradient():
    assert accord.nmi(Tensor([0, 0, 1]), [5, 5, 6]) == 1
    memberships = Tensor([[1, 0], [1, 0], [0.25, 0.75]])
    assert as_clustering(memberships) == as_clustering(memberships.values)


def test_array_that_cannot_be_converted_is_an_error_of_accord():
    closed = type("Closed", (), {"__array__": Tensor.__array__})()
    with pytest.raises(InputError, match="Closed cannot be converted to a NumPy array"):
        accord.nmi(closed, [0, 1])
