"""ClusteringFiles: the clusterings of a store, in compressed files named by their content."""

from __future__ import annotations

import errno
import gzip
import hashlib
import io
import os
import re
import stat
from pathlib import Path

import accord
from accord._foundation.clustering import Clustering
from accord._io.clusterings.write import smallest_text_format
from accord._io.files.atomic import UNFINISHED, atomic_file, system_errors
from accord.bench._store.digest_names import is_digest
from accord.errors import FormatError, MissingFileError

_COMPRESSION = 1  # the fastest level of gzip
_ENDING = re.compile(r"\w+\.gz")  # the format, and the compression


class ClusteringFiles:
    """A folder of clusterings; equal clusterings are stored once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, clustering: Clustering) -> str:
        """Write a clustering, and return its name."""
        format = smallest_text_format(clustering)
        assert format.write is not None
        text = io.BytesIO()
        format.write(clustering, text)
        content = text.getbuffer()
        name = f"{hashlib.sha256(content).hexdigest()}.{format.name}.gz"
        if not self.path(name).exists():
            self.add(name, gzip.compress(content, _COMPRESSION, mtime=0))
        return name

    def add(self, name: str, data: bytes) -> None:
        """Write a file that `put` has created on another machine."""
        path = self.path(name)
        if path.exists():
            return
        with system_errors(str(path)):
            path.parent.mkdir(parents=True, exist_ok=True)
            with atomic_file(path) as file:
                file.write(data)

    def move(self, name: str, source: ClusteringFiles) -> None:
        """Move a file here from a folder on the same disk."""
        path = self.path(name)
        with system_errors(str(path)):
            path.parent.mkdir(parents=True, exist_ok=True)
            source.path(name).replace(path)

    def get(self, name: str) -> Clustering:
        """Read the clustering with a name."""
        path = self.file(name)
        return accord.read(path, format=name.split(".")[1], noise=False)  # as it was read before

    def file(self, name: str) -> Path:
        """The file of the clustering with a name; a link, say, is none of this store."""
        path = self.path(name)
        if not os.path.lexists(path):
            raise MissingFileError(
                errno.ENOENT,
                "this clustering of the store is missing: run its job again with 'retry'",
                str(path),
            )
        if not stat.S_ISREG(path.lstat().st_mode):
            raise FormatError("this is not a regular file, as those of a store are", str(path))
        return path

    def keep(self, names: set[str]) -> int:
        """Remove all other clusterings, and return how many; other files stay."""
        others = [
            path
            for path in self.folder.glob("??/*.gz")
            if path.name not in names and is_digest(path.name.partition(".")[0])
        ]
        for path in others:
            path.unlink(missing_ok=True)
        return len(others)

    def unfinished(self) -> list[Path]:
        """Files that are being written, or whose writer was killed."""
        return list(self.folder.glob(f"??/{UNFINISHED}*"))

    def path(self, name: str) -> Path:
        """The path of the clustering with a name, which may come from a damaged table."""
        digest, _, ending = name.partition(".")
        if not is_digest(digest) or not _ENDING.fullmatch(ending):
            raise FormatError(f"{name!r} is not the name of a clustering", str(self.folder))
        return self.folder / name[:2] / name
