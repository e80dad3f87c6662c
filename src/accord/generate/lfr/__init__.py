"""LFR benchmarks: networks with known clusters (Lancichinetti and Fortunato 2009: directed, weighted, overlapping)."""

from accord.generate.lfr.making import generate_lfr
from accord.generate.lfr.result import LFR

__all__ = ["LFR", "generate_lfr"]
