"""Progress of long work: the step it is at, and the part of that step that is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

#: Called from time to time with the part of a step that is done, from 0 to 1. An exception that
#: it raises stops the work.
ProgressCallback = Callable[[float], None]


@runtime_checkable
class StepProgress(Protocol):
    """A progress callback that also learns the name of each step.

    Work is a sequence of steps. A step ends where the next one begins, and is done from 0 to 1
    once; a step whose progress is unknown reports nothing.
    """

    def begin(self, step: str) -> None:
        """Begin a step."""

    def __call__(self, done: float) -> None:
        """Report the part of the step that is done."""


def begin_step(progress: ProgressCallback | None, step: str) -> ProgressCallback | None:
    """Begin a step, and return the callback for the part of it that is done."""
    if isinstance(progress, StepProgress):
        progress.begin(step)
    return progress


def progress_of(task: str, progress: ProgressCallback | None) -> ProgressCallback | None:
    """The progress of one of several tasks, whose name precedes the names of its steps."""
    return _TaskProgress(task, progress) if isinstance(progress, StepProgress) else progress


class _TaskProgress:
    """The steps of a task as steps of the whole."""

    def __init__(self, task: str, whole: StepProgress) -> None:
        self._task, self._whole = task, whole

    def begin(self, step: str) -> None:
        self._whole.begin(f"{self._task}: {step}")

    def __call__(self, done: float) -> None:
        self._whole(done)
