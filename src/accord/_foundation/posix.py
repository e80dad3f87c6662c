"""What only POSIX systems have: locks of files, and limits of processes.

The module is imported everywhere; on Windows its functions raise an UnsupportedSystemError.
"""

from __future__ import annotations

import sys

from accord.errors import UnsupportedSystemError


def need_posix(what: str) -> None:
    """Raise UnsupportedSystemError on Windows."""
    if sys.platform == "win32":
        raise UnsupportedSystemError(
            f"{what} needs Linux or macOS: on Windows, use the Windows Subsystem for Linux"
        )


def lock_file(file: int) -> bool:
    """Lock an open file until it is closed; False if another process holds the lock."""
    need_posix("a lock of a file")
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def limit_memory(memory: int) -> None:
    """Let this process have no more memory than this, and write no core files."""
    need_posix("a limit of memory")
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
