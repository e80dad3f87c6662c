"""Tables that are lazy or elsewhere: reduced to node types by the engine that holds them."""

from accord.engines.tables.inside import TableEngine
from accord.engines.tables.limits import TooManyTypes
from accord.engines.tables.reduction import reduce_tables

__all__ = ["TableEngine", "TooManyTypes", "reduce_tables"]
