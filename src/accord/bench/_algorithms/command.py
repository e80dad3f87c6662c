"""Command: an algorithm that is a program, run by a command line with placeholders."""

from __future__ import annotations

import difflib
import os
import re
import shlex
import shutil
import string
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from accord._io.clusterings.formats import CLUSTERING_FORMATS
from accord._io.networks.formats import NETWORK_FORMATS
from accord.bench._digest import digest_of_file
from accord.errors import InputError, unknown

#: Placeholders of a command line, besides those of its parameters.
PLACEHOLDERS = ("network", "output", "seed", "threads", "folder")
#: Suffixes of files that interpreters run.
_CODE_SUFFIXES = frozenset(
    [
        ".py",
        ".pyz",
        ".sh",
        ".R",
        ".r",
        ".jl",
        ".jar",
        ".pl",
        ".rb",
        ".js",
        ".mjs",
        ".lua",
        ".m",
        ".php",
        ".scala",
    ]
)


@dataclass(frozen=True)
class Command:
    """A command line such as `alg -i {network} -o {output}`, which is not read by a shell.

    {network} is a file with the network, whose nodes are numbered from 0: by default a list of
    edges, with two nodes per line, and the weight if there are weights. {output} is the file, or
    the folder of levels, that is read afterwards; without it, standard output is read. {folder} is
    the folder of the study.
    """

    cmd: str
    #: Format of the output, by its name in `accord.read`.
    output: str
    #: Folder of the study, in which its programs and scripts are looked for first.
    folder: Path = Path()
    #: Format of the network, by its name in `accord.write_network`; by default a list of edges.
    input: str | None = None
    #: Version as given in the study; by default that of its files.
    given_version: str | None = None

    def __post_init__(self) -> None:
        CLUSTERING_FORMATS.find(self.output)
        if self.input is not None:
            NETWORK_FORMATS.find(self.input)
        try:
            words = shlex.split(self.cmd)
            if not words:
                raise ValueError("it is empty")
            for word in words:
                _check_placeholders(word)
            self.fill(dict.fromkeys((*PLACEHOLDERS, *self.placeholders), "x"))
        except (ValueError, LookupError, AttributeError) as error:
            unfilled = isinstance(error, KeyError)
            reason = f"there is no placeholder {error} here" if unfilled else error
            raise InputError(f"cannot read the command line {self.cmd!r}: {reason}") from None
        if "network" not in self.placeholders:
            similar = difflib.get_close_matches("network", self.placeholders, 1)
            hint = "as in 'alg -i {network}'"
            if similar:
                hint = f"write {{network}} in place of {{{similar[0]}}}"
            raise InputError(
                f"the command line {self.cmd!r} needs a placeholder for the network, {hint}"
            )

    @cached_property
    def placeholders(self) -> set[str]:
        """The names in braces."""
        return _placeholders(self.cmd)

    @property
    def implementation(self) -> str:
        """The command line with its formats, as shown in results and used in the keys of jobs."""
        return f"{self.input or 'edges'} -> {self.cmd} -> {self.output}"

    @property
    def prints(self) -> bool:
        """Whether it prints the clustering instead of writing a file."""
        return "output" not in self.placeholders

    @cached_property
    def program(self) -> str:
        """The path of the program; its name if it cannot be found.

        A name without a slash is looked for in the folder of the study, then on the PATH.
        """
        name = shlex.split(self.cmd)[0].format(folder=self.folder.resolve())
        path = (self.folder / name).resolve()
        if "/" in name or _is_executable(path):
            return str(path)
        return shutil.which(name) or name

    def why_not_found(self) -> str:
        """Why the program cannot be started, with where it was looked for; empty if it can be."""
        if _is_executable(Path(self.program)):
            return ""
        name = shlex.split(self.cmd)[0]
        path = (self.folder / name.format(folder=self.folder.resolve())).resolve()
        if path.is_file():
            reason = f"{path} is not executable: chmod +x {path}"
        elif "/" in name:
            reason = f"there is no file {path}: give its path relative to the folder of the study"
        else:
            reason = (
                f"there is no file {path}, and no program of this name on the PATH: "
                "install it, or give its path"
            )
        return f"{name} cannot be started: {reason}"

    @cached_property
    def version(self) -> str:
        """As given, or digests of the program and of the scripts in the command line."""
        if self.given_version is not None:
            return self.given_version
        program = Path(self.program)
        if not program.is_file():
            return "not found"
        scripts = [f"{path.name} {digest_of_file(path)[:12]}" for path in self._scripts()]
        return ", ".join([f"file {digest_of_file(program)[:12]}", *scripts])

    def _scripts(self) -> list[Path]:
        """The files with code in the command line, as arguments or after an =.

        Other files are left out: the program may write them, as it does a log.
        """
        paths = []
        for word in self._arguments:
            if _placeholders(word) <= {"folder"}:
                filled = word.format(folder=self.folder.resolve())
                paths += [Path(part) for part in (filled, filled.partition("=")[2])]
        return [
            path
            for path in dict.fromkeys(paths)
            if path.is_absolute()
            and path.is_file()
            and (path.suffix in _CODE_SUFFIXES or os.access(path, os.X_OK))
        ]

    def check(self, parameters: Mapping[str, Any]) -> None:
        """Raise an error unless these parameters are those of the command line."""
        expected = self.placeholders - set(PLACEHOLDERS)
        for name in parameters:
            if name not in expected:
                raise unknown("placeholder of the command line", name, sorted(expected) or ["none"])
        for name in sorted(expected - set(parameters)):
            raise InputError(
                f"the command line has a placeholder {{{name}}} but there is no parameter of this "
                "name: add it to parameters"
            )

    def fill(self, values: Mapping[str, Any]) -> list[str]:
        """The words of the command line, with values in place of the placeholders."""
        return [self.program, *(word.format_map(values) for word in self._arguments)]

    @property
    def _arguments(self) -> list[str]:
        """The words after the program; scripts in the folder of the study by their full paths."""
        return [self._located(word) for word in shlex.split(self.cmd)[1:]]

    def _located(self, word: str) -> str:
        path = self.folder / word
        is_script = path.suffix in _CODE_SUFFIXES and not _placeholders(word) and path.is_file()
        return str(path.resolve()).replace("{", "{{").replace("}", "}}") if is_script else word


def _is_executable(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def _check_placeholders(word: str) -> None:
    """Raise an error unless what is in braces are plain names, without formats or attributes."""
    try:
        fields = list(string.Formatter().parse(word))
    except ValueError:
        raise ValueError(
            f"a brace in {word!r} is alone: write a brace itself as {{{{ or }}}}"
        ) from None
    for _, name, format, conversion in fields:
        if name is None:
            continue
        if format or conversion or not re.fullmatch(r"[^\d.\[\]][^.\[\]]*", name):
            conversion = f"!{conversion}" if conversion else ""
            written = f"{{{name}{conversion}{f':{format}' if format else ''}}}"
            raise ValueError(
                f"{written} is not a placeholder: write its name alone, as in {{network}}, "
                "and a brace itself as {{ or }}"
            )


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
