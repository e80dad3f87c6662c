"""Clusterings made to order: synthetic covers, and controlled damage to a clustering."""

from accord.generate.covers import generate_cover
from accord.generate.damage import perturb

__all__ = ["generate_cover", "perturb"]
