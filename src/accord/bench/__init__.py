"""Benchmarks: run algorithms on networks, within limits, and keep what they find and what it took."""
