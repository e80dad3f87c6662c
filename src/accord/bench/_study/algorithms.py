"""The algorithms of a study: each with its parameters and limits, under a name."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from accord.bench._algorithms.command import Command
from accord.bench._algorithms.graph_kinds import GraphKind, graph_kind_of_function
from accord.bench._algorithms.origin import module_of
from accord.bench._algorithms.registry import (
    BASELINE,
    Algorithm,
    find_algorithm,
    function_name,
    plain_algorithm,
    registered_algorithm,
)
from accord.bench._digest import canonical_json, is_plain
from accord.bench._job.limits import Limits
from accord.bench._job.spec import JobSpec
from accord.bench._study import checks
from accord.errors import AccordError, InputError, first_line

_KEYS = (
    "name",
    "uses",
    "graph",
    "cmd",
    "input",
    "output",
    "version",
    "parameters",
    "limits",
    "seeds",
)


@dataclass(frozen=True)
class StudyAlgorithm:
    """An algorithm of a study, with its parameters and limits."""

    name: str
    #: What runs under that name, independent of where the folder of the study is.
    implementation: str
    definition: Algorithm | Command
    parameters: Mapping[str, Any]
    limits: Limits
    #: Seeds of its runs; None for those of the study.
    seeds: tuple[int, ...] | None = None

    def job(
        self,
        *,
        dataset: str,
        instance: str,
        network: str,
        truth: str | None,
        shuffle: int | None,
        seed: int,
    ) -> JobSpec:
        """A job that runs the algorithm on a network."""
        return JobSpec(
            algorithm=self.name,
            implementation=self.implementation,
            version=self.definition.version,
            parameters=self._job_parameters,
            dataset=dataset,
            instance=instance,
            network=network,
            truth=truth,
            shuffle=shuffle,
            seed=seed,
            limits=self.limits,
            needs_truth=self.needs_truth,
            target=self._target,
        )

    @cached_property
    def _target(self) -> Command | dict[str, str]:
        return self.definition if isinstance(self.definition, Command) else self.definition.origin()

    @cached_property
    def _job_parameters(self) -> Mapping[str, Any]:
        """The parameters; in a command line they are text, in which 2 is not 2.0."""
        if isinstance(self.definition, Command):
            return {name: str(value) for name, value in self.parameters.items()}
        return self.parameters

    @property
    def needs_truth(self) -> bool:
        """Whether the algorithm is given the truth."""
        return isinstance(self.definition, Algorithm) and self.definition.takes("truth")

    @property
    def is_baseline(self) -> bool:
        return (
            isinstance(self.definition, Algorithm)
            and self.definition.name == f"baseline.{BASELINE}"
        )

    @property
    def is_deterministic(self) -> bool:
        """Whether one seed is enough."""
        return isinstance(self.definition, Algorithm) and self.definition.deterministic

    def describe(self) -> dict[str, Any]:
        """The algorithm as plain data, as it is kept in a store."""
        function = self.definition if isinstance(self.definition, Algorithm) else None
        return {
            "implementation": self.implementation,
            "parameters": dict(self.parameters),
            "overlapping": function is not None and function.overlapping,
            "levels": function is not None and function.levels,
            "deterministic": self.is_deterministic,
        }


# ---- from the settings of an algorithm -----------------------------------------------------------


def algorithm_entries(algorithms: Any) -> list[Any]:
    """The entries of `algorithms`, which may also be a mapping by name, or a single one."""
    if isinstance(algorithms, str | Algorithm) or callable(algorithms):
        return [algorithms]
    if isinstance(algorithms, Mapping):
        return list(algorithms.items())
    return list(algorithms) if isinstance(algorithms, Sequence) else algorithms


def parse_algorithm(
    entry: Any, folder: Path, default_limits: Limits, default_graph: GraphKind = "network"
) -> StudyAlgorithm:
    """The algorithm of an entry of `algorithms`; paths are relative to `folder`.

    An entry is a name, a function, a pair of a name in results and one of these, or a mapping with
    the keys of a study. `default_graph` is what functions take that do not say it themselves.
    """
    entry = checks.mapping(_as_mapping(entry), _KEYS)
    if (entry.get("uses") is None) == (entry.get("cmd") is None):
        raise InputError('give either uses, as in uses = "igraph.leiden", or a command line as cmd')
    definition: Algorithm | Command
    if entry.get("cmd") is not None:
        definition = _command(entry, folder)
        default_name, implementation = Path(definition.program).name, definition.implementation
    else:
        definition, default_name, implementation = (
            _object(entry["uses"], entry.get("name"), default_graph)
            if isinstance(entry["uses"], Algorithm) or callable(entry["uses"])
            else _function(checks.string(entry["uses"]), folder, default_graph)
        )
        definition = _with_graph(definition, entry.get("graph"))
        definition.origin()  # raises an error if another process cannot get it
    parameters = checks.mapping(entry.get("parameters", {}))
    definition.check(parameters)
    canonical_json(parameters)  # raises an error for what is not plain data
    seeds = entry.get("seeds")
    algorithm = StudyAlgorithm(
        name=checks.string(entry.get("name") or default_name),
        implementation=implementation,
        definition=definition,
        parameters={**_plain_defaults(definition), **parameters},
        limits=checks.located("limits", checks.limits, entry.get("limits", {}), default_limits),
        seeds=None if seeds is None else tuple(checks.distinct_numbers(seeds)),
    )
    if algorithm.name == BASELINE and not algorithm.is_baseline:
        raise InputError(
            f"{BASELINE!r} is the name of baseline.{BASELINE} in results: choose another name"
        )
    return algorithm


def _as_mapping(entry: Any) -> Any:
    """An entry as a mapping with the keys of a study."""
    if isinstance(entry, tuple | list):
        if len(entry) != 2 or not isinstance(entry[0], str):
            raise InputError(
                'expected a pair of a name and an algorithm, as in ("mine", function), '
                f"not {entry!r}"
            )
        name, algorithm = entry
        return {**_as_mapping(algorithm), "name": name}
    is_algorithm = isinstance(entry, str | Algorithm) or callable(entry)
    return {"uses": entry} if is_algorithm else entry


def _plain_defaults(definition: Algorithm | Command) -> dict[str, Any]:
    """The defaults of parameters; those that are not plain data are left to the function."""
    defaults = definition.parameters if isinstance(definition, Algorithm) else {}
    return {name: value for name, value in defaults.items() if is_plain(value)}


def _with_graph(definition: Algorithm, graph: Any) -> Algorithm:
    """The algorithm with the kind of graph that an entry gives."""
    if graph is None:
        return definition
    if callable(definition.graph):
        raise InputError(f"{definition.name} says itself what graph it takes: leave out graph")
    return replace(definition, graph=graph)


def _command(entry: Mapping[str, Any], folder: Path) -> Command:
    if "output" not in entry:
        raise InputError(
            'there is no output: give the format that the program writes, as in output = "cnl"'
        )
    return Command(
        cmd=checks.string(entry["cmd"]),
        output=checks.string(entry["output"]),
        folder=folder,
        input=entry.get("input"),
        given_version=None if "version" not in entry else str(entry["version"]),
    )


def _object(
    uses: Algorithm | Callable[..., Any], name: str | None, default_graph: GraphKind
) -> tuple[Algorithm, str, str]:
    """An algorithm or a function, its name in the study, and its name in a store."""
    known = uses if isinstance(uses, Algorithm) else registered_algorithm(uses)
    if known is not None:
        return known, known.name, known.name
    assert not isinstance(uses, Algorithm)
    graph = graph_kind_of_function(uses) or default_graph
    algorithm = plain_algorithm(uses, name, graph)
    where = getattr(uses, "__qualname__", function_name(uses))
    return algorithm, algorithm.name, f"{module_of(uses)}:{where}"


def _function(name: str, folder: Path, default_graph: GraphKind) -> tuple[Algorithm, str, str]:
    """A registered algorithm or a function, its name in the study, and its name in a store."""
    module, colon, function = name.rpartition(":")
    path = _path_of_function(module, function, folder) if colon else name
    try:
        algorithm = find_algorithm(path)
    except AccordError:
        raise
    except (Exception, SystemExit) as error:  # raised by the imported code
        raise InputError(
            f"{module} cannot be imported: {type(error).__name__}: {first_line(error)}"
        ) from None
    implementation = name if algorithm.name == path else algorithm.name
    if colon and registered_algorithm(algorithm.function) is None and algorithm.graph is None:
        graph = graph_kind_of_function(algorithm.function) or default_graph
        algorithm = algorithm if graph == "network" else replace(algorithm, graph=graph)
    return algorithm, function if colon else name, implementation


def _path_of_function(module: str, function: str, folder: Path) -> str:
    """A function for `find_algorithm`: files and modules are looked for in the folder first."""
    file = folder / (module if module.endswith(".py") else f"{module.replace('.', '/')}.py")
    if module.endswith(".py") or file.is_file():
        return f"{file}:{function}"
    package = module.partition(".")[0]
    if package not in sys.modules and importlib.util.find_spec(package or "?") is None:
        raise InputError(
            f"there is no module {module!r}: looked for the file {file}, and on the Python path"
        )
    return f"{module}:{function}"
