"""Quality metrics as they are defined, on Python sets and exact fractions: sums over pairs of
nodes, never optimised.

A network is a mapping from (source, target) to the weight of an edge; clusters are sets of its
nodes, or mappings to shares. A value is (aggregate, one per cluster), None where it is not defined.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

Number = Fraction | float
PairFunction = Callable[[Any, Any], Number]
Value = tuple[Number | None, list[Number | None]]


@dataclass(frozen=True)
class Scene:
    nodes: frozenset[Any]
    edges: Mapping[tuple[Any, Any], Fraction]
    directed: bool
    clusters: Sequence[Any]

    def within(self, cluster: Iterable[Any]) -> frozenset[Any]:
        """The nodes of a cluster that the network has."""
        return frozenset(cluster) & self.nodes

    @cached_property
    def adjacency(self) -> dict[tuple[Any, Any], Fraction]:
        """The matrix A; of an undirected network symmetric, with twice the weight of loops."""
        matrix: dict[tuple[Any, Any], Fraction] = {
            (u, v): Fraction(0) for u in self.nodes for v in self.nodes
        }
        for (u, v), weight in self.edges.items():
            matrix[u, v] += weight
            if not self.directed:
                matrix[v, u] += weight
        return matrix

    @cached_property
    def ends(self) -> Fraction:
        """Sum of the matrix: 2M, or M where edges have a direction."""
        return sum(self.adjacency.values(), Fraction(0))

    @property
    def weight(self) -> Fraction:
        return sum(self.edges.values(), Fraction(0))

    def out(self, node: Any) -> Fraction:
        return sum((self.adjacency[node, other] for other in self.nodes), Fraction(0))

    def into(self, node: Any) -> Fraction:
        return sum((self.adjacency[other, node] for other in self.nodes), Fraction(0))

    def inside(self, cluster: Iterable[Any]) -> Fraction:
        s = self.within(cluster)
        return sum((w for (u, v), w in self.edges.items() if u in s and v in s), Fraction(0))

    def leaving(self, cluster: Iterable[Any]) -> Fraction:
        s = self.within(cluster)
        return sum((w for (u, v), w in self.edges.items() if (u in s) != (v in s)), Fraction(0))

    def possible(self, cluster: Iterable[Any]) -> int:
        n = len(self.within(cluster))
        return n * (n - 1) if self.directed else n * (n - 1) // 2

    def belonging(self, node: Any, cluster: Any) -> Fraction:
        """The share of a node in a cluster, where those in all its clusters add up to 1; 0 where it
        is not in it.
        """
        if node not in cluster:
            return Fraction(0)

        def share(members: Any) -> Fraction:
            return Fraction(members[node]) if isinstance(members, Mapping) else Fraction(1)

        return share(cluster) / sum(share(members) for members in self.clusters if node in members)

    def memberships(self, node: Any) -> int:
        return sum(node in cluster for cluster in self.clusters)

    def node_edges(
        self, node: Any, cluster: Iterable[Any], loops: bool = True
    ) -> tuple[Fraction, Fraction]:
        """Weight of the edge ends at a node that lead into its cluster, and out of it."""
        s, stay, leave = self.within(cluster), Fraction(0), Fraction(0)
        for (u, v), w in self.edges.items():
            if u == v == node:
                stay += 2 * w if loops else 0
            elif node in (u, v):
                other = v if u == node else u
                stay, leave = (stay + w, leave) if other in s else (stay, leave + w)
        return stay, leave


def quotient(part: Number, whole: Number) -> Number | None:
    return part / whole if whole else None


def each(scene: Scene, value: Callable[[Any], Number | None]) -> list[Number | None]:
    """The value of every cluster that has a node of the network."""
    return [value(cluster) if scene.within(cluster) else None for cluster in scene.clusters]


def mean(values: list[Number | None]) -> Value:
    known = [value for value in values if value is not None]
    return (sum(known) / len(known) if known else None), values


def total(values: list[Number | None]) -> Value:
    known = [value for value in values if value is not None]
    return (sum(known) if known else None), values


# ---- cuts ----------------------------------------------------------------------------------------


def conductance(scene: Scene, volume: str = "own") -> Value:
    def value(cluster: Any) -> Number | None:
        own = sum(scene.out(v) + scene.into(v) for v in scene.within(cluster))
        rest = sum(scene.out(v) + scene.into(v) for v in scene.nodes - scene.within(cluster))
        both = 1 if scene.directed else 2  # the matrix has an undirected edge twice
        return quotient(both * scene.leaving(cluster), own if volume == "own" else min(own, rest))

    return mean(each(scene, value))


def expansion(scene: Scene) -> Value:
    return mean(each(scene, lambda cluster: scene.leaving(cluster) / len(scene.within(cluster))))


def cut_ratio(scene: Scene) -> Value:
    def value(cluster: Any) -> Number | None:
        s = scene.within(cluster)
        across = [(u, v) for u in scene.nodes for v in scene.nodes if (u in s) != (v in s)]
        return quotient(scene.leaving(cluster), len(across) if scene.directed else len(across) // 2)

    return mean(each(scene, value))


def normalized_cut(scene: Scene, form: str = "shi_malik") -> Value:
    def value(cluster: Any) -> Number | None:
        m, c, others = (
            scene.inside(cluster),
            scene.leaving(cluster),
            scene.inside(scene.nodes - scene.within(cluster)),
        )
        rest = 2 * others + c if form == "shi_malik" else 2 * (scene.weight - m) + c
        if not (2 * m + c and rest):
            return None
        return c / (2 * m + c) + c / rest

    return mean(each(scene, value))


def separability(scene: Scene) -> Value:
    return mean(
        each(scene, lambda cluster: quotient(scene.inside(cluster), scene.leaving(cluster)))
    )


def fractions(scene: Scene, cluster: Any) -> list[Fraction]:
    edges = [scene.node_edges(node, cluster) for node in scene.within(cluster)]
    return [leave / (stay + leave) if stay + leave else Fraction(0) for stay, leave in edges]


def max_odf(scene: Scene) -> Value:
    return mean(each(scene, lambda cluster: max(fractions(scene, cluster))))


def average_odf(scene: Scene) -> Value:
    return mean(
        each(scene, lambda cluster: sum(fractions(scene, cluster)) / len(scene.within(cluster)))
    )


def flake_odf(scene: Scene) -> Value:
    def value(cluster: Any) -> Number:
        flaky = [
            node
            for node in scene.within(cluster)
            if Fraction.__lt__(*scene.node_edges(node, cluster))
        ]
        return Fraction(len(flaky), len(scene.within(cluster)))

    return mean(each(scene, value))


# ---- insides -------------------------------------------------------------------------------------


def without_loops(scene: Scene) -> Scene:
    return Scene(
        scene.nodes,
        {e: w for e, w in scene.edges.items() if e[0] != e[1]},
        scene.directed,
        scene.clusters,
    )


def internal_density(scene: Scene) -> Value:
    plain = without_loops(scene)
    return mean(
        each(scene, lambda cluster: quotient(plain.inside(cluster), scene.possible(cluster)))
    )


def average_degree(scene: Scene) -> Value:
    def value(cluster: Any) -> Number:
        s = scene.within(cluster)
        return sum((scene.node_edges(node, cluster)[0] for node in s), Fraction(0)) / len(s)

    return mean(each(scene, value))


def coverage(scene: Scene) -> Value:
    covered = sum(
        w
        for (u, v), w in scene.edges.items()
        if any(u in cluster and v in cluster for cluster in scene.clusters)
    )
    values = each(scene, lambda cluster: quotient(scene.inside(cluster), scene.weight))
    return quotient(covered, scene.weight), values


def triangle_participation(scene: Scene) -> Value:
    linked = {frozenset(edge) for edge in scene.edges}

    def value(cluster: Any) -> Number:
        s = scene.within(cluster)
        triples = [
            (u, v, w)
            for u in s
            for v in s
            for w in s
            if len({u, v, w}) == 3
            and {frozenset((u, v)), frozenset((v, w)), frozenset((u, w))} <= linked
        ]
        return Fraction(len({u for u, _, _ in triples}), len(s))

    return mean(each(scene, value))


# ---- modularities --------------------------------------------------------------------------------


def modularity_sum(scene: Scene, cluster: Any, edge: PairFunction, chance: PairFunction) -> Any:
    """Σ over node pairs of edge(u, v) · A(u, v) − chance(u, v) · k_out(u) k_in(v) / ΣA, by ΣA."""
    if not scene.ends:
        return None
    s = scene.within(cluster)
    terms = [
        edge(u, v) * scene.adjacency[u, v]
        - chance(u, v) * scene.out(u) * scene.into(v) / scene.ends
        for u in s
        for v in s
    ]
    return sum(terms) / scene.ends


def modularity(scene: Scene, resolution: float = 1.0) -> Value:
    gamma = Fraction(resolution)
    return total(
        each(
            scene, lambda c: modularity_sum(scene, c, lambda u, v: Fraction(1), lambda u, v: gamma)
        )
    )


def modularity_shen(scene: Scene, resolution: float = 1.0) -> Value:
    def value(cluster: Any) -> Number:
        def both(u: Any, v: Any) -> Fraction:
            return scene.belonging(u, cluster) * scene.belonging(v, cluster)

        return modularity_sum(scene, cluster, both, lambda u, v: Fraction(resolution) * both(u, v))

    return total(each(scene, value))


def modularity_nicosia(scene: Scene) -> Value:
    def value(cluster: Any) -> Number:
        def s(node: Any) -> float:
            inside = node in cluster
            return (
                1 / (1 + math.exp(30 - 60 * float(scene.belonging(node, cluster))))
                if inside
                else 0.0
            )

        def belongs(u: Any, v: Any) -> float:
            return s(u) * s(v)

        n = len(scene.nodes)

        def chance(u: Any, v: Any) -> float:
            going_out = sum(belongs(u, other) for other in scene.nodes) / n
            coming_in = sum(belongs(other, v) for other in scene.nodes) / n
            return going_out * coming_in

        return modularity_sum(scene, cluster, lambda u, v: belongs(u, v), chance)

    return total(each(scene, value))


def modularity_lazar(scene: Scene) -> Value:
    links = Scene(
        scene.nodes,
        dict.fromkeys(without_loops(scene).edges, Fraction(1)),
        scene.directed,
        scene.clusters,
    )

    def value(cluster: Any) -> Number:
        s = scene.within(cluster)
        if len(s) == 1:
            return Fraction(0)
        terms = []
        for node in s:
            stay, leave = scene.node_edges(node, cluster, loops=False)
            terms.append(
                (stay - leave) / ((stay + leave) * scene.memberships(node))
                if stay + leave
                else Fraction(0)
            )
        return sum(terms) / len(s) * links.inside(cluster) / scene.possible(cluster)

    return mean(each(scene, value))


def modularity_density(scene: Scene, balance: float = 0.5) -> Value:
    def value(cluster: Any) -> Number:
        s = scene.within(cluster)
        degrees = [scene.node_edges(node, cluster) for node in s]
        stay, leave = sum(one for one, _ in degrees), sum(other for _, other in degrees)
        return (2 * Fraction(balance) * stay - 2 * (1 - Fraction(balance)) * leave) / len(s)

    return total(each(scene, value))


def modularity_qds(scene: Scene) -> Value:
    plain, m = without_loops(scene), scene.weight

    def value(cluster: Any) -> Number | None:
        if not m:
            return None
        s = scene.within(cluster)
        density = quotient(plain.inside(cluster), scene.possible(cluster)) or 0
        split = Fraction(0)
        for other in scene.clusters:
            t = scene.within(other)
            if other is not cluster and t:
                between = sum(
                    w
                    for (u, v), w in scene.edges.items()
                    if (u in s and v in t) or (u in t and v in s)
                )
                possible = len(s) * len(t) * (2 if scene.directed else 1)
                split += between / (2 * m) * between / possible
        first = scene.inside(cluster) / m * density
        return (
            first
            - ((2 * scene.inside(cluster) + scene.leaving(cluster)) / (2 * m) * density) ** 2
            - split
        )

    return total(each(scene, value))
