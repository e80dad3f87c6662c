"""Which files and answers are removed."""

from __future__ import annotations

from collections.abc import Mapping


def expired(
    sizes: Mapping[str, int], used: Mapping[str, float], before: float, most: int
) -> set[str]:
    """The names of what was last used before a time, and of the oldest beyond `most` bytes.

    >>> sorted(expired({"a": 5, "b": 5, "c": 5}, {"a": 1.0, "b": 3.0, "c": 2.0}, 1.5, 7))
    ['a', 'c']
    """
    gone = {name for name in sizes if used[name] < before}
    total = sum(size for name, size in sizes.items() if name not in gone)
    if total > most:
        for name in sorted(sizes.keys() - gone, key=lambda name: used[name]):
            gone.add(name)
            total -= sizes[name]
            if total <= most:
                break
    return gone
