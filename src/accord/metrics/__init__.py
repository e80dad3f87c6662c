"""Metrics turn a summary into a number."""
