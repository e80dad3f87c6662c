"""Algorithms that are programs: a command line with places for the network, the output, and more."""

from __future__ import annotations

import difflib
import os
import shlex
import shutil
import string
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from accord._io.clusterings.formats import FORMATS
from accord._io.networks import NETWORK_FORMATS
from accord.bench._study.jobs import digest_of_file
from accord.errors import InputError, unknown

#: What a command line can name beside its parameters.
PLACES = ("network", "output", "seed", "threads", "folder")
#: How the names of files end that an interpreter runs.
_CODE = (
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
)


@dataclass(frozen=True)
class Command:
    """A command line such as `alg -i {network} -o {output}`. No shell reads it.

    {network} is a file of the network, its nodes numbered from 0: by default a list of edges, two
    nodes in a line and the weight if there are weights. {output} is the file, or the folder of
    levels, that is read afterwards; where it is not named, what is printed is read. {folder} is
    that of the study.
    """

    cmd: str
    #: The format of the output, as `accord.read` calls it.
    output: str
    #: The folder that a program given as ./alg is in.
    folder: Path = Path()
    #: The format of the network, as `accord.write_network` calls it; by default a list of edges.
    input: str | None = None
    own_version: str | None = None

    def __post_init__(self) -> None:
        FORMATS.find(self.output)
        if self.input is not None:
            NETWORK_FORMATS.find(self.input)
        try:
            words = shlex.split(self.cmd)
            self.fill({**dict.fromkeys(PLACES, "x"), **dict.fromkeys(self.places, "x")})
        except (ValueError, LookupError, AttributeError) as error:
            why = f"there is no place {error} here" if isinstance(error, KeyError) else error
            raise InputError(f"cannot read the command line {self.cmd!r}: {why}") from None
        if not words or "network" not in self.places:
            near = difflib.get_close_matches("network", self.places, 1)
            hint = (
                f"write {{network}} in place of {{{near[0]}}}"
                if near
                else "as in 'alg -i {network}'"
            )
            raise InputError(f"the command line {self.cmd!r} needs a place for the network, {hint}")

    @cached_property
    def places(self) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(self.cmd) if name is not None}

    @property
    def uses(self) -> str:
        return f"{self.input or 'edges'} -> {self.cmd} -> {self.output}"

    @property
    def prints(self) -> bool:
        """Whether what it finds is what it prints."""
        return "output" not in self.places

    @cached_property
    def program(self) -> str:
        """The path of the program; its name where it cannot be found."""
        name = shlex.split(self.cmd)[0].format(folder=self.folder.resolve())
        if "/" in name:
            return str((self.folder / name).resolve())
        return shutil.which(name) or name

    @cached_property
    def version(self) -> str:
        """As told, or hashes of the program and of the scripts that the command line names."""
        if self.own_version is not None:
            return self.own_version
        program = Path(self.program)
        if not program.is_file():
            return "not found"
        others = [f"{path.name} {digest_of_file(path)[:12]}" for path in self._scripts()]
        return ", ".join([f"file {digest_of_file(program)[:12]}", *others])

    def _scripts(self) -> list[Path]:
        """Where a word, or what follows its =, is the path of code. What else is named may be written, such as a log."""
        named = []
        for word in shlex.split(self.cmd)[1:]:
            if {name for _, name, _, _ in string.Formatter().parse(word)} <= {None, "folder"}:
                told = word.format(folder=self.folder.resolve())
                named += [
                    Path(part) for part in (told, told.partition("=")[2]) if part.startswith("/")
                ]
        return [
            path
            for path in dict.fromkeys(named)
            if path.is_file() and (path.suffix in _CODE or os.access(path, os.X_OK))
        ]

    def check(self, parameters: Mapping[str, Any]) -> None:
        own = self.places - set(PLACES)
        for name in parameters:
            if name not in own:
                raise unknown("place in the command line", name, sorted(own) or ["none"])
        for name in sorted(own - set(parameters)):
            raise InputError(
                f"the command line has a place {{{name}}} and no parameter of this name: give it one"
            )

    def fill(self, values: Mapping[str, Any]) -> list[str]:
        """The words of the command line, with these values in their places."""
        _, *words = shlex.split(self.cmd)
        return [self.program, *(word.format_map(values) for word in words)]
