"""A progress bar on the last line of the terminal, one step at a time."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from accord._display.escaping import printable
from accord._display.numbers import duration

_DELAY = 0.5  # seconds before anything is shown
_INTERVAL = 0.25  # seconds between two updates of the line
_WIDTH = 20  # characters of the bar
_LEAST_PART = 0.02  # of a step that must be done before the remaining time is estimated


class ProgressBar:
    """The name of the current step, a bar, and an estimate of the remaining time.

    A thread redraws the line, so that a step that reports nothing is shown with the time that it
    has taken so far. At the end the line is removed. Nothing is written if the work is short, or
    if the standard error is neither a terminal nor a notebook.

    >>> with ProgressBar(silent=True) as progress:
    ...     progress.begin("reading")
    ...     progress(0.5)
    """

    def __init__(self, *, silent: bool = False) -> None:
        self._silent = silent or not _can_show()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._start = time.monotonic()
        self._step: _Step | None = None

    def begin(self, step: str) -> None:
        """Begin a step, which ends the one before."""
        self._step = _Step(printable(step), time.monotonic())

    def __call__(self, done: float, *, detail: str = "", seconds_left: float | None = None) -> None:
        """Report the part of the step that is done.

        `detail` is shown in place of a percentage, and `seconds_left` in place of an estimate.
        """
        if self._step is not None:
            step = self._step.part_at(done, time.monotonic())
            self._step = replace(step, done=done, detail=detail, seconds_left=seconds_left)

    def __enter__(self) -> Self:
        if not self._silent:
            self._thread = threading.Thread(target=self._redraw, daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            _LINE.clear()

    def _redraw(self) -> None:
        """Draw the line again and again, until the work ends."""
        while not self._stop.wait(_INTERVAL):
            step, now = self._step, time.monotonic()
            if step is not None and now - self._start >= _DELAY:
                _LINE.show(step.describe(now))


@contextmanager
def progress_hidden() -> Iterator[None]:
    """Remove the line of progress while something else is written to the terminal."""
    with _LINE.lock:
        _LINE.clear()
        yield


@dataclass(frozen=True)
class _Step:
    """A step, when it began, and what was reported of it last."""

    name: str
    start: float
    #: From 0 to 1; None if nothing was reported.
    done: float | None = None
    detail: str = ""
    seconds_left: float | None = None
    #: The number of the part that is being done, if the step has several.
    part: int = 1

    def part_at(self, done: float, now: float) -> _Step:
        """The part of the step in which `done` is reported: the next one if that starts over."""
        if self.done is None or done >= self.done:
            return self
        return _Step(self.name, now, part=self.part + 1)

    def describe(self, now: float) -> str:
        """Describe the step, how much of it is done, and how long it takes."""
        elapsed = now - self.start
        name = self.name if self.part == 1 else f"{self.name}, part {self.part}"
        if self.done is None:
            return f"{name} … {_whole_seconds(elapsed)}"
        done, left = min(max(self.done, 0.0), 1.0), self.seconds_left
        if left is None and done >= _LEAST_PART:
            left = elapsed / done * (1 - done)
        filled = int(done * _WIDTH)
        parts = [self.detail or f"{done:.0%}"]
        if left is not None and done < 1:
            parts.append(f"about {_whole_seconds(left)} left")
        return f"{name} {'━' * filled}{'╌' * (_WIDTH - filled)} {', '.join(parts)}"


class _Line:
    """The line of the terminal that shows progress."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self._width = 0

    def show(self, text: str) -> None:
        """Replace the text of the line."""
        import shutil  # takes long to import, and short work shows no line

        text = text[: shutil.get_terminal_size().columns - 1]
        with self.lock:
            print(f"\r{text:<{self._width}}", end="", file=sys.stderr, flush=True)
            self._width = len(text)

    def clear(self) -> None:
        """Remove the text of the line."""
        with self.lock:
            if self._width:
                print(f"\r{'':<{self._width}}\r", end="", file=sys.stderr, flush=True)
                self._width = 0


_LINE = _Line()


def _can_show() -> bool:
    """Whether the standard error can show a line that is overwritten."""
    if "ipykernel" in sys.modules:
        return True
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def _whole_seconds(seconds: float) -> str:
    return duration(max(1, round(seconds)))
