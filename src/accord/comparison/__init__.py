"""What `compare` and `rank` return, and how it looks."""

from accord.comparison.one import Comparison, SideFacts, Subject, meaning_of
from accord.comparison.several import Comparisons, LevelScores, Ranking

__all__ = ["Comparison", "Comparisons", "LevelScores", "Ranking", "SideFacts", "Subject", "meaning_of"]
