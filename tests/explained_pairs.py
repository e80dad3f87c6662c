"""Hypothesis strategies for what `explain` takes: pairs with shares, weights and a node base.

Shares and weights are fractions that floats do not hold exactly, tenths and thirds: oracles get the
fractions, accord the floats, and what is exactly half must stay half.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import strategies
from hypothesis import strategies as st

from accord import Clustering

FRACTIONS = [*(Fraction(k, 10) for k in range(10, 0, -1)), Fraction(1, 3), Fraction(2, 3)]


@dataclass(frozen=True)
class Case:
    """Two clusterings and how they are compared."""

    truth: list[Any]
    found: list[Any]
    weights: dict[int, Fraction | int] | None
    #: The `nodes` argument of `explain`, and the node base that it stands for.
    nodes: Any
    base: AbstractSet[int]

    @property
    def sides(self) -> tuple[Clustering, Clustering]:
        return self.as_clustering(self.truth), self.as_clustering(self.found)

    def as_clustering(self, side: list[Any]) -> Clustering:
        clusters = [
            {v: float(s) for v, s in x.items()} if isinstance(x, Mapping) else x for x in side
        ]
        if self.weights is None:
            return Clustering.from_clusters(clusters)
        nodes = strategies.nodes_of(side)
        numbers = [self.weights[v] for v in nodes]
        whole = all(isinstance(number, int) for number in numbers)
        return Clustering.from_clusters(
            clusters,
            weights={v: n if whole else float(n) for v, n in zip(nodes, numbers, strict=True)},
        )

    @property
    def base_of_oracle(self) -> dict[str, Any]:
        return {"nodes": self.base, "weights": self.weights}


@st.composite
def few_nodes(draw: st.DrawFn) -> tuple[strategies.Plain, strategies.Plain]:
    """Many clusters of few nodes, so that clusters contain each other."""
    nodes = range(draw(st.integers(2, 6)))
    return draw(strategies.covers(nodes, clusters=9)), draw(strategies.covers(nodes, clusters=9))


@st.composite
def cases(
    draw: st.DrawFn,
    pairs: st.SearchStrategy[tuple[strategies.Plain, strategies.Plain]] | None = None,
    *,
    weights: bool | None = None,
    shares: bool | None = None,
    policies: tuple[str | None, ...] = (None, "union", "intersection", "truth", "equal", "given"),
) -> Case:
    """A pair, mostly plain; `weights` and `shares` force or forbid them; None means either."""
    sides: list[list[Any]] = list(
        draw(strategies.pairs() | few_nodes() if pairs is None else pairs)
    )
    if draw(st.booleans()) if shares is None else shares:
        fuzzy = draw(st.sampled_from([(True, True), (True, False), (False, True)]))
        share = st.sampled_from(FRACTIONS)
        sides = [
            [{v: draw(share) for v in sorted(x)} for x in side] if soft else side
            for side, soft in zip(sides, fuzzy, strict=True)
        ]
    in_truth, in_found = (set(strategies.nodes_of(side)) for side in sides)
    weighted = draw(st.booleans()) if weights is None else weights
    number = draw(
        st.sampled_from([st.integers(1, 4), st.integers(1, 30).map(lambda k: Fraction(k, 10))])
    )
    of_node = (
        draw(st.fixed_dictionaries(dict.fromkeys(sorted(in_truth | in_found), number)))
        if weighted
        else None
    )
    bases: dict[str | None, set[int]] = {
        None: in_truth | in_found,
        "union": in_truth | in_found,
        "intersection": in_truth & in_found,
        "truth": in_truth,
        "equal": in_truth if in_truth == in_found else set(),
        "given": in_truth | in_found,
    }
    nodes: Any = draw(st.sampled_from([policy for policy in policies if bases[policy]]))
    base = bases[nodes]
    if nodes == "given":
        base = draw(st.sets(st.sampled_from(sorted(base)), min_size=1))
        if not weighted:
            base |= draw(st.sets(st.integers(90, 93)))  # on neither side
        nodes = draw(st.sampled_from([list, set, iter]))(base)
    return Case(sides[0], sides[1], of_node, nodes, base)
