"""The metrics as METRICS.md defines them, on Python sets: slow, obvious, never optimised.

Every number is an exact fraction until a root or a logarithm is taken: ties are exact, order never matters.
`**base` takes `weights` (node -> positive number; default 1) and `nodes` (the node base; default the union).
Cluster indices count the clusters that are left after `nodes` restricts the clusterings.
"""

import itertools
import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

Node: TypeAlias = Hashable
Cluster: TypeAlias = Mapping[Node, float | Fraction] | AbstractSet[Node]
Clustering: TypeAlias = Sequence[Cluster]
Weights: TypeAlias = Mapping[Node, float | Fraction] | None
Nodes: TypeAlias = Iterable[Node] | None
Worths: TypeAlias = dict[Node, Fraction]
Partners: TypeAlias = list[int | None]


# ---- the two sides -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Comparison:
    """Two clusterings on a node base: clusters as node -> worth, and the weight of every base node."""

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
    kept = [{v: share for v, share in shares_of(cluster).items() if v in base} for cluster in clustering]
    return [cluster for cluster in kept if cluster]


def worths(clustering: Sequence[Worths], sharing: str) -> list[Worths]:
    """What every membership counts under a sharing rule."""
    if sharing == "full":
        return [{v: Fraction(1) for v in x} for x in clustering]
    if sharing == "split":
        return [{v: Fraction(1, len(clusters_of_node(clustering, v))) for v in x} for x in clustering]
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


def plain(number: Fraction) -> int | float:
    """An int if it is one, else the nearest float."""
    return number.numerator if number.denominator == 1 else float(number)


# ---- summaries -----------------------------------------------------------------------------------------


def is_crisp(clustering: Clustering) -> bool:
    """No node is in two clusters."""
    return all(len(clusters_of_node(clustering, v)) == 1 for v in nodes_of(clustering))


def duplicates(clustering: Clustering) -> int:
    """Number of clusters equal (nodes and shares) to an earlier one."""
    clusters = [shares_of(cluster) for cluster in clustering]
    return sum(cluster in clusters[:i] for i, cluster in enumerate(clusters))


def overlaps(truth: Clustering, found: Clustering, **base: Any) -> dict[tuple[int, int], int | float]:
    """n_tf of every (truth index, found index) with a common node; shares do not matter."""
    both = compare(truth, found, **base)
    return {
        (i, j): plain(both.common(t, f))
        for i, t in enumerate(both.truth)
        for j, f in enumerate(both.found)
        if t.keys() & f.keys()
    }


def node_types(truth: Clustering, found: Clustering, **base: Any) -> Counter[tuple[frozenset[int], frozenset[int]]]:
    """Weight of the base nodes with each (T(v), F(v))."""
    both = compare(truth, found, **base)
    types: dict[tuple[frozenset[int], frozenset[int]], Fraction] = {}
    for v, weight in both.weight.items():
        kind = clusters_of_node(both.truth, v), clusters_of_node(both.found, v)
        types[kind] = types.get(kind, Fraction(0)) + weight
    return Counter({kind: plain(weight) for kind, weight in types.items()})


# ---- best matches --------------------------------------------------------------------------------------

SIMILARITY: dict[str, Callable[[Fraction, Fraction, Fraction], Fraction]] = {
    "f1": lambda m, t, f: 2 * m / (t + f),
    "pprob": lambda m, t, f: m * m / (t * f),
    "jaccard": lambda m, t, f: m / (t + f - m),
    "count": lambda m, t, f: m,
}


def best_match(both: Comparison, x: Worths, others: list[Worths], by: str) -> tuple[Fraction, int | None]:
    """(similarity, index) of the best match of x: the smaller index on ties, (0, None) if none."""
    best: tuple[Fraction, int | None] = (Fraction(0), None)
    for i, y in enumerate(others):
        if x.keys() & y.keys():
            similarity = SIMILARITY[by](both.common(x, y), both.size(x), both.size(y))
            if best[1] is None or similarity > best[0]:
                best = similarity, i
    return best


def best_match_partners(
    truth: Clustering,
    found: Clustering,
    *,
    by: str = "f1",
    sharing: str = "shares",
    **base: Any,
) -> tuple[Partners, Partners]:
    """Index of the best match of every truth cluster and of every found cluster; "count" goes by m(t, f)."""
    both = compare(truth, found, sharing, **base)
    return (
        [best_match(both, t, both.found, by)[1] for t in both.truth],
        [best_match(both, f, both.truth, by)[1] for f in both.found],
    )


# ---- mean F1 family ------------------------------------------------------------------------------------

# `**options`: weighting ("micro", "macro", "combined"), sharing ("full", "split", "shares"), weights, nodes.
# sharing="shares" is the default, because on plain sets, where every share is 1, it is "full".
MATCHED_BY = {"f1a": "f1", "f1h": "f1", "f1p": "pprob", "jaccard_match": "jaccard"}


def mean(values: Sequence[Fraction], importance: Sequence[Fraction]) -> Fraction:
    """Weighted mean, 0 of nothing."""
    if not values:
        return Fraction(0)
    return sum((w * x for w, x in zip(importance, values, strict=True)), Fraction(0)) / sum(importance)


def side_mean(both: Comparison, xs: list[Worths], others: list[Worths], kind: str, weighting: str) -> Fraction:
    """Average over one side of g, the similarity to the best match on the other side."""
    gs = [best_match(both, x, others, MATCHED_BY[kind])[0] for x in xs]
    if kind == "f1p":
        gs = [Fraction(math.sqrt(g)) for g in gs]
    if weighting == "micro":
        return mean(gs, [both.size(x) for x in xs])
    if weighting == "macro":
        return mean(gs, [Fraction(1) for _ in xs])
    raise ValueError(f"no recall and precision under weighting {weighting!r}")


def exact_sides(both: Comparison, kind: str, weighting: str) -> tuple[Fraction, Fraction]:
    """(recall, precision) as fractions."""
    return (
        side_mean(both, both.truth, both.found, kind, weighting),
        side_mean(both, both.found, both.truth, kind, weighting),
    )


def mean_f1_sides(
    truth: Clustering,
    found: Clustering,
    *,
    kind: str = "f1h",
    weighting: str = "micro",
    sharing: str = "shares",
    **base: Any,
) -> tuple[float, float]:
    """(recall, precision) of "f1a", "f1h", "f1p" or "jaccard_match"; "combined" has none."""
    recall, precision = exact_sides(compare(truth, found, sharing, **base), kind, weighting)
    return float(recall), float(precision)


def mean_match(
    truth: Clustering,
    found: Clustering,
    *,
    kind: str,
    weighting: str = "micro",
    sharing: str = "shares",
    **base: Any,
) -> float:
    """Recall and precision in one number: their mean for "f1a", else their harmonic mean."""
    both = compare(truth, found, sharing, **base)

    def value(weighting: str) -> Fraction:
        recall, precision = exact_sides(both, kind, weighting)
        if kind == "f1a":
            return (recall + precision) / 2
        return 2 * recall * precision / (recall + precision) if recall + precision else Fraction(0)

    if weighting == "combined":
        return math.sqrt(value("micro") * value("macro"))
    return float(value(weighting))


def f1a(truth: Clustering, found: Clustering, **options: Any) -> float:
    """Mean of the average best F1 of both sides."""
    return mean_match(truth, found, kind="f1a", **options)


def f1h(truth: Clustering, found: Clustering, **options: Any) -> float:
    """Harmonic mean of the average best F1 of both sides."""
    return mean_match(truth, found, kind="f1h", **options)


def f1p(truth: Clustering, found: Clustering, **options: Any) -> float:
    """Harmonic mean of the average root of the best partial probability of both sides."""
    return mean_match(truth, found, kind="f1p", **options)


def jaccard_match(truth: Clustering, found: Clustering, **options: Any) -> float:
    """Harmonic mean of the average best Jaccard index of both sides."""
    return mean_match(truth, found, kind="jaccard_match", **options)


# ---- matching ------------------------------------------------------------------------------------------


def best_counts(both: Comparison) -> tuple[Fraction, Fraction]:
    """(sum over t of max_f n_tf, sum over f of max_t n_tf)."""
    return (
        sum((best_match(both, t, both.found, "count")[0] for t in both.truth), Fraction(0)),
        sum((best_match(both, f, both.truth, "count")[0] for f in both.found), Fraction(0)),
    )


def purity(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Part of the base that is in the best truth cluster of its found cluster."""
    both = compare_crisp(truth, found, **base)
    return float(best_counts(both)[1] / both.total)


def inverse_purity(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Part of the base that is in the best found cluster of its truth cluster."""
    return purity(found, truth, **base)


def nvd(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Normalised van Dongen distance: split_join over 2N."""
    both = compare_crisp(truth, found, **base)
    return float(1 - sum(best_counts(both)) / (2 * both.total))


def split_join(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Van Dongen distance: the nodes to move, from truth to found and back."""
    both = compare_crisp(truth, found, **base)
    return float(2 * both.total - sum(best_counts(both)))


def geometric_accuracy(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Geometric mean of sensitivity and positive predictive value; shares do not matter."""
    both = compare(truth, found, **base)
    in_best_found, in_best_truth = best_counts(both)
    in_any = sum((both.common(t, f) for t in both.truth for f in both.found), Fraction(0))
    if not in_any:
        return 0.0
    return math.sqrt(in_best_found / sum(map(both.size, both.truth)) * in_best_truth / in_any)


def max_matching_ratio(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Best sum of n²/(|t||f|) over one-to-one matchings, per truth cluster; shares do not matter."""
    both = compare(truth, found, **base)
    similarity = [
        [SIMILARITY["pprob"](both.common(t, f), both.size(t), both.size(f)) for f in both.found] for t in both.truth
    ]

    @cache
    def best_from(i: int, used: frozenset[int]) -> Fraction:
        if i == len(both.truth):
            return Fraction(0)
        unmatched = best_from(i + 1, used)
        matched = [similarity[i][j] + best_from(i + 1, used | {j}) for j in range(len(both.found)) if j not in used]
        return max([unmatched, *matched])

    return float(best_from(0, frozenset()) / len(both.truth)) if both.truth else 0.0


# ---- information ---------------------------------------------------------------------------------------

Law: TypeAlias = dict[Hashable, Fraction]
JointLaw: TypeAlias = dict[tuple[Hashable, Hashable], Fraction]


@dataclass(frozen=True)
class Information:
    """Entropies and mutual information of two crisp clusterings, in bits."""

    truth: float
    found: float
    mutual: float
    truth_given_found: float
    found_given_truth: float

    @property
    def homogeneity(self) -> float:
        """I / H_T."""
        return self.mutual / self.truth if self.truth else 1.0

    @property
    def completeness(self) -> float:
        """I / H_F."""
        return self.mutual / self.found if self.found else 1.0


def joint_law(truth: Clustering, found: Clustering, **base: Any) -> JointLaw:
    """p(t, f) of a base node drawn by weight; a node missing on one side is alone there."""
    both = compare_crisp(truth, found, **base)

    def label(clustering: list[Worths], v: Node) -> Hashable:
        return clusters_of_node(clustering, v) or ("alone", v)

    law: JointLaw = {}
    for v, weight in both.weight.items():
        cell = label(both.truth, v), label(both.found, v)
        law[cell] = law.get(cell, Fraction(0)) + weight / both.total
    return law


def log2(ratio: Fraction) -> float:
    """Right to the last digits near 1 too, where a float of the ratio itself would lose them."""
    return math.log1p(ratio - 1) / math.log(2) if abs(ratio - 1) < 0.5 else math.log2(ratio)


def entropy(law: Law) -> float:
    """-sum of p log2 p."""
    return math.fsum(p * log2(1 / p) for p in law.values())


def information(truth: Clustering, found: Clustering, **base: Any) -> Information:
    """Entropies, conditional entropies and mutual information in bits."""
    joint = joint_law(truth, found, **base)
    p_t: Law = {}
    p_f: Law = {}
    for (t, f), p in joint.items():
        p_t[t] = p_t.get(t, Fraction(0)) + p
        p_f[f] = p_f.get(f, Fraction(0)) + p
    return Information(
        truth=entropy(p_t),
        found=entropy(p_f),
        mutual=math.fsum(p * log2(p / (p_t[t] * p_f[f])) for (t, f), p in joint.items()),
        truth_given_found=math.fsum(p * log2(p_f[f] / p) for (_, f), p in joint.items()),
        found_given_truth=math.fsum(p * log2(p_t[t] / p) for (t, _), p in joint.items()),
    )


def nmi(truth: Clustering, found: Clustering, *, norm: str = "max", **base: Any) -> float:
    """Mutual information over a mean of the entropies."""
    i = information(truth, found, **base)
    scale = {
        "max": max(i.truth, i.found),
        "sqrt": math.sqrt(i.truth * i.found),
        "avg": (i.truth + i.found) / 2,
        "min": min(i.truth, i.found),
        "joint": i.truth + i.found - i.mutual,
    }[norm]
    if i.truth == 0 or i.found == 0:
        return float(i.truth == i.found)
    return i.mutual / scale


def ami(truth: Clustering, found: Clustering, *, norm: str = "avg", **base: Any) -> float:
    """Mutual information less its expectation over all ways to match the nodes, over a mean of the entropies less that."""
    i = information(truth, found, **base)
    total = compare_crisp(truth, found, **base).total
    sizes: list[dict[Hashable, Fraction]] = [{}, {}]
    for cell, p in joint_law(truth, found, **base).items():
        for side, label in zip(sizes, cell, strict=True):
            side[label] = side.get(label, Fraction(0)) + p * total
    mean = {
        "max": max(i.truth, i.found),
        "sqrt": math.sqrt(i.truth * i.found),
        "avg": (i.truth + i.found) / 2,
        "min": min(i.truth, i.found),
    }[norm]
    expected = expected_information(*(list(map(int, side.values())) for side in sizes))
    if math.isclose(mean, expected, rel_tol=1e-9, abs_tol=1e-12):
        return float(math.isclose(i.truth, i.found, abs_tol=1e-9))
    return (i.mutual - expected) / (mean - expected)


def expected_information(truth_sizes: list[int], found_sizes: list[int]) -> float:
    """In bits: over all pairs of clusters and all numbers n of common nodes, with their exact probabilities."""
    total = sum(truth_sizes)
    return sum(
        float(Fraction(n * math.comb(a, n) * math.comb(total - a, b - n), total * math.comb(total, b)))
        * math.log2(total * n / (a * b))
        for a in truth_sizes
        for b in found_sizes
        for n in range(max(1, a + b - total), min(a, b) + 1)
    )


def vi(truth: Clustering, found: Clustering, *, unit: str = "bits", **base: Any) -> float:
    """Variation of information, H_T + H_F - 2I, as the sum of both conditional entropies."""
    i = information(truth, found, **base)
    return (i.truth_given_found + i.found_given_truth) * {"bits": 1.0, "nats": math.log(2)}[unit]


def homogeneity(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Part of the truth's entropy that found explains; 1 if the truth has none."""
    return information(truth, found, **base).homogeneity


def completeness(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Part of found's entropy that the truth explains; 1 if found has none."""
    return information(truth, found, **base).completeness


def v_measure(truth: Clustering, found: Clustering, *, beta: float = 1, **base: Any) -> float:
    """Weighted harmonic mean of homogeneity and completeness."""
    i = information(truth, found, **base)
    h, c = i.homogeneity, i.completeness
    return (1 + beta) * h * c / (beta * h + c) if beta * h + c else 0.0


# ---- pairs ---------------------------------------------------------------------------------------------


def pair_histogram(truth: Clustering, found: Clustering, **base: Any) -> dict[tuple[int, int], int]:
    """H[a, b]: pairs of nodes (a node of weight w is w nodes) that share a clusters in truth and b in found."""
    both = compare(truth, found, **base)
    of_node = {v: (clusters_of_node(both.truth, v), clusters_of_node(both.found, v)) for v in both.weight}
    copies = {v: int(weight) for v, weight in both.weight.items()}
    histogram: Counter[tuple[int, int]] = Counter()
    for v, w in itertools.combinations_with_replacement(both.weight, 2):
        (t_v, f_v), (t_w, f_w) = of_node[v], of_node[w]
        pairs = copies[v] * (copies[v] - 1) // 2 if v == w else copies[v] * copies[w]
        histogram[len(t_v & t_w), len(f_v & f_w)] += pairs
    return {key: n for key, n in histogram.items() if n}


def marginals(histogram: dict[tuple[int, int], int]) -> tuple[Counter[int], Counter[int]]:
    """P'_a and P_b."""
    in_truth: Counter[int] = Counter()
    in_found: Counter[int] = Counter()
    for (a, b), n in histogram.items():
        in_truth[a] += n
        in_found[b] += n
    return in_truth, in_found


def corrected(observed: Fraction, expected: Fraction) -> float:
    """Above chance, as a share of what there is above chance."""
    return float((observed - expected) / (1 - expected)) if expected != 1 else float(observed == 1)


def omega(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Pairs that share equally many clusters on both sides, corrected for chance."""
    h = pair_histogram(truth, found, **base)
    pairs = sum(h.values())
    if not pairs:
        return 1.0
    p_t, p_f = marginals(h)
    observed = Fraction(sum(n for (a, b), n in h.items() if a == b), pairs)
    return corrected(observed, Fraction(sum(p_t[j] * p_f[j] for j in p_t), pairs**2))


def soft_omega(truth: Clustering, found: Clustering, *, expected: str = "paper", **base: Any) -> float:
    """Omega where a and b shared clusters agree by min/max."""
    h = pair_histogram(truth, found, **base)
    pairs = sum(h.values())
    if not pairs:
        return 1.0
    p_t, p_f = marginals(h)

    def w(a: int, b: int) -> Fraction:
        return Fraction(1) if a == b else Fraction(min(a, b), max(a, b))

    observed = sum((n * w(a, b) for (a, b), n in h.items()), Fraction(0)) / pairs
    if expected == "independent":
        chance = sum((p_t[a] * p_f[b] * w(a, b) for a in p_t for b in p_f), Fraction(0))
        return corrected(observed, chance / pairs**2)
    both = compare(truth, found, **base)
    size_t, size_f = max(len(both.truth), max(p_t) + 1), max(len(both.found), max(p_f) + 1)
    s, rest = min(size_t, size_f), p_t if size_t > size_f else p_f
    products = sum(p_t[j] * p_f[j] for j in range(s)) + sum(n for j, n in rest.items() if j >= s)
    return corrected(observed, Fraction(products, pairs**2))


def together(truth: Clustering, found: Clustering, **base: Any) -> tuple[int, int, int, int]:
    """All pairs, and those together (in a common cluster) in truth, in found, in both."""
    h = pair_histogram(truth, found, **base)
    return (
        sum(h.values()),
        sum(n for (a, _), n in h.items() if a),
        sum(n for (_, b), n in h.items() if b),
        sum(n for (a, b), n in h.items() if a and b),
    )


def pair_precision(truth: Clustering, found: Clustering, **base: Any) -> float:
    """C/B; with no pair together in found, 1 if there is none in truth either."""
    _, a, b, c = together(truth, found, **base)
    return c / b if b else float(a == 0)


def pair_recall(truth: Clustering, found: Clustering, **base: Any) -> float:
    """C/A; with no pair together in truth, 1 if there is none in found either."""
    _, a, b, c = together(truth, found, **base)
    return c / a if a else float(b == 0)


def pair_f1(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Harmonic mean of C/A and C/B."""
    _, a, b, c = together(truth, found, **base)
    return 2 * c / (a + b) if a + b else 1.0


def pair_jaccard(truth: Clustering, found: Clustering, **base: Any) -> float:
    """C/(A + B - C)."""
    _, a, b, c = together(truth, found, **base)
    return c / (a + b - c) if a + b - c else 1.0


def fowlkes_mallows(truth: Clustering, found: Clustering, **base: Any) -> float:
    """C/sqrt(AB)."""
    _, a, b, c = together(truth, found, **base)
    return c / math.sqrt(a * b) if a and b else float(a == b)


def rand(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Pairs together on both sides or on neither."""
    compare_crisp(truth, found, **base)
    p, a, b, c = together(truth, found, **base)
    return (c + p - a - b + c) / p if p else 1.0


def adjusted_rand(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Omega of crisp clusterings."""
    compare_crisp(truth, found, **base)
    return omega(truth, found, **base)


from oracles_ec import element_centric as element_centric  # noqa: E402
