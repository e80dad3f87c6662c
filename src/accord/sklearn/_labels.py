"""Labels as scikit-learn takes them: checked as there, and numbered."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.columns import is_missing, whole_numbers
from accord._foundation.labels import label_nodes
from accord._foundation.threads import thread_count
from accord._io.objects.matrices import is_sparse
from accord.errors import AccordWarning, InvalidParameterError

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Fewer samples than this are labelled by one thread before others have started.
_MIN_SAMPLES_FOR_THREADS = 50_000


@dataclass(frozen=True, eq=False)
class NumberedLabels:
    """The label of each sample, as its index among the distinct labels in ascending order."""

    n_labels: int
    of_sample: NDArray[Any]


def check_clusterings(labels_true: Any, labels_pred: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    """Both as arrays of one dimension and the same length.

    Warn if the labels look like measurements.
    """
    truth, found = arrays = as_arrays(labels_true, labels_pred)
    for name, labels in (("labels_true", truth), ("labels_pred", found)):
        _check_values(name, labels)
    kinds = [_kind_of_target(labels) if labels.dtype.kind == "f" else "" for labels in arrays]
    if "continuous" in kinds:
        label, target = (
            kind or _kind_of_target(labels) for kind, labels in zip(kinds, arrays, strict=True)
        )
        message = (
            f"Clustering metrics expects discrete values but received {label} values for label, "
            f"and {target} values for target"
        )
        warnings.warn(message, AccordWarning, stacklevel=4)
    return truth, found


def as_arrays(labels_true: Any, labels_pred: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    """Both as arrays of one dimension and the same length."""
    truth, found = _as_array("labels_true", labels_true), _as_array("labels_pred", labels_pred)
    if len(truth) != len(found):
        counts = [len(truth), len(found)]
        raise InvalidParameterError(
            f"Found input variables with inconsistent numbers of samples: {counts}; "
            "labels_true and labels_pred need one label per sample each"
        )
    return truth, found


def check_array_like(name: str, value: Any) -> None:
    """Raise for what is neither a sequence nor an array."""
    is_array_like = (
        hasattr(value, "__len__") or hasattr(value, "shape") or hasattr(value, "__array__")
    )
    if not is_array_like or np.isscalar(value) or is_sparse(value):
        raise InvalidParameterError(f"{name} must be a sequence or an array, not {_format(value)}")


def number_labels(name: str, labels: NDArray[Any]) -> NumberedLabels:
    """Number labels of any kind that can be sorted."""
    kind = labels.dtype.kind
    if kind in "OUST":
        return _number_objects(name, labels.tolist())
    if kind == "b":
        labels = labels.view(np.int8)
    elif kind == "f":
        labels = whole_numbers(labels)
    elif kind == "u" and labels.dtype.itemsize == 8:
        # The upper half does not fit into signed 64 bits; this keeps the order.
        labels = (labels.astype(np.uint64) ^ np.uint64(2**63)).view(np.int64)
    if labels.dtype.kind in "iu":
        distinct, index = label_nodes(labels, threads_for(len(labels)))
        return NumberedLabels(len(distinct), index)
    values, of_sample = np.unique(labels, return_inverse=True)
    return NumberedLabels(len(values), of_sample)


def threads_for(samples: int) -> int:
    return thread_count() if samples >= _MIN_SAMPLES_FOR_THREADS else 1


def _as_array(name: str, labels: Any) -> NDArray[Any]:
    check_array_like(name, labels)
    try:
        array = np.asarray(labels)
    except ValueError as error:
        raise InvalidParameterError(
            f"{name} must be 1D, with one label per sample: {error}"
        ) from None
    if array.ndim != 1:
        raise InvalidParameterError(
            f"{name} must be 1D: shape is {array.shape}; give one label per sample"
        )
    return array


def _check_values(name: str, labels: NDArray[Any]) -> None:
    kind = labels.dtype.kind
    if kind in "cSV":
        raise InvalidParameterError(f"{name} are {labels.dtype}: make them integers or text")
    if kind == "f" and not np.isfinite(labels).all():
        wrong = "NaN" if np.isnan(labels).any() else "infinity"
        raise InvalidParameterError(
            f"{name} contains {wrong}: leave out the samples that have no label"
        )


def _kind_of_target(labels: NDArray[Any]) -> str:
    """The type that scikit-learn gives a target with these values."""
    if labels.dtype.kind == "f" and not (labels == np.floor(labels)).all():
        return "continuous"
    return "binary" if len(set(labels.tolist())) <= 2 else "multiclass"


def _number_objects(name: str, labels: list[Any]) -> NumberedLabels:
    try:
        distinct = set(labels)
        has_missing = any(map(is_missing, distinct))
        in_order = [] if has_missing else sorted(distinct)
    except TypeError as error:
        raise InvalidParameterError(
            f"{name} cannot be sorted: {error}; make them all one type"
        ) from None
    if has_missing:
        raise InvalidParameterError(
            f"{name} contains NaN or None: leave out the samples that have no label"
        )
    index = {label: number for number, label in enumerate(in_order)}
    of_sample = np.fromiter(map(index.__getitem__, labels), np.uint32, len(labels))
    return NumberedLabels(len(index), of_sample)


def _format(value: Any) -> str:
    return repr(value) if value is None or np.isscalar(value) else type(value).__name__
