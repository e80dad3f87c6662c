"""Digests of plain data and of files: equal on every machine and with every version of Python."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from pathlib import Path

from accord._io.files.atomic import system_errors
from accord.errors import InputError


def digest_of(value: object) -> str:
    """SHA-256 of plain data; 2 and 2.0 are equal."""
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()


def digest_of_file(path: Path) -> str:
    """SHA-256 of the content of a file."""
    with system_errors(str(path)), open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def canonical_json(value: object) -> str:
    """Plain data as JSON with sorted keys and no spaces, so that equal data have equal text."""
    return json.dumps(_plain(value), sort_keys=True, separators=(",", ":"), allow_nan=False)


def is_plain(value: object) -> bool:
    """Whether a value can be a parameter: a finite number, a string, a list of these, …"""
    try:
        _plain(value)
    except InputError:
        return False
    return True


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, float):
        if not math.isfinite(value):
            raise InputError(f"a parameter cannot be {value!r}: give a finite number")
        return int(value) if value.is_integer() else value
    if value is None or isinstance(value, bool | int | str):
        return value
    raise InputError(
        "a parameter is a number, a string, true or false, or a list of these, "
        f"not {type(value).__name__}"
    )
