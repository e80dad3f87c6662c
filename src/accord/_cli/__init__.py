"""The command line: each command parses, calls one public function and prints the result.

This module imports nothing that takes time, so that `main` soon decides what Ctrl-C does.
"""

import os
import signal


def main() -> None:
    """Run `accord`, or `python -m accord`. Ctrl-C is quiet while commands are being imported."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)
    try:
        from accord._cli.commands import cli
        from accord._cli.process import run_and_exit
    except MemoryError:
        os.write(2, b"accord: error: not enough memory for this input\n")
        os._exit(2)
    run_and_exit(cli)


def _end(number: int, _: object) -> None:
    # An exception might be caught by what is being imported.
    os._exit(128 + number)
