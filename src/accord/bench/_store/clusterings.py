"""Clusterings in compressed files that are named after their content."""

from __future__ import annotations

import gzip
import hashlib
import io
from pathlib import Path

import accord
from accord._foundation.clustering import Clustering
from accord._io.clusterings.formats import smallest_text_format
from accord._io.files.atomic import atomic_file, system_errors
from accord.bench._store.networks import is_digest
from accord.errors import MissingFileError

_FAST = 1  # of the levels of gzip


class ClusteringFiles:
    """A folder of clusterings; one that is put there twice is there once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, clustering: Clustering) -> str:
        """Writes a clustering, and gives the name to get it by."""
        form = smallest_text_format(clustering)
        text = io.BytesIO()
        form.write(clustering, text)
        content = text.getbuffer()
        name = f"{hashlib.sha256(content).hexdigest()}.{form.name}.gz"
        if not self.path(name).exists():
            self.add(name, gzip.compress(content, _FAST, mtime=0))
        return name

    def add(self, name: str, data: bytes) -> None:
        """Takes a file over that was put elsewhere."""
        if not self.path(name).exists():
            _write(self.path(name), data)

    def get(self, name: str) -> Clustering:
        path = self.path(name)
        if not path.exists():
            raise MissingFileError(
                2,
                "this clustering of the store is not there: run the job again with 'retry'",
                str(path),
            )
        return accord.read(path, format=name.split(".")[1])

    def keep(self, names: set[str]) -> int:
        """Removes all other clusterings, and says how many; what else is in the folder stays."""
        others = [
            path
            for path in self.folder.glob("??/*.gz")
            if path.name not in names and is_digest(path.name.partition(".")[0])
        ]
        for path in others:
            path.unlink(missing_ok=True)
        return len(others)

    def path(self, name: str) -> Path:
        return self.folder / name[:2] / name


def _write(target: Path, data: bytes) -> None:
    with system_errors(str(target)):
        target.parent.mkdir(parents=True, exist_ok=True)
        with atomic_file(target) as file:
            file.write(data)
