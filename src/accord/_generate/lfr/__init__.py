"""LFR benchmarks: networks with known clusters, also directed, weighted and overlapping.

After Lancichinetti and Fortunato (2009).
"""

from accord._generate.lfr.generate import generate_lfr
from accord._generate.lfr.result import LFR

__all__ = ["LFR", "generate_lfr"]
