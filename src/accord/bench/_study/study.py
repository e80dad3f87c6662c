"""Study: which algorithms run on which data sets, how often, and within what limits."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from accord._display.numbers import count
from accord.bench._algorithms.registry import BASELINE, Algorithm
from accord.bench._job.limits import Limits
from accord.bench._study import checks
from accord.bench._study.algorithms import StudyAlgorithm, algorithm_entries, parse_algorithm
from accord.bench._study.checks import located
from accord.bench._study.instances import Instance, parse_data
from accord.bench._study.study_file import StudyFile, store_folder
from accord.errors import AccordError, FormatError, InputError, MissingPackageError

#: Algorithms by name, as functions, or as mappings with the keys of a study; also by their names
#: in results.
AlgorithmLike = str | Callable[..., Any] | Mapping[str, Any] | Algorithm
AlgorithmsLike = (
    AlgorithmLike
    | Sequence[AlgorithmLike | tuple[str, AlgorithmLike]]
    | Mapping[str, AlgorithmLike]
)


class Study:
    """Algorithms on data sets; `Study.read` takes the same settings from a TOML file.

    `data` and `algorithms` are lists of mappings with the same keys as in a file. In place of a
    file, a network may be anything that `as_network` takes, and a truth anything that
    `as_clustering` takes. An algorithm may also be given by its name alone, as a function, or as a
    pair of a name and a function; `algorithms` may also be a mapping of these by name. A function
    gets the network as a Network; as a graph of networkx, igraph or networkit, or a matrix of
    scipy, if all networks were given as such, if the function comes from that library, or if the
    key `graph` of its mapping says so. Its nodes are 0, 1, 2, …, in the order of the network.

    `repeats` is the number of runs of each algorithm, each with another random seed; or `seeds` is
    that number, or these seeds. `shuffles` is the number of random orders of nodes and edges, or
    their seeds. `limits` are those of each job. `store` is the folder with the results; it and all
    files are relative to `folder`.
    """

    def __init__(
        self,
        name: str,
        data: Sequence[Mapping[str, Any]],
        algorithms: AlgorithmsLike,
        *,
        repeats: int | None = None,
        seeds: int | Sequence[int] | None = None,
        shuffles: int | Sequence[int] = 0,
        metrics: Sequence[str] = (),
        limits: Mapping[str, Any] | Limits | None = None,
        store: str | os.PathLike[str] | None = None,
        folder: str | os.PathLike[str] = ".",
    ) -> None:
        self.folder = Path(folder)
        self.name = located("name", checks.string, name)
        self.limits = located("limits", checks.limits, limits or {}, Limits())
        self.seeds = _seeds(repeats, seeds)
        self.shuffles = _shuffles(shuffles)
        #: Canonical names.
        self.metrics = located("metrics", checks.metrics, metrics)
        self.instances: list[Instance] = [
            instance
            for where, entry in checks.entries("data", data)
            for instance in located(where, parse_data, entry, self.folder)
        ]
        graphs = {instance.graph for instance in self.instances}
        graph = graphs.pop() if len(graphs) == 1 else "network"
        self.algorithms: list[StudyAlgorithm] = [
            located(where, parse_algorithm, entry, self.folder, self.limits, graph)
            for where, entry in checks.entries("algorithms", algorithm_entries(algorithms))
        ]
        _require_distinct_names(self.instances, self.algorithms)
        self.store = self.folder / store_folder(self.name, store)
        #: Of the file that it was read from.
        self.file_digest: str | None = None

    @classmethod
    def read(
        cls, path: str | os.PathLike[str], *, store: str | os.PathLike[str] | None = None
    ) -> Study:
        """Read a study from a TOML file; paths in it are relative to its folder.

        `store` is used in place of the store that the file names.
        """
        file = StudyFile.read(path)
        settings = dict(file.settings)
        if store is not None:
            settings["store"] = os.path.abspath(store)
        try:
            study = cls(folder=file.path.parent, **settings)
        except AccordError as error:
            raise FormatError(str(error), os.fspath(path)) from None
        study.file_digest = file.digest
        return study

    @classmethod
    def example(cls, store: str | os.PathLike[str] | None = None) -> Study:
        """The example study of accord: LFR benchmarks over mixing and overlap.

        Its store is `example-results` in the current folder by default.
        """
        study = cls.read(Path(__file__).parent / "example.toml", store=store or "example-results")
        missing = {
            package: None
            for algorithm in study.algorithms
            if isinstance(algorithm.definition, Algorithm)
            for package in algorithm.definition.missing
        }
        if missing:
            raise MissingPackageError(
                f"the example needs {', '.join(missing)}: pip install 'accord[bench]'"
            )
        return study

    def with_seeds(self, seeds: Mapping[str, Sequence[int]]) -> Study:
        """The same study, with other random seeds for some algorithms, given by their names."""
        study = copy.copy(self)
        study.algorithms = [
            replace(algorithm, seeds=tuple(seeds[algorithm.name]))
            if algorithm.name in seeds
            else algorithm
            for algorithm in self.algorithms
        ]
        return study

    def __repr__(self) -> str:
        counts = [
            count(len(self.algorithms), "algorithm"),
            count(len(self.instances), "network"),
            count(len(self.shuffles), "order"),
            f"{count(len(self.seeds), 'run')} of each",
        ]
        return f"Study {self.name!r}: {', '.join(counts)}"

    def describe(self) -> dict[str, Any]:
        """The study as plain data, as it is kept in a store."""
        return {
            "name": self.name,
            "seeds": self.seeds,
            "shuffles": self.shuffles,
            "metrics": list(self.metrics),
            "algorithms": {algorithm.name: algorithm.describe() for algorithm in self.algorithms},
            "datasets": self.datasets,
        }

    @property
    def datasets(self) -> list[str]:
        """The names of the data sets."""
        return list(dict.fromkeys(instance.dataset for instance in self.instances))


def _seeds(repeats: Any, seeds: Any) -> list[int]:
    """The random seeds of the runs: as given, or 0, 1, 2, …"""
    if repeats is not None and seeds is not None:
        raise InputError(
            "both repeats and seeds are given: give the number of runs, or the seed of each"
        )
    key, given = (
        ("repeats", 1 if repeats is None else repeats) if seeds is None else ("seeds", seeds)
    )
    if key == "seeds" and hasattr(given, "__iter__"):
        numbers = located(key, checks.distinct_numbers, given)
    else:
        numbers = list(range(located(key, checks.natural_number, given)))
    if not numbers:
        raise InputError(f"{key}: there is nothing to run: give at least 1")
    return numbers


def _shuffles(shuffles: Any) -> list[int | None]:
    """The seeds of the orders of nodes and edges; None is the order of the file."""
    if hasattr(shuffles, "__iter__"):
        orders = located("shuffles", checks.distinct_numbers, shuffles)
    else:
        orders = list(range(located("shuffles", checks.natural_number, shuffles)))
    return [*orders] or [None]


def _require_distinct_names(
    instances: Sequence[Instance], algorithms: Sequence[StudyAlgorithm]
) -> None:
    names = [", ".join(filter(None, (instance.dataset, instance.name))) for instance in instances]
    checks.require_distinct("data", names)
    checks.require_distinct("algorithms", [algorithm.name for algorithm in algorithms])
    if sum(algorithm.is_baseline for algorithm in algorithms) > 1:
        raise InputError(
            f"algorithms: two of them use baseline.{BASELINE}: keep one, "
            "which runs as often as the other algorithms"
        )
