"""From lazy tables to clusterings of the types of their nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.clustering import Clustering
from accord.engines.tables.keys import Items, find_items
from accord.engines.tables.limits import Tables, TooManyTypes, most_memberships
from accord.engines.tables.members import Members, as_members
from accord.engines.tables.places import find_place
from accord.engines.tables.session import Session
from accord.engines.tables.types import Types, find_types
from accord.errors import InputError
from accord.packing import Parts
from accord.rows import NOWHERE, Rows
from accord.summaries import Reduction
from accord.threads import thread_count

if TYPE_CHECKING:
    from numpy.typing import NDArray


def reduce_tables(sides: Sequence[tuple[str, Any]]) -> list[Clustering]:
    """Sides, each with what to call it, as clusterings of node types: lazy tables of one engine, or clusterings."""
    place, table = find_place(sides)
    session = Session(place, table)
    with place.errors():
        members = [as_members(session, side, data) for side, data in sides]
        members = _of_one_kind(session, members)
        tables = Tables(session, members)
        items = [find_items(tables, number) for number in range(len(members))]
        types = find_types(tables, items)
        sent = session.send(session.with_numbers(types.frame.select("node"), {"type": types.number}))
        pairs = [_memberships(tables, side, own, sent) for side, own in zip(members, items, strict=True)]
    reduction = Reduction(place.name, tables.rows, session.rows_moved, len(types.number))
    return [
        _clustering(place_of_side, side, own, types, pair, reduction)
        for place_of_side, (side, own, pair) in enumerate(zip(members, items, pairs, strict=True))
    ]


def _of_one_kind(session: Session, members: Sequence[Members]) -> list[Members]:
    """The same sides, with nodes that can be joined."""
    first = members[0]
    kinds = {side.kind for side in members}
    if kinds == {"integer", "float"}:
        nw = session.narwhals
        return [replace(side, frame=side.frame.with_columns(node=nw.col("node").cast(nw.Float64))) for side in members]
    for side in members[1:]:
        if side.kind != first.kind:
            words = {"integer": "integers", "text": "texts"}
            raise InputError(
                f"node labels of different kinds: {first.side} has {words.get(first.kind, first.kind)} where {side.side} "
                f"has {words.get(side.kind, side.kind)}; make them all one kind"
            )
    return list(members)


# ---- back in memory ------------------------------------------------------------------------------------------------


def _memberships(tables: Tables, side: Members, items: Items, types: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    """The memberships of the nodes that stand for their types: the number of the type, and that of the item."""
    rows = side.in_clusters.join(types, on="node", how="inner").join(items.sent, on=side.item_columns, how="inner")
    session, most = tables.session, most_memberships()
    frame = session.fetch(session.distinct(rows, "type", "item"), most + 1)
    if len(frame) > most:
        raise TooManyTypes(f"over {most:,} memberships of node types in {side.side}", tables)
    return frame.get_column("type").to_numpy(), frame.get_column("item").to_numpy()


def _clustering(
    place: int,
    side: Members,
    items: Items,
    types: Types,
    pair: tuple[NDArray[Any], NDArray[Any]],
    reduction: Reduction,
) -> Clustering:
    type_of_row, item = pair
    known = types.column(f"known{place}") > 0
    kept = np.flatnonzero(known).astype(np.uint32)
    index = np.full(len(known), NOWHERE)
    index[kept] = np.arange(len(kept), dtype=np.uint32)
    shares = None if items.share is None else items.share[item]
    rows, _ = Rows.group(items.cluster[item], index[type_of_row], shares, items.n_clusters, len(kept), thread_count())
    copies = types.column("copies")[kept]
    weights = _weights(types)[kept] if "weight" in side.columns else None
    repeated = side.in_cluster - int(copies[rows.members].sum())
    if side.clustering is not None:
        repeated = side.clustering.repeated
    labels = types.labels.take(kept)
    return Clustering(Parts(labels, rows, items.names, weights, repeated, items.levels, copies, reduction))


def _weights(types: Types) -> NDArray[Any]:
    """What the nodes of each type weigh together."""
    weights, each, copies = (types.column(name) for name in ("weight", "alone_weight", "copies"))
    together: NDArray[Any] = np.where(each > 0, each * copies, weights)
    return together
