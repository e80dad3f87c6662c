"""Exceptions and warnings of accord. Each says what happened, where, and what to do about it.

Everything that is wrong with an input is an `InputError`; the others are about files, memory and
other software.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

__all__ = [
    "AccordError",
    "AccordWarning",
    "ClusterError",
    "EngineError",
    "FileError",
    "FormatError",
    "InputError",
    "InvalidParameterError",
    "MissingFileError",
    "MissingPackageError",
    "NodeSetError",
    "NotApplicableError",
    "OverlapError",
    "TooLargeError",
    "UnknownNameError",
    "UnsupportedSystemError",
    "WeightError",
]

#: Likeness of a known name, from 0 to 1, from which it is suggested for an unknown one.
_MIN_LIKENESS = 0.6
#: Maximum number of characters that are kept of another library's message.
_MAX_LENGTH = 500
#: Characters that are kept at either end of a very long message, as one with a word of a file.
_KEPT = 750


class AccordError(Exception):
    """Base class of all errors that accord raises on purpose."""


# ---- errors about input --------------------------------------------------------------------------


class InputError(AccordError, ValueError):
    """A clustering, a network, an option or a combination of them that cannot be used.

    Of a very long `message`, the middle is left out.
    """

    def __init__(self, message: str) -> None:
        super().__init__(_without_middle(message))


class FormatError(InputError):
    """A file whose content cannot be read.

    `what` says what is wrong; `path`, `line` and `column` say where. The latter two count from 1,
    and are None if the error is about the file as a whole.
    """

    def __init__(
        self, what: str, path: str, line: int | None = None, column: int | None = None
    ) -> None:
        self.path, self.line, self.column = path, line, column
        where = path if line is None else f"{path}, line {line}, column {column}"
        super().__init__(f"{where}: {what}")

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.args, self.__dict__)


class InvalidParameterError(InputError, TypeError):
    """An argument that `accord.sklearn` cannot use; like scikit-learn's, also a TypeError."""


class NotApplicableError(InputError):
    """A metric does not apply to this input.

    Carries the name of the `metric` (empty if the error is not about a single one), the `reason`,
    and in `instead` the names of metrics that do apply.
    """

    def __init__(self, reason: str, *, metric: str = "", instead: Sequence[str] = ()) -> None:
        self.reason, self.metric, self.instead = reason, metric, tuple(instead)
        about = f"{metric}: " if metric else ""
        use = f"; use {' or '.join(instead)}" if instead else ""
        super().__init__(f"{about}{reason}{use}")

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.args, self.__dict__)


class NodeSetError(NotApplicableError):
    """The two clusterings have different nodes, and the metric needs the same ones."""


class OverlapError(NotApplicableError):
    """A clustering has overlaps where a crisp one is needed."""


class WeightError(NotApplicableError):
    """Node weights are not integers, and the metric counts nodes one by one."""


class UnknownNameError(InputError, KeyError):
    """There is no metric, option or choice of this name."""

    def __str__(self) -> str:  # KeyError would put the message in quotes
        return str(self.args[0])


# ---- errors about files, memory and other packages -----------------------------------------------


class FileError(AccordError, OSError):
    """A file that cannot be read or written."""


class MissingFileError(FileError, FileNotFoundError):
    """A file that does not exist."""


class TooLargeError(AccordError, MemoryError):
    """The work would need more memory than is available."""

    # Dask pickles exceptions in a way that a MemoryError does not survive.
    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self.args


class EngineError(AccordError, RuntimeError):
    """A table engine failed; the message says why."""


class ClusterError(AccordError, RuntimeError):
    """A Dask cluster that cannot be reached, or that cannot run the jobs."""


class UnsupportedSystemError(AccordError, RuntimeError):
    """This part of accord does not run on this operating system."""


class MissingPackageError(AccordError, ImportError):
    """An optional package is needed and not installed."""


class AccordWarning(UserWarning):
    """Something that the user should know about; the results are correct all the same."""


# ---- helpers for messages ------------------------------------------------------------------------


def warn(message: str) -> None:
    """Warn with an AccordWarning that points at the first caller outside of accord."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and _is_of_accord(frame.f_globals):
        level, frame = level + 1, frame.f_back
    warnings.warn(_without_middle(message), AccordWarning, stacklevel=level)


def _without_middle(message: str) -> str:
    """The message; what is at the middle of a very long one is left out."""
    return message if len(message) <= 2 * _KEPT else f"{message[:_KEPT]} … {message[-_KEPT:]}"


def _is_of_accord(names: Mapping[str, Any]) -> bool:
    """Whether these are the global names of a module of accord; executed text may have no name."""
    return str(names.get("__name__", "")).partition(".")[0] == "accord"


def unknown(kind: str, name: object, known: Iterable[str]) -> UnknownNameError:
    """The error for an unknown name, with the most similar known ones."""
    names = list(known)
    near = _near_names(str(name), names)
    hint = f"did you mean {' or '.join(near)}?" if near else f"choose from {', '.join(names)}"
    return UnknownNameError(f"unknown {kind} {str(name)!r}: {hint}")


def _near_names(name: str, names: Sequence[str]) -> list[str]:
    """The names that are spelled like one, or whose part behind a dot is; the nearest first.

    A name that contains the wanted one as a part is near, too.
    """
    import difflib  # only needed for errors: importing accord must stay fast

    wanted, scores = name.casefold(), {}
    for known in names:
        plain = known.casefold()
        forms = {plain, plain.rpartition(".")[2]}
        parts = {part for form in forms for part in form.replace("_", ".").split(".")}
        ratio = max(difflib.SequenceMatcher(None, form, wanted).ratio() for form in forms)
        scores[known] = max(ratio, 0.9) if len(wanted) > 2 and wanted in parts else ratio
    near = [known for known in names if scores[known] >= _MIN_LIKENESS]
    return sorted(near, key=lambda known: -scores[known])[:3]


def need_package(package: str, extra: str, purpose: str) -> MissingPackageError:
    """The error for an optional package that is not installed."""
    return MissingPackageError(
        f"{purpose} needs the package {package}: pip install 'accord[{extra}]'"
    )


def first_line(error: BaseException) -> str:
    """The first informative line of a message: some libraries add hints, plans or a stack trace."""
    lines = [line.strip(" \t:") for line in str(error).splitlines() if line.strip(" \t:")]
    # Py4J names the Java call first, and the reason in the next line.
    if len(lines) > 1 and lines[0].startswith("An error occurred while calling"):
        lines = lines[1:]
    line = lines[0] if lines else type(error).__name__
    return line if len(line) <= _MAX_LENGTH else f"{line[:_MAX_LENGTH]} …"


def _rebuild(cls: type[Exception], args: tuple[object, ...], state: dict[str, object]) -> Exception:
    error = cls.__new__(cls)
    error.args = args
    error.__dict__.update(state)
    return error
