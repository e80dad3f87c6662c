"""Checks of the settings of a study, each with an error that says what was expected."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, ParamSpec, TypeVar

from accord.bench._job.limits import Limits
from accord.bench._metrics import is_quality
from accord.errors import AccordError, InputError, MissingPackageError, unknown
from accord.metrics._requests import parse_metrics
from accord.quality._requests import parse_qualities

_TOO_LARGE = 2**63  # for an integer in SQLite

Arguments = ParamSpec("Arguments")
Checked = TypeVar("Checked")


def located(
    where: str,
    check: Callable[Arguments, Checked],
    *arguments: Arguments.args,
    **options: Arguments.kwargs,
) -> Checked:
    """Call a check; prefix its error with the name of the setting."""
    try:
        return check(*arguments, **options)
    except MissingPackageError as error:
        raise MissingPackageError(f"{where}: {error}") from None
    except AccordError as error:
        raise InputError(f"{where}: {error}") from None


def entries(key: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The entries of a list, each with its name for errors."""
    if not isinstance(value, Sequence) or isinstance(value, str) or not value:
        raise InputError(f"{key}: expected a list with at least one entry, as [[{key}]] in a file")
    for number, entry in enumerate(value, 1):
        yield f"{key}, entry {number}", entry


def mapping(value: Any, keys: Sequence[str] | None = None) -> Mapping[str, Any]:
    """Keys with values; with `keys`, no others are allowed."""
    if not isinstance(value, Mapping):
        raise InputError(f"expected keys with values, not {value!r}")
    for key in value:
        if keys is not None and key not in keys:
            raise unknown("key", key, keys)
    return value


def limits(value: Any, default: Limits) -> Limits:
    """Limits; those that are not given are taken from `default`."""
    if isinstance(value, Limits):
        return value
    names = [field.name for field in fields(Limits)]
    return replace(default, **mapping(value, names))


def metrics(value: Any) -> tuple[str, ...]:
    """Canonical names of metrics, whether they need a truth or not."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise InputError(f"expected a list of metrics, not {value!r}")
    names: dict[str, None] = {}
    for name in value:
        parse = parse_qualities if is_quality(string(name)) else parse_metrics
        names |= dict.fromkeys(parse([name]))
    return tuple(names)


def string(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"expected a string, not {value!r}")
    return value


def path(value: Any) -> str:
    return string(os.fspath(value) if isinstance(value, os.PathLike) else value)


def natural_number(value: Any) -> int:
    """A nonnegative integer, of Python or NumPy."""
    try:
        number = -1 if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = -1
    if number < 0:
        raise InputError(f"expected a nonnegative integer, not {value!r}")
    if number >= _TOO_LARGE:
        raise InputError(
            f"{number} is too large: give a number below 2^63, or below 2^31, "
            "which most libraries need"
        )
    return number


def distinct_numbers(value: Any) -> list[int]:
    """Distinct nonnegative integers."""
    if isinstance(value, str | Mapping) or not hasattr(value, "__iter__"):
        raise InputError(f"expected a list of integers, not {value!r}")
    numbers = [natural_number(number) for number in value]
    for number in numbers:
        if numbers.count(number) > 1:
            raise InputError(f"{number} is given twice: give each number once")
    return numbers


def require_distinct(key: str, names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{key}: two of them are called {name!r}: give each its own name")
