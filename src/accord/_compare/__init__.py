"""Comparison and Ranking: what `compare` and `rank` return, and how they look."""

from accord._compare.comparison import Comparison, SideFacts, Subject
from accord._compare.ranking import LevelScores, Ranking

__all__ = ["Comparison", "LevelScores", "Ranking", "SideFacts", "Subject"]
