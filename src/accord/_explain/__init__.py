"""What became of each cluster: explanations with verdicts and costs, and named clusters."""
