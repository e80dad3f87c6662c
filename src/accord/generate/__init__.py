"""Made to order: synthetic covers, controlled damage to a clustering, and benchmark networks."""

from accord.generate.covers import generate_cover
from accord.generate.damage import perturb
from accord.generate.lfr import LFR, generate_lfr

__all__ = ["LFR", "generate_cover", "generate_lfr", "perturb"]
