"""Scores of the clusterings in a store: by level, by policy, and only those still missing."""
