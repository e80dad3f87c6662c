"""RecentObjects: what was made for recent questions, up to a number of bytes."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

import numpy as np

T = TypeVar("T")

#: Sequences longer than this are measured by a sample of their items.
_SAMPLE = 256
#: Small objects have no part in the memory that counts, but Python needs more for them than can be
#: measured: there are at most so many.
_MOST_OBJECTS = 1000


@dataclass
class _Entry:
    value: Any
    #: What was said while it was made.
    notes: tuple[str, ...]
    n_bytes: int


class RecentObjects:
    """Objects by key: those that were used last stay, while all fit into `max_bytes`.

    Objects may grow while they are here, as engines do that keep summaries, so `trim` measures
    those again that were used since the last time.
    """

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()
        self._used: set[Hashable] = set()
        #: Bytes of all objects, as they were measured last.
        self.n_bytes = 0

    def __contains__(self, key: Hashable) -> bool:
        return key in self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def get(
        self, key: Hashable, make: Callable[[], tuple[T, tuple[str, ...]]]
    ) -> tuple[T, tuple[str, ...]]:
        """The object of this key and its notes, made if it is not here."""
        if key not in self._entries:
            value, notes = make()
            self._entries[key] = _Entry(value, notes, 0)
        self._entries.move_to_end(key)
        self._used.add(key)
        entry = self._entries[key]
        return entry.value, entry.notes

    def trim(self) -> None:
        """Measure what was used, and let go of what was not used for longest."""
        for key in self._used & self._entries.keys():
            entry = self._entries[key]
            self.n_bytes -= entry.n_bytes
            entry.n_bytes = memory_of(entry.value)
            self.n_bytes += entry.n_bytes
        self._used.clear()
        while self.n_bytes > self.max_bytes or len(self._entries) > _MOST_OBJECTS:
            _, entry = self._entries.popitem(last=False)
            self.n_bytes -= entry.n_bytes


def memory_of(value: object) -> int:
    """About how many bytes an object takes, with all that it refers to."""
    return _measure(value, set())


def _measure(value: object, seen: set[int]) -> int:
    if id(value) in seen or value is None or isinstance(value, type | bool):
        return 0
    seen.add(id(value))
    if isinstance(value, np.ndarray):
        if value.base is not None:
            return _measure(value.base, seen)
        return value.nbytes + (0 if value.dtype != object else _items(value.tolist(), seen))
    if isinstance(value, Mapping):
        own = sys.getsizeof(value) + _items(value.keys(), seen)
        return own + _items(value.values(), seen)
    if isinstance(value, tuple | list | set | frozenset):
        return sys.getsizeof(value) + _items(value, seen)
    own = sys.getsizeof(value)
    if type(value).__module__.startswith("accord"):
        return own + _items(getattr(value, "__dict__", {}).values(), seen)
    return own


def _items(items: Collection[Any], seen: set[int]) -> int:
    """The bytes of items; of many items, those of a few stand for all."""
    if len(items) <= _SAMPLE:
        return sum(_measure(item, seen) for item in items)
    sample = (
        items[:: len(items) // _SAMPLE]
        if isinstance(items, list | tuple)
        else list(islice(items, _SAMPLE))
    )
    return sum(_measure(item, seen) for item in sample) * len(items) // len(sample)
