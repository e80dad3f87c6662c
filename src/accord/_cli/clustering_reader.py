"""Read the clusterings that a command compares, each when it is needed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from accord._cli.options.clusterings import FileOptions
from accord._cli.options.engine import EngineOptions
from accord._cli.options.inputs import InputOptions
from accord._cli.options.nodes import is_file_of_nodes
from accord._foundation.progress_bar import ProgressBar


class ClusteringReader:
    """Reads clusterings, or opens tables of an engine, and measures how long that takes."""

    def __init__(self, read: Callable[[Any], Any], read_truth: Callable[[str], Any]) -> None:
        self._read, self._read_truth = read, read_truth
        self.seconds = 0.0

    def read(self, path: str | tuple[str, ...]) -> Any:
        """Read a clustering from a file, or from one file for each of its levels."""
        return self._measure(self._read, path)

    def read_truth(self, path: str) -> Any:
        """Read the truth."""
        return self._measure(self._read_truth, path)

    def _measure(self, read: Callable[[Any], Any], path: Any) -> Any:
        start = time.perf_counter()
        try:
            return read(path)
        finally:
            self.seconds += time.perf_counter() - start

    def each(self, paths: Mapping[str, str]) -> Mapping[str, Any]:
        """Return clusterings by name, read whenever they are used."""
        return _LazyFiles(paths, self.read)


@contextmanager
def open_reader(
    inputs: InputOptions, engine: EngineOptions, files: FileOptions, progress: ProgressBar
) -> Iterator[ClusteringReader]:
    """Open the engine that reads the files."""
    in_memory = {
        "--unique": inputs.unique,
        "--nodes FILE": is_file_of_nodes(inputs.nodes),
        "--truth-format": inputs.truth_format is not None,
        "--as-levels": inputs.as_levels,
    }
    engine.check(files, in_memory)
    if not engine.is_native:
        with engine.open(files) as open_table:
            yield ClusteringReader(
                lambda path: open_table(path, files),
                lambda path: open_table(path, inputs.of_truth(files)),
            )
    elif inputs.unique:
        yield ClusteringReader(
            lambda path: files.read(path, progress).unique(),
            lambda path: inputs.read_truth(path, files, progress).unique(),
        )
    else:
        yield ClusteringReader(
            lambda path: files.read(path, progress),
            lambda path: inputs.read_truth(path, files, progress),
        )


class _LazyFiles(Mapping[str, Any]):
    """Clusterings by name, read whenever they are used.

    Only those that can be read just once, as from a pipe, are kept in memory.
    """

    def __init__(self, paths: Mapping[str, str], read: Callable[[str], Any]) -> None:
        self._paths, self._read = paths, read
        self._kept: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name in self._kept:
            return self._kept[name]
        path = self._paths[name]
        clustering = self._read(path)
        if not os.path.isfile(path) and not os.path.isdir(path):
            self._kept[name] = clustering
        return clustering

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)
