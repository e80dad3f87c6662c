"""Names of many nodes or clusters: found by name, or by a part of it, without a scan in Python."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Stands between names; no byte of UTF-8 has this value.
_BETWEEN = b"\xff"


class ClusterNames:
    """The names of clusters, which are mostly distinct."""

    def __init__(self, names: Sequence[Hashable]) -> None:
        self._names = names

    def find(self, name: object) -> int | None:
        """The index of the first cluster of this name; a text also finds other names."""
        if isinstance(self._names, range):
            try:
                number = int(str(name))
            except ValueError:
                return None
            return number if number in self._names else None
        try:
            index = self._by_value.get(name)
        except TypeError:  # a name that cannot be hashed
            index = None
        return self._by_text.get(str(name)) if index is None else index

    @cached_property
    def _by_value(self) -> dict[Hashable, int]:
        return dict(zip(reversed(self._names), _down(len(self._names)), strict=True))

    @cached_property
    def _by_text(self) -> dict[str, int]:
        if all(isinstance(name, str) for name in self._names):
            return self._by_value  # type: ignore[return-value]
        texts = map(str, reversed(self._names))
        return dict(zip(texts, _down(len(self._names)), strict=True))

    @cached_property
    def rank(self) -> NDArray[np.int64]:
        """The place of each cluster by its name: numbers first, then texts without case."""
        names = self._names
        if isinstance(names, range):
            return np.arange(len(names))
        keys = [
            (0, name, "") if isinstance(name, int | float) else (1, 0, str(name).lower())
            for name in names
        ]
        return np.argsort(sorted(range(len(names)), key=keys.__getitem__))


class SearchableNames:
    """Names in lower case, end to end, for searches."""

    def __init__(self, names: Iterable[Hashable]) -> None:
        encoded = [str(name).lower().encode("utf-8", "surrogatepass") for name in names]
        lengths = np.fromiter(map(len, encoded), np.int64, len(encoded)) + len(_BETWEEN)
        self._starts = np.cumsum(lengths) - lengths
        joined = _BETWEEN.join([*encoded, b""])
        self._data = np.frombuffer(joined, np.uint8)

    def containing(self, text: str) -> NDArray[np.bool_]:
        """Which names have the text in them, in upper or lower case."""
        wanted = text.lower().encode("utf-8", "surrogatepass")
        if not wanted:
            return np.ones(len(self._starts), bool)
        n_places = len(self._data) - len(wanted) + 1
        if n_places <= 0 or not len(self._starts):
            return np.zeros(len(self._starts), bool)
        at = np.zeros(len(self._data), bool)
        at[:n_places] = self._data[:n_places] == wanted[0]
        for offset, byte in enumerate(wanted[1:], 1):
            at[:n_places] &= self._data[offset : offset + n_places] == byte
        found: NDArray[np.bool_] = np.logical_or.reduceat(at, self._starts)
        return found


def _down(n: int) -> range:
    """The numbers below n from the last to 0: of equal names, the first is put last, and stays."""
    return range(n - 1, -1, -1)
