"""Generalized NMI: the information of two clusterings that may overlap, by a game.

The game ends with one cluster of each side.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from accord._foundation.metric_options import Error, NonNegative, Norm, Risk, Seed
from accord._foundation.normal import deviations
from accord._summaries.gnmi_game import Game, Outcomes
from accord.metrics._entropies import Information, entropy
from accord.metrics._gnmi_estimate import estimate
from accord.metrics._metric import metric
from accord.metrics._score import Details, Sampling, Score

#: Maximum number of events, even if the error is not reached.
MAX_EVENTS = 2**18


@metric(Game, node_base="equal", singletons=True, integer_weights=True)
def gnmi(
    game: Game,
    *,
    norm: Norm = "max",
    method: Literal["auto", "exact", "sampled", "adaptive"] = "auto",
    error: Error = 0.01,
    risk: Risk = 0.01,
    seed: Seed = 0,
    budget: NonNegative | None = None,
) -> Score:
    """Share of the information in common, for clusterings that may overlap.

    Generalized NMI (Esquivel & Rosvall 2012), by a game. A node is drawn; its truth clusters and
    its found clusters are in the game. Other nodes are drawn, each with a coin that says which
    clusters stay: those with that node, or those without it; a side that would be left with none
    ignores it. The value is `nmi` of the two clusters that are left. Without overlaps it is plain
    `nmi` with the same `norm`: here "max" by default, as in the paper. 1: the same clusters; equal
    ones count once. Shares are ignored, and weights must be integers.

    The game is solved exactly, for all nodes in the same clusters at once, if that takes at most
    `budget` steps (by default 20,000). For the other nodes it is played at random, until the value
    is within `error` of the exact one with probability 1 - `risk`, or 262,144 times. The score has
    the `error` that was reached, `exact_share` (of nodes), `events` and `method`. `method` "exact"
    never plays, "sampled" solves little, and "adaptive" is the sampler of Lutov et al. 2019, which
    draws only neighbours: with overlaps it estimates a different number. It ends once a round of
    its events takes `budget` steps (by default 33,554,432).

    Both sides need the same nodes; otherwise `nodes` as in `nmi`.

    >>> from accord import gnmi
    >>> round(gnmi([[1, 2, 3], [3, 4, 5]], [[1, 2, 3], [4, 5]]), 6)
    0.609987
    """
    if not game.unsolved:
        return Score(
            _information(game.outcomes).share(norm),
            Details(sampling=Sampling(0.0, 1.0, 0, "exact")),
        )
    played, events, wanted = Outcomes.none(), 0, min(game.first_events, MAX_EVENTS)
    while True:
        outcomes, added = game.play(wanted, events)
        played, events = played.followed_by(outcomes), events + added
        result = estimate(game, played, norm)
        reached = deviations(risk) * result.standard_error + result.bias
        if reached <= error or added < wanted or events >= MAX_EVENTS:
            break
        wanted = min(events, MAX_EVENTS - events)
    sampling = Sampling(
        reached,
        exact_share=1 - game.unsolved / game.total,
        events=events,
        method="adaptive" if method == "adaptive" else "sampled",
    )
    return Score(result.value, Details(sampling=sampling))


def _information(outcomes: Outcomes) -> Information:
    sides = (np.bincount(cluster, outcomes.amounts) for cluster in (outcomes.truth, outcomes.found))
    of_truth, of_found = (entropy(sizes[sizes > 0]) for sizes in sides)
    return Information(of_truth, of_found, entropy(outcomes.amounts))
