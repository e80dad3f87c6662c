"""Job: a question that somebody asked, whoever waits for it, and how it ended."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from accord.web._questions import Question
from accord.web._tokens import Owner
from accord.web._workers.work import Answer, Work

#: The statuses of a job that has ended.
ENDED = ("done", "failed", "cancelled", "interrupted")
_SHOWN = (
    *("job", "status", "progress", "step", "estimate"),
    *("created", "started", "finished", "seconds", "problem"),
)


@dataclass(eq=False)
class Job:
    """A question that somebody asked."""

    job: str
    owner: Owner
    question: Question
    #: Whether it goes on when nobody waits for it.
    is_detached: bool
    #: Whether it is in the database, and whether a client was told its name.
    is_noted: bool = False
    is_named: bool = False
    status: str = "queued"
    progress: float | None = None
    step: str | None = None
    estimate: float | None = None
    created: float = field(default_factory=time.time)
    started: float | None = None
    finished: float | None = None
    seconds: float | None = None
    problem: dict[str, Any] | None = None
    answer: Answer | None = None
    work: Work | None = None
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    n_waiting: int = 0
    last_seen: float = field(default_factory=time.monotonic)

    @property
    def answer_bytes(self) -> int:
        return 0 if self.answer is None else len(self.answer.content)

    def to_dict(self) -> dict[str, Any]:
        row = {name: getattr(self, name) for name in _SHOWN}
        return {**row, "task": self.question.task}

    def row(self) -> dict[str, Any]:
        return {**self.to_dict(), "key": self.question.key, "owner": self.owner.name}

    def tell(self) -> None:
        """Wake up those who wait for news."""
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    @asynccontextmanager
    async def waiting(self) -> AsyncIterator[None]:
        """Somebody waits for the job meanwhile."""
        self.n_waiting += 1
        try:
            yield
        finally:
            self.n_waiting -= 1
            self.last_seen = time.monotonic()
