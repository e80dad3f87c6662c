"""Where stores are: those that the server was started with, and those below its folder."""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from accord.web._settings import Settings

#: The file that makes a folder a store.
FILE = "store.sqlite"
#: How deep stores are looked for below the folder, among how many entries, and for how long.
_DEPTH = 4
_MOST_ENTRIES = 50_000
_MOST_SECONDS = 2.0


@dataclass(frozen=True)
class StorePlace:
    """A store; its name for clients is a digest, so that they never name a path."""

    id: str
    name: str
    folder: Path
    #: The path from the folder of the server, if it is below that.
    below: str | None

    def stamp(self) -> str | None:
        """A text that changes when the store does; None if there is no store any more."""
        main, log = _facts(self.folder / FILE), _facts(self.folder / f"{FILE}-wal")
        if main is None:
            return None
        # Reading a store makes and removes an empty log, which says nothing.
        return main if log is None or log.startswith("0-") else f"{main} {log}"


def find_stores(settings: Settings) -> list[StorePlace]:
    """All stores, those that were named first."""
    top = settings.served_folder
    named = [Path(os.path.realpath(store)) for store in settings.stores]
    found = [] if top is None else sorted(_below(top))
    return [_place(folder, top) for folder in dict.fromkeys([*named, *found]) if _is_store(folder)]


def _place(folder: Path, top: Path | None) -> StorePlace:
    below = None
    if top is not None and (folder == top or top in folder.parents):
        below = folder.relative_to(top).as_posix()
    digest = hashlib.sha256(os.fsencode(folder)).hexdigest()[:32]
    name = os.fsencode(folder.name).decode("utf-8", "replace")
    return StorePlace(digest, name, folder, below)


def _below(top: Path) -> Iterator[Path]:
    """Stores below a folder, without following links."""
    until, left = time.monotonic() + _MOST_SECONDS, _MOST_ENTRIES
    level = [str(top)]
    for _ in range(_DEPTH + 1):
        deeper = []
        for folder in level:
            names, folders = _scan(folder)
            left -= len(names)
            if FILE in names:
                yield Path(folder)
            else:
                deeper += folders
            if left < 0 or time.monotonic() > until:
                return
        level = deeper


def _scan(folder: str) -> tuple[set[str], list[str]]:
    """The names in a folder, and the paths of the folders in it."""
    try:
        with os.scandir(folder) as entries:
            shown = [entry for entry in entries if not entry.name.startswith(".")]
            folders = [entry.path for entry in shown if entry.is_dir(follow_symlinks=False)]
            return {entry.name for entry in shown}, folders
    except OSError:
        return set(), []


def _is_store(folder: Path) -> bool:
    return _facts(folder / FILE) is not None


def _facts(path: Path) -> str | None:
    """Size, time and inode of a regular file; None for anything else, such as a link."""
    try:
        facts = path.lstat()
    except OSError:
        return None
    if not stat.S_ISREG(facts.st_mode):
        return None
    return f"{facts.st_size}-{facts.st_mtime_ns}-{facts.st_ino}"
