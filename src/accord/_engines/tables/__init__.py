"""Tables that are lazy or elsewhere: reduced to node types by the engine that holds them."""

from accord._engines.tables.engine import TableEngine
from accord._engines.tables.limits import TooManyTypes
from accord._engines.tables.reduction import reduce_tables

__all__ = ["TableEngine", "TooManyTypes", "reduce_tables"]
