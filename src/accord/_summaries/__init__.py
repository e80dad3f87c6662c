"""What engines compute and metrics read: summaries of two clusterings, or of one on a network."""
