"""StudyFile: the TOML file of a study as it is written, before anything that it names is loaded.

To look at the results of a study, its name and its store are enough: nothing of it is run.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from accord._io.files.atomic import system_errors
from accord.bench._digest import digest_of
from accord.bench._study import checks
from accord.bench._study.checks import located
from accord.errors import AccordError, FormatError, InputError, unknown

_KEYS = ("name", "store", "repeats", "seeds", "shuffles", "metrics", "limits", "data", "algorithms")


@dataclass(frozen=True)
class StudyFile:
    """The file of a study."""

    path: Path
    #: By their keys; the name is always there.
    settings: dict[str, Any]

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Self:
        """Read a file; raises an error if it has unknown keys, or lacks some."""
        settings = _read_toml(os.fspath(path))
        settings.setdefault("name", Path(path).stem)
        try:
            for key in settings:
                if key not in _KEYS:
                    raise unknown("key", key, _KEYS)
            for key in ("data", "algorithms"):
                if key not in settings:
                    raise InputError(f"there is no {key}: add at least one [[{key}]]")
            located("name", checks.string, settings["name"])
            store_folder(settings["name"], settings.get("store"))
        except AccordError as error:
            raise FormatError(str(error), os.fspath(path)) from None
        return cls(Path(path), settings)

    @property
    def name(self) -> str:
        return str(self.settings["name"])

    @property
    def store(self) -> Path:
        return self.path.parent / store_folder(self.name, self.settings.get("store"))

    @property
    def digest(self) -> str:
        """A digest of what is to be run, wherever the results are kept."""
        settings = {key: value for key, value in self.settings.items() if key != "store"}
        return digest_of(json.dumps(settings, sort_keys=True, default=str))


def store_folder(study: str, store: Any) -> str:
    """The folder of the store of a study: as given, or named after the study."""
    if store is not None:
        return located("store", checks.path, store)
    return re.sub(r"[^\w.-]+", "-", study) + "-results"


def _read_toml(path: str) -> dict[str, Any]:
    try:
        with system_errors(path):
            if os.path.isdir(path):
                raise InputError(f"{path}: this is a folder: give the TOML file of a study")
            with open(path, "rb") as file:
                return tomllib.load(file)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        message, _, _ = str(error).partition(" (at ")
        position = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line, column = map(int, position.groups()) if position else (None, None)
        raise FormatError(f"not valid TOML: {message}", path, line, column) from None
