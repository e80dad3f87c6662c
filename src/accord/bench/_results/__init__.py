"""Results of a benchmark: all runs with their scores, the leaderboard, the status of a study."""
