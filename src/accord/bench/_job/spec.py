"""JobSpec: one run of an algorithm on a network, before it has happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from accord.bench._digest import digest_of
from accord.bench._job.limits import Limits

if TYPE_CHECKING:
    from accord.bench._algorithms.command import Command


@dataclass(frozen=True)
class JobSpec:
    """An algorithm to run on a network, with everything that its result depends on."""

    #: Name of the algorithm in the study.
    algorithm: str
    #: What runs under that name: an adapter, a function, or a command line.
    implementation: str
    #: The versions of its packages, or a digest of its code.
    version: str
    #: Parameters of the algorithm, with defaults filled in.
    parameters: Mapping[str, Any]
    #: Name of the data set in the study.
    dataset: str
    #: Name of the network within the data set; empty if the data set is a single network.
    instance: str
    #: Digest of the network and of how it is read.
    network: str
    #: Name of the ground truth in the store; None if there is none.
    truth: str | None
    #: Seed of the order of nodes and edges; None if the order is that of the file.
    shuffle: int | None
    #: Random seed of the algorithm.
    seed: int
    #: What it may use.
    limits: Limits = field(default_factory=Limits)
    #: Whether the algorithm is given the truth, as the random baseline is.
    needs_truth: bool = False
    #: How to start it: a command line, or where to find the function (`Algorithm.origin`).
    #: None in a job that was read from a store.
    target: Command | Mapping[str, str] | None = None

    @cached_property
    def key(self) -> str:
        """Identifies the job in a store: a digest of everything that its result depends on.

        It is the same on every machine and with every version of Python. The names of the algorithm
        and the data set in the study are not part of it. Neither is the limit of its output: what
        is within that limit does not depend on it, and what is not is run again anyway.
        """
        limits = asdict(self.limits)
        del limits["output"]
        return digest_of(
            {
                "algorithm": self.implementation,  # as in the stores of the first version
                "version": self.version,
                "parameters": self.inputs,
                "network": self.network,
                "shuffle": self.shuffle,
                "seed": self.seed,
                "limits": limits,
            }
        )

    @property
    def inputs(self) -> Mapping[str, Any]:
        """The parameters, and the truth if the algorithm is given it."""
        return {**self.parameters, "truth": self.truth} if self.needs_truth else self.parameters
