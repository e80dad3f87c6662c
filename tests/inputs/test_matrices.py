"""Membership matrices: rows are nodes, columns are clusters."""

import warnings

import numpy as np
import pytest
import scipy.sparse
from contents import named, sets, shares

import accord
from accord import InputError
from accord._engines.choose import as_clusterings
from accord._io.objects.clusterings import as_clustering

FORMATS = ["bsr", "coo", "csc", "csr", "dia", "dok", "lil"]
#: All that a matrix may be in.
MAKERS = {
    "array": np.asarray,
    "np.matrix": lambda array: as_np_matrix(array),
    "fortran": np.asfortranarray,
    "array-like": lambda array: ArrayLike(array),
    **{f"{name}_matrix": getattr(scipy.sparse, f"{name}_matrix") for name in FORMATS},
    **{f"{name}_array": getattr(scipy.sparse, f"{name}_array") for name in FORMATS},
}


class ArrayLike:
    """As a tensor is: no array, but it becomes one."""

    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return np.array(self.array)


def as_np_matrix(array):
    with warnings.catch_warnings():  # NumPy would rather have arrays
        warnings.simplefilter("ignore", PendingDeprecationWarning)
        return np.matrix(array)


@pytest.fixture(params=MAKERS.values(), ids=MAKERS)
def make(request):
    return request.param


def test_ones_are_full_memberships(make):
    for kind in (bool, np.uint8, np.int64, np.float32, np.float64):
        clustering = as_clustering(make(np.array([[1, 0], [1, 1], [0, 1]], kind)))
        assert sets(clustering) == [{0, 1}, {1, 2}]
        assert clustering.names is None
        assert not clustering.is_fuzzy


def test_fractions_are_shares(make):
    clustering = as_clustering(make(np.array([[0.25, 0.0], [1.0, 0.5]])))
    assert shares(clustering) == [{0: 0.25, 1: 1.0}, {1: 0.5}]
    assert clustering.is_fuzzy


def test_row_of_zeros_is_a_node_in_no_cluster(make):
    clustering = as_clustering(make(np.array([[0, 0], [1, 0], [0, 1], [0, 0]])))
    assert sorted(clustering.nodes()) == [0, 1, 2, 3]
    assert sets(clustering) == [{1}, {2}]


def test_columns_of_zeros_are_dropped_and_the_others_keep_their_numbers(make):
    assert named(as_clustering(make(np.array([[0, 1, 0, 1], [0, 1, 0, 0]])))) == {1: {0, 1}, 3: {0}}


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (-0.5, "between"),
        (-1, "between"),
        (1.5, "between"),
        (2, "between"),
        (np.nan, "between"),
        (np.inf, "between"),
        (1e-200, "set smaller ones to 0"),
    ],
)
def test_invalid_values_are_an_error_with_the_location(make, value, why):
    matrix = np.zeros((4, 3), np.float64)
    matrix[2, 1] = matrix[3, 0] = value
    matrix[0, 0] = 1
    with pytest.raises(
        InputError, match=rf"^truth has {value:g} in row 2, column 1 \(counted from 0\): .*{why}"
    ):
        as_clusterings([("truth", make(matrix)), ("found", [[0]])])


@pytest.mark.parametrize("kind", [np.complex128, object, "U1", "datetime64[s]"])
def test_non_numeric_matrix_is_an_error(kind):
    with pytest.raises(InputError, match=r"^found is a matrix of .*: expected numbers"):
        as_clustering(np.array([[1, 0], [0, 1]]).astype(kind), name="found")


def test_complex_sparse_matrices_are_an_error():
    with pytest.raises(InputError, match="matrix of complex128: expected numbers"):
        as_clustering(scipy.sparse.csr_array(np.eye(2, dtype=complex)))


def test_one_dimensional_sparse_arrays_are_an_error():
    with pytest.raises(InputError, match="array of 1 dimensions"):
        as_clustering(scipy.sparse.coo_array(np.array([1, 0, 1])))


@pytest.mark.parametrize("shape", [(0, 0), (3, 0), (0, 3), (3, 3)])
def test_matrix_of_zeros_is_an_error(make, shape):
    with pytest.raises(InputError, match="no node is in any cluster"):
        as_clustering(make(np.zeros(shape)))


def test_masked_entries_are_not_memberships():
    assert sets(as_clustering(np.ma.array([[1, 7], [1, 1]], mask=[[0, 1], [0, 0]]))) == [
        {0, 1},
        {1},
    ]


# ---- what sparse formats can hold ----------------------------------------------------------------


@pytest.mark.parametrize("kind", [scipy.sparse.csr_array, scipy.sparse.csc_array])
def test_explicit_zeros_are_not_memberships(kind):
    matrix = kind(np.array([[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]]))
    matrix.data[:] = (
        [0, 1, 0.5, 0, 0, 0] if kind is scipy.sparse.csr_array else [0, 0.5, 0, 1, 0, 0]
    )
    clustering = as_clustering(matrix)
    assert shares(clustering) == [{1: 0.5}, {0: 1.0}]
    assert sorted(clustering.nodes()) == [0, 1, 2]
    assert matrix.nnz == 6  # the matrix of the caller is as it was


def test_duplicate_entries_are_added():
    entries = ([0.25, 0.5, 0.25, 1.0], ([0, 0, 1, 1], [0, 0, 0, 1]))
    for matrix in (
        scipy.sparse.coo_array(entries, shape=(2, 2)),
        scipy.sparse.coo_matrix(entries, shape=(2, 2)),
    ):
        assert shares(as_clustering(matrix)) == [{0: 0.75, 1: 0.25}, {1: 1.0}]
        assert matrix.nnz == 4


def test_duplicate_entries_in_rows_or_columns_are_added():
    for kind in (scipy.sparse.csr_array, scipy.sparse.csc_array):
        matrix = kind(
            (np.array([0.25, 0.5, 1.0]), np.array([0, 0, 1]), np.array([0, 2, 3])), shape=(2, 2)
        )
        assert not matrix.has_canonical_format
        assert shares(as_clustering(matrix)) == [{0: 0.75}, {1: 1.0}]
        assert matrix.nnz == 3


def test_duplicate_entries_that_exceed_one_are_an_error():
    with pytest.raises(InputError, match=r"has 2 in row 1, column 0"):
        as_clustering(scipy.sparse.coo_array(([1, 1], ([1, 1], [0, 0])), shape=(2, 1)))


def test_entries_that_cancel_out_are_not_a_membership():
    matrix = scipy.sparse.coo_array(([0.5, -0.5, 1.0], ([0, 0, 1], [0, 0, 1])), shape=(2, 2))
    assert named(as_clustering(matrix)) == {1: {1}}


def test_64_bit_indices_are_read():
    matrix = scipy.sparse.csr_array(np.eye(3))
    matrix.indices, matrix.indptr = matrix.indices.astype(np.int64), matrix.indptr.astype(np.int64)
    assert sets(as_clustering(matrix)) == [{0}, {1}, {2}]


# ---- against others ------------------------------------------------------------------------------


def test_rows_are_numbered_nodes():
    matrix = scipy.sparse.csr_array(np.array([[1, 0], [1, 0], [0, 1]]))
    assert accord.f1h(matrix, [[0, 1], [2]]) == 1
    assert accord.nmi({0: "a", 1: "a", 2: "b"}, matrix) == pytest.approx(1)
    assert (
        accord.rank(matrix, {"same": np.eye(3)[[0, 0, 1]], "other": [[0], [1, 2]]}, "f1h")["same"][
            "f1h"
        ]
        == 1
    )


def test_rows_of_a_matrix_are_the_nodes_of_labels():
    matrix = np.eye(2)[[0, 0, 1]]
    assert accord.f1h([5, 5, 7], matrix) == 1
    with pytest.raises(InputError, match="truth is a flat sequence of 2 labels"):
        accord.f1h([5, 7], matrix)


def test_million_entries_are_all_read():
    rng = np.random.default_rng(1)
    row, column = rng.integers(0, 10**6, 10**6), rng.integers(0, 10**4, 10**6)
    clustering = as_clustering(
        scipy.sparse.coo_array((np.ones(len(row), bool), (row, column)), shape=(10**6, 10**4))
    )
    there = np.unique(column * 10**6 + row)
    assert np.array_equal(
        clustering.rows.row_of_membership() * 10**6 + clustering.rows.members, there
    )
    assert clustering.n_nodes == 10**6
