"""How sure values are to be, as `compare` is asked for it."""

from __future__ import annotations

from collections.abc import Mapping

from accord._certainty.baseline import REPEATS, Baseline, baselines_of
from accord._certainty.interval import GROUPS, Interval, intervals_of
from accord._certainty.repeats import check_confidence, check_repeats, check_seed
from accord._foundation.pair import BasePair
from accord._foundation.side import BaseSide
from accord._foundation.threads import ProgressCallback
from accord.metrics._requests import Requests


class Certainty:
    """Whether to tell what chance gets and how far values may be off, and how. Bad arguments raise."""

    def __init__(
        self, baseline: bool, interval: bool, repeats: int | None, seed: int, confidence: float
    ) -> None:
        self._baseline, self._interval = baseline, interval
        self._relabellings, self._groups = (
            check_repeats(most if repeats is None else repeats) for most in (REPEATS, GROUPS)
        )
        self.seed, self._confidence = check_seed(seed), check_confidence(confidence)

    def of(
        self,
        pair: BasePair[BaseSide],
        requests: Requests,
        scores: Mapping[str, float],
        progress: ProgressCallback | None,
    ) -> tuple[dict[str, Baseline], dict[str, Interval]]:
        """What chance gets and how far values may be off, by metric; nothing where that was not asked for."""
        values = {name: float(score) for name, score in scores.items()}
        baselines: dict[str, Baseline] = {}
        intervals: dict[str, Interval] = {}
        if self._baseline and values:
            baselines = baselines_of(
                pair.need_every_node("what chance gets"),
                requests,
                values,
                self._relabellings,
                self.seed,
                progress,
            )
        if self._interval and values:
            intervals = intervals_of(
                pair.need_every_node("how far a value may be off"),
                requests,
                values,
                self._confidence,
                self._groups,
                self.seed,
                progress,
            )
        return baselines, intervals
