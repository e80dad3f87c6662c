"""What a program writes into its folder."""

from __future__ import annotations

import contextlib
import os

_BLOCK = 512  # bytes, the unit of `st_blocks` everywhere


class WrittenFiles:
    """The room that files in a folder take; `limit` is the most that they may take, in bytes."""

    def __init__(self, folder: str, limit: int) -> None:
        self._folder, self._limit = folder, limit

    def problem(self) -> str:
        """Why the program must be ended; empty if it has not written too much.

        It may not take more room than it leaves on the disk: the others need some, too.
        """
        size = self._size()
        if size > self._limit:
            return (
                f"wrote {size / 1e6:,.0f} MB into its folder, "
                f"more than the limit of {self._limit / 1e6:,.0f} MB: increase output in limits"
            )
        with contextlib.suppress(OSError):
            disk = os.statvfs(self._folder)
            free = disk.f_bavail * disk.f_frsize
            if size > free:
                return (
                    f"wrote {size / 1e6:,.0f} MB into its folder, "
                    f"which leaves only {free / 1e6:,.0f} MB on the disk: make room"
                )
        return ""

    def _size(self) -> int:
        size, folders = 0, [] if os.path.islink(self._folder) else [self._folder]
        while folders:
            with contextlib.suppress(OSError), os.scandir(folders.pop()) as entries:
                for entry in entries:
                    with contextlib.suppress(OSError):
                        size += entry.stat(follow_symlinks=False).st_blocks * _BLOCK
                        if entry.is_dir(follow_symlinks=False):
                            folders.append(entry.path)
        return size
