"""The game under Generalized NMI: solved for the node types for which that can be done, played for the others."""

from __future__ import annotations

import math

import numpy as np

from accord import _core
from accord._display.numbers import count
from accord._engines.native.typed_pair import TypedPair
from accord._summaries.clustering_pair import Outcomes, Wish
from accord.errors import TooLargeError

#: Steps to solve one node type, where nobody says how many; about a nanosecond each.
STEPS = {"auto": 2e4, "exact": 1e9, "sampled": 1e3}


#: A state of the game has as many bits.
MOST_CLUSTERS = 64


def count_hopeless(typed: TypedPair) -> int:
    """Weight of the nodes that are in too many clusters for the game to be solved, whatever it takes."""
    playing = sum(np.where(rows.sizes > 1, rows.sizes, 0) for rows in (typed.truth, typed.found))
    return int(typed.weights[playing > MOST_CLUSTERS].sum())


def need_solvable(unsolved: int, total: int) -> None:
    """Raises where nodes of this weight cannot be solved."""
    if unsolved:
        raise TooLargeError(
            f"gnmi: no exact value, since the clusters of {count(unsolved, 'node')} out of {total:,} overlap in too many "
            "ways; use method='auto'"
        )


class Solution:
    """The outcomes of the node types that take at most `most_steps` to solve."""

    def __init__(self, typed: TypedPair, most_steps: float) -> None:
        self.typed = typed
        truth, found, amounts, self.unsolved_types = _core.solve_game(
            typed,
            most_steps=most_steps,
            most_cells=typed.most_cells,
            threads=typed.threads,
            progress=typed.progress,
        )
        self.outcomes = Outcomes(truth, found, amounts)
        #: Weight of the nodes up to each type that is not solved.
        self.up_to = np.cumsum(typed.weights[self.unsolved_types])


class SolvedGame:
    """What is not solved is played, from nodes that are equally far apart, the first of them by chance."""

    first_events = 2**13

    def __init__(self, solution: Solution, wish: Wish) -> None:
        self._solution, self.wish = solution, wish
        self.outcomes = solution.outcomes
        self.truth_clusters, self.found_clusters = (
            solution.typed.truth_clusters,
            solution.typed.found_clusters,
        )
        self.total = solution.typed.total
        self.unsolved = int(solution.up_to[-1]) if len(solution.up_to) else 0

    def play(self, events: int, before: int) -> Outcomes:
        random = np.random.default_rng([self.wish.seed, before])
        starts = (np.arange(events) + random.random()) * (self.unsolved / events)
        up_to, typed = self._solution.up_to, self._solution.typed
        types = self._solution.unsolved_types[
            np.searchsorted(up_to, starts, side="right").clip(max=len(up_to) - 1)
        ]
        seed = int(random.integers(2**62))
        truth, found = _core.play_game(
            typed, types, seed, threads=typed.threads, progress=typed.progress
        )
        mixed = random.permutation(events)  # so that a part of the events is like all of them
        return Outcomes(truth[mixed], found[mixed], np.ones(events))


class NeighbourGame:
    """The sampler of Lutov et al. 2019: nothing is solved, and an event goes from neighbour to neighbour."""

    def __init__(self, typed: TypedPair, wish: Wish) -> None:
        self._typed, self.wish = typed, wish
        self.outcomes = Outcomes(np.empty(0, np.uint32), np.empty(0, np.uint32), np.empty(0))
        self.truth_clusters, self.found_clusters = typed.truth_clusters, typed.found_clusters
        self.total = self.unsolved = typed.total
        memberships = min(
            float(typed.weights.astype(np.float64) @ rows.sizes)
            for rows in (typed.truth, typed.found)
        )
        self.first_events = math.ceil(max(memberships, 1 / (wish.error * math.sqrt(wish.risk))))
        self._seed = int(np.random.default_rng(wish.seed).integers(2**62))

    def play(self, events: int, before: int) -> Outcomes:
        typed, wish = self._typed, self.wish
        return Outcomes(
            *_core.sample_neighbours(
                typed,
                first_event=before,
                last_event=before + events,
                risk=wish.risk,
                seed=self._seed,
                threads=typed.threads,
                progress=typed.progress,
            )
        )
