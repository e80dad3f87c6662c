"""Files of the served folder, named by a path of the user."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from accord.web._problems import Problem
from accord.web._settings import Settings


def path_below(settings: Settings, path: str) -> Path:
    """The real path of something below the folder; nothing outside of it is reachable.

    Nor is what the server needs for itself, or what is hidden.
    """
    folder = settings.served_folder
    if folder is None:
        raise Problem(404, "this server has no folder: upload the file")
    parts = path.split("/")
    if "\0" in path or ".." in parts or os.path.isabs(path) or "\\" in path:
        raise Problem(422, "a path must lead downwards from the folder of the server")
    if any(part.startswith(".") and part != "." for part in parts):
        raise _missing(path)
    try:
        real = Path(os.path.realpath(folder / path, strict=True))
    except (OSError, ValueError):
        raise _missing(path) from None
    around = {real, *real.parents}
    if folder not in around or not around.isdisjoint(settings.kept_back):
        raise _missing(path)
    return real


def file_below(settings: Settings, path: str) -> tuple[Path, os.stat_result]:
    """A regular file below the folder, and its facts."""
    real = path_below(settings, path)
    try:
        facts = real.stat()
    except OSError:
        raise _missing(path) from None
    if not stat.S_ISREG(facts.st_mode):
        raise Problem(422, f"{_shown(path)} is not a file")
    return real, facts


def _missing(path: str) -> Problem:
    return Problem(404, f"{_shown(path)}: there is no such file in the folder of the server")


def _shown(path: str) -> str:
    return path.encode("utf-8", "replace").decode()[:200]
