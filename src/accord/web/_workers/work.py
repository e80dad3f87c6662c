"""A question on its way through the pool, and what becomes of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from accord.web._failures import Failure


@dataclass(frozen=True)
class MadeFile:
    """A file that a worker has made: its digest, name and size, and where it is in `incoming`."""

    file: str
    name: str
    bytes: int
    at: str


@dataclass(frozen=True)
class Answer:
    """What a worker answered: bytes that the server passes on without looking at them."""

    content: bytes
    media_type: str
    filename: str | None
    files: tuple[MadeFile, ...] = ()


class WorkCancelled:
    """The question was cancelled."""


Outcome = Answer | Failure | WorkCancelled


@dataclass(eq=False)
class Work:
    """A question that waits for a worker, or that a worker is busy with."""

    job: str
    task: str
    body: bytes
    #: What the question is about, and how many bytes that is.
    inputs: frozenset[str]
    size: int
    on_start: Callable[[], None]
    on_progress: Callable[[dict[str, Any]], None]
    outcome: asyncio.Future[Outcome]
    queued: float = field(default_factory=time.monotonic)
    started: float | None = None
    cancelled: bool = False
    #: Processor seconds of the worker.
    seconds: float = 0.0

    @property
    def is_long(self) -> bool:
        """Whether it is expected to take long."""
        return self.size > _SHORT_BYTES

    def finish(self, outcome: Outcome) -> None:
        if not self.outcome.done():
            self.outcome.set_result(outcome)


#: Bytes of input up to which a question is expected to be short.
_SHORT_BYTES = 4_000_000
