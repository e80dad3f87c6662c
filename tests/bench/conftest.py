"""A browser for pages about benchmarks."""

from browsing import browser, visit

__all__ = ["browser", "visit"]
