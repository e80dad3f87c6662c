"""How sure is a value: what chance alone gets, and how much it depends on which nodes were compared."""

from accord.certainty.chance import Baseline, baseline
from accord.certainty.intervals import Difference, Interval, difference, interval

__all__ = ["Baseline", "Difference", "Interval", "baseline", "difference", "interval"]
