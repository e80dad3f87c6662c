"""Benchmarks: clustering algorithms run on networks, measured, scored and compared."""
