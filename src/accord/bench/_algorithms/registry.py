"""Algorithms by name: those that come with accord, those of other packages, and those that people add."""

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
from accord.errors import InputError, MissingPackageError, unknown

Function = TypeVar("Function", bound=Callable[..., Any])

#: The modules beside this one, by the first part of the names of their algorithms.
MODULES = ("baseline", "cdlib", "igraph", "infomap", "leidenalg", "networkit", "networkx")
#: The algorithm that draws random clusters with the sizes of the truth, "baseline.random".
BASELINE = "random"
#: Parameters that the harness gives, and not the study.
GIVEN = ("seed", "threads", "truth")
#: Where other packages tell of their algorithms.
ENTRY_POINTS = "accord.algorithms"

#: How the modules of files are called that hold algorithms.
_FILE_MODULE = "accord_algorithm_"

_added: dict[str, Algorithm] = {}


@dataclass(frozen=True)
class Algorithm:
    """A function that finds clusters in a network.

    It takes what `graph` makes of the network (the Network itself, by default) and keyword
    arguments; those called seed, threads and truth are given by the harness. It gives a clustering,
    or anything that accord takes for one.
    """

    name: str
    function: Callable[..., Any]
    meaning: str = ""
    #: Makes of a Network what the function takes; not part of its time.
    graph: Callable[[Network], Any] | None = None
    #: What has to be installed, by the names that pip knows.
    packages: tuple[str, ...] = ()
    #: What is imported before the time starts; by default these packages.
    modules: tuple[str, ...] | None = None
    overlapping: bool = False
    levels: bool = False
    #: Whether it always finds the same in the same network: then one run is enough.
    deterministic: bool = False
    #: Counts changes of the adapter that change what is found.
    revision: int = 1
    #: What is told as its version in place of those of its packages.
    own_version: str | None = None

    #: What stands for the default of a parameter that has none.
    REQUIRED: ClassVar[Any] = inspect.Parameter.empty

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """What can be chosen, with defaults."""
        return {name: part.default for name, part in self._arguments.items() if name not in GIVEN}

    def takes(self, name: str) -> bool:
        """Whether the function has this keyword argument."""
        return name in self._arguments

    @cached_property
    def _arguments(self) -> Mapping[str, inspect.Parameter]:
        _, *others = inspect.signature(
            self.function
        ).parameters.values()  # the first is the network
        return {
            part.name: part
            for part in others
            if part.kind not in (part.VAR_KEYWORD, part.VAR_POSITIONAL)
        }

    def check(self, parameters: Mapping[str, Any]) -> None:
        """Raises where it has no such parameters, or where one without a default is missing."""
        for name in parameters:
            if name not in self.parameters:
                if not self.parameters:
                    raise InputError(f"{self.name} has no parameters, and {name!r} was given")
                raise unknown(f"parameter of {self.name}", name, self.parameters)
        for name, default in self.parameters.items():
            if default is self.REQUIRED and name not in parameters:
                raise InputError(f"{self.name} needs the parameter {name!r}")

    @property
    def missing(self) -> list[str]:
        """The packages that are not installed."""
        return [
            name for name in self.packages if importlib.util.find_spec(_module_of(name)) is None
        ]

    @property
    def install(self) -> str:
        """How to install what is not there; nothing where all is."""
        return f"pip install {' '.join(self.missing)}" if self.missing else ""

    def load(self) -> None:
        """Imports its packages."""
        if self.missing:
            raise MissingPackageError(
                f"{self.name} needs {' and '.join(self.missing)}: {self.install}"
            )
        for module in map(_module_of, self.packages) if self.modules is None else self.modules:
            importlib.import_module(module)

    @cached_property
    def version(self) -> str:
        """The versions of its packages; of a function of somebody's own, a hash of the file that it is in."""
        if self.own_version is not None:
            return self.own_version
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
        """Where another process finds it."""
        function = self.function
        module, name = function.__module__, function.__qualname__
        if module.startswith("accord.bench._algorithms."):
            return {"name": self.name}
        if "<" in name:
            raise InputError(
                f"{self.name} is made inside of a function: define it at the top of a module or file"
            )
        if module != "__main__" and self.name in _from_entry_points():
            return {"name": self.name}
        path = getattr(sys.modules.get(module), "__file__", None)
        if path is None:
            raise InputError(
                f"{self.name} has no file that another process could read: define it in a module or file"
            )
        in_file = module == "__main__" or module.startswith(_FILE_MODULE)
        where = {"file": str(Path(path).resolve())} if in_file else {"module": module}
        return {**where, "function": name, "path": _search_path()}


@overload
def algorithm(function: Function, /) -> Function: ...
@overload
def algorithm(name: str | None = None, /, **facts: Any) -> Callable[[Function], Function]: ...
def algorithm(name: Any = None, /, **facts: Any) -> Any:
    """Adds a function to the algorithms: `@algorithm`, or `@algorithm("name", overlapping=True)` with facts of Algorithm.

    The function takes a Network and keyword arguments, of which `seed`, `threads` and `truth` are
    given by the harness. It runs in a process of its own, which imports the module or runs the file
    that it is defined in.
    """
    if callable(name):
        return algorithm()(name)

    def add(function: Function) -> Function:
        own_name = name or function.__name__
        meaning = (inspect.getdoc(function) or "").partition("\n")[0].rstrip(".")
        try:
            made = Algorithm(own_name, function, **{"meaning": meaning, **facts})
        except TypeError as error:
            raise InputError(f"the algorithm {own_name!r} cannot be added: {error}") from None
        _added[own_name] = made
        return function

    return add


class Adding(Protocol):
    """`algorithm`, with some facts told already."""

    def __call__(self, name: str, **facts: Any) -> Callable[[Function], Function]: ...


def adding(**shared: Any) -> Adding:
    """`algorithm` for several algorithms of a library."""

    def add(name: str, **facts: Any) -> Callable[[Function], Function]:
        return algorithm(name, **{**shared, **facts})

    return add


def find_algorithm(name: str) -> Algorithm:
    """By its name; or a function, as in `module:function` or `file.py:function`."""
    library = name.partition(".")[0]
    if library in MODULES:
        importlib.import_module(f"accord.bench._algorithms.{library}")
    if name in _added:
        return _added[name]
    if ":" in name:
        where, _, function = name.rpartition(":")
        return _of_function(
            name,
            _load_file(Path(where)) if where.endswith(".py") else _load_module(where),
            function,
        )
    others = _from_entry_points()
    if name in others:
        return others[name]
    _import_all()
    raise unknown("algorithm", name, [*_added, *others])


def find_origin(origin: Mapping[str, str]) -> Algorithm:
    """What `Algorithm.origin` tells, in another process."""
    if "name" in origin:
        return find_algorithm(origin["name"])
    sys.path[:0] = [part for part in origin["path"].split("\n") if part not in sys.path]
    module = (
        _load_file(Path(origin["file"])) if "file" in origin else _load_module(origin["module"])
    )
    return _of_function(origin["function"], module, origin["function"])


def available() -> dict[str, Algorithm]:
    """All algorithms that have a name, installed or not, by it; `Algorithm.install` says what to do about the others."""
    _import_all()
    return dict(sorted((_from_entry_points() | _added).items()))


def _import_all() -> None:
    for library in MODULES:
        importlib.import_module(f"accord.bench._algorithms.{library}")


def _from_entry_points() -> dict[str, Algorithm]:
    from importlib.metadata import entry_points

    found = {}
    for point in entry_points(group=ENTRY_POINTS):
        thing = point.load()
        found[point.name] = (
            thing if isinstance(thing, Algorithm) else _of_function(point.name, thing, None)
        )
    return found


def _of_function(name: str, holder: Any, function: str | None) -> Algorithm:
    thing = holder
    for part in function.split(".") if function else ():
        thing = getattr(thing, part, None)
    if isinstance(thing, Algorithm):
        return thing
    if not callable(thing):
        raise InputError(
            f"there is no function {function!r} in {getattr(holder, '__file__', holder)}"
        )
    known = next((one for one in _added.values() if one.function is thing), None)
    return known or Algorithm(
        name, thing, (inspect.getdoc(thing) or "").partition("\n")[0].rstrip(".")
    )


def _load_module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise InputError(f"the module {name!r} cannot be imported: {error}") from None


def _load_file(path: Path) -> ModuleType:
    """A module from a file, under a name that is not `__main__`: what only a script does is not done."""
    name = f"{_FILE_MODULE}{path.stem}"
    known = sys.modules.get(name)
    if known is not None and known.__file__ == str(path.resolve()):
        return known
    spec = importlib.util.spec_from_file_location(name, path.resolve())
    if spec is None or spec.loader is None or not path.exists():
        raise InputError(f"{path}: there is no such file of Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]  # as half a module
        raise
    return module


def _search_path() -> str:
    return "\n".join(str(Path(part).resolve()) for part in sys.path)


def _digest_of_code(function: Callable[..., Any]) -> str:
    """Of the whole file: the function may use whatever else is in it."""
    from hashlib import sha256

    try:
        code = Path(inspect.getfile(inspect.unwrap(function))).read_bytes()
    except (OSError, TypeError):
        code = function.__qualname__.encode()
    return sha256(code).hexdigest()[:12]


def _module_of(package: str) -> str:
    """What is imported of a package that pip knows by this name."""
    return {"python-igraph": "igraph", "scikit-learn": "sklearn"}.get(
        package, package.replace("-", "_")
    )
