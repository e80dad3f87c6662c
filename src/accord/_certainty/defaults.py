"""Defaults of baselines and intervals."""

#: Relabellings of a baseline.
REPEATS = 100
#: Groups of nodes that are left out one at a time for an interval.
GROUPS = 100
CONFIDENCE = 0.95
