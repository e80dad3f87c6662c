"""Run programs on a pseudo-terminal of a given width."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios


def on_terminal(*arguments: str, columns: int = 200, **environment: str) -> str:
    """What a terminal of that width is sent by accord."""
    return sent_to_terminal("-m", "accord", *arguments, columns=columns, **environment)


def sent_to_terminal(*arguments: str, columns: int = 200, **environment: str) -> str:
    """What a terminal of that width is sent by Python."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("NO_COLOR", "COLUMNS", "LINES")
    }
    with subprocess.Popen(
        [sys.executable, *arguments],
        stdout=slave,
        stderr=slave,
        env={**kept, "TERM": "xterm", **environment},
    ) as process:
        os.close(slave)
        received = b""
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:  # the terminal is gone with its last user
                break
            if not part:
                break
            received += part
    os.close(master)
    assert process.returncode == 0, received
    return received.decode().replace("\r\n", "\n")
