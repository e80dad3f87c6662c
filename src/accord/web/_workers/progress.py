"""Progress of a question, as the library reports it, on its way to the server."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

_PAUSE = 0.1  # seconds between two messages, at least
_LEAST_PART = 0.02  # of a step that must be done before the remaining time is estimated


class Cancelled(BaseException):
    """Nobody wants the answer any more. It is no Exception, which a library might catch."""


class WorkerProgress:
    """Sends the name of a step, the part of it that is done, and the estimated seconds left."""

    def __init__(
        self, job: str, send: Callable[[dict[str, Any]], None], cancelled: set[str]
    ) -> None:
        self._job, self._send, self._cancelled = job, send, cancelled
        self._step, self._done = "", 0.0
        self._began = time.monotonic()
        self._due = self._began + _PAUSE

    def begin(self, step: str) -> None:
        """Begin a step."""
        self._step, self._done, self._began = step, 0.0, time.monotonic()
        self._tell(None)

    def __call__(self, done: float) -> None:
        """Report the part of the step that is done."""
        if done < self._done:  # the next part of a step that has several
            self._began = time.monotonic()
        self._done = done
        self._tell(done)

    def _tell(self, done: float | None) -> None:
        if self._job in self._cancelled:
            raise Cancelled
        now = time.monotonic()
        if now < self._due:
            return
        self._due = now + _PAUSE
        estimate = None
        if done is not None and done >= _LEAST_PART:
            estimate = round((now - self._began) / done * max(0.0, 1 - done), 1)
        facts = {"kind": "progress", "job": self._job, "step": self._step}
        self._send({**facts, "progress": done, "estimate": estimate})
