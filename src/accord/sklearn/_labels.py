"""Labels as people pass them to scikit-learn: checked as there, and made dense."""

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

#: Below this many samples one thread is done before the others are asked.
_FEW = 50_000


@dataclass(frozen=True, eq=False)
class Places:
    """How many distinct labels there are, and for each sample the place of its own among them, in ascending order."""

    count: int
    of_sample: NDArray[Any]


def check_clusterings(labels_true: Any, labels_pred: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    """Both as arrays of one dimension and the same length. Warns where labels look like measurements."""
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
    """Raises for what is neither a sequence nor an array."""
    is_array_like = (
        hasattr(value, "__len__") or hasattr(value, "shape") or hasattr(value, "__array__")
    )
    if not is_array_like or np.isscalar(value) or is_sparse(value):
        raise InvalidParameterError(f"{name} must be a sequence or an array, not {_shown(value)}")


def place_labels(name: str, labels: NDArray[Any]) -> Places:
    """Labels of any kind that can be brought into an order."""
    kind = labels.dtype.kind
    if kind in "OUST":
        return _place_objects(name, labels.tolist())
    if kind == "b":
        labels = labels.view(np.int8)
    elif kind == "f":
        labels = whole_numbers(labels)
    elif (
        kind == "u" and labels.dtype.itemsize == 8
    ):  # the upper half is beyond 64 bits with a sign; this keeps the order
        labels = (labels.astype(np.uint64) ^ np.uint64(2**63)).view(np.int64)
    if labels.dtype.kind in "iu":
        distinct, index = label_nodes(labels, threads_for(len(labels)))
        return Places(len(distinct), index)
    values, places = np.unique(labels, return_inverse=True)
    return Places(len(values), places)


def threads_for(samples: int) -> int:
    return thread_count() if samples >= _FEW else 1


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
        raise InvalidParameterError(f"{name} are {labels.dtype}: make them integers or texts")
    if kind == "f" and not np.isfinite(labels).all():
        wrong = "NaN" if np.isnan(labels).any() else "infinity"
        raise InvalidParameterError(
            f"{name} contains {wrong}: leave out the samples that have no label"
        )


def _kind_of_target(labels: NDArray[Any]) -> str:
    """What scikit-learn calls a target with such values."""
    if labels.dtype.kind == "f" and not (labels == np.floor(labels)).all():
        return "continuous"
    return "binary" if len(set(labels.tolist())) <= 2 else "multiclass"


def _place_objects(name: str, labels: list[Any]) -> Places:
    try:
        distinct = set(labels)
        in_order = None if any(map(is_missing, distinct)) else sorted(distinct)
    except TypeError as error:
        raise InvalidParameterError(
            f"{name} cannot be brought into an order: {error}; make them all one kind"
        ) from None
    if in_order is None:
        raise InvalidParameterError(
            f"{name} contains NaN or None: leave out the samples that have no label"
        )
    place = {label: index for index, label in enumerate(in_order)}
    return Places(len(place), np.fromiter(map(place.__getitem__, labels), np.uint32, len(labels)))


def _shown(value: Any) -> str:
    return repr(value) if value is None or np.isscalar(value) else type(value).__name__
