"""The public names of accord.metrics.

For type checkers and editors. Written by tools/generate.py.
"""

from collections.abc import Sequence
from typing import Literal

from accord._foundation.node_base import NodeBase
from accord._foundation.reading import Orientation
from accord._foundation.types import ClusteringLike
from accord.metrics._metric import METRICS as METRICS
from accord.metrics._metric import Metric as Metric
from accord.metrics._other_names import OTHER_NAMES as OTHER_NAMES
from accord.metrics._other_names import missing_attribute as missing_attribute
from accord.metrics._panels import PANELS as PANELS
from accord.metrics._requests import DEFAULT_METRIC as DEFAULT_METRIC
from accord.metrics._score import Score as Score

def f1p(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    weighting: Literal["micro", "macro", "combined"] = "micro",
    sharing: Literal["full", "split", "shares"] | None = None,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Mean best match of clusters, by mutual membership probability.

    The match of two clusters of sizes a and b that share m nodes is m/sqrt(ab), the geometric mean
    of precision m/a and recall m/b. Each cluster is matched with its best partner; the matches are
    averaged on each side, and the score is the harmonic mean of the two averages. 1: identical; 0:
    no common node. The most discerning of the F1 family (Lutov et al. 2019).

    `weighting`: "micro" weights clusters by size, "macro" weights all clusters equally, "combined"
    is the geometric mean of both scores. `sharing`: "full": a node is worth 1 in each of its
    clusters; "split": 1/s in each of s clusters; "shares": its share there. By default "shares" if
    either side has them, else "full". `nodes`: the nodes to compare: "union", "intersection",
    "truth", "equal" or a collection. By default all nodes are compared, and a node that a side
    lacks counts against the match.

    >>> from accord import f1p
    >>> round(f1p([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]), 6)
    0.816497
    """

def f1h(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    weighting: Literal["micro", "macro", "combined"] = "micro",
    sharing: Literal["full", "split", "shares"] | None = None,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Mean best F1 of clusters, harmonic mean of both sides.

    The match of two clusters is their F1, 2m/(a+b). 1: identical; 0: no common node. Stricter than
    `f1a` if the two sides differ (Lutov et al. 2019). Options as in `f1p`.

    >>> from accord import f1h
    >>> f1h([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]).recall
    0.8
    """

def f1a(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    weighting: Literal["micro", "macro", "combined"] = "micro",
    sharing: Literal["full", "split", "shares"] | None = None,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Mean best F1 of clusters, arithmetic mean of both sides.

    Known as average F1 (Yang & Leskovec 2013), there with `weighting="macro"`. 1: identical; 0: no
    common node. A good match of one side can hide a bad match of the other; prefer `f1h`.
    Options as in `f1p`.
    """

def jaccard_match(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    weighting: Literal["micro", "macro", "combined"] = "micro",
    sharing: Literal["full", "split", "shares"] | None = None,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Mean best Jaccard index of clusters, harmonic mean of both sides.

    As `f1h`, with m/(a+b−m) in place of F1. 1: identical; 0: no common node. The best partners are
    the same; the values are lower.
    """

def max_matching_ratio(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Mean affinity of truth clusters in the best one-to-one matching.

    Each found cluster may stand for one truth cluster only: the one-to-one matching with the
    greatest sum of n²/(ab), divided by the number of truth clusters (Nepusz et al. 2012). 1: every
    truth cluster was found; further found clusters cost nothing.

    >>> from accord import max_matching_ratio
    >>> float(max_matching_ratio([[1, 2], [3, 4]], [[1, 2], [3], [4]]))
    0.75
    """

def geometric_accuracy(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Geometric mean of sensitivity and predictive value of best matches.

    The accuracy of protein-complex prediction (Brohée & van Helden 2006): sensitivity is the recall
    of the score, positive predictive value its precision. On overlapping clusterings it stays below
    1 even for identical ones.
    """

def purity(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Share of nodes in the main truth cluster of their found cluster.

    For crisp clusterings. 1: no found cluster mixes truth clusters. Blind to splitting: clusters of
    one node each are pure. See `inverse_purity`.

    >>> from accord import purity
    >>> float(purity([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]))
    0.8
    """

def inverse_purity(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Share of nodes in the main found cluster of their truth cluster.

    For crisp clusterings. 1: no truth cluster is split. Blind to merging: a single cluster of all
    nodes scores 1. See `purity`.
    """

def nvd(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Share of nodes outside the best match of their cluster (distance).

    The normalised van Dongen distance, for crisp clusterings. 0: identical; towards 1: unrelated.
    It is `split_join` divided by 2N.
    """

def split_join(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Nodes outside the best match of their cluster, both sides added (distance).

    For crisp clusterings: both are split into what they have in common, and joined again (van
    Dongen 2000). 0: identical; at most 2N. `nvd` is the same, scaled from 0 to 1.

    >>> from accord import split_join
    >>> float(split_join([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]))
    2.0
    """

def accuracy(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Share of nodes that are in the partner of their cluster, one-to-one.

    Clustering accuracy (ACC), for crisp clusterings: each found cluster is given one truth cluster
    as its label, no two the same, so that as many nodes as possible are labelled correctly. 1:
    identical, with all nodes in clusters. Not for different numbers of clusters, as a cluster
    without a partner counts as all wrong, nor for truth clusters of very different sizes: see
    `normalized_clustering_accuracy`. Not corrected for chance.

    >>> from accord import accuracy
    >>> float(accuracy([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]))
    0.75
    """

def normalized_pivoted_accuracy(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Clustering accuracy, less what equal parts of all clusters would get.

    (accuracy − 1/m)/(1 − 1/m) for crisp clusterings, where m is the larger of the two numbers of
    clusters (Gagolewski 2025). 1: identical; 0: every truth cluster is spread evenly over as many
    found ones or more; below 0 only if nodes are in no cluster of a side. Not for truth clusters of
    very different sizes: the largest decides.

    >>> from accord import normalized_pivoted_accuracy
    >>> round(normalized_pivoted_accuracy([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]), 4)
    0.625
    """

def normalized_clustering_accuracy(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Mean share of truth clusters that is in their partner, less that of equal parts.

    For crisp clusterings (Gagolewski 2025): each found cluster stands for one truth cluster at
    most; the shares n/|t| are averaged over truth clusters, large or small, and 1/k of k truth
    clusters is taken as 0. 1: identical; 0: every truth cluster is spread evenly; below 0 only with
    more found clusters than truth clusters, or if found lacks nodes. Not for such numbers of
    clusters: it was defined for as many on both sides.

    >>> from accord import normalized_clustering_accuracy
    >>> truth, found = [0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]
    >>> round(normalized_clustering_accuracy(truth, found), 4)
    0.6667
    """

def pair_sets_index(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    form: Literal["plain", "simplified"] = "plain",
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Mean similarity of clusters and their partners, corrected for chance.

    The PSI of Rezaei & Fränti 2016, for crisp clusterings: partners share n/max(|t|, |f|), and what
    clusters of these sizes share by chance is taken as 0; with `form="simplified"` that is 1 in
    total, whatever the sizes. 1: identical; 0: not better than chance. Not to tell bad results from
    worse ones, since values below 0 are cut off. Each cluster counts as much as any other.

    >>> from accord import pair_sets_index
    >>> truth, found = [0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]
    >>> round(pair_sets_index(truth, found), 4), round(
    ...     pair_sets_index(truth, found, form="simplified"), 4
    ... )
    (0.5, 0.5)
    """

def omega(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Share of node pairs with equal numbers of shared clusters, corrected for chance.

    The Omega index (Collins & Dent 1988), exact for any number of nodes. 1: every pair shares as
    many clusters in found as in truth; 0: as many pairs agree as by chance. Without overlaps it is
    the adjusted Rand index. `nodes` as in `f1p`.

    >>> from accord import omega
    >>> omega([[1, 2, 3, 4], [4, 5]], [[1, 2, 3, 4], [4, 5]])
    Score(1.0)
    """

def soft_omega(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    expected: Literal["paper", "independent"] = "paper",
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Omega where sharing a and b clusters agrees by min(a, b)/max(a, b).

    The Soft Omega index of Lutov et al. 2019, exact. `expected` says what is expected by chance:
    "paper" is the published form, which depends on the numbers of clusters, so that adding clusters
    of one node changes it; "independent" is a true correction for chance. `nodes` as in `f1p`.

    >>> from accord import soft_omega
    >>> truth = [[1, 2, 3], [2, 3, 4], [3, 4, 1], [4, 1, 2]]
    >>> found = [[1, 2], [2, 3], [3, 4], [4, 1]]  # four clusters, not edges
    >>> round(soft_omega(truth, found, orientation="clusters"), 4)
    0.3333
    """

def pair_f1(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Harmonic mean of the precision and recall of pairs.

    What entity resolution calls pairwise F1. 1: the same pairs are together.
    """

def pair_precision(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Share of the pairs together in found that are together in truth.

    Together means in at least one common cluster, so clusterings may overlap. 1: found joins no
    pair wrongly.
    """

def pair_recall(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Share of the pairs together in truth that are together in found.

    Together means in at least one common cluster. 1: found misses no pair.
    """

def pair_jaccard(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Share of the pairs together on either side that are together on both.

    The Jaccard index of pairs. 1: the same pairs are together.
    """

def fowlkes_mallows(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Geometric mean of the precision and recall of pairs.

    The index of Fowlkes & Mallows (1983). 1: the same pairs are together.
    """

def pair_fbeta(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    beta: float = 1.0,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Weighted harmonic mean of the precision and recall of pairs.

    `pair_f1` with a weight: recall counts `beta` times as much as precision, so that with beta
    above 1 missed pairs cost more than wrong ones. 1: the same pairs are together. Not for clusters
    of very different sizes: one of n nodes has n(n−1)/2 pairs, and the largest decide.

    >>> from accord import pair_fbeta
    >>> round(pair_fbeta([[1, 2, 3], [4, 5]], [[1, 2], [3], [4, 5]], beta=2), 4)
    0.5556
    """

def rand(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Share of node pairs that both sides put together or both keep apart.

    The Rand index, for crisp clusterings. 1: identical; near 1 for any two clusterings with many
    clusters: see `adjusted_rand`.
    """

def adjusted_rand(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Rand index corrected for chance.

    For crisp clusterings (Hubert & Arabie 1985). 1: identical; 0: as by chance. For overlapping
    ones it is `omega`.

    >>> from accord import adjusted_rand
    >>> adjusted_rand([0, 0, 1, 1], [0, 0, 1, 2])
    Score(0.5714285714285714)
    """

def fuzzy_rand(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    sharing: Literal["full", "split", "shares"] | None = None,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Rand index of shares, corrected for chance.

    Two nodes are together by the sum, over the clusters of both, of the product of their shares;
    the score is how much that agrees on both sides, above what random matching of the nodes gives.
    1: every pair is together as much in found as in truth; 0: as by chance. For crisp clusterings
    it is `adjusted_rand`. For fuzzy clusterings, on one side or on both; without shares, clusters
    that overlap count in full, and `omega` is better known. Not if small clusters matter as much as
    large ones, since pairs are counted. `sharing` and `nodes` as in `f1p`; weights must be
    integers.

    >>> from accord import fuzzy_rand
    >>> truth = {"a": [1, 2], "b": [3, 4]}
    >>> found = {"a": {1: 1.0, 2: 0.8, 3: 0.3}, "b": {2: 0.2, 3: 0.7, 4: 1.0}}
    >>> round(fuzzy_rand(truth, found, orientation="clusters"), 4)
    0.7775
    """

def mirkin(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Ordered pairs of nodes that only one side puts together (distance).

    The metric of Mirkin: 2P(1 − rand) with P pairs, and for crisp clusterings the sum of squared
    cluster sizes of both sides less twice that of their overlaps. 0: the same pairs are together.
    Not for results of different networks: it grows with the square of the number of nodes, and most
    of it is due to the largest clusters.

    >>> from accord import mirkin
    >>> mirkin([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]])
    Score(8.0)
    """

def pair_correlation(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Correlation of being together in truth and together in found, over all pairs.

    Together means in at least one common cluster, so clusterings may overlap. 1: the same pairs are
    together; 0: as by chance; −1: each pair is together on exactly one side. With `sokal_sneath`
    and `correlation_distance` it is what Gösgens et al. 2021 are left with after a list of
    properties. Not if small clusters matter as much as large ones: a cluster of n nodes has
    n(n−1)/2 pairs. If all pairs of a side are together, or none, it is 1 for the same pairs, else
    0.

    >>> from accord import pair_correlation
    >>> round(pair_correlation([[1, 2, 3], [3, 4, 5], [5, 6]], [[1, 2], [3, 4, 5, 6], [6]]), 4)
    0.4643
    """

def correlation_distance(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Angle of the correlation of pairs, as a share of a half turn (distance).

    arccos(pair_correlation)/π, which obeys the triangle inequality (Gösgens et al. 2021). 0: the
    same pairs are together; 1/2: as by chance; 1: each pair is together on exactly one side. Not to
    say how good one result is: nearly equal clusterings look far apart, as the angle grows with the
    root of their difference.

    >>> from accord import correlation_distance
    >>> round(correlation_distance([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]), 4)
    0.4235
    """

def sokal_sneath(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Mean of the precision and recall of pairs together, and of pairs apart.

    An index of Sokal & Sneath that, like `pair_correlation`, Gösgens et al. 2021 recommend. 1: the
    same pairs are together; 1/2: as by chance; 0: each pair is together on exactly one side. Not to
    be read as a share of pairs that are right: unrelated clusterings get 1/2. If all pairs of a
    side are together, or none, it is 1 for the same pairs, else 1/2.

    >>> from accord import sokal_sneath
    >>> round(sokal_sneath([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]), 4)
    0.619
    """

def adjusted_fowlkes_mallows(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Fowlkes–Mallows index corrected for chance.

    (FM − E)/(1 − E) with E = sqrt(AB)/P, what `fowlkes_mallows` is by chance if A and B of P pairs
    are together (Hubert & Arabie 1985). 1: the same pairs are together; 0: as by chance. Equal to
    `adjusted_rand` if A = B. Not if small clusters matter as much as large ones.

    >>> from accord import adjusted_fowlkes_mallows
    >>> round(adjusted_fowlkes_mallows([0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 1, 1]), 4)
    0.326
    """

def nmi(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    norm: Literal["max", "sqrt", "avg", "min", "joint"] = "avg",
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Share of the information that the two clusterings have in common.

    For crisp clusterings. 1: each determines the other; 0: independent. `norm` says what it is
    divided by: the "avg" of both entropies (as in scikit-learn and igraph), "max", "sqrt", "min" or
    "joint"; with "max" and "joint", 1 − nmi obeys the triangle inequality. Not corrected for
    chance: many small clusters score high.

    Both sides need the same nodes; otherwise `nodes` says which to compare ("union",
    "intersection", "truth" or a collection), and a node that a side lacks is alone there.

    >>> from accord import nmi
    >>> nmi([[1, 2], [3, 4]], [[1, 2], [3], [4]])
    Score(0.8)
    >>> nmi([[1, 2], [3, 4]], [[1, 2], [3], [4]], norm="max")
    Score(0.6666666666666666)
    """

def ami(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    norm: Literal["max", "sqrt", "avg", "min"] = "avg",
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Information in common, corrected for chance.

    For crisp clusterings: `nmi` with the information that clusters of these sizes share by chance
    subtracted from numerator and denominator (Vinh, Epps & Bailey 2010). 1: each determines the
    other; 0: as by chance; negative: worse than chance. `norm` is "avg" (scikit-learn's), "max",
    "sqrt" or "min". Node weights must be integers.

    >>> from accord import ami
    >>> round(ami([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]), 4)
    0.2988
    """

def vi(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    unit: Literal["bits", "nats"] = "bits",
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Information that only one of the two clusterings has, in bits (distance).

    The variation of information, for crisp clusterings (Meilă 2003); in nats with `unit="nats"`. 0:
    identical; at most the logarithm of the number of nodes.
    """

def nvi(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Share of all information that only one of the two clusterings has (distance).

    The normalized variation of information, `vi` over the joint entropy, for crisp clusterings
    (Vinh, Epps & Bailey 2010): 1 − `nmi` with norm="joint". 0: identical; 1: independent. It obeys
    the triangle inequality. Not for results with different numbers of clusters: it is not corrected
    for chance, and many small clusters look near.

    >>> from accord import nvi
    >>> round(nvi([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]), 4)
    0.6122
    """

def nid(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Share of the information of the richer side that the other lacks (distance).

    The normalized information distance 1 − I/max(H(T), H(F)), for crisp clusterings (Vinh, Epps &
    Bailey 2010): 1 − `nmi` with norm="max". 0: identical; 1: independent. It obeys the triangle
    inequality, and uses the range from 0 to 1 better than `nvi`. Not for results with different
    numbers of clusters: it is not corrected for chance.

    >>> from accord import nid
    >>> round(nid([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]), 4)
    0.4411
    """

def fair_nmi(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Share of information in common, less for a wrong number of clusters.

    `nmi` times exp(−|R − S|/R) for R truth clusters and S found ones, for crisp clusterings (Amelio
    & Pizzuti 2015). 1: identical. Not if a cluster split in two is a small error, since only the
    number of clusters counts, and not as a correction for chance, which `ami` is. A node in no
    cluster counts as a cluster.

    >>> from accord import fair_nmi
    >>> round(fair_nmi([0, 0, 1, 1], [0, 0, 1, 2]), 4)  # nmi is 0.8
    0.4852
    """

def homogeneity(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Share of the truth's information that the found clusters give.

    For crisp clusterings. 1: no found cluster mixes truth clusters (Rosenberg & Hirschberg 2007).
    Swap the sides for `completeness`.
    """

def completeness(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Share of the found clusters' information that the truth gives.

    For crisp clusterings. 1: no truth cluster is split over found clusters (Rosenberg & Hirschberg
    2007). Swap the sides for `homogeneity`.
    """

def v_measure(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    beta: float = 1.0,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Harmonic mean of homogeneity (precision) and completeness (recall).

    For crisp clusterings; homogeneity is its precision, completeness its recall. With beta = 1 it
    is `nmi`; beta above 1 gives more weight to completeness.

    >>> from accord import v_measure
    >>> v_measure([[1, 2], [3, 4]], [[1, 2], [3], [4]])
    Score(0.8, precision=1.0, recall=0.6666666666666666)
    """

def onmi(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    norm: Literal["max", "sqrt", "avg", "min", "lfk"] = "max",
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Share of the information in clusters that their best counterparts give.

    For overlapping and crisp clusterings. The entropy of each cluster is compared with its entropy
    given the most informative cluster of the other side. 1: identical; 0: no cluster says anything
    about another. `norm` is what the information of both sides is divided by, "max" (McDaid et al.
    2011), "sqrt", "avg" or "min"; or "lfk" (Lancichinetti et al. 2009), the mean share over
    clusters, all with equal weight. "sqrt" and "min" exceed 1 if several clusters of one side say
    much the same. Shares are ignored: a node is in a cluster or not. `nodes` as in `f1p`; a node
    that a side lacks is in no cluster there.

    >>> from accord import onmi
    >>> round(onmi([[1, 2, 3], [3, 4, 5]], [[1, 2, 3], [4, 5]]), 6)
    0.716269
    """

def gnmi(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    norm: Literal["max", "sqrt", "avg", "min", "joint"] = "max",
    method: Literal["auto", "exact", "sampled", "adaptive"] = "auto",
    error: float = 0.01,
    risk: float = 0.01,
    seed: int = 0,
    budget: float | None = None,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
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

def bcubed(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    beta: float = 1.0,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Harmonic mean of the precision and recall of a node's co-members.

    Extended BCubed (Amigó et al. 2009), for overlapping and crisp clusterings. Seen from a node,
    precision is the mean, over the nodes that share b > 0 found clusters with it, of min(a, b)/b,
    where a is the number of truth clusters that they share; recall the same with the sides swapped;
    both are means over nodes. 1: every two nodes share as many clusters in found as in truth. It
    satisfies all four formal constraints. `beta` above 1 gives more weight to recall. Shares are
    ignored; weights must be integers.

    Both sides need the same nodes; otherwise `nodes` as in `nmi`.

    >>> from accord import bcubed
    >>> round(bcubed([[1, 2, 3], [3, 4, 5]], [[1, 2, 3], [4, 5]]), 6)
    0.867925
    """

def element_centric(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    alpha: float = 0.9,
    method: Literal["auto", "exact", "sampled"] = "auto",
    error: float = 0.01,
    risk: float = 0.01,
    seed: int = 0,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Mean similarity of the surroundings of a node on both sides.

    The element-centric similarity of Gates et al. 2019. A walk from a node goes to one of its
    clusters, from there to a member, and after each such step goes on with probability `alpha`; the
    score of the node is the share of where the walk ends that is the same on both sides. 1: the
    same clusters; the greater `alpha`, the farther walks get along overlaps. Shares of memberships
    are ignored.

    Exact for crisp clusterings of any size, and for overlapping ones unless that is too much work;
    then the nodes at which walks start are sampled, and the score has the `error` that it stays
    within with probability 1 - `risk`. `method` "exact" or "sampled" forces one of the two.
    Sampling ends when the requested `error` is reached, or after some ten seconds of work.

    Both sides need the same nodes; otherwise `nodes` as in `nmi`.

    >>> from accord import element_centric
    >>> element_centric([[1, 2, 3, 4], [5, 6]], [[1, 2], [3, 4], [5, 6]])
    Score(0.6666666666666666)
    """

def overlap_f1(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """F1 of the nodes that are in several clusters.

    How well overlaps are detected (Xie, Kelley & Szymanski 2013): precision is the share of the
    nodes in several found clusters that are in several truth clusters, recall the reverse. 1: the
    same nodes overlap, or none does on either side; 0: no node does on both sides. Not to compare
    clusterings: in which clusters these nodes are, and all other nodes, does not matter.

    >>> from accord import overlap_f1
    >>> overlap_f1([[1, 2, 3], [3, 4, 5], [5, 6]], [[1, 2, 3], [3, 4], [4, 5, 6]])
    Score(0.5, precision=0.5, recall=0.5)
    """

def muc(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """F1 of the links that hold clusters together.

    For crisp clusterings (Vilain et al. 1995). A cluster of n nodes takes n − 1 links; one that the
    other side cuts into p parts keeps n − p of them. 1: the same clusters of two nodes and more;
    clusters of one node have no links and do not count. Lenient with merged clusters: one cluster
    of everything scores high. Node weights must be integers.

    >>> from accord import muc
    >>> muc([[1, 2, 3], [4, 5, 6, 7]], [[1, 2], [3, 4], [6, 7, 8, 9]])
    Score(0.4, precision=0.4, recall=0.4)
    """

def conll_bcubed(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """F1 of nodes by the share of their cluster that is correct.

    The B³ of the CoNLL scorer, for crisp clusterings (Bagga & Baldwin 1998, Pradhan et al. 2014):
    precision is the mean over the nodes of found of the share of their found cluster that is in
    their truth cluster too, and recall the same with the sides swapped. A node that the other side
    lacks adds 0. 1: identical.

    >>> from accord import conll_bcubed
    >>> round(conll_bcubed([[1, 2, 3], [4, 5, 6, 7]], [[1, 2], [3, 4], [6, 7, 8, 9]]), 4)
    0.4545
    """

def ceaf(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    similarity: Literal["entity", "mention"] = "entity",
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """F1 of the best one-to-one matching of clusters.

    For crisp clusterings (Luo 2005). `similarity="entity"` (CEAF-e) matches clusters by their F1
    and gives all clusters equal weight; "mention" (CEAF-m) matches by common nodes and counts
    nodes. 1: identical. A cluster without a partner scores 0, however much of it was found.

    >>> from accord import ceaf
    >>> ceaf([[1, 2, 3], [4, 5, 6, 7]], [[1, 2], [3, 4], [6, 7, 8, 9]])
    Score(0.52, precision=0.43333333333333335, recall=0.65)
    """

def conll(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Mean of muc, conll_bcubed and ceaf: the CoNLL score.

    For crisp clusterings; the shared tasks of CoNLL 2011 and 2012 ranked systems by it. 1:
    identical. Node weights must be integers.

    >>> from accord import conll
    >>> round(conll([[1, 2, 3], [4, 5, 6, 7]], [[1, 2], [3, 4], [6, 7, 8, 9]]), 4)
    0.4582
    """

def lea(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """F1 of how well entities are resolved, each weighted by its size.

    Link-based entity-aware evaluation, for crisp clusterings (Moosavi & Strube 2016): an entity is
    resolved by the share of its links, n(n−1)/2 for n nodes, that the other side keeps; one of a
    single node if the other side has the same. 1: identical. Not to see whether small entities are
    found, as each counts by its size. Node weights must be integers.

    >>> from accord import lea
    >>> lea([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0])
    Score(0.5, precision=0.5, recall=0.5)
    """

def blanc(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Mean of the F1 of pairs together and of pairs apart.

    The bilateral metric of coreference resolution (Recasens & Hovy 2011, Luo et al. 2014), for
    overlapping clusterings too: each side has the pairs of its own nodes. 1: the same pairs are
    together and apart. If truth has no pair together, or none apart, the other kind counts alone.
    Not for many small clusters, where nearly all pairs are apart, and half the score is nearly 1.
    Node weights must be integers.

    >>> from accord import blanc
    >>> round(blanc([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]), 4)
    0.619
    """

def exact_clusters(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """F1 of the clusters that are found exactly.

    A cluster counts if the other side has one of the same nodes; equal clusters of a side count
    once, and clusters may overlap. Precision is the share of found clusters that are right, recall
    the share of truth clusters that are found. 1: the same clusters; 0: none is found. Not for
    results that are nearly right: one node in the wrong cluster costs two clusters. Shares are
    ignored.

    >>> from accord import exact_clusters
    >>> score = exact_clusters([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 0, 1, 1, 2, 2, 3])
    >>> score.precision, round(score.recall, 4)
    (0.5, 0.6667)
    """

def merge_distance(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    split: float = 1.0,
    merge: float = 1.0,
    cost: Literal["steps", "pairs"] = "steps",
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Score:
    """Cost of the splits and merges that turn found into truth (distance).

    The generalized merge distance of Menestrina, Whang & Garcia-Molina 2010, for crisp clusterings:
    found clusters are split into what they share with truth clusters, and these parts are merged. A
    step costs `split` or `merge`; with cost="pairs", that for each pair of nodes that it takes
    apart or puts together. 0: identical. Not for results on different nodes, as it is a count, nor
    if a stray node matters less than half a cluster: as a step, both cost the same.

    Both sides need the same nodes; otherwise `nodes` as in `nmi`.

    >>> from accord import merge_distance
    >>> merge_distance([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0])
    Score(4.0)
    """
