"""Signals that end a command: Ctrl-C, a request to terminate, and a terminal that is closed."""

from __future__ import annotations

import signal

_WORDS = {
    signal.SIGINT: "interrupted",
    signal.SIGTERM: "terminated",
}
if hasattr(signal, "SIGHUP"):  # not on Windows
    _WORDS[signal.SIGHUP] = "the terminal was closed"


class StopSignals:
    """Raises KeyboardInterrupt at the first signal, so that everything is cleaned up.

    Some libraries turn that into an error of their own: `received` says what really happened.
    """

    def __init__(self) -> None:
        self.received: signal.Signals | None = None
        for number in _WORDS:
            # A signal that is ignored, as by nohup, stays so.
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._stop)

    @property
    def exit_code(self) -> int:
        """128 and the number of the signal, as shells report it."""
        return 128 + (self.received or signal.SIGINT)

    @property
    def word(self) -> str:
        return _WORDS[self.received or signal.SIGINT]

    def _stop(self, number: int, _: object) -> None:
        # `timeout` and others send SIGTERM twice: the second one must not end the cleaning up.
        if self.received is None or number == signal.SIGINT:
            self.received = self.received or signal.Signals(number)
            raise KeyboardInterrupt
