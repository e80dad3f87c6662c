"""How far floating-point sums may differ because of the order of their terms."""

#: Relative difference up to which two such sums count as equal.
ROUNDING = 1e-12
