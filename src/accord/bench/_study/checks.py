"""Checks of what a study is told, each with an error that says what was expected."""

from __future__ import annotations

import operator
import os
from collections.abc import Mapping, Sequence
from typing import Any

from accord.bench._results.run import is_quality
from accord.bench._study.limits import Limits
from accord.errors import AccordError, InputError, unknown
from accord.metrics._requests import parse_metrics
from accord.quality._requests import parse_qualities

_TOO_LARGE = 2**63  # of a number in a store


def at(place: str, check: Any, *arguments: Any) -> Any:
    """What `check` gives, with the place in front of what it complains about."""
    try:
        return check(*arguments)
    except AccordError as error:
        raise InputError(f"{place}: {error}") from None


def entries(key: str, given: Any) -> list[tuple[str, Any]]:
    """The entries of a list, each with its place."""
    if not isinstance(given, Sequence) or isinstance(given, str) or not given:
        raise InputError(f"{key}: expected a list with at least one entry, as [[{key}]] in a file")
    return [(f"{key}, entry {place}", entry) for place, entry in enumerate(given, 1)]


def table(given: Any, keys: Sequence[str] | None) -> Mapping[str, Any]:
    """Keys with values; with `keys`, none but these."""
    if not isinstance(given, Mapping):
        raise InputError(f"expected keys with values, not {given!r}")
    for key in given:
        if keys is not None and key not in keys:
            raise unknown("key", key, keys)
    return given


def limits(given: Any, default: Limits) -> Limits:
    told = table(given, ("seconds", "memory", "threads"))
    return Limits(
        **{"seconds": default.seconds, "memory": default.memory, "threads": default.threads, **told}
    )


def metrics(given: Any) -> tuple[str, ...]:
    """Metrics that compare with the truth, and those of clusters on their network, by their canonical names."""
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise InputError(f"expected a list of metrics, not {given!r}")
    found = (
        parse_qualities([name]) if is_quality(text(name)) else parse_metrics([name])
        for name in given
    )
    return tuple(dict.fromkeys(name for one in found for name in one))


def text(given: Any) -> str:
    if not isinstance(given, str) or not given.strip():
        raise InputError(f"expected a text, not {given!r}")
    return given


def path(given: Any) -> str:
    return text(os.fspath(given) if isinstance(given, os.PathLike) else given)


def whole(given: Any) -> int:
    """An integer from 0 on, of Python or NumPy."""
    try:
        number = -1 if isinstance(given, bool) else operator.index(given)
    except TypeError:
        number = -1
    if number < 0:
        raise InputError(f"expected a number from 0 on, not {given!r}")
    if number >= _TOO_LARGE:
        raise InputError(
            f"{number} is too large: give a number below 2^63, or below 2^31, as most libraries need"
        )
    return number


def numbers(given: Any) -> list[int]:
    """Different integers from 0 on."""
    if isinstance(given, str | Mapping) or not hasattr(given, "__iter__"):
        raise InputError(f"expected a list of numbers, not {given!r}")
    found = list(map(whole, given))
    for number in found:
        if found.count(number) > 1:
            raise InputError(f"{number} is there twice: give each once")
    return found


def all_different(key: str, names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{key}: two of them are called {name!r}: give each a name of its own")
