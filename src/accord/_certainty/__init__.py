"""How sure is a value: what chance alone gets, and how much it depends on which nodes were compared."""

from accord._certainty.baseline import Baseline, baseline
from accord._certainty.interval import Difference, Interval, difference, interval

__all__ = ["Baseline", "Difference", "Interval", "baseline", "difference", "interval"]
