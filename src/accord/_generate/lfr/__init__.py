"""LFR benchmarks: networks with known clusters, also directed, weighted and overlapping.

After Lancichinetti and Fortunato (2009). `request` checks the arguments and fills in the defaults;
`feasibility` refuses a request that cannot be met, and `suggestions` finds the nearest one that
can; `plan` draws degrees, memberships and cluster sizes from a `power_law`; `generate` has the
compiled core wire the network; and `result` measures the parameters that were realised. Start with
`generate`. Every stage ends: docs/lfr.md says how.
"""

from accord._generate.lfr.generate import generate_lfr
from accord._generate.lfr.result import LFR

__all__ = ["LFR", "generate_lfr"]
