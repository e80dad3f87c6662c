"""The program `accord`, which is also `python -m accord`."""

import os
import signal


def main() -> None:
    """Run a command. Ctrl-C ends it quietly even while it is still being imported."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)
    from accord._cli import cli
    from accord._cli.process import run_and_exit

    run_and_exit(cli)


def _end(number: int, _: object) -> None:
    # An exception might be caught by what is being imported.
    os._exit(128 + number)


if __name__ == "__main__":
    main()
