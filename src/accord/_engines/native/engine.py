"""The native engine: summaries by the C++ kernels, on all cores of this machine."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from accord import _core
from accord._engines.native.co_members import amounts_of, co_members, count_members
from accord._engines.native.exact_counts import exact_counts, with_none_shared
from accord._engines.native.game import (
    STEPS,
    NeighbourGame,
    Solution,
    SolvedGame,
    count_hopeless,
    need_solvable,
)
from accord._engines.native.random_walks import Walks, crisp_agreement, node_agreement
from accord._engines.native.typed_pair import TypedPair, by_size
from accord._foundation.memory import available_memory, need_memory
from accord._foundation.pair import Pair
from accord._foundation.rows import Rows
from accord._foundation.threads import ProgressCallback
from accord._summaries.clustering_pair import (
    BCubed,
    BestMatches,
    BestPartners,
    ChanceInformation,
    ClusterEntropies,
    ConditionalEntropies,
    Containment,
    Game,
    NodeAgreement,
    NodeTypes,
    OneToOne,
    Overlaps,
    PairCounts,
    PairWork,
    SideMatches,
    Wish,
)
from accord.errors import TooLargeError

if TYPE_CHECKING:
    from numpy.typing import NDArray


Made = TypeVar("Made")

#: The work for two clusters grows with the square root of this: what nodes weigh together.
MOST_DEALT = 10**13


class NativeEngine:
    """Computes each summary of a pair once, however often it is asked for."""

    def __init__(self, pair: Pair, progress: ProgressCallback | None = None) -> None:
        self.pair = pair
        self._progress = progress
        self._made: dict[tuple[Any, ...], Any] = {}

    def _once(self, what: tuple[Any, ...], make: Callable[[], Made]) -> Made:
        """What was made before under this name and with these options, or else what `make` gives."""
        if what not in self._made:
            self._made[what] = make()
        made: Made = self._made[what]
        return made

    @property
    def default_sharing(self) -> str:
        fuzzy = self.pair.truth.rows.shares is not None or self.pair.found.rows.shares is not None
        return "shares" if fuzzy else "full"

    def best_matches(self, sharing: str | None = None) -> BestMatches:
        """Best partners, where `sharing` says what a node is worth in each of its clusters."""
        sharing = sharing or self.default_sharing
        return self._once(("best_matches", sharing), lambda: self._find_best_matches(sharing))

    @property
    def count_matches(self) -> BestMatches:
        """Best partners by counts of nodes, whatever their shares."""
        return self.best_matches("full")

    @cached_property
    def overlaps(self) -> Overlaps:
        return self._count_overlaps(self.pair)

    def best_overlaps(self, side: str, by: str, sharing: str = "full") -> Overlaps:
        """The overlaps of the clusters of `side` with those that match them best by "f1" or "pprob", near ties included.

        The clusters of `side` stand in the place of the truth.
        """
        pair, from_found = self.pair, side == "found"
        walk = co_members(pair, sharing, from_found=from_found)
        offsets, other, amounts = _core.best_overlaps(
            walk, by, threads=pair.threads, progress=self._progress
        )
        cluster = np.repeat(np.arange(len(walk.sizes)), np.diff(offsets))
        sizes: tuple[Any, Any] = walk.sizes, walk.other_sizes
        if sharing == "full":  # sums of integers, exact where floats are not
            truth, found = (amounts_of(one.rows, pair.weights) for one in (pair.truth, pair.found))
            sizes = (found, truth) if from_found else (truth, found)
        return Overlaps(
            cluster, other.astype(np.int64), amounts, sizes[0], sizes[1], pair.total_weight
        )

    def overlaps_of(self, places: NDArray[np.int64], side: str = "truth") -> Overlaps:
        """The overlaps of these clusters of `side` alone; clusters and sizes by their places in the input.

        Those that the node base has emptied have none. Where memberships have shares, two clusters
        share the smaller one of a node's two shares.
        """
        pair, from_found = self.pair, side == "found"
        own, other = (pair.found, pair.truth) if from_found else (pair.truth, pair.found)
        if own.kept is not None:
            places = places[own.kept[places]]
        walk = co_members(pair, self.default_sharing, from_found=from_found)
        offsets, met, amounts = _core.count_overlaps(
            replace(walk, rows=walk.rows.take_indices(own.index_on_base(places), pair.threads)),
            threads=pair.threads,
            progress=self._progress,
        )
        cluster, partner = (
            np.repeat(places, np.diff(offsets)),
            other.index_in_input(met.astype(np.int64)),
        )
        sizes, other_sizes = (
            own.expand_to_input(walk.sizes, 0),
            other.expand_to_input(walk.other_sizes, 0),
        )
        if from_found:
            return Overlaps(partner, cluster, amounts, other_sizes, sizes, pair.total_weight)
        return Overlaps(cluster, partner, amounts, sizes, other_sizes, pair.total_weight)

    def containment(self, side: str) -> Containment:
        """What became of the clusters of `side`, "truth" or "found", on the other one."""
        walk = co_members(self.pair, self.default_sharing, from_found=side == "found")
        return Containment(
            *_core.find_containment(walk, threads=self.pair.threads, progress=self._progress)
        )

    @cached_property
    def partition_overlaps(self) -> Overlaps:
        """Overlaps where a node that a side lacks is alone there."""
        complete = self.pair.with_singletons
        return self.overlaps if complete is self.pair else self._count_overlaps(complete)

    @cached_property
    def chance_information(self) -> ChanceInformation:
        """With nodes that a side lacks alone there, as in `partition_overlaps`."""
        self.pair.need_integer_weights("information expected by chance")
        return chance_information(self.partition_overlaps, self.pair.threads, self._progress)

    @cached_property
    def conditional_entropies(self) -> ConditionalEntropies:
        pair, walk = self.pair, count_members(self.pair)
        # A cluster of all nodes weighs exactly as much as they do, in whatever order weights were
        # added.
        sizes, other_sizes = (
            np.where(side.rows.sizes == pair.n_nodes, pair.total_weight, sizes)
            for side, sizes in ((pair.truth, walk.sizes), (pair.found, walk.other_sizes))
        )
        of_truth, of_found = _core.conditional_entropies(
            replace(walk, sizes=sizes, other_sizes=other_sizes),
            pair.total_weight,
            threads=pair.threads,
            progress=self._progress,
        )
        return ConditionalEntropies(ClusterEntropies(*of_truth), ClusterEntropies(*of_found))

    def one_to_one(self, by: str) -> OneToOne:
        """The heaviest one-to-one matching, where clusters are matched by "pprob", "f1" or "amount"."""
        return self._once(("one_to_one", by), lambda: self._match_one_to_one(by))

    @property
    def matching_by_pprob(self) -> OneToOne:
        return self.one_to_one("pprob")

    def alignment(self, similarity: str) -> OneToOne:
        """The matching of entities, by their F1 ("entity") or by the mentions they share ("mention")."""
        return self.one_to_one({"entity": "f1", "mention": "amount"}[similarity])

    @property
    def counted_overlaps(self) -> Overlaps:
        """For metrics that count the links between nodes: weights must be integers."""
        self.pair.need_integer_weights("links between nodes")
        return self.overlaps

    @property
    def counted_alignment(self) -> OneToOne:
        """The same with the matching of entities."""
        self.pair.need_integer_weights("links between nodes")
        return self.alignment("entity")

    @cached_property
    def node_types(self) -> NodeTypes:
        pair = self.pair
        return self._find_types(
            pair.truth.clusters_of_node, pair.found.clusters_of_node, pair.weights
        )

    def node_agreement(
        self, alpha: float, method: str, error: float, risk: float, seed: int
    ) -> NodeAgreement:
        """Mean likeness of the walks from all nodes; a node that a side lacks is alone there, and shares do not matter."""

        def agreement() -> NodeAgreement:
            if self.pair.truth.n_overlapping or self.pair.found.n_overlapping:
                return node_agreement(self._walks(alpha), method, error, risk, seed)
            return crisp_agreement(self.partition_overlaps)

        return self._once(("node_agreement", alpha, method, error, risk, seed), agreement)

    def typed(self, *, unique: bool) -> TypedPair:
        """The pair on node types; `unique`, with equal clusters of a side as one."""

        def numbered() -> TypedPair:
            types, truth, found = self._complete_types
            weights, threads = types.amounts.astype(np.int64), self.pair.threads
            return by_size(
                truth, found, weights, unique=unique, threads=threads, progress=self._progress
            )

        return self._once(("typed", unique), numbered)

    @cached_property
    def bcubed(self) -> BCubed:
        """Extended BCubed, where a node that a side lacks is alone there."""
        self.pair.need_integer_weights("bcubed")
        typed = self.typed(unique=False)
        sides = _core.bcubed(
            typed, typed.most_cells, threads=typed.threads, progress=typed.progress
        )
        return BCubed(
            *(min(float((typed.weights * of_type).sum() / typed.total), 1.0) for of_type in sides)
        )

    def game(self, method: str, error: float, risk: float, seed: int, budget: float | None) -> Game:
        """The game under Generalized NMI, solved for the node types that take at most `budget` steps."""
        self.pair.need_integer_weights("gnmi")
        wish, typed = Wish(method, error, risk, seed), self.typed(unique=True)
        if method == "adaptive":
            return NeighbourGame(typed, wish)
        if method == "exact":
            need_solvable(count_hopeless(typed), typed.total)
        most_steps = STEPS[method] if budget is None else float(budget)
        game = SolvedGame(
            self._once(("solution", most_steps), lambda: Solution(typed, most_steps)), wish
        )
        if method == "exact":
            need_solvable(game.unsolved, game.total)
        return game

    @cached_property
    def pair_counts(self) -> PairCounts:
        return self.count_pairs("automatic")

    @property
    def how_pairs_were_counted(self) -> str | None:
        """None where nobody has asked for pairs."""
        counts: PairCounts | None = self.__dict__.get("pair_counts")
        return None if counts is None else str(counts.work)

    def count_pairs(self, method: str) -> PairCounts:
        """Pairs of nodes by shared clusters; `method` "by_items" or "one_by_one" forces one way for all node types."""
        self.pair.need_integer_weights("pairs of nodes")
        memberships = len(self.pair.truth.rows.members) + len(self.pair.found.rows.members)
        # Measured: rows turned around and node types, before any pair is counted.
        need_memory("counting pairs", 12 * memberships + 40 * self.pair.n_nodes)
        types, threads = self.node_types, self.pair.threads
        sides = [
            (
                side.clusters_of_node.without_shares.take_indices(types.representative, threads),
                len(side.rows),
            )
            for side in (self.pair.truth, self.pair.found)
        ]
        weights = types.amounts.astype(np.int64)
        most_items = min(available_memory() / 40, 2.0**31)  # an item takes up to 40 bytes
        (truth, truth_clusters), (found, found_clusters) = sides
        typed = TypedPair(
            truth, found, truth_clusters, found_clusters, weights, threads, self._progress
        )
        a, b, high, low, work = _core.count_pairs(
            typed, method, most_items, threads=threads, progress=self._progress
        )
        of_truth, of_found = (
            _core.count_side_pairs(
                rows,
                clusters,
                weights,
                method,
                most_items,
                threads=threads,
                progress=self._progress,
            )[:4]
            for rows, clusters in sides
        )
        nodes = int(self.pair.total_weight)
        total = nodes * (nodes - 1) // 2
        pairs = with_none_shared(
            exact_counts(a, b, high, low), exact_counts(*of_truth), exact_counts(*of_found), total
        )
        nested_truth, nested_found, by_items, one_by_one, item_pairs, comparisons = work
        how = PairWork(by_items, one_by_one, item_pairs, comparisons, nested_truth, nested_found)
        return PairCounts(pairs, truth_clusters, found_clusters, total, how)

    # ---- how -------------------------------------------------------------------------------------

    def _find_types(
        self, truth_of_node: Rows, found_of_node: Rows, weights: NDArray[Any] | None
    ) -> NodeTypes:
        type_of_node, representative = _core.find_node_types(
            truth_of_node, found_of_node, threads=self.pair.threads, progress=self._progress
        )
        if weights is None:
            amounts: NDArray[Any] = np.bincount(type_of_node, minlength=len(representative))
        else:
            amounts = np.zeros(len(representative), weights.dtype)
            np.add.at(amounts, type_of_node, weights)
        return NodeTypes(type_of_node, representative, amounts)

    @cached_property
    def _complete_types(self) -> tuple[NodeTypes, Rows, Rows]:
        """Node types where shares do not matter and a node that a side lacks is alone there, with the clusters of each."""
        pair = self.pair.with_singletons
        of_node = [side.clusters_of_node.without_shares for side in (pair.truth, pair.found)]
        plain = pair is self.pair and self.default_sharing == "full"
        types = self.node_types if plain else self._find_types(of_node[0], of_node[1], pair.weights)
        truth, found = (rows.take_indices(types.representative, pair.threads) for rows in of_node)
        return types, truth, found

    def _walks(self, alpha: float) -> Walks:
        types, truth, found = self._complete_types
        return Walks(
            truth, found, types.amounts.astype(np.float64), alpha, self.pair.threads, self._progress
        )

    def _find_best_matches(self, sharing: str) -> BestMatches:
        walk = co_members(self.pair, sharing)
        of_truth, of_found, total_match = _core.best_matches(
            walk, threads=self.pair.threads, progress=self._progress
        )
        return BestMatches(
            _side_matches(walk.sizes, of_truth),
            _side_matches(walk.other_sizes, of_found),
            total_match,
            self.pair.total_weight,
        )

    def _match_one_to_one(self, by: str) -> OneToOne:
        table = self.overlaps
        n, a, b = (
            amounts.astype(np.float64)
            for amounts in (
                table.amounts,
                table.truth_sizes[table.truth],
                table.found_sizes[table.found],
            )
        )
        affinity = {"pprob": (n / a) * (n / b), "f1": 2 * n / (a + b), "amount": n}[by]
        offsets = np.searchsorted(table.truth, np.arange(len(table.truth_sizes) + 1))
        edge = _core.match_one_to_one(
            Rows(offsets, table.found.astype(np.uint32), affinity),
            len(table.found_sizes),
            threads=1,
            progress=self._progress,
        )
        matched = edge >= 0
        return OneToOne(
            table,
            by,
            np.where(matched, np.append(table.found, -1)[edge], -1),
            np.where(matched, np.append(affinity, 0.0)[edge], 0.0),
        )

    def _count_overlaps(self, pair: Pair) -> Overlaps:
        walk = count_members(pair)
        offsets, found, amounts = _core.count_overlaps(
            walk, threads=pair.threads, progress=self._progress
        )
        cluster = np.repeat(np.arange(len(walk.rows)), np.diff(offsets))
        return Overlaps(
            cluster,
            found.astype(np.int64),
            amounts,
            walk.sizes,
            walk.other_sizes,
            pair.total_weight,
        )


def chance_information(
    table: Overlaps, threads: int, progress: ProgressCallback | None = None
) -> ChanceInformation:
    """The overlaps of crisp clusterings, in integers, with what is expected of clusters of these sizes."""
    if table.total > MOST_DEALT:
        raise TooLargeError(
            f"information expected by chance: the weights add up to over {MOST_DEALT:,}; scale them"
        )
    sides = (table.truth_sizes, table.found_sizes)
    tallies = (np.unique(sizes.astype(np.int64), return_counts=True) for sizes in sides)
    (truth, truth_times), (found, found_times) = tallies
    nats = _core.expected_information(
        truth,
        truth_times,
        found,
        found_times,
        int(table.total),
        threads=threads,
        progress=progress,
    )
    return ChanceInformation(table, nats / math.log(2))


def _side_matches(sizes: NDArray[np.float64], scorers: tuple[tuple[Any, Any], ...]) -> SideMatches:
    return SideMatches(sizes, *(BestPartners(partner, match) for partner, match in scorers))
