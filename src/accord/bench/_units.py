"""Seconds, bytes, and the order of names, for people."""

from __future__ import annotations

import re


def time_words(seconds: float | None) -> str:
    """A time in the unit that suits it; "-" where nobody knows.

    >>> time_words(0.00042), time_words(0.25), time_words(75.3), time_words(7500), time_words(None)
    ('0.42 ms', '250 ms', '75.3 s', '2.08 h', '-')
    """
    if seconds is None:
        return "-"
    for unit, length in (("h", 3600.0), ("min", 60.0), ("s", 1.0)):
        if seconds >= 2 * length or (unit == "s" and seconds >= 1):
            return f"{seconds / length:.3g} {unit}"
    return f"{1000 * seconds:.3g} ms"


def memory_words(size: float | None) -> str:
    """Bytes in the unit that suits them; "-" where nobody knows.

    >>> memory_words(531), memory_words(52_428_800), memory_words(3.2e9), memory_words(None)
    ('531 B', '52.4 MB', '3.2 GB', '-')
    """
    if size is None:
        return "-"
    for least, unit in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if size >= least:
            return f"{size / least:.3g} {unit}"
    return f"{size:.0f} B"


def natural(name: str) -> list[tuple[int, str]]:
    """What names are sorted by, so that numbers in them are in their order.

    >>> sorted(["net-10", "net-9", "net"], key=natural)
    ['net', 'net-9', 'net-10']
    """
    return [
        (int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name)
    ]
