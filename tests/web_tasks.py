"""Tasks for tests of the web server: quick, slow, large, broken."""

from __future__ import annotations

import ctypes
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from accord._foundation.progress import begin_step
from accord.errors import FormatError, InputError
from accord.web._tasks.sizes import SizeLimits


class Inputs:
    """Nothing is kept in memory."""

    def __init__(self, sizes: SizeLimits) -> None:
        """No size is too large."""


@dataclass(frozen=True)
class Document:
    content: bytes
    media_type: str
    filename: str


@dataclass(frozen=True)
class Made:
    answer: dict[str, Any]
    files: dict[str, tuple[str, bytes]]


@dataclass(frozen=True)
class Task:
    function: Any

    def run(self, request: dict[str, Any], inputs: Inputs, progress: Any) -> Any:
        return self.function(request, progress)


def echo(request: dict[str, Any], _: Any) -> dict[str, Any]:
    return {"request": request, "worker": os.getpid()}


def size(request: dict[str, Any], _: Any) -> dict[str, Any]:
    """The bytes of an input."""
    return {"bytes": os.path.getsize(request["input"]["at"]), "worker": os.getpid()}


def slow(request: dict[str, Any], progress: Any) -> dict[str, Any]:
    """Work that takes some seconds, and reports progress."""
    callback = begin_step(progress, "waiting")
    if "mark" in request:
        Path(request["mark"]).touch()  # from here on, silent work does not listen
    began = time.monotonic()
    while (part := (time.monotonic() - began) / request["seconds"]) < 1:
        time.sleep(0.01)
        if callback is not None and not request.get("silent"):
            callback(part)
    return {"waited": request["seconds"], "worker": os.getpid()}


def crash(_: dict[str, Any], __: Any) -> None:
    ctypes.string_at(0)


def allocate(request: dict[str, Any], _: Any) -> dict[str, Any]:
    data = bytearray(request["bytes"])
    return {"bytes": len(data)}


def fail(request: dict[str, Any], _: Any) -> None:
    if request.get("kind") == "bug":
        raise ZeroDivisionError("secret")
    if request.get("kind") == "format":
        raise FormatError("this is no edge", "a.txt", 3, 7)
    raise InputError("there are no clusters")


def document(_: dict[str, Any], __: Any) -> Document:
    return Document(b"<p>hello</p>", "text/html; charset=utf-8", "../report.html")


def make(request: dict[str, Any], _: Any) -> Made:
    large = b"x" * request.get("bytes", 0)
    files = {"network": ("network.txt", b"1 2\n2 3\n"), "truth": ("truth.txt", large)}
    return Made({"seed": request["seed"]}, files)


def numbers(_: dict[str, Any], __: Any) -> dict[str, Any]:
    return {"value": float("nan"), "list": [float("inf"), 1.5]}


def large(request: dict[str, Any], _: Any) -> dict[str, Any]:
    return {"text": "x" * request["bytes"]}


TASKS = {
    function.__name__: Task(function)
    for function in (
        echo,
        size,
        slow,
        crash,
        allocate,
        fail,
        document,
        make,
        numbers,
        large,
    )
}
