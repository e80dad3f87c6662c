"""Scores of the clusterings in a store."""
