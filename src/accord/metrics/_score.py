"""Score: the value of a metric of two clusterings, with details."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.tables import facts_to_html

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Sampling:
    """How exact a value is that may have been sampled."""

    #: The value is this close to the exact one, but for the `risk` that was requested; 0 if exact.
    error: float
    #: Share of the nodes whose part of the value is exact.
    exact_share: float
    #: Number of random events that were drawn.
    events: int
    #: How the value was computed: exact, sampled or adaptive.
    method: str


@dataclass(frozen=True)
class Details:
    """What a metric says besides its value; None for what the metric does not have."""

    precision: float | None = None
    recall: float | None = None
    #: One value per truth cluster and per found cluster, in the order of the input; NaN for a
    #: cluster without nodes on the node base.
    per_truth_cluster: NDArray[np.float64] | None = field(default=None, repr=False)
    per_found_cluster: NDArray[np.float64] | None = field(default=None, repr=False)
    sampling: Sampling | None = None
    #: What to know about the value; None if there is nothing.
    note: str | None = None


class Score(float):
    """A float with precision, recall and a value per cluster, if the metric has them.

    >>> from accord import f1h
    >>> score = f1h([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]])
    >>> score
    Score(0.8, precision=0.8, recall=0.8)
    >>> score.per_truth_cluster
    array([0.8, 0.8])

    A metric of one clustering on its network gives a `Quality`, which has a value per cluster of
    that clustering.
    """

    details: Details

    def __new__(cls, value: float, details: Details | None = None) -> Score:
        score = super().__new__(cls, value)
        score.details = details or Details()
        return score

    @property
    def precision(self) -> float | None:
        """Precision; None if the metric has none."""
        return self.details.precision

    @property
    def recall(self) -> float | None:
        """Recall; None if the metric has none."""
        return self.details.recall

    @property
    def per_truth_cluster(self) -> NDArray[np.float64] | None:
        """The value of each truth cluster; None if the metric has none."""
        return self.details.per_truth_cluster

    @property
    def per_found_cluster(self) -> NDArray[np.float64] | None:
        """The value of each found cluster; None if the metric has none."""
        return self.details.per_found_cluster

    @property
    def error(self) -> float | None:
        """How far the value may be off: 0 if it is exact, None if the metric is never sampled."""
        return None if self.details.sampling is None else self.details.sampling.error

    @property
    def exact_share(self) -> float | None:
        """Share of the nodes whose part is exact; None if the metric is never sampled."""
        return None if self.details.sampling is None else self.details.sampling.exact_share

    @property
    def events(self) -> int | None:
        """Number of random events that were drawn; None if the metric is never sampled."""
        return None if self.details.sampling is None else self.details.sampling.events

    @property
    def method(self) -> str | None:
        """How the value was computed; None if the metric is never sampled."""
        return None if self.details.sampling is None else self.details.sampling.method

    @property
    def note(self) -> str | None:
        """What to know about the value, such as that shares were ignored; None if nothing."""
        return self.details.note

    @property
    def is_sampled(self) -> bool:
        """Whether the value is an estimate."""
        return self.method not in (None, "exact")

    def _repr_html_(self) -> str:
        error = self.error if self.is_sampled else None
        facts = {"precision": self.precision, "recall": self.recall, "error": error}
        note = {"note": self.note}
        return facts_to_html("Score", {"value": float(self), **facts, **note})

    def __repr__(self) -> str:
        named = {
            "precision": self.precision,
            "recall": self.recall,
            "error": self.error if self.is_sampled else None,
            "note": self.note,
        }
        details = "".join(
            f", {name}={value!r}" for name, value in named.items() if value is not None
        )
        return f"Score({float(self)!r}{details})"

    __str__ = float.__repr__

    def __reduce__(self) -> tuple[Any, ...]:
        return Score, (float(self), self.details)
