"""The native engine: summaries by the C++ kernels, on all cores of this machine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from accord._engines.base import PairEngine, Provider
from accord._engines.native import (
    bcubed,
    gnmi_game,
    information,
    matches,
    node_types,
    overlaps,
    pair_sums,
    pairs,
    random_walks,
)
from accord._foundation.pair import Pair
from accord._foundation.progress import ProgressCallback, begin_step
from accord._foundation.table_reduction import Reduction
from accord._summaries.clustering_pair import (
    BCubed,
    BestMatches,
    BestOverlaps,
    ChanceInformation,
    ClusterIdentities,
    ConditionalEntropies,
    Containment,
    MentionPairs,
    NodeAgreement,
    NodeTypes,
    OneToOne,
    OverlappingNodes,
    Overlaps,
    PairCounts,
    Tallies,
)
from accord._summaries.gnmi_game import Game
from accord._summaries.pair_sums import PairSums


class NativeEngine(PairEngine):
    """Computes every summary of two clusterings in memory."""

    providers: ClassVar[Mapping[type, Provider]] = {
        Overlaps: overlaps.count_overlaps,
        BestOverlaps: overlaps.find_best_overlaps,
        Containment: overlaps.find_containment,
        Tallies: information.tally_overlaps,
        ChanceInformation: information.compare_with_chance,
        ConditionalEntropies: information.compute_conditional_entropies,
        BestMatches: matches.find_best_matches,
        OneToOne: matches.match_one_to_one,
        ClusterIdentities: matches.identify_clusters,
        OverlappingNodes: overlaps.count_overlapping_nodes,
        PairCounts: pairs.count_pairs,
        MentionPairs: pairs.count_mention_pairs,
        PairSums: pair_sums.add_up_pairs,
        NodeTypes: node_types.find_node_types,
        BCubed: bcubed.compute_bcubed,
        NodeAgreement: random_walks.compute_node_agreement,
        Game: gnmi_game.solve_game,
        # Intermediate results that several summaries share.
        node_types.CompleteTypes: node_types.find_complete_types,
        node_types.TypedPair: node_types.number_clusters,
        gnmi_game.Solution: gnmi_game.solve_types,
    }

    def __init__(
        self,
        pair: Pair,
        progress: ProgressCallback | None = None,
        *,
        repeated_memberships: tuple[int, int] = (0, 0),
        reduction: Reduction | None = None,
    ) -> None:
        super().__init__()
        self._pair, self.progress = pair, progress
        self._repeated_memberships, self._reduction = repeated_memberships, reduction

    @property
    def pair(self) -> Pair:
        return self._pair

    def begin_step(self, step: str) -> ProgressCallback | None:
        """Begin a step of the work, and return the callback for the part of it that is done."""
        return begin_step(self.progress, step)

    @property
    def repeated_memberships(self) -> tuple[int, int]:
        return self._repeated_memberships

    @property
    def reduction(self) -> Reduction | None:
        return self._reduction
