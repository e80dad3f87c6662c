"""The game of Generalized NMI: solved for node types that take few steps, played for the others."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from accord import _core
from accord._display.numbers import count
from accord._engines.native.node_types import TypedPair
from accord._foundation.progress import begin_step
from accord._summaries.gnmi_game import Game, Outcomes, SamplingOptions
from accord.errors import TooLargeError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._engines.native.engine import NativeEngine

#: Default number of steps: to solve a node type, of about a nanosecond each; of the events of a
#: round of "adaptive", of less than a tenth of a microsecond.
STEPS = {"auto": 2e4, "exact": 1e9, "sampled": 1e3, "adaptive": 2.0**25}
#: A state of the game has one bit per cluster.
MAX_CLUSTERS = 64
#: Events of the first round.
FIRST_EVENTS = 2**13


def solve_game(
    engine: NativeEngine, *, method: str, error: float, risk: float, seed: int, budget: float | None
) -> Game:
    """Solve the game for the node types that take at most `budget` steps."""
    engine.pair.need_integer_weights("gnmi")
    options, typed = SamplingOptions(method, error, risk, seed), engine.get(TypedPair, unique=True)
    max_steps = STEPS[method] if budget is None else float(budget)
    if method == "adaptive":
        return _neighbour_game(typed, options, max_steps)
    if method == "exact":
        _need_solvable(_count_unsolvable(typed), typed.total)
    game = _solved_game(engine.get(Solution, max_steps=max_steps), options)
    if method == "exact":
        _need_solvable(game.unsolved, game.total)
    return game


@dataclass(frozen=True, eq=False)
class Solution:
    """The outcomes of the node types that take at most a number of steps to solve."""

    typed: TypedPair
    outcomes: Outcomes
    unsolved_types: NDArray[np.uint32]
    #: Weight of the nodes up to each type that is not solved.
    cumulative_weight: NDArray[np.int64]

    @property
    def unsolved(self) -> int:
        return int(self.cumulative_weight[-1]) if len(self.cumulative_weight) else 0


def solve_types(engine: NativeEngine, *, max_steps: float) -> Solution:
    typed = engine.get(TypedPair, unique=True)
    truth, found, amounts, unsolved_types = _core.solve_game(
        typed,
        most_steps=max_steps,
        most_cells=typed.most_cells,
        threads=typed.threads,
        progress=engine.begin_step("solving the game of GNMI"),
    )
    cumulative_weight = np.cumsum(typed.weights[unsolved_types])
    return Solution(typed, Outcomes(truth, found, amounts), unsolved_types, cumulative_weight)


def _count_unsolvable(typed: TypedPair) -> int:
    """Weight of the nodes in too many clusters for the game to be solved, whatever the budget."""
    playing = sum(np.where(rows.sizes > 1, rows.sizes, 0) for rows in (typed.truth, typed.found))
    return int(typed.weights[playing > MAX_CLUSTERS].sum())


def _need_solvable(unsolved: int, total: int) -> None:
    """Raise if nodes of this weight cannot be solved."""
    if unsolved:
        raise TooLargeError(
            f"gnmi: no exact value, since the clusters of {count(unsolved, 'node')} out of "
            f"{total:,} overlap in too many ways; use method='auto'"
        )


def _solved_game(solution: Solution, options: SamplingOptions) -> Game:
    """A game that is played for the unsolved nodes, from equidistant ones with a random start."""
    typed = solution.typed

    def play(events: int, before: int) -> tuple[Outcomes, int]:
        random = np.random.default_rng([options.seed, before])
        starts = (np.arange(events) + random.random()) * (solution.unsolved / events)
        types = solution.unsolved_types[
            np.searchsorted(solution.cumulative_weight, starts, side="right").clip(
                max=len(solution.cumulative_weight) - 1
            )
        ]
        seed = int(random.integers(2**62))
        step = f"playing the game of GNMI, event {before + 1:,} to {before + events:,}"
        truth, found = _core.play_game(
            typed, types, seed, threads=typed.threads, progress=begin_step(typed.progress, step)
        )
        mixed = random.permutation(events)  # so that a part of the events is like all of them
        return Outcomes(truth[mixed], found[mixed], np.ones(events)), events

    return Game(
        options=options,
        outcomes=solution.outcomes,
        truth_clusters=typed.truth_clusters,
        found_clusters=typed.found_clusters,
        total=typed.total,
        unsolved=solution.unsolved,
        first_events=FIRST_EVENTS,
        play=play,
    )


def _neighbour_game(typed: TypedPair, options: SamplingOptions, max_steps: float) -> Game:
    """The sampler of Lutov et al. 2019: nothing is solved, and events go between neighbours."""
    memberships = min(
        float(typed.weights.astype(np.float64) @ rows.sizes) for rows in (typed.truth, typed.found)
    )
    seed = int(np.random.default_rng(options.seed).integers(2**62))

    def play(events: int, before: int) -> tuple[Outcomes, int]:
        step = f"sampling for GNMI, event {before + 1:,} to {before + events:,}"
        truth, found, weights, played = _core.sample_neighbours(
            typed,
            first_event=before,
            last_event=before + events,
            risk=options.risk,
            most_steps=max_steps,
            seed=seed,
            threads=typed.threads,
            progress=begin_step(typed.progress, step),
        )
        return Outcomes(truth, found, weights), played

    return Game(
        options=options,
        outcomes=Outcomes.none(),
        truth_clusters=typed.truth_clusters,
        found_clusters=typed.found_clusters,
        total=typed.total,
        unsolved=typed.total,
        first_events=math.ceil(max(memberships, 1 / (options.error * math.sqrt(options.risk)))),
        play=play,
    )
