"""The interface of the engines that hold lazy tables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, ClassVar

from accord._io.tables.origin import comes_from
from accord.errors import AccordError, EngineError, MissingPackageError, first_line, need_package

#: Opens a file, or a folder of files, as a lazy table. That of text files has the column LINE, with
#: their lines.
Scan = Callable[[str], Any]
LINE = "line"

#: Packages between accord and all engines: their errors, too, are about the tables.
_SHARED_PACKAGES = frozenset({"narwhals", "pandas", "pyarrow"})


class Backend(ABC):
    """An engine that holds lazy tables."""

    #: The name in messages; in lower case, the name of the engine as an option.
    name: ClassVar[str]
    #: The package, and the names of the classes of its lazy tables.
    package: ClassVar[str]
    table_classes: ClassVar[tuple[str, ...]]
    #: Other packages that raise its errors.
    error_packages: ClassVar[tuple[str, ...]] = ()
    #: The library of the tables in memory that it exchanges.
    memory_library: ClassVar[str]
    #: The extra of accord that installs it.
    extra: ClassVar[str]
    #: Whether it opens files.
    scans_files: ClassVar[bool] = True
    #: What it reads instead of bytes that are not UTF-8, as part of a pattern.
    not_text: ClassVar[str] = ""
    #: Arguments of `open` besides the number of threads.
    options: ClassVar[tuple[str, ...]] = ()

    @property
    def option_name(self) -> str:
        return self.name.lower()

    def holds(self, data: object) -> bool:
        """Whether this is one of its lazy tables; imports nothing."""
        return comes_from(data, self.package, *self.table_classes)

    @abstractmethod
    def send(self, neighbour: Any, small: Any) -> Any:
        """A small table in memory as a lazy table of the engine, in the session of `neighbour`."""

    @abstractmethod
    def keep(self, table: Any) -> AbstractContextManager[Any]:
        """A lazy table that is evaluated once and kept in the engine for a while."""

    def open(self, *, threads: int | None) -> AbstractContextManager[Scan]:
        """Start the engine to open files; at the end, close it and remove its temporary files."""
        raise NotImplementedError(f"{self.name} does not open files")

    def split_lines(self, lines: Any, pattern: str, names: Sequence[str]) -> Any:
        """The column LINE of a lazy table, and the groups of a pattern in it as columns."""
        raise NotImplementedError(f"{self.name} does not open files")

    def import_narwhals(self) -> Any:
        """The package Narwhals, by which all engines are queried."""
        try:
            import narwhals
        except ImportError:
            raise need_package("narwhals", self.extra, f"comparing tables of {self.name}") from None
        return narwhals

    def missing_package(self) -> MissingPackageError:
        """The error if the engine is not installed."""
        return need_package(self.package, self.extra, f"the engine {self.option_name}")

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Raise errors of the engine as an EngineError."""
        try:
            yield
        except AccordError:
            raise
        except BaseException as error:  # a panic of Rust is no Exception
            packages = {cls.__module__.partition(".")[0] for cls in type(error).__mro__}
            of_engine = {self.package, *self.error_packages, *_SHARED_PACKAGES}
            if packages.isdisjoint(of_engine) and not isinstance(error, OSError | MemoryError):
                raise
            raise EngineError(f"{self.name}: {first_line(error)}") from error
