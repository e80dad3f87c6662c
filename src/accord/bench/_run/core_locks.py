"""Locks of cores, which all harnesses of a user on a machine share: a file for each core.

They are in a folder that only the user can enter. In a folder for temporary files, another user
may have made it first, to hold the locks or to lead writers to other files by links.
"""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from pathlib import Path

from accord._foundation.posix import lock_file, need_posix
from accord._io.files.atomic import system_errors
from accord.errors import FileError


def lock_folder() -> Path:
    """The folder of the locks, which is made if there is none.

    It is in the runtime folder of the user if there is one, and else in that for temporary files.
    """
    need_posix("a run of a benchmark")
    user = os.getuid()
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{user}")
    temporary = Path(tempfile.gettempdir()) / f"accord-cores-{user}"
    folder = runtime / "accord-cores" if _is_private(runtime) else temporary
    with system_errors(str(folder)):
        folder.mkdir(mode=0o700, exist_ok=True)
        if not _is_own(folder.lstat(), stat.S_IFDIR):
            raise _foreign(folder)
        folder.chmod(0o700)
    return folder


def lock(path: Path) -> int | None:
    """Lock a file, and return it open: closing it ends the lock. None if another one holds it."""
    with system_errors(str(path)):
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise _foreign(path) from None
            raise
        try:
            if not _is_own(os.fstat(file), stat.S_IFREG):
                raise _foreign(path)
            is_locked = lock_file(file)
        except BaseException:
            os.close(file)
            raise
    if not is_locked:
        os.close(file)
        return None
    return file


def _is_private(folder: Path) -> bool:
    """Whether a folder can be entered by this user only."""
    try:
        found = folder.lstat()
    except OSError:
        return False
    return _is_own(found, stat.S_IFDIR) and not stat.S_IMODE(found.st_mode) & 0o077


def _is_own(found: os.stat_result, kind: int) -> bool:
    return stat.S_IFMT(found.st_mode) == kind and found.st_uid == os.getuid()


def _foreign(path: Path) -> FileError:
    return FileError(
        errno.EPERM,
        "locks of cores are kept here, but another user has made it, or it is a link: "
        "remove it, or set TMPDIR to a folder of your own",
        str(path),
    )
