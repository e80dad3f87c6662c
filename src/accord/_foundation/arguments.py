"""How messages name an argument: as in a Python call, or as the interface in use writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

#: From the name of an argument, and a value to suggest or None, to how it is written.
Notation = Callable[[str, object], str]


def python_notation(name: str, value: object) -> str:
    """Write an argument as in a call: `ids='text'`, or `ids=` without a value."""
    return f"{name}=" if value is None else f"{name}={value!r}"


_notation: ContextVar[Notation] = ContextVar("notation", default=python_notation)


def argument(name: str, value: object = None) -> str:
    """Name an argument in a message, with a value to suggest.

    The library writes `ids='text'` for what the command line, which sets its own notation, writes
    as `--ids text`.

    >>> argument("ids", "text")
    "ids='text'"
    """
    return _notation.get()(name, value)


def renamed(new_name: Callable[[str], str]) -> Notation:
    """The notation in use, for arguments that the interface calls by other names."""
    notation = _notation.get()
    return lambda name, value: notation(new_name(name), value)


def method(name: str, value: object) -> str:
    """Name a method in a message, with an argument to suggest.

    The library writes `found_cluster('B')` for what the command line writes as an option,
    `--found-cluster B`.
    """
    notation = _notation.get()
    return f"{name}({value!r})" if notation is python_notation else notation(name, value)


@contextmanager
def argument_notation(notation: Notation) -> Iterator[None]:
    """Write the arguments in messages with `notation` for a while."""
    token = _notation.set(notation)
    try:
        yield
    finally:
        _notation.reset(token)
