"""The metrics as they are defined, on Python sets: slow, obvious, never optimised.

Every number is an exact fraction until a root or a logarithm is taken: ties are exact, order never
matters. `**base` takes `weights` (node -> positive number; default 1) and `nodes` (the node base;
default the union). Cluster indices count the clusters that are left after `nodes` restricts the
clusterings.
"""

# ruff: noqa: F403
from oracles.coreference import *
from oracles.entropies import *
from oracles.matching import *
from oracles.nodes import *
from oracles.overlap_information import *
from oracles.pairs import *
from oracles.sides import *
