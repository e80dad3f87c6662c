"""LFR benchmarks: networks with known clusters (Lancichinetti and Fortunato 2009: directed, weighted, overlapping)."""

from accord._generate.lfr.generate import generate_lfr
from accord._generate.lfr.result import LFR

__all__ = ["LFR", "generate_lfr"]
