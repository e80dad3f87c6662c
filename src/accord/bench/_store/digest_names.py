"""Files and folders of a store that are named by digests of their content."""

from __future__ import annotations

import re
import shutil
from pathlib import Path


def is_digest(name: str) -> bool:
    """Whether a name is a digest."""
    return re.fullmatch("[0-9a-f]{64}", name) is not None


def remove_others(folder: Path, digests: set[str]) -> int:
    """Remove the folders that are named by other digests than these, and return their number."""
    others = [
        path for path in folder.glob("*") if path.name not in digests and is_digest(path.name)
    ]
    for path in others:
        shutil.rmtree(path, ignore_errors=True)
    return len(others)
