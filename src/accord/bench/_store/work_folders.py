"""Folders that jobs run in: one for each harness, and in it a new one for each claim.

No two claims share a folder, so a harness that was paused cleans up nothing but its own. A folder
of a harness that has ended is removed by the next one.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from accord._io.files.atomic import system_errors
from accord.bench._store.claim_owners import folder_name, is_alive, owner_of_folder


@contextlib.contextmanager
def new_folder(parent: Path, prefix: str) -> Iterator[Path]:
    """A new folder, which is removed at the end, whatever a job has made of it."""
    with system_errors(str(parent)):
        make_folder(parent)
        folder = Path(tempfile.mkdtemp(prefix=f"{prefix}-", dir=parent.resolve()))
    try:
        yield folder
    finally:
        remove(folder)


def make_folder(folder: Path) -> None:
    """Make a folder unless there is one; what a job has put in its place is removed."""
    for path in (folder.parent, folder):
        if os.path.lexists(path) and not path.is_dir():
            path.unlink(missing_ok=True)
    folder.mkdir(parents=True, exist_ok=True)


def remove(path: Path) -> None:
    """Remove a file, a link itself, or a folder with all that is in it."""
    if path.is_symlink() or not path.is_dir():
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
        return
    try:
        shutil.rmtree(path)
    except (OSError, RecursionError):  # folders without permissions, or thousands within another
        for command in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):
            subprocess.run([*command, "--", path], stderr=subprocess.DEVNULL, check=False)


def owner_folder(work: Path, owner: str) -> Path:
    """The folder of a harness, below the folder `work` of a store."""
    return work / folder_name(owner)


def remove_ended(work: Path, *, and_unknown: bool = False) -> bool:
    """Remove the folders of harnesses that have ended; False if other folders are left.

    Those of harnesses on other machines, of which nobody knows, are removed if asked for.
    """
    owners = {path: owner_of_folder(path.name) for path in work.glob("*")}
    states = {path: is_alive(owner) for path, owner in owners.items() if owner is not None}
    gone = (False, None) if and_unknown else (False,)
    ended = [path for path, alive in states.items() if alive in gone]
    for path in ended:
        remove(path)
    return len(ended) == len(states)
