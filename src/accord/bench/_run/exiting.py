"""How a short-lived process ends."""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
from typing import NoReturn


def exit_at_once() -> NoReturn:
    """Exit without the slow teardown of the interpreter and its modules."""
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(0)
