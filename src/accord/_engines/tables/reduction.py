"""From lazy tables to clusterings of the types of their nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._engines.tables.keys import Items, find_items
from accord._engines.tables.limits import Tables, TooManyTypes
from accord._engines.tables.membership_table import MembershipTable, as_membership_table
from accord._engines.tables.node_types import Types, find_types
from accord._engines.tables.session import Session
from accord._foundation.clustering import Clustering
from accord._foundation.clustering_parts import Parts
from accord._foundation.reading import Reading
from accord._foundation.rows import Rows
from accord._foundation.side import new_indexes
from accord._foundation.table_reduction import Reduction
from accord._foundation.threads import thread_count
from accord._io.tables.backends import common_backend
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class UnreducedTables:
    """Tables whose node types do not fit into memory."""

    tables: Tables
    #: What is wrong with them, and what to do.
    reason: TooManyTypes


def reduce_tables(
    inputs: Sequence[tuple[str, Any]], reading: Reading
) -> list[Clustering] | UnreducedTables:
    """Reduce named inputs to clusterings of node types, if these fit into memory.

    The inputs are lazy tables of one engine, and perhaps clusterings, which are sent there.
    """
    backend, table = common_backend(inputs)
    session = Session(backend, table)
    with backend.errors():
        sides = [as_membership_table(session, name, data, reading) for name, data in inputs]
        tables = Tables(session, _unify_nodes(session, sides))
        try:
            return _reduce(tables)
        except TooManyTypes as reason:
            return UnreducedTables(tables, reason)


def _reduce(tables: Tables) -> list[Clustering]:
    items = find_items(tables)
    # Memberships with shares are compared one by one in any case.
    once = any("share" in side.columns for side in tables.sides)
    try:
        types, rows, repeated = _find(tables, items, once=once)
    except TooManyTypes:
        if once:
            raise
        repeated = True
    if repeated:
        types, rows, _ = _find(tables, items, once=True)
    session = tables.session
    reduction = Reduction(session.backend.name, tables.rows, session.rows_moved, len(types.number))
    return [
        _clustering(tables, side, items[side], types, rows[side], reduction)
        for side in range(len(tables.sides))
    ]


def _unify_nodes(session: Session, sides: Sequence[MembershipTable]) -> list[MembershipTable]:
    """The sides with nodes of one type, which can be joined; raise if there is none."""
    first = sides[0]
    kinds = {side.node_type for side in sides}
    if kinds == {"integer", "float"}:
        nw = session.narwhals
        return [
            replace(side, frame=side.frame.with_columns(node=nw.col("node").cast(nw.Float64)))
            for side in sides
        ]
    for side in sides[1:]:
        if side.node_type != first.node_type:
            one_kind, other_kind = (
                "integers" if kind == "integer" else kind
                for kind in (first.node_type, side.node_type)
            )
            raise InputError(
                f"node labels of different kinds: {first.name} has {one_kind}, {side.name} has "
                f"{other_kind}; make them all one kind"
            )
    return list(sides)


# ---- back in memory ------------------------------------------------------------------------------


def _find(tables: Tables, items: Sequence[Items], *, once: bool) -> tuple[Types, list[Rows], bool]:
    """The types, the members of each cluster by type, and whether a membership was repeated."""
    types = find_types(tables, items, once=once)
    type_of_row, item = _memberships(tables, items, types, once)
    rows, repeated = [], 0
    for of_side in items:
        in_side = (item >= of_side.first) & (item < of_side.first + len(of_side))
        index = item[in_side] - of_side.first
        grouped, more = Rows.group(
            of_side.cluster[index],
            type_of_row[in_side].astype(np.uint32),
            None if of_side.share is None else of_side.share[index],
            of_side.n_clusters,
            len(types.number),
            thread_count(),
        )
        rows.append(grouped)
        repeated += more
    return types, rows, repeated > 0


def _memberships(
    tables: Tables, items: Sequence[Items], types: Types, once: bool
) -> tuple[NDArray[Any], NDArray[Any]]:
    """The memberships of the representatives, as numbers of types and of items."""
    session = tables.session
    sent = session.send(session.with_numbers(types.frame.select("node"), {"type": types.number}))
    rows = session.narwhals.concat(
        [
            side.memberships.join(sent, on="node", how="inner")
            .join(of_side.sent, on=side.item_columns, how="inner")
            .select("type", "item")
            for side, of_side in zip(tables.sides, items, strict=True)
        ]
    )
    frame = session.fetch(session.distinct(rows, "type", "item") if once else rows)
    return frame.get_column("type").to_numpy(), frame.get_column("item").to_numpy()


def _clustering(
    tables: Tables,
    index: int,
    items: Items,
    types: Types,
    rows: Rows,
    reduction: Reduction,
) -> Clustering:
    """A side as a clustering of the node types that it knows."""
    side, known = tables.sides[index], types.known(index)
    kept = np.flatnonzero(known).astype(np.uint32)
    if len(kept) < len(known):
        rows = rows.relabel(new_indexes(known), len(kept), thread_count())
    multiplicity = types.column("multiplicity")[kept]
    weights = _weights(types)[kept] if "weight" in side.columns else None
    repeated = side.n_memberships - int(multiplicity[rows.members].sum())
    if side.clustering is not None:
        repeated = side.clustering.repeated
    labels = types.labels.take(kept)
    return Clustering(
        Parts(labels, rows, items.names, weights, repeated, items.levels, multiplicity, reduction)
    )


def _weights(types: Types) -> NDArray[Any]:
    """The weight of all nodes of each type together."""
    weights, each, multiplicity = (
        types.column(name) for name in ("weight", "alone_weight", "multiplicity")
    )
    together: NDArray[Any] = np.where(each > 0, each * multiplicity, weights)
    return together
