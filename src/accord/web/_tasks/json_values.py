"""Values as JSON, without loss where JSON and JavaScript would lose something.

- NaN and infinities, which JSON does not have, become null.
- Integers beyond 2^53, which JavaScript rounds, become text with all their digits.
- Names of nodes and clusters become text (`as_name`), and `kind_of_names` says what they were;
  a text finds a name that is not a text, so they can be sent back.
- Half of a surrogate pair, which UTF-8 does not have, is written as an escape: \\ud800.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

#: The greatest integer up to which JavaScript has all of them.
_GREATEST = 2**53
#: Number of names that are looked at to say of what kind all are.
_SAMPLE = 1000


def as_json(value: object) -> Any:
    """The value as what `json` writes and JavaScript reads without loss."""
    if isinstance(value, str):
        return as_text(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, np.generic):
        return as_json(value.item())
    if isinstance(value, int):
        return int(value) if -_GREATEST <= value <= _GREATEST else str(int(value))
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {as_name(name): as_json(item) for name, item in value.items()}
    if isinstance(value, np.ndarray):
        return as_json(value.tolist())
    if isinstance(value, Sequence | set | frozenset) and not isinstance(value, bytes):
        return [as_json(item) for item in value]
    return as_text(str(value))


def as_name(name: object) -> str:
    """The name of a node or a cluster as text."""
    return as_text(name if isinstance(name, str) else str(name))


def as_text(text: str) -> str:
    """A text that UTF-8 can hold."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def kind_of_names(names: Iterable[Hashable] | None) -> str:
    """What names were before they became text: "text", "integer", "number" of a row, or "other".

    None stands for clusters without names, which are numbered from 0.
    """
    if names is None or isinstance(names, range):
        return "number"
    kinds = {type(name) for name, _ in zip(names, range(_SAMPLE), strict=False)}
    if kinds <= {str}:
        return "text"
    return "integer" if all(issubclass(kind, int | np.integer) for kind in kinds) else "other"
