"""Information of overlapping clusterings: gnmi, by a game that ends with one cluster of each side,
and onmi.
"""

import decimal
import random
from collections import defaultdict
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

from oracles.entropies import information_of, normalised
from oracles.sides import Clustering, Comparison, Node, Worths, compare, with_loners

# ---- gnmi ----------------------------------------------------------------------------------------

Members: TypeAlias = frozenset[Node]
Left: TypeAlias = frozenset[Members]  # the clusters of a side that are left in the game
State: TypeAlias = tuple[Left, Left]


class Game:
    """Esquivel & Rosvall 2012. A node is drawn, and all of its clusters are in the game. Then other
    nodes are drawn in random order, each with a coin that says whether, on both sides, the clusters
    with the node stay or those without it. A side on which none would stay is left as it is. In the
    end one cluster of each side is left, equal ones being one.

    Nodes are drawn by weight, shares do not matter, and a node that a side lacks is alone there.
    """

    def __init__(self, truth: Clustering, found: Clustering, **base: Any) -> None:
        both = with_loners(compare(truth, found, **base))
        sides = [{frozenset(cluster) for cluster in side} for side in (both.truth, both.found)]
        self.weight = both.weight
        self.clusters_of: dict[Node, State] = {
            v: (frozenset(t for t in sides[0] if v in t), frozenset(f for f in sides[1] if v in f))
            for v in both.weight
        }

    def after(self, state: State, w: Node, intersect: bool) -> State:
        """The state once node w is drawn."""

        def stay(left: Left, with_w: Left) -> Left:
            return (left & with_w if intersect else left - with_w) or left

        (s, u), (t_w, f_w) = state, self.clusters_of[w]
        return stay(s, t_w), stay(u, f_w)

    def splits(self, state: State, w: Node) -> bool:
        """Whether w is in some of the clusters that are left on a side, and not in all."""
        return self.after(state, w, True) != state

    def play(self, rng: random.Random) -> tuple[Members, Members]:
        """One outcome, by drawing nodes and tossing coins.

        Nodes come in the order of random times; a node of weight k comes when the first of k copies
        would.
        """
        nodes = list(self.weight)
        (v,) = rng.choices(nodes, [float(self.weight[w]) for w in nodes])
        state = self.clusters_of[v]
        for w in sorted(nodes, key=lambda w: rng.expovariate(float(self.weight[w]))):
            state = self.after(state, w, rng.random() < 0.5)
        (t,), (f,) = state
        return t, f


def gnmi_law(
    truth: Clustering, found: Clustering, **base: Any
) -> dict[tuple[Members, Members], Fraction]:
    """Probability of every outcome (t, f): from all states, those with the most clusters first, to
    what may follow.

    The next node that changes a state is any that splits it, by weight: one that was drawn before
    does not.
    """
    game = Game(truth, found, **base)
    total = sum(game.weight.values())
    with_clusters: defaultdict[int, defaultdict[State, Fraction]] = defaultdict(
        lambda: defaultdict(Fraction)
    )

    def add(state: State, p: Fraction) -> None:
        with_clusters[len(state[0]) + len(state[1])][state] += p

    for v, state in game.clusters_of.items():
        add(state, game.weight[v] / total)
    for clusters in range(max(with_clusters), 2, -1):
        for state, p in with_clusters[clusters].items():
            ways: defaultdict[State, Fraction] = defaultdict(Fraction)
            for w in game.weight:
                if game.splits(state, w):
                    for intersect in (True, False):
                        ways[game.after(state, w, intersect)] += game.weight[w]
            part = p / sum(ways.values())
            for following, weight in ways.items():
                add(following, weight * part)
    return {(t, f): p for ((t,), (f,)), p in with_clusters[2].items()}


def gnmi(truth: Clustering, found: Clustering, *, norm: str = "max", **base: Any) -> float:
    """nmi of the outcome of the game."""
    return normalised(information_of(dict(gnmi_law(truth, found, **base))), norm)


def played_gnmi_law(
    truth: Clustering, found: Clustering, *, games: int, rng: random.Random, **base: Any
) -> dict[tuple[Members, Members], Fraction]:
    """How often each outcome came up in so many games."""
    game = Game(truth, found, **base)
    law: defaultdict[tuple[Members, Members], Fraction] = defaultdict(Fraction)
    for _ in range(games):
        law[game.play(rng)] += Fraction(1, games)
    return dict(law)


def played_gnmi(
    truth: Clustering,
    found: Clustering,
    *,
    games: int,
    rng: random.Random,
    norm: str = "max",
    **base: Any,
) -> float:
    """Estimate of gnmi from so many games; on average a little high, by about outcomes / games."""
    return normalised(
        information_of(dict(played_gnmi_law(truth, found, games=games, rng=rng, **base))), norm
    )


# ---- onmi ----------------------------------------------------------------------------------------

DIGITS = 50  # of entropies, which are differences of large numbers
TIE = Decimal("1e-40")  # of the total weight: closer entropies are equal ones


def onmi(truth: Clustering, found: Clustering, *, norm: str = "max", **base: Any) -> float:
    """What clusters tell of the most telling cluster of the other side: Lancichinetti 2009 ("lfk")
    and McDaid 2011 (others).

    Equal clusters are two, shares do not matter, and a node that a side lacks is in no cluster
    there. If a mean of the entropies is 0, the value is 1 if neither side has entropy, else 0.
    """
    both = compare(truth, found, **base)
    with decimal.localcontext(prec=DIGITS):
        of_truth, of_found = (
            losses(both, both.truth, both.found),
            losses(both, both.found, both.truth),
        )
        if norm == "lfk":
            return float(1 - (mean_loss(of_truth, of_found) + mean_loss(of_found, of_truth)) / 2)
        h_t, h_f = (sum((h for h, _, _ in side), Decimal(0)) for side in (of_truth, of_found))
        lost = sum((lost for _, lost, _ in of_truth + of_found), Decimal(0))
        scale = {
            "max": max(h_t, h_f),
            "sqrt": (h_t * h_f).sqrt(),
            "avg": (h_t + h_f) / 2,
            "min": min(h_t, h_f),
        }[norm]
        return float((h_t + h_f - lost) / 2 / scale) if scale else float(h_t == h_f)


Loss: TypeAlias = tuple[Decimal, Decimal, bool]


def losses(both: Comparison, xs: list[Worths], ys: list[Worths]) -> list[Loss]:
    """Of every cluster X: H_X, H(X|Y) for the best Y of the other side, and whether the other side
    has X. Unit: nats.
    """
    total = both.total

    @cache
    def h(n: Fraction) -> Decimal:
        if n in (0, total):
            return Decimal(0)
        part = Decimal((n / total).numerator) / Decimal((n / total).denominator)
        return -Decimal(n.numerator) / Decimal(n.denominator) * part.ln()

    def entropy(x: Worths) -> Decimal:
        return h(both.size(x)) + h(total - both.size(x))

    def given(x: Worths, y: Worths) -> Decimal:
        d = both.common(x, y)
        b, c = both.size(x) - d, both.size(y) - d
        a = total - b - c - d
        if h(a) + h(d) <= h(b) + h(c) + TIE * total.numerator / total.denominator:
            return entropy(x)  # y tells more of what is not in x
        return h(a) + h(b) + h(c) + h(d) - entropy(y)

    return [(entropy(x), min([entropy(x), *(given(x, y) for y in ys)]), x in ys) for x in xs]


def mean_loss(losses_here: list[Loss], losses_there: list[Loss]) -> Decimal:
    """Mean part of the entropy that is lost. A cluster of all nodes has none: it is lost unless the
    other side has it. A side without clusters is lost unless the other has none either.
    """
    if not losses_here:
        return Decimal(bool(losses_there))
    return sum(
        (lost / h if h else Decimal(not matched) for h, lost, matched in losses_here), Decimal(0)
    ) / len(losses_here)
