"""Summaries of two clusterings: what engines compute, and all that metrics read.

A class lists in `parameters` the options of a metric that the summary depends on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from accord._display.columns import data_frame
from accord.errors import need_package

if TYPE_CHECKING:
    import pandas
    import scipy.sparse
    from numpy.typing import NDArray

    Amounts = NDArray[np.int64] | NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Overlaps:
    """The overlap (contingency) table: the number of common nodes of each pair of clusters.

    Truth cluster `truth[i]` and found cluster `found[i]` share `amounts[i]` nodes, or their weight.
    Only pairs with a common node are listed, sorted by truth, then found cluster.
    """

    truth: NDArray[np.int64]
    found: NDArray[np.int64]
    amounts: Amounts
    #: Number of nodes (or their weight) of each cluster.
    truth_sizes: Amounts
    found_sizes: Amounts
    #: Number of nodes of the node base, or their weight.
    total: int | float

    def __len__(self) -> int:
        return len(self.amounts)

    @property
    def tallies(self) -> Tallies:
        """How often each size and each amount occurs."""
        return Tallies(tally(self.truth_sizes), tally(self.found_sizes), tally(self.amounts))

    def to_scipy(self) -> scipy.sparse.csr_array:
        """As a sparse matrix with a row per truth cluster and a column per found cluster."""
        try:
            from scipy.sparse import csr_array
        except ImportError:
            raise need_package("scipy", "scipy", "a sparse matrix") from None
        return csr_array(
            (self.amounts, (self.truth, self.found)),
            shape=(len(self.truth_sizes), len(self.found_sizes)),
        )

    def to_pandas(self) -> pandas.DataFrame:
        """As a table with the columns truth, found, overlap, truth_size and found_size."""
        return data_frame(self.to_dict())

    def to_dict(self) -> dict[str, NDArray[Any]]:
        """The columns of that table."""
        return {
            "truth": self.truth,
            "found": self.found,
            "overlap": self.amounts,
            "truth_size": self.truth_sizes[self.truth],
            "found_size": self.found_sizes[self.found],
        }


class BestOverlaps(Overlaps):
    """The overlaps of the clusters of one side with their best partners, near ties included.

    That side is in the place of truth, whichever of the two it is.
    """


#: Distinct amounts, ascending, and how often each occurs.
Tally = tuple["NDArray[Any]", "NDArray[np.int64]"]


@dataclass(frozen=True, eq=False)
class Tallies:
    """How often each size occurs among the clusters of each side, and each amount among overlaps.

    For crisp clusterings; a node that a side lacks is alone in a cluster there.
    """

    truth: Tally
    found: Tally
    joint: Tally

    @property
    def tallies(self) -> Tallies:
        return self


def tally(amounts: NDArray[Any]) -> Tally:
    """How often each amount occurs."""
    if amounts.dtype.kind == "i" and amounts.max() <= 4 * len(amounts):
        times = np.bincount(amounts)
        amount = np.flatnonzero(times)
        return amount, times[amount]
    return np.unique(amounts, return_counts=True)


@dataclass(frozen=True, eq=False)
class ChanceInformation:
    """The overlaps of two crisp clusterings, and the information expected by chance."""

    overlaps: Overlaps
    #: Expected mutual information in bits if nodes are matched at random.
    expected: float


@dataclass(frozen=True, eq=False)
class ClusterEntropies:
    """Entropies of the clusters of a side, in bits for all nodes together."""

    #: The entropy of each cluster: the bits that say which nodes it has; 0 if it has all.
    bits: NDArray[np.float64]
    #: Its entropy given the most informative cluster of the other side.
    remaining_bits: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ConditionalEntropies:
    """The entropies of the clusters of each side, given the clusters of the other side."""

    truth: ClusterEntropies
    found: ClusterEntropies


@dataclass(frozen=True, eq=False)
class BestPartners:
    """The best partner of each cluster on the other side, and the match with it.

    The partner is -1 if no cluster shares a node.
    """

    partner: NDArray[np.int64]
    match: Amounts


@dataclass(frozen=True, eq=False)
class SideMatches:
    """The sizes and best partners of the clusters of one side.

    There are three ways to score a match m of clusters of sizes a and b.
    """

    sizes: NDArray[np.float64]
    by_f1: BestPartners  # 2m/(a+b)
    by_pprob: BestPartners  # m²/(ab)
    by_amount: BestPartners  # m


@dataclass(frozen=True, eq=False)
class BestMatches:
    """Best partners of all clusters of both sides; ties go to the smaller index."""

    parameters: ClassVar = ("sharing",)

    truth: SideMatches
    found: SideMatches
    #: Sum of the matches of all pairs of clusters.
    total_match: float
    #: Number of nodes of the node base, or their weight.
    total: int | float


@dataclass(frozen=True, eq=False)
class Containment:
    """What happened to the clusters of one side on the other.

    A cluster contains those of the other side that it has more than half of.
    """

    #: The cluster of the other side that contains it, the best match of several; -1 for none.
    container: NDArray[np.int64]
    #: How much of it is in clusters that it contains, and how much in no cluster of the other side.
    covered: NDArray[np.float64]
    uncovered: NDArray[np.float64]
    #: For each membership the F1 of the cluster with the best one of its node on the other side.
    node_matches: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class OneToOne:
    """The one-to-one matching of clusters with the greatest sum of affinities."""

    parameters: ClassVar = ("similarity",)

    overlaps: Overlaps
    #: What the affinity of clusters of a and b nodes with n in common is: "pprob", n²/(ab); as in
    #: CEAF "entity", 2n/(a+b), or "mention", n; "truth_share", n/a; "larger_share", n/max(a, b).
    similarity: str
    #: For each truth cluster its partner (-1 for none) and their affinity.
    partner: NDArray[np.int64]
    affinity: NDArray[np.float64]

    @property
    def affinity_of_found(self) -> NDArray[np.float64]:
        """For each found cluster its affinity with its partner."""
        matched = self.partner >= 0
        affinity = np.zeros(len(self.overlaps.found_sizes))
        affinity[self.partner[matched]] = self.affinity[matched]
        return affinity


@dataclass(frozen=True, eq=False)
class ClusterIdentities:
    """A number for each cluster of both sides: clusters of the same nodes have the same number."""

    truth: NDArray[np.int64]
    found: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class OverlappingNodes:
    """Number of nodes (or their weight) in several clusters of truth, of found, and of both."""

    truth: int | float
    found: int | float
    both: int | float


@dataclass(frozen=True, eq=False)
class BCubed:
    """Extended BCubed precision and recall, averaged over nodes."""

    precision: float
    recall: float


@dataclass(frozen=True)
class NodeAgreement:
    """How similar the two sides are as seen from a node, averaged over nodes: from 0 to 1."""

    parameters: ClassVar = ("alpha", "method", "error", "risk", "seed")

    mean: float
    #: Bound of the error, share of nodes that were not sampled, draws among the others, and method.
    error: float = 0.0
    exact_share: float = 1.0
    events: int = 0
    method: str = "exact"


@dataclass(frozen=True)
class PairWork:
    """How pairs were counted: node types by their items, or compared one by one."""

    types_by_items: int
    types_one_by_one: int
    item_pairs: float
    comparisons: float
    truth_nested: bool
    found_nested: bool

    def __str__(self) -> str:
        nested = {
            (True, True): "both sides nested",
            (True, False): "truth nested",
            (False, True): "found nested",
        }
        parts = [
            f"{self.types_by_items:,} node types by their items ({self.item_pairs:.2g} item pairs)",
            f"{self.types_one_by_one:,} one by one ({self.comparisons:.2g} steps)",
        ]
        return ", ".join(
            [*parts, *filter(None, [nested.get((self.truth_nested, self.found_nested))])]
        )


class PairsTogether(NamedTuple):
    """Number of pairs of nodes that share a cluster."""

    truth: int
    found: int
    #: In truth and in found.
    both: int


@dataclass(frozen=True, eq=False)
class PairCounts:
    """How many unordered pairs of nodes share a clusters in truth and b in found, exactly.

    >>> from accord import pair_counts
    >>> counts = pair_counts([[1, 2, 3]], [[1, 2], [2, 3]])
    >>> counts.pairs
    {(1, 0): 1, (1, 1): 2}
    """

    #: (a, b) -> number of pairs, for all a and b that occur, sorted.
    pairs: dict[tuple[int, int], int]
    truth_clusters: int
    found_clusters: int
    #: Number of all pairs.
    total: int
    #: How they were counted; None if they follow from sizes and overlaps.
    work: PairWork | None = None

    @property
    def truth(self) -> dict[int, int]:
        """Pairs by the number of truth clusters they share."""
        return self._marginal(0)

    @property
    def found(self) -> dict[int, int]:
        """Pairs by the number of found clusters they share."""
        return self._marginal(1)

    @property
    def together(self) -> PairsTogether:
        """Pairs that share a cluster in truth, in found, and in both."""
        return PairsTogether(
            truth=sum(n for (a, _), n in self.pairs.items() if a),
            found=sum(n for (_, b), n in self.pairs.items() if b),
            both=sum(n for (a, b), n in self.pairs.items() if a and b),
        )

    def _marginal(self, side: int) -> dict[int, int]:
        counts: dict[int, int] = {}
        for key, n in self.pairs.items():
            counts[key[side]] = counts.get(key[side], 0) + n
        return counts


@dataclass(frozen=True, eq=False)
class MentionPairs:
    """Pairs of the nodes that a side has in clusters: together and apart, on a side and on both."""

    together: PairsTogether
    apart: PairsTogether
    #: Whether both sides have the same nodes in clusters.
    same_nodes: bool


@dataclass(frozen=True, eq=False)
class NodeTypes:
    """Nodes in the same truth and found clusters (with the same shares), counted together."""

    type_of_node: NDArray[np.uint32]
    #: The first node of each type.
    representative: NDArray[np.uint32]
    #: Number of nodes of each type, or their weight.
    amounts: Amounts
