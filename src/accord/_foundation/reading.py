"""Reading: what the caller says about inputs whose data alone do not tell how to read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from accord._foundation.node_base import NodeBase, check_policy, leaves_out_unclustered
from accord.errors import unknown

#: What the keys of a mapping are.
Orientation = Literal["nodes", "clusters"]
ORIENTATIONS: tuple[Orientation, ...] = get_args(Orientation)


@dataclass(frozen=True)
class Reading:
    """How inputs are to be read."""

    #: What the keys of a mapping to collections are; None: what its data tell.
    orientation: Orientation | None = None
    #: The label of nodes in no cluster, NaN for missing labels; False: no label is noise.
    noise: object = None
    #: Names or numbers of the columns of a table; None: found by their names.
    columns: Sequence[str | int] | None = None
    #: The nodes to compare, which may say that nodes without a label are left out.
    nodes: NodeBase = None

    def __post_init__(self) -> None:
        if self.orientation is not None and self.orientation not in ORIENTATIONS:
            raise unknown("orientation", self.orientation, ORIENTATIONS)
        if isinstance(self.nodes, str):
            check_policy(self.nodes)

    @property
    def takes_missing_labels(self) -> bool:
        """Whether nodes without a label are in no cluster; otherwise they are an error."""
        from accord._foundation.noise import is_missing_label  # needs NumPy, options do not

        return is_missing_label(self.noise) or leaves_out_unclustered(self.nodes)


#: Nothing was said: inputs are read as their data tell.
READ_AS_FOUND = Reading()
