"""Summary of two clusterings for Generalized NMI: its game, and what the sampled part is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Outcomes:
    """Outcomes of the game of Generalized NMI.

    Each is a truth cluster, a found cluster, and the weight of the nodes that end with them.
    """

    truth: NDArray[np.uint32]
    found: NDArray[np.uint32]
    amounts: NDArray[np.float64]

    @classmethod
    def none(cls) -> Outcomes:
        return cls(np.empty(0, np.uint32), np.empty(0, np.uint32), np.empty(0))

    def every(self, step: int, first: int) -> Outcomes:
        return Outcomes(*(column[first::step] for column in self._columns))

    def followed_by(self, more: Outcomes) -> Outcomes:
        return Outcomes(
            *(np.concatenate(both) for both in zip(self._columns, more._columns, strict=True))
        )

    @property
    def _columns(self) -> tuple[NDArray[Any], ...]:
        return self.truth, self.found, self.amounts


@dataclass(frozen=True)
class SamplingOptions:
    """How a value that may be sampled was requested."""

    method: str
    error: float
    risk: float
    seed: int


@dataclass(frozen=True, eq=False)
class Game:
    """The game of Generalized NMI, as far as it is solved; the rest can be played."""

    parameters: ClassVar = ("method", "error", "risk", "seed", "budget")

    options: SamplingOptions
    #: Outcomes of the nodes for which it is solved.
    outcomes: Outcomes
    truth_clusters: int
    found_clusters: int
    #: Weight of all nodes, and of those for which it is not solved.
    total: int
    unsolved: int
    #: Number of events of the first round.
    first_events: int
    #: Plays a number of events after the given number of earlier ones, for the nodes that are not
    #: solved. Returns outcomes, whose amounts are weights of events, and the number of events:
    #: fewer than that if they take too many steps.
    play: Callable[[int, int], tuple[Outcomes, int]]
