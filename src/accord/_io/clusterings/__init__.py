"""Clusterings in files: one module for each family of formats, listed in `formats`."""
