"""CertaintyOptions: whether and how to compute baselines and intervals of scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord._certainty.checks import check_confidence, check_repeats, check_seed
from accord._certainty.defaults import CONFIDENCE, GROUPS, REPEATS
from accord._foundation.pair import BasePair
from accord._foundation.progress import ProgressCallback
from accord._foundation.side import BaseSide
from accord.metrics._requests import Requests

if TYPE_CHECKING:
    from accord._certainty.baseline import Baseline
    from accord._certainty.interval import Interval

# Baselines and intervals are imported on use: most comparisons have neither.


@dataclass(frozen=True)
class CertaintyOptions:
    """Whether to compute baselines and intervals, and how. Invalid options raise."""

    baseline: bool = False
    interval: bool = False
    #: Relabellings of a baseline and groups of an interval; None for the default of each.
    repeats: int | None = None
    #: Random seed; equal seeds give equal output.
    seed: int = 0
    confidence: float = CONFIDENCE

    def __post_init__(self) -> None:
        if self.repeats is not None:
            check_repeats(self.repeats)
        check_seed(self.seed)
        check_confidence(self.confidence)

    @property
    def n_repeats(self) -> int:
        """How many times each metric is computed for baselines and intervals."""
        relabellings = (REPEATS if self.repeats is None else self.repeats) if self.baseline else 0
        groups = (GROUPS if self.repeats is None else self.repeats) if self.interval else 0
        return relabellings + groups

    def baselines(
        self,
        pair: BasePair[BaseSide],
        requests: Requests,
        scores: Mapping[str, float],
        progress: ProgressCallback | None,
    ) -> dict[str, Baseline]:
        """The baseline of each score; empty if not requested."""
        if not self.baseline or not scores:
            return {}
        from accord._certainty.baseline import compute_baselines

        every_node = pair.need_every_node("a baseline")
        repeats = REPEATS if self.repeats is None else self.repeats
        return compute_baselines(every_node, requests, scores, repeats, self.seed, progress)

    def intervals(
        self,
        pair: BasePair[BaseSide],
        requests: Requests,
        scores: Mapping[str, float],
        progress: ProgressCallback | None,
    ) -> dict[str, Interval]:
        """The interval of each score; empty if not requested."""
        if not self.interval or not scores:
            return {}
        from accord._certainty.interval import compute_intervals

        every_node = pair.need_every_node("an interval")
        groups = GROUPS if self.repeats is None else self.repeats
        return compute_intervals(
            every_node, requests, scores, self.confidence, groups, self.seed, progress
        )
