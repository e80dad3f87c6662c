"""Algorithms by name: those of accord, those of other packages, and those that users register."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Protocol, TypeVar, overload

from accord._foundation.network import Network
from accord.bench._algorithms import adapters
from accord.errors import InputError, MissingPackageError, unknown

Function = TypeVar("Function", bound=Callable[..., Any])

#: Name in results of "baseline.random", which draws random clusters with the sizes of the truth.
BASELINE = "random"
#: Parameters whose values come from the harness, not from the study.
HARNESS_PARAMETERS = ("seed", "threads", "truth")
#: Entry points by which other packages provide algorithms.
ENTRY_POINTS = "accord.algorithms"

#: Prefix of the names of modules that are loaded from files.
_FILE_MODULE = "accord_algorithm_"

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
    #: Converts a Network to what the function takes; does not count as time of the algorithm.
    graph: Callable[[Network], Any] | None = None
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
        """Whether the function has this keyword argument."""
        return name in self._arguments

    @cached_property
    def _arguments(self) -> Mapping[str, inspect.Parameter]:
        """All arguments but the first, which is the network."""
        _, *arguments = inspect.signature(self.function).parameters.values()
        variable = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
        return {argument.name: argument for argument in arguments if argument.kind not in variable}

    def check(self, parameters: Mapping[str, Any]) -> None:
        """Raise an error if a parameter is unknown, or one without a default is missing."""
        for name in parameters:
            if name not in self.parameters:
                if not self.parameters:
                    raise InputError(f"{self.name} has no parameters: leave out {name!r}")
                raise unknown(f"parameter of {self.name}", name, self.parameters)
        for name, default in self.parameters.items():
            if default is self.REQUIRED and name not in parameters:
                raise InputError(f"{self.name} needs the parameter {name!r}: add it to parameters")

    @property
    def missing(self) -> list[str]:
        """The packages that are not installed."""
        return [
            name for name in self.packages if importlib.util.find_spec(_module_of(name)) is None
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
        for module in map(_module_of, self.packages) if self.modules is None else self.modules:
            importlib.import_module(module)

    @cached_property
    def version(self) -> str:
        """The versions of its packages; for a user's function, a digest of its file."""
        if self.given_version is not None:
            return self.given_version
        from importlib.metadata import version

        missing = self.missing
        parts = [
            f"{package} {'(missing)' if package in missing else version(package)}"
            for package in self.packages
        ]
        if not self.function.__module__.startswith("accord."):
            parts.append(f"code {_digest_of_code(self.function)}")
        elif self.revision > 1:
            parts.append(f"revision {self.revision}")
        return ", ".join(parts) or "1"

    def origin(self) -> dict[str, str]:
        """How another process can find it with `find_by_origin`."""
        module, function = self.function.__module__, self.function.__qualname__
        if module.startswith(f"{adapters.__name__}."):
            return {"name": self.name}
        if "<" in function:
            raise InputError(
                f"{self.name} is defined inside a function: define it at the top of a module"
            )
        if module != "__main__" and self.name in _from_entry_points():
            return {"name": self.name}
        path = getattr(sys.modules.get(module), "__file__", None)
        if path is None:
            raise InputError(
                f"{self.name} has no file that another process could import: "
                "define it in a module or file"
            )
        search_path = "\n".join(str(Path(folder).resolve()) for folder in sys.path)
        if module == "__main__" or module.startswith(_FILE_MODULE):
            return {"file": str(Path(path).resolve()), "function": function, "path": search_path}
        return {"module": module, "function": function, "path": search_path}


# ---- registering ---------------------------------------------------------------------------------


@overload
def algorithm(function: Function, /) -> Function: ...
@overload
def algorithm(name: str | None = None, /, **facts: Any) -> Callable[[Function], Function]: ...
def algorithm(name: Any = None, /, **facts: Any) -> Any:
    """Register a function as an algorithm.

    Use `@algorithm`, or `@algorithm("name", overlapping=True)` with fields of `Algorithm`. The
    function takes a Network and keyword arguments, of which the harness passes `seed`, `threads`
    and `truth`. It runs in its own process, which imports the module or file that defines it.
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
        is_file = where.endswith(".py")
        module = _load_file(Path(where)) if is_file else _load_module(where)
        return _from_module(name, module, function)
    provided = _from_entry_points()
    if name in provided:
        return provided[name]
    _import_all_adapters()
    raise unknown("algorithm", name, [*_registered, *provided])


def find_by_origin(origin: Mapping[str, str]) -> Algorithm:
    """Find an algorithm in another process, by its `Algorithm.origin`."""
    if "name" in origin:
        return find_algorithm(origin["name"])
    sys.path[:0] = [folder for folder in origin["path"].split("\n") if folder not in sys.path]
    is_file = "file" in origin
    module = _load_file(Path(origin["file"])) if is_file else _load_module(origin["module"])
    return _from_module(origin["function"], module, origin["function"])


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


def _from_module(name: str, module: ModuleType, function: str) -> Algorithm:
    """The function of a module, by its qualified name."""
    found: Any = module
    for part in function.split("."):
        found = getattr(found, part, None)
    return _as_algorithm(name, found, f"{function!r} in {module.__file__}")


def _as_algorithm(name: str, value: Any, where: str) -> Algorithm:
    if isinstance(value, Algorithm):
        return value
    if not callable(value):
        raise InputError(f"there is no function {where}")
    for known in _registered.values():
        if known.function is value:
            return known
    return Algorithm(name, value, _summary(value))


def _load_module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise InputError(f"the module {name!r} cannot be imported: {error}") from None


def _load_file(path: Path) -> ModuleType:
    """Import a file under a name other than `__main__`, so that it does not act as a script."""
    name = f"{_FILE_MODULE}{path.stem}"
    known = sys.modules.get(name)
    if known is not None and known.__file__ == str(path.resolve()):
        return known
    spec = importlib.util.spec_from_file_location(name, path.resolve())
    if spec is None or spec.loader is None or not path.exists():
        raise InputError(f"{path}: there is no such Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]  # the module is incomplete
        raise
    return module


def _summary(function: Callable[..., Any]) -> str:
    """The first line of a docstring, without its full stop."""
    return (inspect.getdoc(function) or "").partition("\n")[0].rstrip(".")


def _digest_of_code(function: Callable[..., Any]) -> str:
    """Digest of the whole file: the function may use anything in it."""
    from hashlib import sha256

    try:
        code = Path(inspect.getfile(inspect.unwrap(function))).read_bytes()
    except (OSError, TypeError):
        code = function.__qualname__.encode()
    return sha256(code).hexdigest()[:12]


def _module_of(package: str) -> str:
    """The module of a package that pip knows by this name."""
    return {"python-igraph": "igraph", "scikit-learn": "sklearn"}.get(
        package, package.replace("-", "_")
    )
