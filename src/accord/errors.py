"""Every exception and warning of accord. Each says what happened, where, and what to do about it.

Everything that is wrong with an input is an `InputError`; the others are about files, memory and
other software.
"""

from __future__ import annotations

from collections.abc import Iterable

#: The greatest length of a message of another library that is passed on.
_MAX_LENGTH = 500


class AccordError(Exception):
    """Base of all errors that accord raises on purpose."""


class InputError(AccordError, ValueError):
    """A clustering, network, option or combination of them that cannot be used."""


class InvalidParameterError(InputError, TypeError):
    """An argument that `accord.sklearn` cannot use.

    Both a ValueError and a TypeError, as the exception of this name in scikit-learn.
    """


class FormatError(InputError):
    """A file whose content cannot be read.

    Has the attributes `path`, `line` and `column`; the latter count from 1, and are None if the
    error is not at one position.
    """

    def __init__(
        self, what: str, path: str, line: int | None = None, column: int | None = None
    ) -> None:
        self.path, self.line, self.column = path, line, column
        position = path if line is None else f"{path}, line {line}, column {column}"
        super().__init__(f"{position}: {what}")

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.args, self.__dict__)


class FileError(AccordError, OSError):
    """A file that the operating system does not allow to be read or written."""


class MissingFileError(FileError, FileNotFoundError):
    """A file that does not exist."""


class NodeSetError(InputError):
    """The two clusterings have different nodes, and the metric needs the same ones."""


class OverlapError(InputError):
    """A metric for crisp clusterings was given an overlapping one."""


class WeightError(InputError):
    """A metric that counts nodes one by one was given weights that are not integers."""


class UnknownNameError(InputError, KeyError):
    """There is no metric, option or choice of this name."""

    def __str__(self) -> str:  # a KeyError would print the message in quotes
        return str(self.args[0])


class TooLargeError(AccordError, MemoryError):
    """The work would need more memory than there is."""

    def __reduce__(self) -> tuple[object, ...]:
        # Dask pickles exceptions in a way that a plain MemoryError does not survive.
        return type(self), self.args


class EngineError(AccordError, RuntimeError):
    """An engine that holds tables failed; the message is its own."""


class ClusterError(AccordError, RuntimeError):
    """A Dask cluster that cannot be reached, or cannot run a job."""


class MissingPackageError(AccordError, ImportError):
    """An optional package is needed for this and is not installed."""


class AccordWarning(UserWarning):
    """Something the user should know; the values are right all the same."""


def unknown(kind: str, name: object, known: Iterable[str]) -> UnknownNameError:
    """The error for a wrong name, with the nearest right ones."""
    import difflib  # only needed for an error: `import accord` is quick

    names = list(known)
    near = difflib.get_close_matches(str(name), names, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"choose from {', '.join(names)}"
    return UnknownNameError(f"unknown {kind} {str(name)!r}: {hint}")


def need_package(package: str, extra: str, purpose: str) -> MissingPackageError:
    """The error for an optional package that is not installed."""
    return MissingPackageError(
        f"{purpose} needs the package {package}: pip install 'accord[{extra}]'"
    )


def said(error: BaseException) -> str:
    """The message of another library's error as one line, without hints, plans or stack traces."""
    lines = [line.strip(" \t:") for line in str(error).splitlines() if line.strip(" \t:")]
    if len(lines) > 1 and lines[0].startswith("An error occurred while calling"):
        lines = lines[1:]  # an exception of Java: the next line says what happened
    line = lines[0] if lines else type(error).__name__
    return line if len(line) <= _MAX_LENGTH else f"{line[:_MAX_LENGTH]} …"


def _rebuild(cls: type[Exception], args: tuple[object, ...], state: dict[str, object]) -> Exception:
    error = cls.__new__(cls)
    error.args = args
    error.__dict__.update(state)
    return error
