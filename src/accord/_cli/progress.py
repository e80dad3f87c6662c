"""How far long work has come, on a line of the terminal."""

from __future__ import annotations

import shutil
import sys
import time
from types import TracebackType
from typing import Self

_PATIENCE = 1.0  # seconds that work may take before anything is said about it


class Line:
    """A line of the terminal that is written over and over, and is gone at the end; nothing on anything else."""

    def __init__(self, *, silent: bool = False) -> None:
        self._silent = silent or not sys.stderr.isatty()
        self._width = 0

    def show(self, text: str) -> None:
        if self._silent:
            return
        text = text[: shutil.get_terminal_size().columns - 1]
        print(f"\r{text:<{self._width}}", end="", file=sys.stderr, flush=True)
        self._width = len(text)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._width:
            print(f"\r{'':<{self._width}}\r", end="", file=sys.stderr, flush=True)
            self._width = 0


class ProgressLine(Line):
    """What long work is at, and the part of it that is done."""

    def __init__(self, what: str, *, silent: bool = False) -> None:
        super().__init__(silent=silent)
        self._what, self._start = what, time.monotonic()

    def __call__(self, done: float) -> None:
        if time.monotonic() - self._start > _PATIENCE:
            self.show(f"{self._what}: {done:.0%}")
