"""What a benchmark found: runs with their scores, leaderboards and statistics."""
