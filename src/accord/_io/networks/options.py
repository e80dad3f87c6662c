"""How a file with a network is to be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord._io.files.options import ReadOptions

if TYPE_CHECKING:
    from accord._foundation.network import Repeats


@dataclass(frozen=True)
class NetworkReadOptions(ReadOptions):
    """How a file with a network is to be read."""

    #: None: as the file says, and undirected if it says nothing.
    directed: bool | None
    #: Whether to read weights, or the name of their column or attribute; None: if there are any.
    weights: bool | str | None
    repeats: Repeats
