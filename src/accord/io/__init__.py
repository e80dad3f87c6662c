"""Clusterings in files."""
