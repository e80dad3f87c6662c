"""Node labels and their indices: integers of 64 bits, texts, or other hashable objects.

All three kinds have the same methods; `label_nodes` chooses the kind, and `merge_labels` joins two
lists of the same kind.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from accord import _core
from accord._foundation.arguments import argument
from accord._foundation.rows import NOWHERE
from accord._foundation.threads import threads_for
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Indices = NDArray[np.uint32]


class Labels(Protocol):
    """Distinct labels, one per node index."""

    kind: str

    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def find(self, labels: Iterable[Hashable]) -> Indices:
        """The index of each given label, NOWHERE for unknown ones."""

    def take(self, indices: Indices) -> Labels:
        """The labels at these indices, which are ascending."""

    def same_as(self, other: Labels) -> bool:
        """Whether both have the same kind, and the same labels in the same order."""


class IntegerLabels:
    """Integers of 64 bits, ascending."""

    kind = "integer"

    def __init__(self, values: NDArray[np.int64]) -> None:
        values.flags.writeable = False
        self.values = values

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: int) -> int:
        return int(self.values[index])

    def __iter__(self) -> Iterator[int]:
        return iter(self.values.tolist())

    def find(self, labels: Iterable[Hashable]) -> Indices:
        items = labels if isinstance(labels, np.ndarray) else list(labels)
        wanted = as_integers(items)
        if wanted is None:
            if not all(isinstance(label, int) for label in items):
                raise InputError(
                    "these nodes are not all integers, as the nodes of the clustering are"
                )
            # Some do not fit into 64 bits.
            known: dict[Any, int] = {label: index for index, label in enumerate(self)}
            return np.array([known.get(label, int(NOWHERE)) for label in items], np.uint32)
        index = np.searchsorted(self.values, wanted)
        found = (
            np.append(self.values, 0)[index] == wanted if len(self) else np.zeros(len(wanted), bool)
        )
        found &= index < len(self)
        return np.where(found, index.astype(np.uint32), NOWHERE)

    def take(self, indices: Indices) -> IntegerLabels:
        return IntegerLabels(self.values[indices])

    def same_as(self, other: Labels) -> bool:
        return isinstance(other, IntegerLabels) and (
            self.values is other.values or np.array_equal(self.values, other.values)
        )

    def __reduce__(self) -> tuple[object, ...]:
        return IntegerLabels, (self.values,)


class TextLabels:
    """Texts, packed as UTF-8: label i is `data[offsets[i]:offsets[i + 1]]`."""

    kind = "text"

    def __init__(self, offsets: NDArray[np.int64], data: NDArray[np.uint8]) -> None:
        offsets.flags.writeable = data.flags.writeable = False
        self.offsets, self.data = offsets, data

    @classmethod
    def pack(cls, texts: Iterable[str]) -> TextLabels:
        try:
            encoded = [text.encode() for text in texts]
        except UnicodeEncodeError as error:
            raise InputError(f"the label {error.object!r} is not valid Unicode text") from None
        offsets = np.zeros(len(encoded) + 1, np.int64)
        np.cumsum([len(text) for text in encoded], out=offsets[1:])
        return cls(offsets, np.frombuffer(b"".join(encoded), np.uint8))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, index: int) -> str:
        return self.data[self.offsets[index] : self.offsets[index + 1]].tobytes().decode()

    def __iter__(self) -> Iterator[str]:
        data = self.data.tobytes()
        return (data[begin:end].decode() for begin, end in pairwise(self.offsets.tolist()))

    def find(self, labels: Iterable[Hashable]) -> Indices:
        wanted = list(labels)
        if not all(isinstance(label, str) for label in wanted):
            raise InputError("these nodes are not all text, as the nodes of the clustering are")
        # The core joins distinct labels, and a wanted one may occur twice.
        distinct = {label: index for index, label in enumerate(dict.fromkeys(wanted))}
        other = TextLabels.pack(distinct)  # type: ignore[arg-type]
        _, index, added = _core.join_texts(self, other, threads=threads_for(len(self) + len(other)))
        index[added] = NOWHERE
        return index[[distinct[label] for label in wanted]] if wanted else index

    def take(self, indices: Indices) -> TextLabels:
        begins, lengths = self.offsets[indices], np.diff(self.offsets)[indices]
        offsets = np.concatenate(([0], np.cumsum(lengths)))
        positions = np.repeat(begins - offsets[:-1], lengths) + np.arange(offsets[-1])
        return TextLabels(offsets, self.data[positions])

    def same_as(self, other: Labels) -> bool:
        return isinstance(other, TextLabels) and (
            np.array_equal(self.offsets, other.offsets) and np.array_equal(self.data, other.data)
        )

    def __reduce__(self) -> tuple[object, ...]:
        return TextLabels, (self.offsets, self.data)


class ObjectLabels:
    """Other hashable objects in order of appearance: tuples, large integers, enumerations, …"""

    kind = "object"

    def __init__(self, values: Sequence[Hashable]) -> None:
        self.values = tuple(values)
        self._index = {value: index for index, value in enumerate(self.values)}

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: int) -> Hashable:
        return self.values[index]

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.values)

    def find(self, labels: Iterable[Hashable]) -> Indices:
        return np.array([self._index.get(label, NOWHERE) for label in labels], np.uint32)

    def take(self, indices: Indices) -> ObjectLabels:
        return ObjectLabels([self.values[index] for index in indices])

    def same_as(self, other: Labels) -> bool:
        return isinstance(other, ObjectLabels) and self.values == other.values

    def __reduce__(self) -> tuple[object, ...]:
        return ObjectLabels, (self.values,)


def label_nodes(nodes: Any, threads: int, what: str = "node") -> tuple[Labels, Indices]:
    """The distinct labels in a sequence or array, and the index of the label of each node.

    Messages call a node `what`: labels of clusters and levels are packed in the same way.
    """
    integers = as_integers(nodes)
    if integers is not None:
        values, index = _core.index_integers(integers, threads=threads)
        return IntegerLabels(values), index
    items = nodes.tolist() if isinstance(nodes, np.ndarray) else nodes
    first_index: dict[Hashable, int] = {}
    try:
        index = np.fromiter(
            (first_index.setdefault(node, len(first_index)) for node in items),
            np.uint32,
            len(items),
        )
    except TypeError as error:
        hint = "; for several clusterings use Clustering.from_levels" if "set" in str(error) else ""
        raise InputError(f"{what} labels must be hashable: {error}{hint}") from None
    _check_kind(first_index, what, items)
    if isinstance(next(iter(first_index), ""), str):
        return TextLabels.pack(first_index), index  # type: ignore[arg-type]
    return ObjectLabels(list(first_index)), index


def label_texts(
    offsets: NDArray[np.int64], data: NDArray[np.uint8], threads: int
) -> tuple[TextLabels, Indices]:
    """The distinct packed texts in order of appearance, and the index of each given text."""
    return _core.index_texts(TextLabels(offsets, data), threads=threads)


def _check_kind(labels: Iterable[Hashable], what: str, items: Sequence[Any]) -> None:
    """Raise InputError if texts and other labels are mixed, or one is None or NaN."""
    text = other = None
    for label in labels:
        if label is None or label != label:
            position = next(
                index for index, item in enumerate(items) if item is label or item != item
            )
            raise InputError(
                f"{label!r}, at position {position}, cannot be a {what} label: leave it out"
            )
        if isinstance(label, str):
            text = label
        else:
            other = label
        if text is not None and other is not None:
            raise InputError(
                f"{what} labels of different kinds: {text!r} is a text and {other!r} is "
                f"{_kind_of(other)}; make them all one kind"
            )


def merge_labels(first: Labels, second: Labels) -> tuple[Labels, Indices | None, Indices | None]:
    """The union of two lists of labels, and the new indices of each (None if unchanged)."""
    if first.same_as(second):
        return first, None, None
    if isinstance(first, IntegerLabels) and isinstance(second, IntegerLabels):
        values, first_map, second_map = _core.merge_integers(first.values, second.values)
        return IntegerLabels(values), first_map, second_map
    if isinstance(first, TextLabels) and isinstance(second, TextLabels):
        threads = threads_for(len(first) + len(second))
        both, second_map, added = _core.join_texts(first, second, threads=threads)
        unmoved = np.arange(len(first), dtype=np.uint32) if len(added) else None
        return both, unmoved, second_map
    if first.kind != second.kind and "text" in (first.kind, second.kind):
        raise InputError(
            f"node labels of different kinds: truth has {_kind_of(first[0])} ({first[0]!r}), "
            f"found has {_kind_of(second[0])} ({second[0]!r}); "
            f"make them all one kind, or read files with {argument('ids', 'text')}"
        )
    values_of_both = list(dict.fromkeys([*first, *second]))
    merged = ObjectLabels(values_of_both)
    return merged, merged.find(first), merged.find(second)


def merge_all(lists: Sequence[Labels]) -> tuple[Labels, list[Indices | None]]:
    """The union of lists of labels, and the new indices of each (None if unchanged)."""
    labels = lists[0]
    maps: list[Indices | None] = [None]
    for added in lists[1:]:
        labels, moved, new_index = merge_labels(labels, added)
        if moved is not None:
            maps = [moved if so_far is None else moved[so_far] for so_far in maps]
        maps.append(new_index)
    return labels, maps


def is_int64(label: object) -> bool:
    """Whether a label is an integer of at most 64 bits."""
    return type(label) is int and -(2**63) <= label < 2**63


def as_integers(nodes: Sequence[Any] | NDArray[Any]) -> NDArray[np.int64] | None:
    """Labels as 64-bit integers; None if some are not."""
    if not isinstance(nodes, np.ndarray):
        if not all(type(node) is int or isinstance(node, np.integer) for node in nodes):
            return None
        try:
            return np.array(nodes, np.int64)
        except OverflowError:
            return None
    if nodes.dtype.kind == "i" or (
        nodes.dtype.kind == "u" and (not nodes.size or nodes.max() <= np.iinfo(np.int64).max)
    ):
        return np.ascontiguousarray(nodes, np.int64)
    return None


def _kind_of(label: object) -> str:
    name = type(label).__name__
    return {"int": "an integer", "str": "a text"}.get(name, f"a {name}")
