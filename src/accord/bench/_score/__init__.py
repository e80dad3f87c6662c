"""Scoring the clusterings in a store, by level and by level policy."""
