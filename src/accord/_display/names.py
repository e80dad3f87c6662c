"""Names given by users, made fit to show: in natural order, on one line, and not too long."""

from __future__ import annotations

import re


def natural_order(name: str) -> list[tuple[int, str]]:
    """Sort key that compares numbers in names by value.

    >>> sorted(["net-10", "net-9", "net"], key=natural_order)
    ['net', 'net-9', 'net-10']
    """
    return [
        (int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name)
    ]


def printable(text: str) -> str:
    """The text on one line, without control characters that a terminal would obey."""
    return "".join(
        letter if letter.isprintable() else "\ufffd" for letter in " ".join(text.splitlines())
    )


def shortened(text: str, most: int) -> str:
    """The text, cut to `most` characters; an ellipsis shows that it was cut.

    >>> shortened("clustering", 8)
    'cluster…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"
