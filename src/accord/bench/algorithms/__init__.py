"""The algorithms that can be run: a small module for each library, and those that people add."""

from accord.bench.algorithms.registry import Algorithm, algorithm, available, find_algorithm

__all__ = ["Algorithm", "algorithm", "available", "find_algorithm"]
