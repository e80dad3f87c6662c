"""Generated data: random covers, perturbed clusterings, and LFR benchmark networks."""

from accord._generate.covers import generate_cover
from accord._generate.lfr import LFR, generate_lfr
from accord._generate.perturbation import perturb

__all__ = ["LFR", "generate_cover", "generate_lfr", "perturb"]
