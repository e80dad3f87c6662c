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

from accord._display.names import natural_order
from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord._io.clusterings.formats import FORMATS
from accord._io.files.atomic import system_errors
from accord._io.networks import NETWORK_FORMATS
from accord.bench._algorithms.registry import Algorithm, find_algorithm
from accord.bench._results.run import BASELINE
from accord.bench._study import checks as checking
from accord.bench._study.checks import at
from accord.bench._study.commands import Command
from accord.bench._study.jobs import Job, digest_of, digest_of_file, plain_text
from accord.bench._study.limits import Limits
from accord.bench._study.recipes import Recipe, grid
from accord.errors import AccordError, FormatError, InputError, MissingPackageError, said, unknown

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
    #: What runs, wherever the folder of the study is.
    uses: str
    runs: Algorithm | Command
    parameters: Mapping[str, Any]
    limits: Limits

    def job(self, network: str, shuffle: int | None, seed: int, truth: str | None) -> Job:
        """A run of it. One that is made from the truth is another where that is another."""
        if isinstance(self.runs, Command):
            told = {
                name: str(value) for name, value in self.parameters.items()
            }  # in a command line, 2 is not 2.0
            return Job(self.uses, self.runs.version, told, network, shuffle, seed, self.limits)
        own = {"truth": truth} if self.needs_truth else {}
        return Job(
            self.uses,
            self.runs.version,
            {**self.parameters, **own},
            network,
            shuffle,
            seed,
            self.limits,
        )

    @property
    def needs_truth(self) -> bool:
        return isinstance(self.runs, Algorithm) and self.runs.takes("truth")

    @property
    def is_deterministic(self) -> bool:
        return isinstance(self.runs, Algorithm) and self.runs.deterministic


class Study:
    """Algorithms on data sets. `Study.read` takes a file of TOML; here the same is told by arguments.

    `data` and `algorithms` are lists of mappings, with the same keys as in a file; an algorithm may
    also be given by its name alone, and a network or a truth as an object in place of a file.
    `repeats` is how often an algorithm runs, each time with another seed (or `seeds` says which),
    and `shuffles` in how many random orders of nodes and edges (or which).
    """

    def __init__(
        self,
        name: str,
        data: Sequence[Mapping[str, Any]],
        algorithms: Sequence[str | Mapping[str, Any]],
        *,
        repeats: int | None = None,
        seeds: Sequence[int] | None = None,
        shuffles: int | Sequence[int] = 0,
        metrics: Sequence[str] = (),
        limits: Mapping[str, Any] | Limits | None = None,
        store: str | os.PathLike[str] | None = None,
        folder: str | os.PathLike[str] = ".",
    ) -> None:
        self.folder = Path(folder)
        self.name = at("name", checking.text, name)
        self.limits = (
            limits
            if isinstance(limits, Limits)
            else at("limits", checking.limits, limits or {}, Limits())
        )
        self.seeds = _seeds(repeats, seeds)
        many = hasattr(shuffles, "__iter__")
        orders = at("shuffles", checking.numbers if many else checking.whole, shuffles)
        self.shuffles: list[int | None] = list(orders if many else range(orders)) or [None]
        #: By their canonical names.
        self.metrics: tuple[str, ...] = at("metrics", checking.metrics, metrics)
        entries = checking.entries("data", data), checking.entries("algorithms", algorithms)
        self.instances: list[Instance] = [
            one for place, entry in entries[0] for one in at(place, self._instances, entry)
        ]
        self.contestants: list[Contestant] = [
            at(place, self._contestant, entry) for place, entry in entries[1]
        ]
        checking.all_different(
            "data", [", ".join(filter(None, (one.data, one.name))) for one in self.instances]
        )
        checking.all_different("algorithms", [one.name for one in self.contestants])
        _check_baseline(self.contestants)
        plain_name = re.sub(r"[^\w.-]+", "-", self.name)
        self.store = self.folder / (
            f"{plain_name}-results" if store is None else at("store", checking.path, store)
        )

    @classmethod
    def read(
        cls, path: str | os.PathLike[str], *, store: str | os.PathLike[str] | None = None
    ) -> Study:
        """From a file of TOML; the files it names are looked for beside it. `store` wins over the one that it names."""
        name = os.fspath(path)
        try:
            with system_errors(name):
                if os.path.isdir(path):
                    raise InputError(f"{name}: this is a folder: give the file of a study, in TOML")
                with open(path, "rb") as file:
                    told = tomllib.load(file)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
            what = str(error).partition(" (at ")[0]
            raise FormatError(
                f"not valid TOML: {what}", name, *map(int, place.groups()) if place else ()
            ) from None
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
            package: None
            for one in study.contestants
            if isinstance(one.runs, Algorithm)
            for package in one.runs.missing
        }
        if missing:
            raise MissingPackageError(
                f"the example needs {', '.join(missing)}: pip install 'accord[bench]'"
            )
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
                    "uses": one.uses,
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

    # ---- parts of it -----------------------------------------------------------------------------

    def _instances(self, entry: Any) -> list[Instance]:
        entry = checking.table(entry, _DATA_KEYS)
        network, truth = entry.get("network"), entry.get("truth")
        if "lfr" in entry:
            for key in entry:
                if key not in ("name", "lfr"):
                    raise InputError(
                        f"an LFR benchmark has its network and truth of its own: leave out {key}"
                    )
            name = checking.text(entry.get("name", "lfr"))
            return [
                Instance(data, instance, recipe)
                for data, instance, recipe in grid(name, entry["lfr"])
            ]
        if network is None:
            raise InputError(
                'there is no network: give the file of one, as in network = "friends.txt"'
            )
        reading = {key: entry[key] for key in _READING_KEYS if key in entry}
        if not isinstance(reading.get("directed", True), bool):
            raise InputError(f"directed is true or false, not {reading['directed']!r}")
        more = {"reading": reading, "truth_format": entry.get("truth_format")}
        for key, known in (("format", NETWORK_FORMATS), ("truth_format", FORMATS)):
            if entry.get(key) is not None:
                known.find(entry[key])
        if isinstance(network, Network) or "*" not in str(network):
            found = self._file(network, "network", Network)
            name = entry.get("name") or (
                "network" if isinstance(network, Network) else found.name.partition(".")[0]
            )
            return [
                Instance(
                    checking.text(name), "", found, self._file(truth, "truth", Clustering), **more
                )
            ]
        pattern = str(network)
        name = checking.text(
            entry.get("name") or Path(pattern.replace("*", "")).name.partition(".")[0] or "data"
        )
        if pattern.count("*") > 1 or (truth is not None and str(truth).count("*") != 1):
            raise InputError(
                "network and truth may have one * each, for what tells instances apart"
            )
        files = _files_like(self.folder / pattern)
        if not files:
            raise InputError(
                f"there is no file {pattern}: give the network of at least one instance"
            )
        return [
            Instance(
                name,
                part,
                files[part],
                None
                if truth is None
                else self._file(str(truth).replace("*", part), "truth", Clustering),
                **more,
            )
            for part in sorted(files, key=natural_order)
        ]

    def _file(self, given: Any, what: str, kind: type) -> Any:
        if given is None or isinstance(given, kind):
            return given
        if not isinstance(given, str | os.PathLike):
            raise InputError(f"a {what} is the path of a file, or a {kind.__name__}, not {given!r}")
        path = self.folder / at(what, checking.path, given)
        if not path.exists():
            raise InputError(
                f"the {what} {path} is not there: give a file, by its path from the folder of the study"
            )
        return path

    def _contestant(self, entry: Any) -> Contestant:
        if isinstance(entry, str):
            entry = {"uses": entry}
        if callable(entry):
            raise InputError(
                "a function is told by its name: give it one with @bench.algorithm, and that name here"
            )
        entry = checking.table(entry, _ALGORITHM_KEYS)
        uses, cmd = entry.get("uses"), entry.get("cmd")
        if (uses is None) == (cmd is None):
            raise InputError(
                'give either what it uses, as in uses = "igraph.leiden", or its command line as cmd'
            )
        runs: Algorithm | Command
        if cmd is not None:
            if "output" not in entry:
                raise InputError(
                    'there is no output: give the format of what it finds, as in output = "cnl"'
                )
            version = None if "version" not in entry else str(entry["version"])
            runs = Command(
                checking.text(cmd),
                checking.text(entry["output"]),
                self.folder,
                entry.get("input"),
                version,
            )
            name, known_as = Path(runs.program).name, runs.uses
        else:
            name = checking.text(uses)
            where, colon, function = name.rpartition(":")
            path = f"{self.folder / where}:{function}" if colon and where.endswith(".py") else name
            try:
                runs = find_algorithm(path)
            except AccordError:
                raise
            except (Exception, SystemExit) as error:  # of code that is run as it is read
                raise InputError(
                    f"{where} cannot be imported: {type(error).__name__}: {said(error)}"
                ) from None
            runs.origin()
            known_as = name if runs.name == path else runs.name
            name = function if colon else name
        parameters = entry.get("parameters", {})
        runs.check(checking.table(parameters, None))
        plain_text(parameters)
        limits = at("limits", checking.limits, entry.get("limits", {}), self.limits)
        if isinstance(runs, Algorithm):
            parameters = {**runs.parameters, **parameters}
        name = checking.text(entry.get("name") or name)
        if name == BASELINE and getattr(runs, "name", "") != f"baseline.{BASELINE}":
            raise InputError(
                f"{BASELINE!r} is what baseline.{BASELINE} is called in results: give this one another name"
            )
        return Contestant(name, known_as, runs, parameters, limits)


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
    total = hashlib.sha256(
        repr((network.directed, network.node_labels.kind, list(network.node_labels))).encode()
    )
    for array in (rows.offsets, rows.members, rows.shares):
        if array is not None:
            total.update(array.tobytes())
    return total.hexdigest()


def _seeds(repeats: Any, seeds: Any) -> list[int]:
    if repeats is not None and seeds is not None:
        raise InputError(
            "there are repeats and seeds: give one of them, the number of runs or the seed of each"
        )
    found: list[int] = (
        list(range(at("repeats", checking.whole, 1 if repeats is None else repeats)))
        if seeds is None
        else at("seeds", checking.numbers, seeds)
    )
    if not found:
        raise InputError("repeats: there is nothing to run: give at least 1")
    return found


def _check_baseline(contestants: Sequence[Contestant]) -> None:
    """It is shown under one name, whatever it is called."""
    own = f"baseline.{BASELINE}"
    if sum(isinstance(one.runs, Algorithm) and one.runs.name == own for one in contestants) > 1:
        raise InputError(
            f"algorithms: two of them use {own}: one is enough, and runs as often as the others"
        )


def _files_like(pattern: Path) -> dict[str, Path]:
    """The files whose paths are the same but for what stands for the *, by that. No other letter has a meaning."""
    start, end = str(pattern).split("*")
    paths = glob.glob(f"{glob.escape(start)}*{glob.escape(end)}")
    return {path[len(start) : len(path) - len(end)]: Path(path) for path in paths}
