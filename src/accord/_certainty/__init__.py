"""How certain a score is: what chance alone gives, and how much depends on the nodes compared."""

from accord._certainty.baseline import Baseline, baseline
from accord._certainty.interval import Difference, Interval, difference, interval

__all__ = ["Baseline", "Difference", "Interval", "baseline", "difference", "interval"]
