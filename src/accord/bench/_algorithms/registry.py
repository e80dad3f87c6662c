"""Algorithms by name: those of accord, those of other packages, and those that users register."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar, overload

from accord._foundation.network import Network
from accord.bench._algorithms import adapters
from accord.bench._algorithms.graph_kinds import GRAPH_KINDS, GraphKind
from accord.bench._algorithms.origin import (
    code_version,
    find_in_module,
    load_file,
    load_module,
    load_origin,
    module_of,
    origin_of,
)
from accord.errors import InputError, MissingPackageError, unknown

Function = TypeVar("Function", bound=Callable[..., Any])

#: Name in results of "baseline.random", which draws random clusters with the sizes of the truth.
BASELINE = "random"
#: Parameters whose values come from the harness, not from the study.
HARNESS_PARAMETERS = ("seed", "threads", "truth")
#: Entry points by which other packages provide algorithms.
ENTRY_POINTS = "accord.algorithms"

_registered: dict[str, Algorithm] = {}


@dataclass(frozen=True)
class Algorithm:
    """A function that finds clusters in a network.

    Its first argument is the network as converted by `graph` (by default the Network itself); all
    others are keyword arguments, of which the harness passes those named seed, threads and truth.
    It returns a clustering, or anything that accord can read as one.
    """

    name: str
    function: Callable[..., Any]
    meaning: str = ""
    #: What the function takes: "network" (the default), "networkx", "igraph", "networkit", "scipy",
    #: or a function that converts a Network. Converting does not count as time of the algorithm.
    graph: GraphKind | Callable[[Network], Any] | None = None
    #: Packages that must be installed, by their names for pip.
    packages: tuple[str, ...] = ()
    #: Modules to import before the time starts; by default those of the packages.
    modules: tuple[str, ...] | None = None
    overlapping: bool = False
    levels: bool = False
    #: Whether it always finds the same clusters in a network, so that one run is enough.
    deterministic: bool = False
    #: Incremented when a change of the adapter changes what is found.
    revision: int = 1
    #: Version in place of those of its packages.
    given_version: str | None = None

    def __post_init__(self) -> None:
        if isinstance(self.graph, str) and self.graph not in GRAPH_KINDS:
            raise unknown("kind of graph", self.graph, GRAPH_KINDS)

    #: Marks a parameter without a default.
    REQUIRED: ClassVar[Any] = inspect.Parameter.empty

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The parameters that a study can set, with their defaults."""
        return {
            name: argument.default
            for name, argument in self._arguments.items()
            if name not in HARNESS_PARAMETERS
        }

    def takes(self, name: str) -> bool:
        """Whether the function has a keyword argument of this `name`."""
        return name in self._arguments

    @cached_property
    def _arguments(self) -> Mapping[str, inspect.Parameter]:
        """All arguments but the first, which is the network."""
        try:
            network, *arguments = inspect.signature(self.function).parameters.values()
        except TypeError:
            raise InputError(f"{self.name} is not a function") from None
        except ValueError:  # it has no arguments, or is built in and does not say which
            raise InputError(
                f"{self.name} has no argument for the network: its first argument is the network"
            ) from None
        variable = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
        if network.kind is inspect.Parameter.KEYWORD_ONLY:
            raise InputError(
                f"the first argument of {self.name} is the network: it cannot be a keyword argument"
            )
        return {argument.name: argument for argument in arguments if argument.kind not in variable}

    def check(self, parameters: Mapping[str, Any]) -> None:
        """Raise an error if one of `parameters` is unknown, or one without a default is missing."""
        for name in parameters:
            if name not in self.parameters:
                if not self.parameters:
                    raise InputError(f"{self.name} has no parameters: leave out {name!r}")
                raise unknown(f"parameter of {self.name}", name, self.parameters)
        for name, default in self.parameters.items():
            if default is self.REQUIRED and name not in parameters:
                raise InputError(f"{self.name} needs the parameter {name!r}: add it to parameters")

    def convert(self, network: Network) -> Any:
        """The network as the function takes it."""
        if isinstance(self.graph, str):
            return GRAPH_KINDS[self.graph](network)
        return network if self.graph is None else self.graph(network)

    @property
    def _required(self) -> tuple[str, ...]:
        """All packages that must be installed, with that of its graphs."""
        library = self.graph if isinstance(self.graph, str) and self.graph != "network" else None
        if library is None or library in self.packages:
            return self.packages
        return (*self.packages, library)

    @property
    def missing(self) -> list[str]:
        """The packages that are not installed."""
        return [
            name for name in self._required if importlib.util.find_spec(_module_of(name)) is None
        ]

    @property
    def install(self) -> str:
        """How to install missing packages; empty if there are none."""
        return f"pip install {' '.join(self.missing)}" if self.missing else ""

    def load(self) -> None:
        """Import its packages."""
        if self.missing:
            raise MissingPackageError(
                f"{self.name} needs {' and '.join(self.missing)}: {self.install}"
            )
        for module in map(_module_of, self._required) if self.modules is None else self.modules:
            importlib.import_module(module)

    @cached_property
    def version(self) -> str:
        """The versions of its packages; for a user's function, a digest of its code."""
        if self.given_version is not None:
            return self.given_version
        from importlib.metadata import version

        missing = self.missing
        parts = [
            f"{package} {'(missing)' if package in missing else version(package)}"
            for package in self._required
        ]
        if not module_of(self.function).startswith("accord."):
            parts.append(code_version(self.function, self.name))
        elif self.revision > 1:
            parts.append(f"revision {self.revision}")
        return ", ".join(parts) or "1"

    def origin(self) -> dict[str, str]:
        """How another process gets it with `find_by_origin`."""
        module = module_of(self.function)
        if module.startswith(f"{adapters.__name__}."):
            return {"name": self.name}
        if module != "__main__" and self.name in _from_entry_points():
            return {"name": self.name}
        origin = origin_of(self.function, self.name, self._parcel)
        return {**origin, "graph": self.graph} if isinstance(self.graph, str) else origin

    def _parcel(self) -> Algorithm:
        """What is sent to another process; it has this version wherever it runs."""
        return replace(self, given_version=self.version)


# ---- registering ---------------------------------------------------------------------------------


@overload
def algorithm(function: Function, /) -> Function: ...
@overload
def algorithm(name: str | None = None, /, **facts: Any) -> Callable[[Function], Function]: ...
def algorithm(name: Any = None, /, **facts: Any) -> Any:
    """Register a function as an algorithm.

    Use `@algorithm`, or `@algorithm("name", overlapping=True)` with fields of `Algorithm` as
    `facts`. The function takes a Network and keyword arguments, of which the harness passes `seed`,
    `threads` and `truth`. It runs in its own process, which imports the module or file that defines
    it; a function of a notebook or a session is sent to that process.
    """
    if callable(name):
        return algorithm()(name)

    def register(function: Function) -> Function:
        key = name or function.__name__
        try:
            registered = Algorithm(key, function, **{"meaning": _summary(function), **facts})
        except TypeError as error:
            raise InputError(f"the algorithm {key!r} cannot be registered: {error}") from None
        _registered[key] = registered
        return function

    return register


class AlgorithmDecorator(Protocol):
    """`algorithm` with some of its facts given."""

    def __call__(self, name: str, **facts: Any) -> Callable[[Function], Function]: ...


def algorithm_with(**shared: Any) -> AlgorithmDecorator:
    """`algorithm` with the facts that all algorithms of a library share."""

    def decorate(name: str, **facts: Any) -> Callable[[Function], Function]:
        return algorithm(name, **{**shared, **facts})

    return decorate


# ---- finding -------------------------------------------------------------------------------------


def find_algorithm(name: str) -> Algorithm:
    """Find an algorithm by name, or a function as in `module:function` or `file.py:function`."""
    adapter = f"{adapters.__name__}.{name.partition('.')[0]}"
    if importlib.util.find_spec(adapter) is not None:
        importlib.import_module(adapter)
    if name in _registered:
        return _registered[name]
    if ":" in name:
        where, _, function = name.rpartition(":")
        module = load_file(Path(where)) if where.endswith(".py") else load_module(where)
        return _as_algorithm(name, *find_in_module(module, function))
    provided = _from_entry_points()
    if name in provided:
        return provided[name]
    _import_all_adapters()
    raise unknown("algorithm", name, [*_registered, *provided])


def find_by_origin(origin: Mapping[str, str]) -> Algorithm:
    """Find an algorithm in another process, by its `Algorithm.origin`."""
    if "name" in origin:
        return find_algorithm(origin["name"])
    found = _as_algorithm(origin.get("function", ""), *load_origin(origin))
    graph: Any = origin.get("graph")
    return found if graph is None or found.graph is not None else replace(found, graph=graph)


def registered_algorithm(function: Callable[..., Any]) -> Algorithm | None:
    """The algorithm that a function is registered as; None if it is not."""
    return next((known for known in _registered.values() if known.function is function), None)


def plain_algorithm(
    function: Callable[..., Any], name: str | None = None, graph: GraphKind | None = None
) -> Algorithm:
    """The algorithm of a function that is not registered."""
    return Algorithm(
        name=name or function_name(function),
        function=function,
        meaning=_summary(function),
        graph=graph,
    )


def function_name(function: Callable[..., Any]) -> str:
    """A name for results: that of the function, or of its class."""
    target = getattr(function, "func", function)  # of a functools.partial
    name = str(getattr(target, "__name__", type(target).__name__))
    return "lambda" if name == "<lambda>" else name


def available() -> dict[str, Algorithm]:
    """All named algorithms, installed or not.

    `Algorithm.install` says how to install missing packages.
    """
    _import_all_adapters()
    return dict(sorted((_from_entry_points() | _registered).items()))


def _import_all_adapters() -> None:
    import pkgutil

    for module in pkgutil.iter_modules(adapters.__path__):
        importlib.import_module(f"{adapters.__name__}.{module.name}")


def _from_entry_points() -> dict[str, Algorithm]:
    from importlib.metadata import entry_points

    return {
        point.name: _as_algorithm(point.name, point.load(), point.value)
        for point in entry_points(group=ENTRY_POINTS)
    }


def _as_algorithm(name: str, value: Any, where: str) -> Algorithm:
    if isinstance(value, Algorithm):
        return value
    if not callable(value):
        raise InputError(f"there is no function {where}")
    return registered_algorithm(value) or plain_algorithm(value, name)


def _summary(function: Callable[..., Any]) -> str:
    """The first line of a docstring, without its full stop."""
    return (inspect.getdoc(function) or "").partition("\n")[0].rstrip(".")


def _module_of(package: str) -> str:
    """The module of a package that pip knows by this name."""
    return {"python-igraph": "igraph", "scikit-learn": "sklearn"}.get(
        package, package.replace("-", "_")
    )
