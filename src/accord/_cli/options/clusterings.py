"""Options of commands that read clusterings."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import click

import accord
from accord._cli.flags import flag_notation
from accord._cli.options.group import option, option_group
from accord._cli.options.names import FormatName
from accord._cli.options.quiet import quiet_option
from accord._cli.options.threads import threads_option
from accord._display.names import short_names
from accord._foundation.arguments import argument_notation
from accord._foundation.progress_bar import ProgressBar
from accord._foundation.reading import ORIENTATIONS, Orientation
from accord._io.files.options import ID_TYPES, IdType
from accord.errors import InputError

if TYPE_CHECKING:
    from accord._foundation.clustering import Clustering


@dataclass(frozen=True)
class FileOptions:
    """How the files of a command are read."""

    input_format: str | None
    ids: IdType
    shares: bool | None
    columns: str | None
    header: bool | None
    orientation: Orientation | None
    noise: str | None
    no_noise: bool
    threads: int | None
    quiet: bool

    def read(self, path: str | Sequence[str], progress: ProgressBar) -> Clustering:
        """Read a clustering from a file, or from one file for each of its levels."""
        return accord.read(path, progress=progress, **self.settings())

    def describe(self, path: str) -> dict[str, object]:
        """Say how a file that was read is read: its format, and its columns."""
        from accord._io.clusterings.description import describe_reading  # for few commands

        return describe_reading(
            path,
            format=self.input_format,
            ids=self.ids,
            columns=self.column_names,
            header=self.header,
        )

    def settings(self) -> dict[str, Any]:
        """The arguments of `accord.read` that say how a file is read."""
        return {
            "format": self.input_format,
            "ids": self.ids,
            "shares": self.shares,
            "columns": self.column_names,
            "header": self.header,
            "orientation": self.orientation,
            "noise": self.noise_label,
            "threads": self.threads,
        }

    @property
    def noise_label(self) -> str | Literal[False] | None:
        """The label of noise; False if there is none, None if nothing was said."""
        return False if self.no_noise else self.noise

    @property
    def column_names(self) -> list[str] | None:
        """The columns to read; None if not set."""
        return None if self.columns is None else self.columns.split(",")

    def progress(self) -> ProgressBar:
        """Show the progress of the command, unless it is quiet."""
        return ProgressBar(silent=self.quiet)


@dataclass(frozen=True)
class TruthFileOptions:
    """How the file TRUTH is read, if it differs from the others."""

    truth_format: str | None
    truth_columns: str | None

    def of_truth(self, files: FileOptions) -> FileOptions:
        """The options for the file TRUTH, of those for all files."""
        return replace(
            files,
            input_format=self.truth_format or files.input_format,
            columns=self.truth_columns or files.columns,
        )

    def read_truth(self, path: str, files: FileOptions, progress: ProgressBar) -> Clustering:
        """Read the truth; messages that ask for a column of labels name --truth-columns."""
        with argument_notation(write_truth_argument):
            return self.of_truth(files).read(path, progress)


def write_truth_argument(name: str, value: object) -> str:
    """Write an argument in messages about TRUTH.

    A single column, of labels, is named for one file only: another file with the same columns has
    its labels in another one.
    """
    is_single = name == "columns" and isinstance(value, tuple) and len(value) == 1
    flags = {"columns": "--truth-columns"} if is_single else {}
    return flag_notation(**flags)(name, value)


file_options = option_group(
    "files",
    FileOptions,
    click.option(
        "--input-format",
        type=FormatName(),
        help="Format of all files, whatever their names; see 'accord formats'.",
    ),
    click.option(
        "--ids",
        type=click.Choice(ID_TYPES),
        default="auto",
        show_default=True,
        help="Type of node ids.",
    ),
    click.option(
        "--shares/--no-shares",
        default=None,
        help="Whether members are written as node:share; by default as the header says.",
    ),
    click.option(
        "--columns",
        metavar="NODE,CLUSTER[,...]",
        help="Columns by name or number; also SHARE, level=X, weight=X; or one with labels.",
    ),
    click.option(
        "--header/--no-header",
        default=None,
        help="Whether the first row of a table is a header; by default as its words say.",
    ),
    click.option(
        "--noise",
        metavar="NAME",
        help="Treat the nodes of this cluster, such as -1, as being in no cluster.",
    ),
    click.option("--no-noise", is_flag=True, help="The cluster -1 is a cluster like any other."),
    click.option(
        "--orientation",
        type=click.Choice(ORIENTATIONS),
        help="What the keys of a mapping in JSON are; by default as the data tell.",
    ),
    threads_option,
    quiet_option,
    section="Reading files",
)

truth_fields = (
    option(
        "--truth-format",
        type=FormatName(),
        help="Format of TRUTH, if it differs.",
        section="Reading files",
    ),
    option(
        "--truth-columns",
        metavar="NODE,CLUSTER[,...]",
        help="Columns of TRUTH, if they differ.",
        section="Reading files",
    ),
)
truth_options = option_group("truth_reading", TruthFileOptions, *truth_fields)
unique_option = option(
    "--unique",
    is_flag=True,
    help="Drop clusters that are equal to an earlier one.",
    section="Nodes and clusters",
)


def check_inputs(*paths: str) -> None:
    """Raise an error if more than one file is the standard input."""
    if paths.count("-") > 1:
        raise InputError("only one file can be the standard input: give the others by name")


def name_files(arguments: Sequence[str]) -> dict[str, str]:
    """Return files by name: `NAME=FILE` names a file, and the others have short names."""
    named = [_split_name(argument) for argument in arguments]
    paths = [path for _, path in named]
    _check_different(paths, "{} is given twice: give each file once")
    names = [
        short if name is None else name
        for (name, _), short in zip(named, short_names(paths), strict=True)
    ]
    _check_different(names, "two files are named {}: name them as in NAME=FILE")
    return dict(zip(names, paths, strict=True))


def _split_name(argument: str) -> tuple[str | None, str]:
    """Split `NAME=FILE`; what contains "=" and is an existing path has no name."""
    name, equals, path = argument.partition("=")
    if not equals or not name or os.sep in name or os.path.lexists(argument):
        return None, argument
    return name, path


def _check_different(values: Sequence[str], message: str) -> None:
    for value in values:
        if values.count(value) > 1:
            raise InputError(message.format(value))
