"""What the options of metrics may be: one of some words, or a number."""

from __future__ import annotations

import math
import numbers
import sys
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

Words = Collection[str]

WEIGHTINGS: Words = ("micro", "macro", "combined")
SHARINGS: Words = ("full", "split", "shares")
NORMS: Words = ("max", "sqrt", "avg", "min", "joint")
MEANS: Words = ("max", "sqrt", "avg", "min")
COVER_NORMS: Words = (*MEANS, "lfk")
EXPECTED: Words = ("paper", "independent")
METHODS: Words = ("auto", "exact", "sampled")
UNITS: Words = ("bits", "nats")
SIMILARITIES: Words = ("entity", "mention")


@dataclass(frozen=True)
class Number:
    """A number from `least` to `most`, perhaps a whole one."""

    least: float = 0.0
    most: float = math.inf
    whole: bool = False

    def __contains__(self, value: Any) -> bool:
        kind: Any = numbers.Integral if self.whole else numbers.Real
        if isinstance(value, bool) or not isinstance(value, kind):
            return False
        most = (
            self.most if self.whole else min(self.most, sys.float_info.max)
        )  # an integer may be beyond every float
        number: Any = value
        return bool(self.least <= number <= most)

    def __str__(self) -> str:
        return "integer" if self.whole else "number"

    def read(self, text: str) -> float | None:
        """The number that a text stands for; None if it is none."""
        try:
            return int(text) if self.whole else float(text)
        except ValueError:
            return None

    @property
    def described(self) -> str:
        kind = "a whole number" if self.whole else "a number"
        if self.most == math.inf:
            return f"{kind}, at least {self.least:g}"
        return f"{kind} from {self.least:g} to {self.most:g}"


Option = Words | Number
