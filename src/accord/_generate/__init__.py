"""Made to order: synthetic covers, controlled damage to a clustering, and benchmark networks."""

from accord._generate.covers import generate_cover
from accord._generate.damage import perturb
from accord._generate.lfr import LFR, generate_lfr

__all__ = ["LFR", "generate_cover", "generate_lfr", "perturb"]
