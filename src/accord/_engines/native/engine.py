"""The native engine: summaries by the C++ kernels, on all cores of this machine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from accord._engines.base import PairEngine, Provider
from accord._engines.native import (
    bcubed,
    game,
    information,
    matches,
    node_types,
    overlaps,
    pairs,
    random_walks,
)
from accord._foundation.pair import Pair
from accord._foundation.reduction import Reduction
from accord._foundation.threads import ProgressCallback
from accord._summaries.clustering_pair import (
    BCubed,
    BestMatches,
    BestOverlaps,
    ChanceInformation,
    ConditionalEntropies,
    Containment,
    Game,
    NodeAgreement,
    NodeTypes,
    OneToOne,
    Overlaps,
    PairCounts,
    Tallies,
)


class NativeEngine(PairEngine):
    """Computes every summary of two clusterings in memory."""

    providers: ClassVar[Mapping[type, Provider]] = {
        Overlaps: overlaps.overlaps,
        BestOverlaps: overlaps.best_overlaps,
        Containment: overlaps.containment,
        Tallies: information.tallies,
        ChanceInformation: information.chance_information,
        ConditionalEntropies: information.conditional_entropies,
        BestMatches: matches.best_matches,
        OneToOne: matches.one_to_one,
        PairCounts: pairs.pair_counts,
        NodeTypes: node_types.node_types,
        BCubed: bcubed.bcubed,
        NodeAgreement: random_walks.node_agreement,
        Game: game.game,
        # What several of them start from.
        node_types.CompleteTypes: node_types.complete_types,
        node_types.TypedPair: node_types.typed_pair,
        game.Solution: game.solution,
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

    @property
    def repeated_memberships(self) -> tuple[int, int]:
        return self._repeated_memberships

    @property
    def reduction(self) -> Reduction | None:
        return self._reduction
