"""Numbers in a readable form: counts, decimals, shares, seconds and bytes."""

from __future__ import annotations

import re
from numbers import Integral

from accord.errors import InputError

_BYTES = {
    "": 1,
    **{letter: 1000**power for power, letter in enumerate("kmgt", 1)},
    **{f"{letter}i": 1024**power for power, letter in enumerate("kmgt", 1)},
}


def count(number: int, noun: str) -> str:
    """A number with its noun, and with thousands separators.

    >>> count(1, "node"), count(12345, "node")
    ('1 node', '12,345 nodes')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def decimals(value: float | None, digits: int = 4) -> str:
    """A value with a fixed number of decimals; empty for None."""
    return "" if value is None else f"{value:.{digits}f}"


def significant(value: float, digits: int = 3) -> str:
    """A value with a fixed number of significant digits, suitable for tiny values."""
    return f"{value:.{digits}g}"


def positional(value: float) -> str:
    """A positive value with about three digits, without a power of ten.

    >>> positional(1234.5), positional(12.345), positional(0.00042)
    ('1,234', '12.3', '0.000420')
    """
    if value >= 100:
        return f"{value:,.0f}"
    return significant(value) if value >= 0.001 else f"{value:.6f}"


def readable(value: object) -> str:
    """Yes or no, a number with thousands separators and up to four decimals, or the text itself.

    >>> readable(True), readable(1500), readable(1234567.5), readable(0.5), readable(0.00001234)
    ('yes', '1,500', '1,234,567.5', '0.5', '1.23e-05')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        if 0 < abs(value) < 0.001:
            return significant(value)
        return f"{value:,.4f}".rstrip("0").rstrip(".")
    return f"{value:,}" if isinstance(value, Integral) else str(value)


def compact(value: float) -> str:
    """A number in few characters, for axes.

    >>> compact(0.25), compact(950), compact(1500), compact(12000), compact(3400000)
    ('0.25', '950', '1,500', '12k', '3.4M')
    """
    for least, unit, letter in ((1e9, 1e9, "G"), (1e6, 1e6, "M"), (1e4, 1e3, "k")):
        if value >= least:
            return f"{value / unit:.3g}{letter}"
    return f"{value:,.0f}" if value >= 1000 else significant(value)


def percent(share: float) -> str:
    """A share as a percentage; 0% only if the share is exactly 0.

    >>> percent(0.256), percent(0.004), percent(0.0001), percent(0.0)
    ('26%', '0.4%', '<0.1%', '0%')
    """
    if share >= 0.01 or share == 0:
        return f"{share:.0%}"
    return f"{share:.1%}" if share >= 0.001 else "<0.1%"


def duration(seconds: float | None) -> str:
    """Seconds in a suitable unit; "-" for None.

    >>> duration(0.00042), duration(0.25), duration(75.3), duration(7500), duration(None)
    ('0.42 ms', '250 ms', '75.3 s', '2.08 h', '-')
    """
    if seconds is None:
        return "-"
    for unit, length in (("h", 3600.0), ("min", 60.0), ("s", 1.0)):
        if seconds >= 2 * length or (unit == "s" and seconds >= 1):
            return f"{seconds / length:.3g} {unit}"
    return f"{1000 * seconds:.3g} ms"


def byte_size(size: float | None) -> str:
    """Bytes in a suitable decimal unit; "-" for None.

    >>> byte_size(531), byte_size(52_428_800), byte_size(3.2e9), byte_size(None)
    ('531 B', '52.4 MB', '3.2 GB', '-')
    """
    if size is None:
        return "-"
    for least, unit in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if size >= least:
            return f"{size / least:.3g} {unit}"
    return f"{size:.0f} B"


def parse_bytes(size: object) -> int:
    """A number of bytes, from a number or a text with a unit.

    >>> parse_bytes(1000), parse_bytes("500 MB"), parse_bytes("1.5GiB")
    (1000, 500000000, 1610612736)
    """
    number = 0.0
    if isinstance(size, str):
        parts = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]i?|)b?\s*", size.lower())
        number = float(parts[1]) * _BYTES[parts[2]] if parts else 0.0
    elif isinstance(size, int | float) and not isinstance(size, bool):
        number = size
    if not 1 <= number < 2**63:
        raise InputError(f"cannot read the size {size!r}: write it as 500 MB or 4 GiB")
    return int(number)
