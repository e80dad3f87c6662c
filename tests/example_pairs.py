"""Pairs of clusterings to compare: crisp, overlapping, and with unequal node sets."""

CRISP = [[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]
OVERLAPPING = [[1, 2, 3], [3, 4, 5]], [[1, 2], [2, 3, 4, 5]]
UNEQUAL = [[1, 2, 3], [4, 5], [8]], [[1, 2], [3, 4], [6, 7]]
