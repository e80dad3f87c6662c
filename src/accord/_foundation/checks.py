"""Checks of what goes into a Clustering: names, shares and weights."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.labels import Labels
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

#: Bounds of shares and weights: within these, products of two neither underflow nor overflow.
SMALLEST, GREATEST = 1e-100, 1e100


def is_iterable(value: object) -> bool:
    """Whether a value can be a collection of nodes; a string is one node."""
    return (
        isinstance(value, Iterable)
        and not isinstance(value, str | bytes)
        and getattr(value, "ndim", 1) > 0
    )


def check_lengths(nodes: Sequence[Hashable] | NDArray[Any], **columns: Any) -> None:
    """Raise InputError if a column is given and its length differs from the number of nodes."""
    for name, column in columns.items():
        if column is not None and (not is_iterable(column) or len(column) != len(nodes)):
            given = len(column) if is_iterable(column) else repr(column)
            raise InputError(
                f"{len(nodes)} nodes and {given} as {name}: give one of each for every membership"
            )


def check_names(names: Iterable[Hashable], what: str) -> None:
    """Raise InputError if a name is text that no file can hold: half of a character."""
    texts = [name for name in names if isinstance(name, str)]
    try:
        "".join(texts).encode()
    except UnicodeEncodeError:
        odd = next(text for text in texts if not _is_unicode(text))
        raise InputError(f"the {what} {odd!r} is not valid Unicode text") from None


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def check_shares(
    shares: ArrayLike, members: Sequence[Hashable] | NDArray[Any]
) -> NDArray[np.float64]:
    """Shares as an array with one for each member; raises InputError if one is not in (0, 1]."""
    try:
        array = np.array(shares, np.float64)
    except (TypeError, ValueError):
        raise InputError("shares must be numbers in (0, 1]") from None
    if array.shape != (len(members),):
        raise InputError(f"there are {array.size} shares for {len(members)} memberships")
    bad = ~((array >= SMALLEST) & (array <= 1))
    if bad.any():
        first = int(np.argmax(bad))
        bounds = f"at least {SMALLEST}" if 0 < array[first] < 1 else "in (0, 1]"
        raise InputError(
            f"node {members[first]!r} has share {array[first].item()!r}: shares must be {bounds}"
        )
    return array


def weigh(
    labels: Labels,
    weights: ArrayLike | Mapping[Any, float],
    index: NDArray[np.uint32] | None = None,
) -> NDArray[Any]:
    """The weight of each node, from a mapping or from an array in the order of `index`."""
    if isinstance(weights, Mapping):
        missing = next((label for label in labels if label not in weights), None)
        if missing is not None:
            raise InputError(f"node {missing!r} has no weight: give one to every node")
        return check_node_weights(_numbers([weights[label] for label in labels]))
    if index is None:
        raise InputError("weights must be a mapping from node to number")
    array = _numbers(weights)
    if array.shape != (len(labels),):
        raise InputError(f"weights must be one number per node: {len(labels)} of them")
    in_order = np.empty_like(array)
    in_order[index] = array
    return check_node_weights(in_order)


def _numbers(weights: ArrayLike) -> NDArray[Any]:
    try:
        return np.asarray(weights)
    except ValueError:
        raise InputError("weights must be positive numbers") from None


def counted(nodes: NDArray[np.bool_], multiplicity: NDArray[np.int64] | None) -> int:
    """The number of nodes that the marked ones stand for."""
    return int(np.count_nonzero(nodes) if multiplicity is None else multiplicity[nodes].sum())


def need_every_node(multiplicity: NDArray[np.int64] | None, what: str) -> None:
    """Raise if nodes stand for others, of which nothing else is known."""
    if multiplicity is not None:
        raise every_node_needed(what)


def every_node_needed(what: str) -> InputError:
    """The error for what cannot be computed from node types."""
    return InputError(
        f"{what}: this needs every single node, and these tables say only how many nodes there "
        "are of each type; compare clusterings in memory, such as in data frames"
    )


def check_node_weights(weights: NDArray[Any]) -> NDArray[Any]:
    """Weights as 64-bit integers, whose sums stay exact, or as floats."""
    if weights.dtype.kind not in "iuf" or weights.ndim != 1:
        raise InputError("weights must be positive numbers, and integers below 2**62")
    if not (weights > 0).all() or not np.isfinite(weights).all():
        raise InputError("weights must be positive and finite")
    if weights.dtype.kind == "f":
        if weights.min() < SMALLEST or weights.max() > GREATEST:
            raise InputError(f"weights must be between {SMALLEST} and {GREATEST}: scale them")
    elif sum(weights.tolist()) >= 2**62:
        raise InputError(
            "the weights add up to 2**62 or more, too much for exact counts: "
            "scale them, or give them as floats"
        )
    return weights.astype(np.float64 if weights.dtype.kind == "f" else np.int64)
