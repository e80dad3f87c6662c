"""Digest of a function that no file identifies: of its code and of everything that the code uses.

A function of a notebook or a session, a lambda and a function inside another function have no file
that stands for them. Their digest covers the compiled code, defaults, variables of enclosing
functions, and the global names that the code uses, with functions and classes among these followed
in the same way. What can be imported counts by its name, as the hash of a file does not cover what
the file imports either. Line numbers and file names do not count.
"""

from __future__ import annotations

import dis
import functools
import hashlib
import sys
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

_PLAIN = (str, bytes, int, float, complex, bool, type(None), type(...))


def digest_of_function(function: Any, dump: Callable[[Any], bytes]) -> str:
    """SHA-256 of a function and of what it uses; `dump` turns any other value into bytes."""
    total = hashlib.sha256()
    for part in _Walk(dump).parts(function):
        total.update(len(part).to_bytes(8, "little") + part)
    return total.hexdigest()


def can_be_imported(value: Any) -> bool:
    """Whether another process can get a function or class by importing its module."""
    module = getattr(value, "__module__", None)
    path = getattr(value, "__qualname__", "")
    if module in (None, "__main__") or not path or "<" in path:
        return False
    found: Any = sys.modules.get(module)
    for name in path.split("."):
        found = getattr(found, name, None)
    return found is value


class _Walk:
    """Turns values into bytes; functions and classes that were met before count by their name."""

    def __init__(self, dump: Callable[[Any], bytes]) -> None:
        self._dump = dump
        self._met: set[int] = set()

    def parts(self, value: Any) -> Iterator[bytes]:
        if isinstance(value, _PLAIN):
            yield f"{type(value).__name__} {value!r}".encode()
        elif isinstance(value, tuple | list):
            yield f"{type(value).__name__} {len(value)}".encode()
            for item in value:
                yield from self.parts(item)
        elif isinstance(value, frozenset | set):
            yield f"{type(value).__name__} {sorted(map(repr, value))}".encode()
        elif isinstance(value, dict):
            yield f"dict {len(value)}".encode()
            for item in value.items():
                yield from self.parts(item)
        elif isinstance(value, ModuleType):
            yield f"module {value.__name__}".encode()
        elif isinstance(value, functools.partial):
            yield from self.parts(("partial", value.func, value.args, value.keywords))
        elif isinstance(value, MethodType):
            yield from self.parts(("method", value.__func__, value.__self__))
        elif isinstance(value, CodeType):
            yield from self._code(value)
        elif isinstance(value, FunctionType | type):
            yield from self._definition(value)
        else:
            yield self._dump(value)

    def _definition(self, value: FunctionType | type) -> Iterator[bytes]:
        """A function or a class."""
        yield f"{value.__module__}:{value.__qualname__}".encode()
        if can_be_imported(value) or id(value) in self._met:
            return
        self._met.add(id(value))
        if isinstance(value, FunctionType):
            yield from self._function(value)
            return
        yield from self.parts(value.__bases__)
        for name, attribute in vars(value).items():
            plain = getattr(attribute, "__func__", getattr(attribute, "fget", attribute))
            if isinstance(plain, FunctionType | type | _PLAIN) and name != "__firstlineno__":
                yield from self.parts((name, plain))

    def _function(self, function: FunctionType) -> Iterator[bytes]:
        yield from self._code(function.__code__)
        yield from self.parts((function.__defaults__, function.__kwdefaults__))
        for name, cell in zip(
            function.__code__.co_freevars, function.__closure__ or (), strict=True
        ):
            yield from self.parts((name, _content(cell)))
        for name in sorted(_global_names(function.__code__)):
            if name in function.__globals__:
                yield from self.parts((name, function.__globals__[name]))

    def _code(self, code: CodeType) -> Iterator[bytes]:
        names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        yield code.co_code
        yield from self.parts((names, counts, code.co_consts))


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not assigned yet
        return None


def _global_names(code: CodeType) -> set[str]:
    """The global names that code uses, with those of the functions inside it."""
    names = {
        str(instruction.argval)
        for instruction in dis.get_instructions(code)
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME")
    }
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _global_names(constant)
    return names
