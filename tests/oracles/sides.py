"""Two clusterings on a node base, and their summaries."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

Node: TypeAlias = Hashable
Cluster: TypeAlias = Mapping[Node, float | Fraction] | AbstractSet[Node]
Clustering: TypeAlias = Sequence[Cluster]
Weights: TypeAlias = Mapping[Node, float | Fraction] | None
Nodes: TypeAlias = Iterable[Node] | None
Worths: TypeAlias = dict[Node, Fraction]


@dataclass(frozen=True)
class Comparison:
    """Two clusterings on a node base: clusters as node -> worth, and every node's weight."""

    truth: list[Worths]
    found: list[Worths]
    weight: dict[Node, Fraction]

    @property
    def total(self) -> Fraction:
        """N, the weight of the node base."""
        return sum(self.weight.values(), Fraction(0))

    def size(self, x: Worths) -> Fraction:
        """|x|."""
        return sum((self.weight[v] * x[v] for v in x), Fraction(0))

    def common(self, t: Worths, f: Worths) -> Fraction:
        """m(t, f)."""
        return sum((self.weight[v] * min(t[v], f[v]) for v in t.keys() & f.keys()), Fraction(0))


def shares_of(cluster: Cluster) -> Worths:
    """Node -> share; a plain set has share 1 for every member."""
    if isinstance(cluster, Mapping):
        return {v: Fraction(share) for v, share in cluster.items()}
    return {v: Fraction(1) for v in cluster}


def clusters_of_node(clustering: Clustering, node: Node) -> frozenset[int]:
    """T(v) or F(v): the indices of the clusters that hold the node."""
    return frozenset(i for i, cluster in enumerate(clustering) if node in cluster)


def nodes_of(*clusterings: Clustering) -> set[Node]:
    """Every node in any cluster of the clusterings."""
    return {v for clustering in clusterings for cluster in clustering for v in cluster}


def restrict(clustering: Clustering, base: AbstractSet[Node]) -> list[Worths]:
    """Only the memberships of the base nodes, without the clusters this empties."""
    kept = [
        {v: share for v, share in shares_of(cluster).items() if v in base} for cluster in clustering
    ]
    return [cluster for cluster in kept if cluster]


def worths(clustering: Sequence[Worths], sharing: str) -> list[Worths]:
    """What every membership counts under a sharing rule."""
    if sharing == "full":
        return [{v: Fraction(1) for v in x} for x in clustering]
    if sharing == "split":
        return [
            {v: Fraction(1, len(clusters_of_node(clustering, v))) for v in x} for x in clustering
        ]
    if sharing == "shares":
        return [dict(x) for x in clustering]
    raise ValueError(f"unknown sharing: {sharing!r}")


def compare(
    truth: Clustering,
    found: Clustering,
    sharing: str = "full",
    /,
    *,
    weights: Weights = None,
    nodes: Nodes = None,
) -> Comparison:
    """Both sides on the node base (the union unless given), with what every membership counts."""
    members = nodes_of(truth, found) if nodes is None else set(nodes)
    if not members:
        raise ValueError("a comparison needs nodes")
    return Comparison(
        truth=worths(restrict(truth, members), sharing),
        found=worths(restrict(found, members), sharing),
        weight={v: Fraction(1) if weights is None else Fraction(weights[v]) for v in members},
    )


def compare_crisp(truth: Clustering, found: Clustering, **base: Any) -> Comparison:
    """Both sides as plain sets; overlaps within the node base are an error."""
    both = compare(truth, found, **base)
    if not (is_crisp(both.truth) and is_crisp(both.found)):
        raise ValueError("defined on crisp clusterings only")
    return both


def with_loners(both: Comparison) -> Comparison:
    """A base node in no cluster of a side is alone there: in a cluster of its own."""

    def completed(clustering: list[Worths]) -> list[Worths]:
        return clustering + [
            {v: Fraction(1)} for v in both.weight if not clusters_of_node(clustering, v)
        ]

    return Comparison(completed(both.truth), completed(both.found), both.weight)


class PrecisionRecall(NamedTuple):
    """How right found is, and how much of the truth it has."""

    precision: Fraction
    recall: Fraction

    def f(self, beta: float | Fraction = 1) -> Fraction:
        """Their F-measure; recall counts beta times as much as precision."""
        p, r, b = self.precision, self.recall, Fraction(beta) ** 2
        return (1 + b) * p * r / (b * p + r) if b * p + r else Fraction(0)


def plain(number: Fraction) -> int | float:
    """An int if it is one, else the nearest float."""
    return number.numerator if number.denominator == 1 else float(number)


# ---- summaries -----------------------------------------------------------------------------------


def is_crisp(clustering: Clustering) -> bool:
    """No node is in two clusters."""
    return all(len(clusters_of_node(clustering, v)) == 1 for v in nodes_of(clustering))


def duplicates(clustering: Clustering) -> int:
    """Number of clusters equal (nodes and shares) to an earlier one."""
    clusters = [shares_of(cluster) for cluster in clustering]
    return sum(cluster in clusters[:i] for i, cluster in enumerate(clusters))


def overlaps(
    truth: Clustering, found: Clustering, **base: Any
) -> dict[tuple[int, int], int | float]:
    """n_tf of every (truth index, found index) with a common node; shares do not matter."""
    both = compare(truth, found, **base)
    return {
        (i, j): plain(both.common(t, f))
        for i, t in enumerate(both.truth)
        for j, f in enumerate(both.found)
        if t.keys() & f.keys()
    }


def node_types(
    truth: Clustering, found: Clustering, **base: Any
) -> Counter[tuple[frozenset[int], frozenset[int]]]:
    """Weight of the base nodes with each (T(v), F(v))."""
    both = compare(truth, found, **base)
    types: dict[tuple[frozenset[int], frozenset[int]], Fraction] = {}
    for v, weight in both.weight.items():
        kind = clusters_of_node(both.truth, v), clusters_of_node(both.found, v)
        types[kind] = types.get(kind, Fraction(0)) + weight
    return Counter({kind: plain(weight) for kind, weight in types.items()})
