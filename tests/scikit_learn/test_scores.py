"""The scores are scikit-learn's: values, types, signatures; exact where its integers overflow."""

import inspect
import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
import sklearn.metrics.cluster as sklearn_metrics
from hypothesis import given
from hypothesis import strategies as st

import accord
import accord.sklearn as accord_sklearn
from accord._summaries.clustering_pair import Overlaps
from accord.sklearn._summaries import count_pairs

SCORES = [name for name in accord_sklearn.__all__ if name.endswith(("_score", "_v_measure"))]
TABLES = ["contingency_matrix", "pair_confusion_matrix"]
AVERAGED = ["normalized_mutual_info_score", "adjusted_mutual_info_score"]
METHODS = ["arithmetic", "geometric", "max", "min"]


@st.composite
def labellings(draw: st.DrawFn, least: int = 0) -> tuple[list, list]:
    """Two labellings of the same samples: labels of one type, all equal, or all different."""
    n = draw(st.integers(least, 12))
    kinds = [
        st.integers(0, 4),
        st.integers(-3, 3),
        st.sampled_from([-(2**63), 0, 2**63 - 1]),
        st.text("abé ", max_size=2),
    ]
    kinds += [st.booleans(), st.integers(-2, 2).map(float), st.just(7)]
    sides = st.one_of(
        *(st.lists(kind, min_size=n, max_size=n) for kind in kinds), st.permutations(range(n))
    )
    return draw(sides), draw(sides)


def left_to_chance(truth, found, method) -> bool:
    """Whether AMI is defined: not if every way to match the samples gives the same."""
    alone = [len(set(side)) == len(side) for side in (truth, found)]
    return (
        method != "min" or all(alone) or not any(alone) or 1 in (len(set(truth)), len(set(found)))
    )


# ---- values --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in SCORES if name not in AVERAGED])
@given(labels=labellings(least=1))
def test_scores_equal_scikit_learn(name, labels):
    assert getattr(accord_sklearn, name)(*labels) == pytest.approx(
        getattr(sklearn_metrics, name)(*labels), abs=1e-12
    )


@pytest.mark.parametrize("name", AVERAGED)
@pytest.mark.parametrize("method", METHODS)
@given(labels=labellings())
def test_averages_equal_scikit_learn(name, method, labels):
    if name.startswith("normalized") or left_to_chance(*labels, method):
        wanted = getattr(sklearn_metrics, name)(*labels, average_method=method)
        assert getattr(accord_sklearn, name)(*labels, average_method=method) == pytest.approx(
            wanted, abs=1e-10
        )


@pytest.mark.parametrize("name", TABLES)
@given(labels=labellings())
def test_tables_equal_scikit_learn(name, labels):
    result, wanted = getattr(accord_sklearn, name)(*labels), getattr(sklearn_metrics, name)(*labels)
    assert result.dtype == wanted.dtype
    np.testing.assert_array_equal(result, wanted)


@given(labels=labellings(least=1), beta=st.floats(0.01, 100))
def test_beta_equals_scikit_learn(labels, beta):
    assert accord_sklearn.v_measure_score(*labels, beta=beta) == pytest.approx(
        sklearn_metrics.v_measure_score(*labels, beta=beta), abs=1e-12
    )


@pytest.mark.parametrize("name", SCORES)
@pytest.mark.parametrize(
    ("n", "true", "predicted"),
    [(1_000, 10, 30), (5_000, 900, 3), (3_000, 3_000, 50), (60_000, 40, 40)],
)
def test_larger_labellings_equal_scikit_learn(name, n, true, predicted):
    rng = np.random.default_rng(n)
    truth = rng.integers(0, true, n)
    found = np.where(rng.random(n) < 0.6, truth % predicted, rng.integers(0, predicted, n)) - 5
    assert getattr(accord_sklearn, name)(truth, found) == pytest.approx(
        getattr(sklearn_metrics, name)(truth, found), abs=1e-10
    )


@pytest.mark.parametrize("name", [name for name in SCORES if name != "mutual_info_score"])
def test_empty_labels_equal_scikit_learn(name):
    assert getattr(accord_sklearn, name)([], []) == getattr(sklearn_metrics, name)([], [])


TRUTH, FOUND = [3, 1, 1, 2, 2, 2, 3], [0, 0, 1, 1, 1, 2, 2]
KINDS = {
    "list": list,
    "tuple": tuple,
    "int8": lambda labels: np.array(labels, np.int8),
    "uint64": lambda labels: np.array(labels, np.uint64) + np.uint64(2**63),
    "big-endian": lambda labels: np.array(labels, ">u8"),
    "strided": lambda labels: np.repeat(labels, 2)[::2],
    "floats": lambda labels: np.array(labels, float),
    "large floats": lambda labels: np.array(labels, float) * 2.0**60,
    "integers beyond 64 bits": lambda labels: [label * 2**70 for label in labels],
    "bools": lambda labels: [label > 1 for label in labels],
    "texts": lambda labels: [f"label {label}" for label in labels],
    "array of texts": lambda labels: np.array(labels).astype(str),
    "objects": lambda labels: np.array([str(label) for label in labels], object),
    "dates": lambda labels: np.array(labels, "M8[D]"),
    "Series": pd.Series,
    "nullable Series": lambda labels: pd.Series(labels, dtype="Int64"),
    "Series of texts": lambda labels: pd.Series([str(label) for label in labels], index=labels),
    "categorical": lambda labels: pd.Series(labels, dtype="category"),
    "Index": pd.Index,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", [*SCORES, *TABLES])
def test_labels_of_every_type(kind, name):
    truth, found = KINDS[kind](TRUTH), KINDS[kind](FOUND)
    result, wanted = (
        getattr(accord_sklearn, name)(truth, found),
        getattr(sklearn_metrics, name)(truth, found),
    )
    np.testing.assert_allclose(result, wanted, rtol=0, atol=1e-12)
    assert type(result) is type(wanted)


def test_labels_of_different_types_on_both_sides():
    assert accord_sklearn.adjusted_rand_score(
        TRUTH, KINDS["texts"](FOUND)
    ) == sklearn_metrics.adjusted_rand_score(TRUTH, FOUND)


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in accord_sklearn.__all__
        if hasattr(sklearn_metrics, name) or hasattr(sklearn_metrics._supervised, name)
    ],
)
def test_signatures_equal_scikit_learn(name):
    def arguments(function):
        return [
            (p.name, p.kind, p.default) for p in inspect.signature(function).parameters.values()
        ]

    assert arguments(getattr(accord_sklearn, name)) == arguments(
        getattr(sklearn_metrics._supervised, name)
    )


@pytest.mark.parametrize(
    "options",
    [{"sparse": True}, {"dtype": np.int8}, {"dtype": float}, {"dtype": None}, {"dtype": bool}],
)
@pytest.mark.parametrize("eps", [None, 0.5, 1, np.float32(0.1)])
def test_contingency_matrix_of_any_type(options, eps):
    if eps is not None and "sparse" in options:
        return
    result, wanted = (
        module.contingency_matrix(TRUTH, FOUND, eps=eps, **options)
        for module in (accord_sklearn, sklearn_metrics)
    )
    assert (type(result), result.dtype) == (type(wanted), wanted.dtype)
    dense = [
        matrix.toarray() if scipy.sparse.issparse(matrix) else matrix for matrix in (result, wanted)
    ]
    np.testing.assert_array_equal(*dense)


CONTINGENCIES = [
    [[1, 2], [3, 4]],
    [[0.5, 1.5], [2, 3]],
    [[3, 0], [0, 0], [0, 2]],
    [[0, 0, 4]],
    [[True, False], [False, True]],
    np.array([[5, 1], [0, 2]], np.uint8),
    scipy.sparse.csr_matrix([[1, 2], [0, 3]]),
    scipy.sparse.coo_array(([1, 1, 2], ([0, 0, 1], [0, 0, 1]))),
    scipy.sparse.lil_matrix([[1, 2], [0, 3]]),
]


@pytest.mark.parametrize("contingency", CONTINGENCIES, ids=str)
def test_information_of_a_contingency(contingency):
    wanted = sklearn_metrics.mutual_info_score(None, None, contingency=contingency)
    assert accord_sklearn.mutual_info_score(None, None, contingency=contingency) == pytest.approx(
        wanted, abs=1e-12
    )


# ---- exact where they overflow -------------------------------------------------------------------


def pairs_of(sizes) -> int:
    return sum(size * size for size in map(int, sizes))


@pytest.mark.parametrize("clusters", [2, 1_000, 700_000])
def test_a_million_samples_counted_with_python_integers(clusters):
    rng = np.random.default_rng(clusters)
    truth = rng.integers(0, clusters, 10**6)
    found = np.where(rng.random(10**6) < 0.8, truth, rng.integers(0, clusters, 10**6))
    n = 10**6
    both = pairs_of(np.unique(truth * clusters + found, return_counts=True)[1])
    in_truth, in_found = pairs_of(np.bincount(truth)), pairs_of(np.bincount(found))
    wanted = [[n * n - in_truth - in_found + both, in_found - both], [in_truth - both, both - n]]
    assert accord_sklearn.pair_confusion_matrix(truth, found).tolist() == wanted
    assert accord_sklearn.rand_score(truth, found) == (wanted[0][0] + wanted[1][1]) / (n * (n - 1))


def test_pair_counts_beyond_signed_64_bits():
    n = 2**32 - 2
    halves, whole = np.array([n // 2, n // 2]), np.array([n])
    counts = count_pairs(Overlaps(np.arange(2), np.zeros(2, int), halves, halves, whole, n))
    within = 2 * (n // 2) * (n // 2 - 1) // 2
    assert counts.pairs == {(0, 1): n * (n - 1) // 2 - within, (1, 1): within}


def test_information_of_large_counts():
    assert accord_sklearn.mutual_info_score(None, None, contingency=np.full((2, 2), 2**62)) == 0
    large = np.array([[1, 2], [3, 4]]) * 2**60
    wanted = accord_sklearn.mutual_info_score(None, None, contingency=[[1, 2], [3, 4]])
    assert accord_sklearn.mutual_info_score(None, None, contingency=large) == pytest.approx(
        wanted, abs=1e-15
    )


# ---- where we differ on purpose ------------------------------------------------------------------


def test_ami_without_chance_has_no_rounding_noise():
    together, alone = [0, 0, 1, 1, 1], [0, 1, 2, 3, 4]
    assert accord_sklearn.adjusted_mutual_info_score(alone, together, average_method="min") == 0
    assert accord_sklearn.v_measure_score([0, 0], [0, 1], beta=0) == 0


# ---- what is refused -----------------------------------------------------------------------------

BAD_LABELS = {
    "None": None,
    "a text": "abc",
    "a number": 3,
    "a set": {0, 1},
    "a mapping": {0: 1, 1: 2},
    "a generator": (label for label in (0, 1)),
    "two dimensions": [[0, 1], [1, 0]],
    "rows of different lengths": [[1], [2, 3]],
    "a column": pd.DataFrame({"label": [0, 1]}),
    "no dimension": np.array(3),
    "sparse": scipy.sparse.csr_matrix([[0, 1]]),
    "another length": [0, 1, 2],
    "nan": [np.nan, 1],
    "infinity": [np.inf, 1],
    "nan among objects": np.array([np.nan, 1], object),
    "None among others": [None, 1],
    "nothing but None": [None, None],
    "missing in a Series": pd.Series([1, pd.NA], dtype="Int64"),
    "missing among texts": pd.Series(["a", None]),
    "NA among objects": pd.Series(["a", pd.NA], dtype=object),
    "texts and numbers": np.array(["a", 1], object),
    "no order": [object(), object()],
    "bytes": [b"a", b"b"],
    "complex": [1j, 2],
}


@pytest.mark.parametrize("bad", BAD_LABELS)
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("name", [*SCORES, "pair_confusion_matrix"])
def test_invalid_labels_are_refused_like_scikit_learn(bad, side, name):
    labels = [[0, 1], [0, 1]]
    labels[side] = BAD_LABELS[bad]
    with pytest.raises((ValueError, TypeError)) as wanted:
        getattr(sklearn_metrics, name)(*labels)
    with pytest.raises(accord.InvalidParameterError, match=r"labels_(true|pred)") as result:
        getattr(accord_sklearn, name)(*labels)
    assert isinstance(
        result.value, ValueError if isinstance(wanted.value, ValueError) else TypeError
    )


BAD_OPTIONS = [
    ("v_measure_score", {"beta": -1}),
    ("v_measure_score", {"beta": None}),
    ("v_measure_score", {"beta": "1"}),
    ("homogeneity_completeness_v_measure", {"beta": float("nan")}),
    ("homogeneity_completeness_v_measure", {"beta": float("inf")}),
    *((name, {"average_method": method}) for name in AVERAGED for method in ("mean", None, 3, [])),
    *(("contingency_matrix", {"eps": eps}) for eps in (-1, "a", float("nan"))),
    *(("contingency_matrix", {"sparse": sparse}) for sparse in (1, "yes", None)),
    *(("contingency_matrix", {"dtype": dtype}) for dtype in ("x", object, np.float16, "U3")),
    ("contingency_matrix", {"eps": 1.0, "sparse": True}),
    *(
        ("mutual_info_score", {"contingency": table})
        for table in ("x", 5, [1, 2], [[0, 0], [0, 0]], np.zeros((0, 0)), [["a"]])
    ),
    ("mutual_info_score", {"contingency": [[np.nan, 1]]}),
    ("mutual_info_score", {"contingency": np.ones((2, 2, 2))}),
    ("mutual_info_score", {"contingency": scipy.sparse.dok_array((2, 2))}),
]


@pytest.mark.parametrize(("name", "options"), BAD_OPTIONS, ids=str)
def test_invalid_options_are_refused_like_scikit_learn(name, options):
    with pytest.raises((ValueError, TypeError)):
        getattr(sklearn_metrics, name)(TRUTH, FOUND, **options)
    with pytest.raises(accord.InvalidParameterError, match=next(iter(options))):
        getattr(accord_sklearn, name)(TRUTH, FOUND, **options)


def test_negative_contingency_is_refused():
    with pytest.raises(accord.InvalidParameterError, match="none below zero"):
        accord_sklearn.mutual_info_score(None, None, contingency=[[1, -1], [2, 3]])


def test_labels_next_to_a_contingency_are_validated():
    for module in (accord_sklearn, sklearn_metrics):
        with pytest.raises(ValueError, match="labels_true"):
            module.mutual_info_score("x", None, contingency=[[1, 2], [2, 1]])


def test_mutual_information_of_no_samples_is_an_error():
    for module in (accord_sklearn, sklearn_metrics):
        with pytest.raises(ValueError, match=r"."):
            module.mutual_info_score([], [])


@pytest.mark.parametrize(
    ("truth", "found"),
    [
        ([0.5, 1.5, 2], [0, 1, 1]),
        (["a", "b", "c"], [0.1, 0.2, 1]),
        ([0.5, 1.5], [0.1, 2.5]),
        ([1.0, 2.0], [0.0, 0.5]),
    ],
)
def test_continuous_labels_are_scored_with_a_warning(truth, found):
    outcomes = []
    for module in (sklearn_metrics, accord_sklearn):
        with pytest.warns(UserWarning, match="continuous") as caught:
            value = module.adjusted_rand_score(truth, found)
        outcomes.append((value, [str(warning.message) for warning in caught]))
    assert outcomes[0] == outcomes[1]
    with pytest.warns(accord.AccordWarning) as caught:
        accord_sklearn.adjusted_rand_score(truth, found)
    assert caught[0].filename == __file__


@given(labels=labellings(least=1))
def test_labels_are_scored_without_a_warning(labels):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name in SCORES:
            getattr(accord_sklearn, name)(*labels)


# ---- light ---------------------------------------------------------------------------------------


def test_neither_scikit_learn_nor_scipy_is_loaded():
    code = (
        "import sys, accord.sklearn as ours; ours.scorers();"
        "ours.contingency_matrix([0, 1], [0, 0]);"
        "scores = [name for name in ours.__all__ if name.endswith('_score')];"
        "[getattr(ours, name)([0, 1, 1], ['a', 'b', 'a']) for name in scores];"
        "loaded = {name.partition('.')[0] for name in sys.modules};"
        "print(*loaded & {'sklearn', 'scipy', 'pandas', 'joblib'})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not done.stdout.strip()


def test_sparse_without_scipy_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy.sparse", None)
    with pytest.raises(accord.MissingPackageError, match="scipy"):
        accord_sklearn.contingency_matrix([0, 1], [0, 0], sparse=True)
