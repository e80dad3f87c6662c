"""Comparison and Ranking: what `compare` and `rank` return, and how they look."""

from accord.comparison.several import LevelScores, Ranking
from accord.comparison.single import Comparison, SideFacts, Subject

__all__ = ["Comparison", "LevelScores", "Ranking", "SideFacts", "Subject"]
