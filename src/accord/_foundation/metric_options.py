"""Types of the options of metrics: one of a few words, or a number in a range."""

from __future__ import annotations

import math
import numbers
import sys
from dataclasses import dataclass
from typing import Annotated, Any, Literal


@dataclass(frozen=True)
class Number:
    """The range of an option that is a number; used as `Annotated[float, Number(0, 1)]`."""

    minimum: float = 0.0
    maximum: float = math.inf
    integer: bool = False

    def __contains__(self, value: Any) -> bool:
        kind: Any = numbers.Integral if self.integer else numbers.Real
        if isinstance(value, bool) or not isinstance(value, kind):
            return False
        # An integer may exceed every float.
        maximum = self.maximum if self.integer else min(self.maximum, sys.float_info.max)
        number: Any = value
        return bool(self.minimum <= number <= maximum)

    def __str__(self) -> str:
        kind = "a whole number" if self.integer else "a number"
        if self.maximum == math.inf:
            return f"{kind}, at least {self.minimum:g}"
        return f"{kind} from {self.minimum:g} to {self.maximum:g}"

    def parse(self, text: str) -> float | None:
        """The number written in `text`; None if it is not a number."""
        try:
            return int(text) if self.integer else float(text)
        except ValueError:
            return None


#: The allowed values of an option.
Option = tuple[str, ...] | Number

NonNegative = Annotated[float, Number()]
Probability = Annotated[float, Number(0, 1)]

# ---- options that several metrics have -----------------------------------------------------------

Weighting = Literal["micro", "macro", "combined"]
Sharing = Literal["full", "split", "shares"]
#: A mean of two entropies, and with "joint" their joint entropy too.
Mean = Literal["max", "sqrt", "avg", "min"]
Norm = Literal["max", "sqrt", "avg", "min", "joint"]

# How to estimate a value that is too expensive to compute.
Method = Literal["auto", "exact", "sampled"]
Error = Annotated[float, Number(1e-6, 1)]
Risk = Annotated[float, Number(1e-9, 0.5)]
Seed = Annotated[int, Number(integer=True)]
