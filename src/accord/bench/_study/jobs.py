"""Job: one run of an algorithm on a network. Its key says whether it was done before."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from accord._io.files.atomic import system_errors
from accord.bench._study.limits import Limits
from accord.errors import InputError

#: What can become of a job. The first is the only one that gives a clustering.
STATUSES = (
    "ok",
    "timeout",
    "out_of_memory",
    "crashed",
    "error",
    "invalid_output",
    "skipped",
    "interrupted",
)
#: What a second run leaves as it is: with the same limits it would come to the same.
SETTLED = ("ok", "timeout", "out_of_memory")


@dataclass(frozen=True)
class Job:
    """All that decides what comes out of a run."""

    #: What runs: the name of an adapter, a function, or a command line.
    algorithm: str
    version: str
    parameters: Mapping[str, Any]
    #: Digest of the network and of how it is read: it stands for the data set and the instance.
    network: str
    #: Seed of the order of nodes and edges; None where they are as in the file.
    shuffle: int | None
    #: Seed of the run itself.
    seed: int
    limits: Limits = field(default_factory=Limits)

    @cached_property
    def key(self) -> str:
        """A hash of all of these, the same on every machine and with every version of Python."""
        limits = self.limits
        return digest_of(
            {
                "algorithm": self.algorithm,
                "version": self.version,
                "parameters": self.parameters,
                "network": self.network,
                "shuffle": self.shuffle,
                "seed": self.seed,
                "limits": {
                    "seconds": limits.seconds,
                    "memory": limits.memory,
                    "threads": limits.threads,
                },
            }
        )


def digest_of(value: object) -> str:
    """A hash of plain data; whole numbers are the same as integers and as floats."""
    return hashlib.sha256(plain_text(value).encode()).hexdigest()


def digest_of_file(path: Path) -> str:
    with system_errors(str(path)), open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def plain_text(value: object) -> str:
    """Plain data as JSON, written in one way only."""
    return json.dumps(_plain(value), sort_keys=True, separators=(",", ":"), allow_nan=False)


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, float):
        if not math.isfinite(value):
            raise InputError(f"a parameter cannot be {value!r}: give a finite number")
        return int(value) if value.is_integer() else value
    if value is None or isinstance(value, bool | int | str):
        return value
    raise InputError(
        f"a parameter is a number, a text, yes or no, or a list of these, not {type(value).__name__}"
    )
