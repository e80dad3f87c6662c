"""Engines turn a pair of clusterings into summaries."""
