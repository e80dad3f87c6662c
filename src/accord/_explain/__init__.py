"""What became of each cluster: verdicts, costs and best partners, and names for found clusters."""
