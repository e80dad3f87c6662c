"""The protocol of a connection, with an end to the patience for clients that say nothing."""

from __future__ import annotations

import asyncio
import time

from uvicorn.protocols.http.h11_impl import H11Protocol

_SECONDS_FOR_HEAD = 20.0  # in which the head of a request must arrive


class PatientProtocol(H11Protocol):
    """Closes a connection that was opened, and on which no complete head of a request arrives."""

    _look: asyncio.TimerHandle | None = None
    _silent_since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._silent_since = time.monotonic()
        self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._look is not None:
            self._look.cancel()
        super().connection_lost(exc)

    def _look_later(self) -> None:
        self._look = self.loop.call_later(_SECONDS_FOR_HEAD / 4, self._close_if_silent)

    def _close_if_silent(self) -> None:
        is_busy = self.cycle is not None and not self.cycle.response_complete
        now = time.monotonic()
        if is_busy or self.timeout_keep_alive_task is not None:  # which closes it, too
            self._silent_since = now
        if now - self._silent_since >= _SECONDS_FOR_HEAD:
            self.transport.close()
        else:
            self._look_later()
