"""Every exception and warning of accord. Each says what happened, where, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

#: Letters of what another library says that are passed on.
_LONGEST = 500


class AccordError(Exception):
    """Base of all errors that accord raises on purpose."""


class InputError(AccordError, ValueError):
    """A clustering, an option or a combination of them that cannot be used."""


class InvalidParameterError(InputError, TypeError):
    """An argument that `accord.sklearn` cannot use: both a ValueError and a TypeError, as scikit-learn's of this name."""


class FormatError(InputError):
    """A file whose content cannot be read. Carries `path`, `line` and `column` (from 1; None where it has no place)."""

    def __init__(
        self, what: str, path: str, line: int | None = None, column: int | None = None
    ) -> None:
        self.path, self.line, self.column = path, line, column
        place = path if line is None else f"{path}, line {line}, column {column}"
        super().__init__(f"{place}: {what}")

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.args, self.__dict__)


class FileError(AccordError, OSError):
    """A file that the system does not let us read or write."""


class MissingFileError(FileError, FileNotFoundError):
    """A file that is not there."""


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
    """The two clusterings have different nodes where the metric needs the same ones."""


class OverlapError(NotApplicableError):
    """A metric for crisp clusterings was given an overlapping one."""


class WeightError(NotApplicableError):
    """A metric that counts nodes one by one was given weights that are not integers."""


class UnknownNameError(AccordError, KeyError, ValueError):
    """There is no metric, option or choice of this name."""

    def __str__(self) -> str:  # KeyError would print the message in quotes
        return str(self.args[0])


class TooLargeError(AccordError, MemoryError):
    """The work would need more memory than there is."""

    def __reduce__(
        self,
    ) -> tuple[
        object, ...
    ]:  # Dask has exceptions pickled in a way that a MemoryError does not survive
        return type(self), self.args


class EngineError(AccordError, RuntimeError):
    """An engine that holds tables could not do what it was asked to; it says why."""


class ClusterError(AccordError, RuntimeError):
    """A cluster of Dask that cannot be reached, or cannot run what it was asked to."""


class MissingPackageError(AccordError, ImportError):
    """An optional package is needed for this and is not installed."""


class AccordWarning(UserWarning):
    """Something the user should know; the numbers are right all the same."""


def unknown(kind: str, name: object, known: Iterable[str]) -> UnknownNameError:
    """The error for a wrong name, with the nearest right ones."""
    import difflib  # on the way to an error only: importing accord is to be quick

    names = list(known)
    near = difflib.get_close_matches(str(name), names, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"choose from {', '.join(names)}"
    return UnknownNameError(f"unknown {kind} {str(name)!r}: {hint}")


def need_package(package: str, extra: str, purpose: str) -> MissingPackageError:
    """The error for an optional package that is not there."""
    return MissingPackageError(
        f"{purpose} needs the package {package}: pip install 'accord[{extra}]'"
    )


def said(error: BaseException) -> str:
    """What a library says, as one line: some add hints, plans or all of their stack."""
    lines = [line.strip(" \t:") for line in str(error).splitlines() if line.strip(" \t:")]
    if len(lines) > 1 and lines[0].startswith(
        "An error occurred while calling"
    ):  # Java, which says more in the next line
        lines = lines[1:]
    line = lines[0] if lines else type(error).__name__
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]} …"


def _rebuild(cls: type[Exception], args: tuple[object, ...], state: dict[str, object]) -> Exception:
    error = cls.__new__(cls)
    error.args = args
    error.__dict__.update(state)
    return error
