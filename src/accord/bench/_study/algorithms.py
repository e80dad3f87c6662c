"""The algorithms of a study: each with its parameters and limits, under a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from accord.bench._algorithms.command import Command
from accord.bench._algorithms.registry import BASELINE, Algorithm, find_algorithm
from accord.bench._digest import canonical_json
from accord.bench._job.limits import Limits
from accord.bench._job.spec import JobSpec
from accord.bench._study import checks
from accord.errors import AccordError, InputError, first_line

_KEYS = ("name", "uses", "cmd", "input", "output", "version", "parameters", "limits")


@dataclass(frozen=True)
class StudyAlgorithm:
    """An algorithm of a study, with its parameters and limits."""

    name: str
    #: What runs under that name, independent of where the folder of the study is.
    implementation: str
    definition: Algorithm | Command
    parameters: Mapping[str, Any]
    limits: Limits

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


def parse_algorithm(entry: Any, folder: Path, default_limits: Limits) -> StudyAlgorithm:
    """The algorithm of an entry of `algorithms`; paths are relative to `folder`."""
    if callable(entry):
        raise InputError(
            "pass the registered name, not the function; register it with @bench.algorithm"
        )
    entry = checks.mapping({"uses": entry} if isinstance(entry, str) else entry, _KEYS)
    if (entry.get("uses") is None) == (entry.get("cmd") is None):
        raise InputError('give either uses, as in uses = "igraph.leiden", or a command line as cmd')
    definition: Algorithm | Command
    if entry.get("cmd") is not None:
        definition = _command(entry, folder)
        default_name, implementation = Path(definition.program).name, definition.implementation
    else:
        name = checks.string(entry["uses"])
        definition, default_name, implementation = _function(name, folder)
    parameters = checks.mapping(entry.get("parameters", {}))
    definition.check(parameters)
    canonical_json(parameters)  # raises an error for what is not plain data
    defaults = definition.parameters if isinstance(definition, Algorithm) else {}
    algorithm = StudyAlgorithm(
        name=checks.string(entry.get("name") or default_name),
        implementation=implementation,
        definition=definition,
        parameters={**defaults, **parameters},
        limits=checks.located("limits", checks.limits, entry.get("limits", {}), default_limits),
    )
    if algorithm.name == BASELINE and not algorithm.is_baseline:
        raise InputError(
            f"{BASELINE!r} is the name of baseline.{BASELINE} in results: choose another name"
        )
    return algorithm


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


def _function(name: str, folder: Path) -> tuple[Algorithm, str, str]:
    """A registered algorithm or a function, its name in the study, and its name in a store."""
    module, colon, function = name.rpartition(":")
    path = f"{folder / module}:{function}" if colon and module.endswith(".py") else name
    try:
        algorithm = find_algorithm(path)
    except AccordError:
        raise
    except (Exception, SystemExit) as error:  # raised by the imported code
        raise InputError(
            f"{module} cannot be imported: {type(error).__name__}: {first_line(error)}"
        ) from None
    algorithm.origin()  # raises an error if another process cannot find it
    implementation = name if algorithm.name == path else algorithm.name
    return algorithm, function if colon else name, implementation
