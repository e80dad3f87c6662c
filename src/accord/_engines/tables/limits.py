"""How much of a table may be fetched, and the error if that is not enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from accord._engines.tables.membership_table import MembershipTable
from accord._engines.tables.session import Session
from accord._foundation.memory import available_memory
from accord.errors import TooLargeError

#: Bytes that node types may take in memory; None: a quarter of what is available.
MAX_BYTES: float | None = None
#: Bytes of a node type, and of each of its memberships, while clusterings are made of them and
#: compared by best matches. Measured by the peak of Python while Spark held the tables, with 0.2 to
#: 1.5 million types of one to eight memberships on each side: 108 bytes and 32 if nodes are
#: integers, 405 per type if they are texts of 18 letters. Counting pairs of nodes checks by itself
#: for the memory that takes.
BYTES_OF_TYPE, BYTES_OF_MEMBERSHIP = 400, 40


def max_types() -> int:
    return int(_max_bytes() / BYTES_OF_TYPE)


def max_memberships() -> int:
    return int(_max_bytes() / BYTES_OF_MEMBERSHIP)


def _max_bytes() -> float:
    return min(available_memory() / 4, 2.0**50) if MAX_BYTES is None else MAX_BYTES


@dataclass(frozen=True, eq=False)
class Tables:
    """The sides of a comparison in the engine that holds them."""

    session: Session
    sides: Sequence[MembershipTable]

    @property
    def rows(self) -> int:
        return sum(side.n_rows for side in self.sides)


class TooManyTypes(TooLargeError):
    """The node types of these tables do not fit into memory."""


def too_many(what: str, tables: Tables) -> TooManyTypes:
    """The error for tables in which the engine found `what`."""
    gigabytes = _max_bytes() / 1e9
    return TooManyTypes(
        f"{tables.session.backend.name} found {what}, more than fit into {gigabytes:.3g} GB of "
        "memory: compare fewer nodes, use a machine with more memory, or choose metrics that need "
        "only the overlaps of clusters, such as f1h, f1p or nmi"
    )
