"""Sums over all pairs of nodes of two clusterings with shares."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar


@dataclass(frozen=True, eq=False)
class PairSums:
    """How much nodes are together on each side, by their shares, added up over pairs of nodes.

    Two nodes are together by the sum, over the clusters of both, of the product of their shares.
    Sums are exact if no membership has a share, and otherwise have twice the digits of a float.
    """

    parameters: ClassVar = ("sharing",)

    truth: Fraction
    found: Fraction
    #: Sums of squares, and of the products of truth and found.
    truth_squares: Fraction
    found_squares: Fraction
    both: Fraction
    #: Number of all pairs.
    total: int
