"""Study: which algorithms run on which data sets, how often, and within what limits."""

from __future__ import annotations

import glob
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from accord.bench.algorithms.registry import Algorithm, find_algorithm
from accord.bench.commands import Command
from accord.bench.jobs import Job, digest_of, digest_of_file, plain_text
from accord.bench.limits import Limits
from accord.bench.recipes import Recipe, grid
from accord.bench.runs import BASELINE, is_quality
from accord.bench.units import natural
from accord.clustering import Clustering
from accord.errors import AccordError, FormatError, InputError, MissingPackageError, unknown
from accord.io.files import system_errors
from accord.io.networks import NETWORK_FORMATS
from accord.metrics.requests import parse_metrics
from accord.network import Network
from accord.quality.registry import parse_qualities

_KEYS = ("name", "store", "repeats", "seeds", "shuffles", "metrics", "limits", "data", "algorithms")
_READING_KEYS = ("format", "directed", "ids", "weights", "columns", "repeats")
_DATA_KEYS = ("name", "network", "lfr", "truth", "truth_format", *_READING_KEYS)
_ALGORITHM_KEYS = ("name", "uses", "cmd", "input", "output", "version", "parameters", "limits")


@dataclass(frozen=True)
class Instance:
    """A network of a data set, with its truth if there is one."""

    data: str
    name: str
    network: Path | Network | Recipe
    truth: Path | Clustering | None = None
    #: How the network is read.
    reading: Mapping[str, Any] = field(default_factory=dict)
    truth_format: str | None = None

    def made(self) -> Instance:
        """With network and truth made, where they are still a recipe."""
        if not isinstance(self.network, Recipe):
            return self
        try:
            network, truth = self.network.make()
        except AccordError as error:
            raise InputError(f"{self.data}: {error}") from None
        return replace(self, network=network, truth=truth)


@dataclass(frozen=True)
class Contestant:
    """An algorithm with its parameters, under a name."""

    name: str
    runs: Algorithm | Command
    parameters: Mapping[str, Any]
    limits: Limits

    def job(self, network: str, shuffle: int | None, seed: int, truth: str | None) -> Job:
        """A run of it. One that is made from the truth is another where that is another."""
        if isinstance(self.runs, Command):
            told = {name: str(value) for name, value in self.parameters.items()}  # in a command line, 2 is not 2.0
            return Job(self.runs.uses, self.runs.version, told, network, shuffle, seed, self.limits)
        own = {"truth": truth} if self.needs_truth else {}
        return Job(self.runs.name, self.runs.version, {**self.parameters, **own}, network, shuffle, seed, self.limits)

    @property
    def needs_truth(self) -> bool:
        return isinstance(self.runs, Algorithm) and self.runs.takes("truth")

    @property
    def is_deterministic(self) -> bool:
        return isinstance(self.runs, Algorithm) and self.runs.deterministic


class Study:
    """Algorithms on data sets. `Study.read` takes a file of TOML; here the same is told by arguments.

    `data` and `algorithms` are lists of mappings, with the same keys as in a file; an algorithm may also be given by its
    name alone, and a network or a truth as an object in place of a file. `repeats` is how often an algorithm runs, each
    time with another seed (or `seeds` says which), and `shuffles` in how many random orders of nodes and edges (or which).
    """

    def __init__(
        self,
        name: str,
        data: Sequence[Mapping[str, Any]],
        algorithms: Sequence[str | Mapping[str, Any]],
        *,
        repeats: int = 1,
        seeds: Sequence[int] | None = None,
        shuffles: int | Sequence[int] = 0,
        metrics: Sequence[str] = (),
        limits: Mapping[str, Any] | Limits | None = None,
        store: str | os.PathLike[str] | None = None,
        folder: str | os.PathLike[str] = ".",
    ) -> None:
        self.folder = Path(folder)
        self.name = _in("name", _text, name)
        self.limits = limits if isinstance(limits, Limits) else _in("limits", _limits, limits or {}, Limits())
        self.seeds = _in("seeds", _numbers, seeds) if seeds is not None else list(range(_in("repeats", _count, repeats)))
        if not self.seeds:
            raise InputError("repeats: there is nothing to run: give at least 1")
        orders = (
            list(range(_in("shuffles", _count, shuffles)))
            if isinstance(shuffles, int)
            else _in("shuffles", _numbers, shuffles)
        )
        self.shuffles: list[int | None] = list(orders) or [None]
        #: By their canonical names.
        self.metrics: tuple[str, ...] = _in("metrics", _metrics, metrics)
        self.instances = [one for place, entry in _entries("data", data) for one in _in(place, self._instances, entry)]
        self.contestants = [_in(place, self._contestant, entry) for place, entry in _entries("algorithms", algorithms)]
        _all_different("data", [f"{one.data}, {one.name}" for one in self.instances])
        _all_different("algorithms", [one.name for one in self.contestants])
        plain_name = re.sub(r"[^\w.-]+", "-", self.name)
        self.store = self.folder / (store if store is not None else f"{plain_name}-results")

    @classmethod
    def read(cls, path: str | os.PathLike[str], *, store: str | os.PathLike[str] | None = None) -> Study:
        """From a file of TOML; the files it names are looked for beside it. `store` wins over the one that it names."""
        name = os.fspath(path)
        try:
            with system_errors(name), open(path, "rb") as file:
                told = tomllib.load(file)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
            what = str(error).partition(" (at ")[0]
            raise FormatError(f"not valid TOML: {what}", name, *map(int, place.groups()) if place else ()) from None
        told.setdefault("name", Path(path).stem)
        if store is not None:
            told["store"] = os.path.abspath(store)
        try:
            for key in told:
                if key not in _KEYS:
                    raise unknown("key", key, _KEYS)
            for key in ("data", "algorithms"):
                if key not in told:
                    raise InputError(f"there is no {key}: add at least one [[{key}]]")
            return cls(folder=Path(path).parent, **told)
        except AccordError as error:
            raise FormatError(str(error), name) from None

    @classmethod
    def example(cls, store: str | os.PathLike[str] | None = None) -> Study:
        """The one that comes with accord: LFR benchmarks over mixing and overlap. Its store is by default here."""
        study = cls.read(Path(__file__).parent / "example.toml", store=store or "example-results")
        missing = {
            package: None for one in study.contestants if isinstance(one.runs, Algorithm) for package in one.runs.missing
        }
        if missing:
            raise MissingPackageError(f"the example needs {', '.join(missing)}: pip install 'accord[bench]'")
        return study

    def __repr__(self) -> str:
        counts = [(len(self.contestants), "algorithms"), (len(self.instances), "networks")]
        counts += [(len(self.shuffles), "orders"), (len(self.seeds), "runs of each")]
        return f"Study {self.name!r}: " + ", ".join(f"{count} {what}" for count, what in counts)

    def describe(self) -> dict[str, Any]:
        """What a store keeps of it."""
        return {
            "name": self.name,
            "seeds": self.seeds,
            "shuffles": self.shuffles,
            "metrics": list(self.metrics),
            "algorithms": {
                one.name: {
                    "uses": one.runs.uses if isinstance(one.runs, Command) else one.runs.name,
                    "parameters": dict(one.parameters),
                    "overlapping": isinstance(one.runs, Algorithm) and one.runs.overlapping,
                    "levels": isinstance(one.runs, Algorithm) and one.runs.levels,
                    "deterministic": one.is_deterministic,
                }
                for one in self.contestants
            },
            "data": list(dict.fromkeys(one.data for one in self.instances)),
        }

    @cached_property
    def data(self) -> list[str]:
        """The names of the data sets."""
        return list(dict.fromkeys(one.data for one in self.instances))

    # ---- parts of it --------------------------------------------------------------------------------------------

    def _instances(self, entry: Any) -> list[Instance]:
        entry = _table(entry, _DATA_KEYS)
        network, truth = entry.get("network"), entry.get("truth")
        if "lfr" in entry:
            for key in entry:
                if key not in ("name", "lfr"):
                    raise InputError(f"an LFR benchmark has its network and truth of its own: leave out {key}")
            name = _text(entry.get("name", "lfr"))
            return [Instance(data, instance, recipe) for data, instance, recipe in grid(name, entry["lfr"])]
        if network is None:
            raise InputError('there is no network: give the file of one, as in network = "friends.txt"')
        reading = {key: entry[key] for key in _READING_KEYS if key in entry}
        if not isinstance(reading.get("directed", True), bool):
            raise InputError(f"directed is true or false, not {reading['directed']!r}")
        more = {"reading": reading, "truth_format": entry.get("truth_format")}
        if not isinstance(network, Network | str | os.PathLike):
            raise InputError(f"a network is the path of a file, or a Network, not {network!r}")
        if isinstance(network, Network) or "*" not in str(network):
            name = _text(
                entry.get("name") or ("network" if isinstance(network, Network) else Path(network).name.partition(".")[0])
            )
            return [Instance(name, "", self._file(network, "network"), self._file(truth, "truth"), **more)]
        pattern = str(network)
        name = _text(entry.get("name") or Path(pattern.replace("*", "")).name.partition(".")[0] or "data")
        if pattern.count("*") > 1 or (truth is not None and str(truth).count("*") != 1):
            raise InputError("network and truth may have one * each, for what tells instances apart")
        files = _files_like(self.folder / pattern)
        if not files:
            raise InputError(f"there is no file {pattern}: give the network of at least one instance")
        return [
            Instance(
                name,
                part,
                files[part],
                None if truth is None else self._file(str(truth).replace("*", part), "truth"),
                **more,
            )
            for part in sorted(files, key=natural)
        ]

    def _file(self, given: Any, what: str) -> Any:
        if given is None or isinstance(given, Network | Clustering):
            return given
        path = self.folder / _text(os.fspath(given) if isinstance(given, os.PathLike) else given)
        if not path.exists():
            raise InputError(f"the {what} {path} is not there: give a file, by its path from the folder of the study")
        return path

    def _contestant(self, entry: Any) -> Contestant:
        if isinstance(entry, str):
            entry = {"uses": entry}
        entry = _table(entry, _ALGORITHM_KEYS)
        uses, cmd = entry.get("uses"), entry.get("cmd")
        if (uses is None) == (cmd is None):
            raise InputError('give either what it uses, as in uses = "igraph.leiden", or its command line as cmd')
        runs: Algorithm | Command
        if cmd is not None:
            if "output" not in entry:
                raise InputError('there is no output: give the format of what it finds, as in output = "cnl"')
            version = None if "version" not in entry else str(entry["version"])
            runs = Command(_text(cmd), _text(entry["output"]), self.folder, entry.get("input"), version)
            name = Path(runs.program).name
        else:
            name = _text(uses)
            where, colon, function = name.rpartition(":")
            runs = find_algorithm(f"{self.folder / where}:{function}" if colon and where.endswith(".py") else name)
            runs.origin()
            name = function if colon else name
        parameters = entry.get("parameters", {})
        runs.check(_table(parameters, None))
        plain_text(parameters)
        limits = _in("limits", _limits, entry.get("limits", {}), self.limits)
        if isinstance(runs, Algorithm):
            parameters = {**runs.parameters, **parameters}
        name = _text(entry.get("name") or name)
        if name == BASELINE and getattr(runs, "name", "") != f"baseline.{BASELINE}":
            raise InputError(f"{BASELINE!r} is what baseline.{BASELINE} is called in results: give this one another name")
        return Contestant(name, runs, parameters, limits)


def digest_of_network(instance: Instance) -> str:
    """What a network is known by: a hash of its file and of how that is read, by the format that its name tells too."""
    if isinstance(instance.network, Network):
        return digest_of_object(instance.network)
    assert isinstance(instance.network, Path)
    told = NETWORK_FORMATS.by_name(instance.network.name)
    reading = {**({"format": told.name} if told else {}), **instance.reading}
    return digest_of({"file": digest_of_file(instance.network), "reading": reading})


def digest_of_object(network: Network) -> str:
    import hashlib

    rows = network.rows
    total = hashlib.sha256(repr((network.directed, network.labels.kind, list(network.labels))).encode())
    for array in (rows.offsets, rows.members, rows.shares):
        if array is not None:
            total.update(array.tobytes())
    return total.hexdigest()


# ---- checks ------------------------------------------------------------------------------------------------------------


def _in(place: str, check: Any, *arguments: Any) -> Any:
    """What `check` gives, with the place in front of what it complains about."""
    try:
        return check(*arguments)
    except AccordError as error:
        raise InputError(f"{place}: {error}") from None


def _entries(key: str, given: Any) -> list[tuple[str, Any]]:
    if not isinstance(given, Sequence) or isinstance(given, str) or not given:
        raise InputError(f"{key}: expected a list with at least one entry, as [[{key}]] in a file")
    return [(f"{key}, entry {place}", entry) for place, entry in enumerate(given, 1)]


def _table(given: Any, keys: Sequence[str] | None) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise InputError(f"expected keys with values, not {given!r}")
    for key in given:
        if keys is not None and key not in keys:
            raise unknown("key", key, keys)
    return given


def _limits(given: Any, default: Limits) -> Limits:
    told = _table(given, ("seconds", "memory", "threads"))
    return Limits(**{"seconds": default.seconds, "memory": default.memory, "threads": default.threads, **told})


def _metrics(given: Any) -> tuple[str, ...]:
    """Metrics that compare with the truth, and those of clusters on their network, by their canonical names."""
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise InputError(f"expected a list of metrics, not {given!r}")
    found = (parse_qualities([name]) if is_quality(_text(name)) else parse_metrics([name]) for name in given)
    return tuple(dict.fromkeys(name for one in found for name in one))


def _text(given: Any) -> str:
    if not isinstance(given, str) or not given.strip():
        raise InputError(f"expected a text, not {given!r}")
    return given


def _count(given: Any) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or given < 0:
        raise InputError(f"expected a number from 0 on, not {given!r}")
    return given


def _numbers(given: Any) -> list[int]:
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise InputError(f"expected a list of numbers, not {given!r}")
    for number in map(_count, given):
        if number >= 2**63:
            raise InputError(f"{number} is too large: give a number below 2^63, or below 2^31, as most libraries need")
    return list(dict.fromkeys(given))


def _all_different(key: str, names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{key}: two of them are called {name!r}: give each a name of its own")


def _files_like(pattern: Path) -> dict[str, Path]:
    """The files whose paths are the same but for what stands for the *, by that. No other letter has a meaning."""
    start, end = str(pattern).split("*")
    paths = glob.glob(f"{glob.escape(start)}*{glob.escape(end)}")
    return {path[len(start) : len(path) - len(end)]: Path(path) for path in paths}
