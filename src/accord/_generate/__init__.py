"""Generated data: random covers, perturbed clusterings, and LFR benchmark networks.

`covers` and `perturbation` are a function each. `lfr` has a module for each stage of a benchmark.
Every random number comes from a generator of `seeds`: equal seeds give equal output.
"""

from accord._generate.covers import generate_cover
from accord._generate.lfr import LFR, generate_lfr
from accord._generate.perturbation import perturb

__all__ = ["LFR", "generate_cover", "generate_lfr", "perturb"]
