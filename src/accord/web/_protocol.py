"""The protocol of a connection, with an end to the patience for clients that stand still."""

from __future__ import annotations

import asyncio
import time

from uvicorn.protocols.http.h11_impl import H11Protocol


class PatientProtocol(H11Protocol):
    """Closes a connection on which no complete head of a request arrives, or no answer is taken."""

    #: Seconds without progress after which a client is given up.
    patience = 20.0

    _look: asyncio.TimerHandle | None = None
    _silent_since = 0.0
    #: Bytes of answers that the client has not taken, and since when.
    _n_unsent = 0
    _unsent_since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._silent_since = time.monotonic()
        self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._look is not None:
            self._look.cancel()
        super().connection_lost(exc)

    def _look_later(self) -> None:
        self._look = self.loop.call_later(self.patience / 4, self._give_up_or_look_later)

    def _give_up_or_look_later(self) -> None:
        now = time.monotonic()
        if self._takes_nothing(now):
            # To close it in order would wait for the client to take the rest.
            self.transport.abort()
            return
        if self._says_nothing(now):
            self.transport.close()
        self._look_later()

    def _takes_nothing(self, now: float) -> bool:
        n_unsent = self.transport.get_write_buffer_size()
        if n_unsent == 0 or n_unsent != self._n_unsent:
            self._n_unsent, self._unsent_since = n_unsent, now
        return now - self._unsent_since >= self.patience

    def _says_nothing(self, now: float) -> bool:
        is_busy = self.cycle is not None and not self.cycle.response_complete
        if is_busy or self.timeout_keep_alive_task is not None:  # which closes it, too
            self._silent_since = now
        return now - self._silent_since >= self.patience


def protocol_with(patience: float) -> type[PatientProtocol]:
    """The protocol with so many seconds of patience."""
    return type("PatientProtocol", (PatientProtocol,), {"patience": patience})
