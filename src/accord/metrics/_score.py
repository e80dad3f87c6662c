"""Score: the value of a metric, with what belongs to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Sampling:
    """How exact a value is that may have been sampled."""

    #: The value lies within this of the true one, with the confidence that was asked for; 0 where
    #: it is exact.
    error: float
    #: Share of the nodes whose part is exact.
    exact_share: float
    #: How many random events were played.
    events: int
    #: How it was computed: exact, sampled or adaptive.
    method: str


@dataclass(frozen=True)
class Details:
    """What a metric can say beside its value; None where it has nothing to say."""

    precision: float | None = None
    recall: float | None = None
    #: One value per truth cluster and per found cluster, in the order of the input; NaN for a
    #: cluster that was dropped.
    per_truth_cluster: NDArray[np.float64] | None = field(default=None, repr=False)
    per_found_cluster: NDArray[np.float64] | None = field(default=None, repr=False)
    sampling: Sampling | None = None


class Score(float):
    """A float that also carries precision and recall, and a value per cluster, where the metric has them.

    >>> from accord import f1h
    >>> score = f1h([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]])
    >>> score
    Score(0.8, precision=0.8, recall=0.8)
    >>> score.per_truth_cluster
    array([0.8, 0.8])
    """

    details: Details

    def __new__(cls, value: float, details: Details | None = None) -> Score:
        score = super().__new__(cls, value)
        score.details = details or Details()
        return score

    @property
    def precision(self) -> float | None:
        return self.details.precision

    @property
    def recall(self) -> float | None:
        return self.details.recall

    @property
    def error(self) -> float | None:
        """How far it may be off; None for a metric that is never sampled, 0 for a value that was not."""
        return None if self.details.sampling is None else self.details.sampling.error

    @property
    def exact_share(self) -> float | None:
        return None if self.details.sampling is None else self.details.sampling.exact_share

    @property
    def events(self) -> int | None:
        return None if self.details.sampling is None else self.details.sampling.events

    @property
    def method(self) -> str | None:
        return None if self.details.sampling is None else self.details.sampling.method

    @property
    def is_sampled(self) -> bool:
        return self.method not in (None, "exact")

    @property
    def per_truth_cluster(self) -> NDArray[np.float64] | None:
        return self.details.per_truth_cluster

    @property
    def per_found_cluster(self) -> NDArray[np.float64] | None:
        return self.details.per_found_cluster

    def __repr__(self) -> str:
        named = [
            ("precision", self.precision),
            ("recall", self.recall),
            ("error", self.error if self.is_sampled else None),
        ]
        return (
            "Score("
            + ", ".join(
                [
                    f"{float(self)!r}",
                    *(f"{name}={value!r}" for name, value in named if value is not None),
                ]
            )
            + ")"
        )

    __str__ = float.__repr__

    def __reduce__(self) -> tuple[Any, ...]:
        return Score, (float(self), self.details)
