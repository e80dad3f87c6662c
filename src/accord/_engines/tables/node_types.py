"""From lazy tables to the types of their nodes, by joins, sums, minima and counts in the engine.

Nodes in the same clusters on every side (with the same shares) are of one type, and no metric can
tell them apart. To find types, every cluster of each side gets four random keys of 31 bits; if
there are shares, every pair of a cluster and a share does. A node has the four sums of the keys of
its clusters on all sides, and nodes with equal sums are of one type if the same sides know them.
The least node of each type is fetched, and its clusters stand for those of all nodes of the type.

Two nodes that differ have equal sums with a probability of at most 2⁻¹²⁴: whatever the other keys
are, only one value of the key of a cluster that only one of the two is in makes the sums equal, and
that four times over. Among n nodes there are fewer than n²/2 pairs, so that any two types are taken
for one with a probability below n²·2⁻¹²⁵: 2.4e-18 for 10¹⁰ nodes. Sums of 31 bits stay exact in 64
bits for nodes in up to 2³² clusters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._engines.tables.keys import KEYS, Items
from accord._engines.tables.limits import Tables, max_memberships, max_types, too_many
from accord._engines.tables.membership_table import MembershipTable
from accord._engines.tables.session import Session
from accord._foundation.checks import GREATEST
from accord._foundation.labels import Labels
from accord._foundation.node_index import differing_weights
from accord._io.tables.table import as_table
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Upper limit of the sum of integer weights.
MAX_TOTAL_WEIGHT = 2.0**62
#: The state of a node on a side: not known there, in no cluster, in clusters.
UNKNOWN, IN_NONE, IN_CLUSTERS = 0, 1, 2
_SUMS = [f"sum{key}" for key in range(KEYS)]


@dataclass(frozen=True, eq=False)
class Types:
    """The types of nodes, each represented by the least of its nodes."""

    #: A row for each type: node, multiplicity (number of its nodes), rows of one node, weight, and
    #: the state on each side.
    frame: Any
    labels: Labels
    #: For each row of the frame the index of its node among the labels.
    number: NDArray[np.int64]

    def known(self, side: int) -> NDArray[np.bool_]:
        """Which of them the side with this index knows."""
        known: NDArray[np.bool_] = self.column(_state(side)) != UNKNOWN
        return known

    def column(self, name: str) -> NDArray[Any]:
        """A column of the frame in the order of the labels."""
        values: NDArray[Any] = self.frame.get_column(name).to_numpy()
        ordered = np.empty_like(values)
        ordered[self.number] = values
        return ordered


def find_types(tables: Tables, items: Sequence[Items], *, once: bool) -> Types:
    """Fetch the types of all nodes; if `once`, repeated memberships count once.

    If they count as often as they are given, there are more types than need be.
    """
    session, sides = tables.session, tables.sides
    nw = session.narwhals
    nodes = _nodes(session, sides, items, once)
    states = [_state(index) for index in range(len(sides))]
    groups, columns = [*_SUMS, *states], ["node", "multiplicity", "rows", *states]
    aggregates = [nw.col("node").min(), nw.len().alias("multiplicity"), nw.col("rows").max()]
    weighted = any("weight" in side.columns for side in sides)
    if weighted or any("share" in side.columns for side in sides):
        aggregates.append(nw.col("conflicts").sum())
        columns.append("conflicts")
    if weighted:
        # Nodes that are in no cluster of a side may be needed one by one, each with its weight.
        alone = nw.any_horizontal(
            *(nw.col(state) < IN_CLUSTERS for state in states), ignore_nulls=False
        )
        weight = (
            nw.when(alone).then(nw.col("weight")).otherwise(nw.lit(0)).cast(weight_type(nw, sides))
        )
        nodes = nodes.with_columns(alone_weight=weight, rough=nw.col("weight").cast(nw.Float64))
        groups.append("alone_weight")
        aggregates += [nw.col("weight").sum(), nw.col("rough").sum()]
        columns += ["weight", "alone_weight", "rough"]
    types = nodes.group_by(*groups).agg(*aggregates).select(*columns)
    types = types.with_columns(
        *(
            nw.col(name).cast(nw.Int64)
            for name in columns
            if name in ("multiplicity", "rows", "conflicts")
        )
    )
    if weighted:
        exact = (
            nw.when(nw.col("rough") < MAX_TOTAL_WEIGHT).then(nw.col("weight")).otherwise(nw.lit(0))
        )
        types = types.with_columns(weight=exact.cast(weight_type(nw, sides)))
    most = max_types()
    frame = session.fetch(types, most + 1).sort("node")
    if "conflicts" in columns and frame.get_column("conflicts").sum():
        check_conflicts(tables)
        raise differing_weights()
    if len(frame) > most:
        n_types = session.count_rows(types) if once else len(frame)
        raise too_many(f"{n_types:,} node types", tables)
    memberships = frame.get_column("rows").sum()
    if memberships > max_memberships():
        raise too_many(f"{len(frame):,} node types with {memberships:,} memberships", tables)
    if weighted and _are_integers(sides) and frame.get_column("rough").sum() >= MAX_TOTAL_WEIGHT:
        raise InputError(
            "the weights add up to 2**62 or more, too much for exact counts: "
            "scale them, or make them floats"
        )
    table = as_table(frame.select("node").to_native())
    column = table.labels(table.columns([0])[0], "node")
    return Types(frame, column.labels, column.index.astype(np.int64))


def _nodes(
    session: Session, sides: Sequence[MembershipTable], items: Sequence[Items], once: bool
) -> Any:
    """A row for each node that any side knows: its sums, its states, and perhaps its weight.

    The column conflicts counts contradictory weights and shares.
    """
    nw = session.narwhals
    states = [_state(index) for index in range(len(sides))]
    aggregates = [nw.col(f"key{key}").sum().alias(name) for key, name in enumerate(_SUMS)]
    aggregates += [nw.len().alias("rows"), *(nw.col(state).max() for state in states)]
    columns = {name: nw.col(name).cast(nw.Int64) for name in _SUMS} | {
        name: nw.col(name) for name in ("rows", *states)
    }
    conflicts = []
    if any("share" in side.columns for side in sides):
        aggregates.append(nw.col("conflict").sum())
        conflicts.append(nw.col("conflict").cast(nw.Int64))
    if any("weight" in side.columns for side in sides):
        aggregates += [nw.col("least").min(), nw.col("most").max()]
        conflicts.append((nw.col("least") < nw.col("most")).cast(nw.Int64))
        columns["weight"] = nw.when(nw.col("most") > 0).then(nw.col("least")).otherwise(nw.lit(0))
    if conflicts:
        columns["conflicts"] = sum(conflicts[1:], conflicts[0])
    # Stacked and grouped, not joined: one pass by node for all sides.
    stacked = nw.concat(
        [_memberships(session, sides, index, items[index], once) for index in range(len(sides))]
    )
    return stacked.group_by("node").agg(*aggregates).select("node", **columns)


def _memberships(
    session: Session, sides: Sequence[MembershipTable], index: int, items: Items, once: bool
) -> Any:
    """The memberships of a side with their keys and with the states and weights of their nodes.

    The columns are the same for all sides.
    """
    nw, side = session.narwhals, sides[index]
    by = ["node", *side.cluster_columns]
    shares, weights = (
        any(what in other.columns for other in sides) for what in ("share", "weight")
    )
    rows, aggregates = side.frame, []
    if "weight" in side.columns:
        rows = rows.with_columns(least=nw.col("weight"), most=nw.col("weight"))
        aggregates = [nw.col("least").min(), nw.col("most").max()]
    if "share" in side.columns:
        aggregates += [nw.col("share").min(), nw.col("share").max().alias("other_share")]
    if "share" in side.columns or once:
        rows = rows.group_by(*by).agg(*aggregates) if aggregates else session.distinct(rows, *by)
    rows = rows.join(items.sent, on=side.item_columns, how="left")
    # A node in no cluster has no keys.
    columns = {f"key{key}": nw.col(f"key{key}").fill_null(0) for key in range(KEYS)}
    columns |= {_state(other): nw.lit(UNKNOWN, nw.Int64) for other in range(len(sides))}
    state = (
        nw.when(nw.col("cluster").is_null()).then(nw.lit(IN_NONE)).otherwise(nw.lit(IN_CLUSTERS))
    )
    columns[_state(index)] = state.cast(nw.Int64)
    if shares:
        differ = (
            (nw.col("share") != nw.col("other_share")).cast(nw.Int64)
            if "share" in side.columns
            else None
        )
        columns["conflict"] = nw.lit(0, nw.Int64) if differ is None else differ
    if weights:
        kind = weight_type(nw, sides)
        # A side without weights has values that give way to any weight.
        neutral = {"least": GREATEST if kind.is_float() else 2**63 - 1, "most": 0}
        is_weighted = "weight" in side.columns
        columns |= {
            name: nw.col(name).cast(kind) if is_weighted else nw.lit(value, kind)
            for name, value in neutral.items()
        }
    return rows.select("node", **columns)


def _state(side: int) -> str:
    """The name of the column with the state of a node on the side with this index."""
    return f"state{side}"


def _are_integers(sides: Sequence[MembershipTable]) -> bool:
    """Whether all weights are integers."""
    kinds = [side.frame.collect_schema()["weight"] for side in sides if "weight" in side.columns]
    return all(kind.is_integer() for kind in kinds)


def weight_type(nw: Any, sides: Sequence[MembershipTable]) -> Any:
    """The Narwhals type of weights: integers, unless a side has floats."""
    return nw.Int64 if _are_integers(sides) else nw.Float64


def check_conflicts(tables: Tables) -> None:
    """Raise if a membership has two shares, or a node of a side two weights."""
    session, nw = tables.session, tables.session.narwhals
    for side in tables.sides:
        for what, by in (("share", ["node", *side.cluster_columns]), ("weight", ["node"])):
            if what not in side.columns:
                continue
            both = side.frame.group_by(*by).agg(
                nw.col(what).min().alias("least"), nw.col(what).max().alias("most")
            )
            found = session.fetch(both.filter(nw.col("least") != nw.col("most")), 1).rows(
                named=True
            )
            for row in found:
                if what == "weight":
                    raise InputError(
                        f"{side.name}: node {row['node']!r} has the weights "
                        f"{row['least']} and {row['most']}"
                    )
                raise InputError(
                    f"{side.name}: cluster {row['cluster']!r} has node {row['node']!r} twice, "
                    f"with shares {row['least']:g} and {row['most']:g}"
                )
