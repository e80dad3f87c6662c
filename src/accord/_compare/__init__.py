"""Comparing clusterings with a truth: `compare` and `rank`, and the results they return."""

from accord._compare.comparison import Comparison
from accord._compare.level_scores import LevelScores
from accord._compare.ranking import Ranking

__all__ = ["Comparison", "LevelScores", "Ranking"]
