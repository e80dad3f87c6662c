"""The clustering scores of scikit-learn, with the same names, arguments and results."""

from __future__ import annotations

import math
import numbers
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._engines.native.information import expect_information
from accord._foundation.metric_options import Mean
from accord._summaries.clustering_pair import Overlaps
from accord.errors import InvalidParameterError, need_package
from accord.metrics._entropies import information
from accord.metrics._information import ami, completeness, homogeneity, nmi, v_measure
from accord.metrics._pairs import adjusted_rand, fowlkes_mallows, rand
from accord.sklearn._labels import check_array_like, threads_for
from accord.sklearn._summaries import (
    checked_table,
    count_pairs,
    table_of_contingency,
    unchecked_table,
)

if TYPE_CHECKING:
    import scipy.sparse
    from numpy.typing import DTypeLike, NDArray

#: The names of the averages of two entropies in accord.
_NORMS: dict[str, Mean] = {"arithmetic": "avg", "geometric": "sqrt", "max": "max", "min": "min"}


# ---- pairs of samples ----------------------------------------------------------------------------


def rand_score(labels_true: Any, labels_pred: Any) -> float:
    """Share of pairs of samples that both labellings join or both separate: `accord.rand`.

    >>> from accord.sklearn import rand_score
    >>> rand_score([0, 0, 1, 1], [0, 0, 1, 2])
    0.8333333333333334
    """
    return float(rand(count_pairs(checked_table(labels_true, labels_pred))))


def adjusted_rand_score(labels_true: Any, labels_pred: Any) -> float:
    """Rand index corrected for chance: `accord.adjusted_rand`.

    >>> from accord.sklearn import adjusted_rand_score
    >>> adjusted_rand_score([0, 0, 1, 1], ["a", "a", "b", "c"])
    0.5714285714285714
    """
    return float(adjusted_rand(count_pairs(checked_table(labels_true, labels_pred))))


def fowlkes_mallows_score(labels_true: Any, labels_pred: Any) -> float:
    """Geometric mean of the precision and recall of pairs: `accord.fowlkes_mallows`.

    0 if no pair is together on both sides.
    """
    counts = count_pairs(checked_table(labels_true, labels_pred))
    return float(fowlkes_mallows(counts)) if (1, 1) in counts.pairs else 0.0


def pair_confusion_matrix(labels_true: Any, labels_pred: Any) -> NDArray[Any]:
    """Ordered pairs of samples: apart or together in truth (rows) and in prediction (columns).

    Twice the numbers of `accord.pair_counts`, exact; unsigned if signed 64 bits are too few.

    >>> from accord.sklearn import pair_confusion_matrix
    >>> pair_confusion_matrix([0, 0, 1, 1], [0, 0, 1, 2])
    array([[8, 0],
           [2, 2]])
    """
    pairs = count_pairs(checked_table(labels_true, labels_pred)).pairs
    return np.array(
        [[2 * pairs.get((in_truth, in_found), 0) for in_found in (0, 1)] for in_truth in (0, 1)]
    )


# ---- information ---------------------------------------------------------------------------------


def normalized_mutual_info_score(
    labels_true: Any, labels_pred: Any, *, average_method: str = "arithmetic"
) -> float:
    """Share of the information that the labellings have in common: `accord.nmi`.

    `average_method` is what it is divided by: the "arithmetic" or "geometric" mean, "max" or "min"
    of both entropies.
    """
    norm = _norm(average_method)
    table = checked_table(labels_true, labels_pred)
    return float(nmi(table.tallies, norm=norm)) if table.total else 1.0


def adjusted_mutual_info_score(
    labels_true: Any, labels_pred: Any, *, average_method: str = "arithmetic"
) -> float:
    """Information in common, corrected for chance: `accord.ami`.

    `average_method` as in `normalized_mutual_info_score`.

    >>> from accord.sklearn import adjusted_mutual_info_score
    >>> round(adjusted_mutual_info_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]), 4)
    0.2988
    """
    norm = _norm(average_method)
    table = checked_table(labels_true, labels_pred)
    clusters = len(table.truth_sizes), len(table.found_sizes)
    if min(clusters) < 2:
        return float(max(clusters) < 2)
    return float(ami(expect_information(table, threads_for(int(table.total))), norm=norm))


def mutual_info_score(labels_true: Any, labels_pred: Any, *, contingency: Any = None) -> float:
    """Information that each labelling gives about the other, in nats.

    Of the labels, or of `contingency`, a dense or sparse matrix, if it is given.

    >>> from accord.sklearn import mutual_info_score
    >>> round(mutual_info_score([0, 0, 1, 1], [0, 0, 1, 2]), 4)
    0.6931
    """
    if contingency is None:
        table = checked_table(labels_true, labels_pred)
    else:
        for name, labels in (("labels_true", labels_true), ("labels_pred", labels_pred)):
            if labels is not None:
                check_array_like(name, labels)
        table = table_of_contingency(contingency)
    if not table.total:
        raise InvalidParameterError("there are no samples, so there is no information to share")
    return information(table.tallies).mutual * math.log(2)


def homogeneity_score(labels_true: Any, labels_pred: Any) -> float:
    """Share of the truth's information that the prediction gives: `accord.homogeneity`."""
    table = checked_table(labels_true, labels_pred)
    return float(homogeneity(table.tallies)) if table.total else 1.0


def completeness_score(labels_true: Any, labels_pred: Any) -> float:
    """Share of the prediction's information that the truth gives: `accord.completeness`."""
    table = checked_table(labels_true, labels_pred)
    return float(completeness(table.tallies)) if table.total else 1.0


def v_measure_score(labels_true: Any, labels_pred: Any, *, beta: float = 1.0) -> float:
    """Harmonic mean of homogeneity and completeness: `accord.v_measure`.

    `beta` above 1 favours completeness.
    """
    return homogeneity_completeness_v_measure(labels_true, labels_pred, beta=beta)[2]


def homogeneity_completeness_v_measure(
    labels_true: Any, labels_pred: Any, *, beta: float = 1.0
) -> tuple[float, float, float]:
    """All three scores at once; `beta` is that of the last.

    >>> from accord.sklearn import homogeneity_completeness_v_measure
    >>> homogeneity_completeness_v_measure([0, 0, 1, 1], [0, 0, 1, 2])
    (1.0, 0.6666666666666666, 0.8)
    """
    _check_number("beta", beta)
    table = checked_table(labels_true, labels_pred)
    if not table.total:
        return 1.0, 1.0, 1.0
    score = v_measure(table.tallies, beta=float(beta))
    assert score.precision is not None
    assert score.recall is not None
    return score.precision, score.recall, float(score)


# ---- the table -----------------------------------------------------------------------------------


def contingency_matrix(
    labels_true: Any,
    labels_pred: Any,
    *,
    eps: float | None = None,
    sparse: bool = False,
    dtype: DTypeLike = np.int64,
) -> NDArray[Any] | scipy.sparse.csr_matrix:
    """Number of samples with each true label (rows) and each predicted label (columns).

    Labels are in ascending order.

    `eps` is added to every entry. With `sparse` it is a sparse matrix of SciPy. `dtype` is the type
    of its entries.

    >>> from accord.sklearn import contingency_matrix
    >>> contingency_matrix(["b", "a", "b"], [1, 1, 2])
    array([[1, 0],
           [1, 1]])
    """
    if eps is not None:
        _check_number("eps", eps)
    if not isinstance(sparse, bool | np.bool_):
        raise InvalidParameterError(f"sparse must be True or False, not {sparse!r}")
    if eps is not None and sparse:
        raise InvalidParameterError(
            "Cannot set 'eps' when sparse=True: the matrix would have no zeros left"
        )
    number_type = _number_type(dtype)
    table = unchecked_table(labels_true, labels_pred)
    if sparse:
        return _sparse(table, number_type)
    matrix: NDArray[Any] = np.zeros((len(table.truth_sizes), len(table.found_sizes)), number_type)
    matrix[table.truth, table.found] = table.amounts
    return matrix if eps is None else matrix + eps


def _sparse(table: Overlaps, number_type: np.dtype[Any]) -> scipy.sparse.csr_matrix:
    try:
        from scipy.sparse import csr_matrix
    except ImportError:
        raise need_package("scipy", "scipy", "sparse=True") from None
    shape = len(table.truth_sizes), len(table.found_sizes)
    return csr_matrix((table.amounts.astype(number_type), (table.truth, table.found)), shape=shape)


# ---- arguments -----------------------------------------------------------------------------------


def _norm(average_method: object) -> Mean:
    if not isinstance(average_method, str) or average_method not in _NORMS:
        raise InvalidParameterError(
            f"average_method must be one of {', '.join(_NORMS)}, not {average_method!r}"
        )
    return _NORMS[average_method]


def _check_number(name: str, value: object) -> None:
    if not isinstance(value, numbers.Real) or not 0 <= float(value) < math.inf:
        raise InvalidParameterError(f"{name} must be a number, at least 0, not {value!r}")


def _number_type(dtype: DTypeLike) -> np.dtype[Any]:
    """A type that sparse matrices can have; dense ones get the same types."""
    try:
        number_type = np.dtype(dtype)
    except TypeError as error:
        raise InvalidParameterError(f"dtype must be a type of numbers: {error}") from None
    if number_type.kind not in "biufc" or number_type == np.float16:
        raise InvalidParameterError(
            f"dtype must be a type of integers, or of floats of 32 bits and more, not {number_type}"
        )
    return number_type
