"""Progress of long work, on one line of the terminal."""

from __future__ import annotations

import shutil
import sys
import time
from types import TracebackType
from typing import Self

_DELAY = 1.0  # seconds before progress is shown


class TerminalLine:
    """A line of the terminal that is overwritten, and removed at the end.

    Nothing is written if the standard error is not a terminal.
    """

    def __init__(self, *, silent: bool = False) -> None:
        self._silent = silent or not sys.stderr.isatty()
        self._width = 0

    def show(self, text: str) -> None:
        """Replace the text of the line."""
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


class ProgressLine(TerminalLine):
    """The name of a long task and the fraction that is done."""

    def __init__(self, task: str, *, silent: bool = False) -> None:
        super().__init__(silent=silent)
        self._task, self._start = task, time.monotonic()

    def __call__(self, done: float) -> None:
        if time.monotonic() - self._start > _DELAY:
            self.show(f"{self._task}: {done:.0%}")
