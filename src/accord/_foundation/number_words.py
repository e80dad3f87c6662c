"""Numbers as words of files.

`int` and `float` are made for Python: they accept `1_5`, digits of other scripts, `nan` and
`infinity`, and raise errors of their own for long words. A file that has these has no number.
"""

from __future__ import annotations

import re

_COUNT = re.compile(r"[0-9]{1,18}")
_NUMBER = re.compile(r"[-+]?+(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][-+]?+[0-9]++)?")


def parse_count(word: str) -> int | None:
    """The integer that a word of at most 18 digits is; None if it is something else.

    >>> parse_count("012"), parse_count("1_2"), parse_count("-1")
    (12, None, None)
    """
    return int(word) if _COUNT.fullmatch(word) else None


def parse_number(word: str) -> float | None:
    """The number that a word is in decimal notation; None if it is something else.

    >>> parse_number("-1.5e3"), parse_number("1_5"), parse_number("nan")
    (-1500.0, None, None)
    """
    return float(word) if _NUMBER.fullmatch(word) else None
