"""Wrong tokens: whoever tries many waits longer and longer, and right ones never wait."""

from __future__ import annotations

import asyncio
import time

from accord.web._problems import Problem

_FIRST_SECONDS = 0.05
_MOST_SECONDS = 2.0
_MOST_WAITING = 50  # wrong requests that are kept waiting; others are refused at once
_FORGOTTEN_SECONDS = 60.0


class WrongTokens:
    """Delays answers to wrong tokens. It counts all of them: addresses are easily changed."""

    def __init__(self) -> None:
        self._n_recent = self._n_waiting = 0
        self._last = 0.0

    async def slow_down(self) -> None:
        """Wait, the longer the more wrong tokens there were of late."""
        now = time.monotonic()
        if now - self._last > _FORGOTTEN_SECONDS:
            self._n_recent = 0
        self._last = now
        self._n_recent += 1
        if self._n_waiting >= _MOST_WAITING:
            raise Problem(
                429, "too many wrong tokens: try again later", headers={"Retry-After": "60"}
            )
        self._n_waiting += 1
        try:
            doublings = min(self._n_recent - 1, 16)
            await asyncio.sleep(min(_MOST_SECONDS, _FIRST_SECONDS * 2**doublings))
        finally:
            self._n_waiting -= 1
