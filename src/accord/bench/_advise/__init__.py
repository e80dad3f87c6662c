"""Advice: which algorithm to use for a network, and how good such advice is."""
