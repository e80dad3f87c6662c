"""Compare clusterings with a truth by many metrics.

`compare` scores one result and returns a Comparison; `rank` scores several and returns a Ranking.
Both describe the work as a `ComparisonTask`, which chooses an engine for the two inputs, gets each
summary once, and adds baselines and intervals if requested. If a result has levels, each level is
compared, and LevelScores holds the comparisons. Ranking and LevelScores share the base class
Comparisons, a mapping from names to comparisons.

The package also has `similarity_matrix` (a metric for all pairs of several clusterings),
`contingency` (the counts behind the metrics) and `constraints` (formal constraints on metrics).
"""
