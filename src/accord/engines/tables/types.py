"""From lazy tables to the types of their nodes: by joins, sums, minima and counts, inside the engine that holds them.

Nodes in the same clusters on every side (with the same shares) are of one type, and no metric can tell them apart. To find
types, every cluster of a side gets four random keys of 31 bits (every pair of cluster and share, where there are shares);
a node has the four sums of the keys of its clusters on each side, and nodes with the same sums are of one type. The least
of them is fetched with its clusters, for all of them.

Two nodes that differ on a side have the same sums there with a probability of at most 2⁻¹²⁴: whatever the other keys are,
only one value of the key of a cluster that only one of them is in will do, and that four times over. Among n nodes
there are less than n²/2 pairs, so that any two types are taken for one with a probability below n²·2⁻¹²⁵: 2.4e-18 for 10¹⁰
nodes. Sums of 31 bits stay exact in 64 bits for nodes in up to 2³² clusters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.checks import GREATEST
from accord.engines.tables.keys import KEYS, Items
from accord.engines.tables.limits import Tables, TooManyTypes, most_types
from accord.engines.tables.members import Members
from accord.engines.tables.session import Session
from accord.errors import InputError
from accord.labels import Labels
from accord.tables import as_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: What all nodes may weigh together, in integers.
MOST_WEIGHT = 2.0**62
#: In the place of a sum: the side does not know the node.
UNKNOWN = -1


@dataclass(frozen=True, eq=False)
class Types:
    """The types of nodes, each by the least of its nodes."""

    #: In memory: the node, how many there are (copies), their weight, and which sides know them.
    frame: Any
    labels: Labels
    #: For each row of the frame the place of its node among the labels.
    number: NDArray[np.int64]

    def column(self, name: str) -> NDArray[Any]:
        """By the place of the node among the labels."""
        values: NDArray[Any] = self.frame.get_column(name).to_numpy()
        ordered = np.empty_like(values)
        ordered[self.number] = values
        return ordered


def find_types(tables: Tables, items: Sequence[Items]) -> Types:
    """The types of all nodes, fetched."""
    session, members = tables.session, tables.members
    nw = session.narwhals
    nodes = _nodes(session, members, items)
    sides = range(len(members))
    sums = [f"sum{place}_{key}" for place in sides for key in range(KEYS)]
    known = [(nw.col(f"sum{place}_0") != UNKNOWN).cast(nw.Int64).alias(f"known{place}") for place in sides]
    kinds, told = list(sums), ["node", "copies"]
    aggregates = [nw.col("node").min(), nw.len().alias("copies")]
    weighted = any("weight" in side.columns for side in members)
    if weighted or any("share" in side.columns for side in members):
        aggregates.append(nw.col("conflicts").sum())
        told.append("conflicts")
    if weighted:
        # Nodes that a side has in no cluster may be looked at one by one, each with its own weight.
        alone = nw.any_horizontal(*(nw.col(f"sum{place}_0") <= 0 for place in sides), ignore_nulls=False)
        weight = nw.when(alone).then(nw.col("weight")).otherwise(nw.lit(0)).cast(kind_of_weights(nw, members))
        nodes = nodes.with_columns(alone_weight=weight, rough=nw.col("weight").cast(nw.Float64))
        kinds.append("alone_weight")
        aggregates += [nw.col("weight").sum(), nw.col("rough").sum()]
        told += ["weight", "alone_weight", "rough"]
    types = nodes.group_by(*kinds).agg(*aggregates).select(*told, *known)
    types = types.with_columns(*(nw.col(name).cast(nw.Int64) for name in told if name in ("copies", "conflicts")))
    if weighted:
        exact = nw.when(nw.col("rough") < MOST_WEIGHT).then(nw.col("weight")).otherwise(nw.lit(0))
        types = types.with_columns(weight=exact.cast(kind_of_weights(nw, members)))
    most = most_types()
    frame = session.fetch(types, most + 1).sort("node")
    if "conflicts" in told and frame.get_column("conflicts").sum():
        check_conflicts(tables)
        raise InputError("the two sides give some nodes different weights: make them equal, or weigh one side only")
    if len(frame) > most:
        found = session.fetch(types.select(nw.len().alias("types"))).item()
        raise TooManyTypes(f"{found:,} node types", tables)
    if weighted and _whole_weights(members) and frame.get_column("rough").sum() >= MOST_WEIGHT:
        raise InputError("the weights add up to 2**62 or more, too much for exact counts: scale them, or make them floats")
    table = as_table(frame.select("node").to_native())
    column = table.labels(table.columns([0])[0], "node")
    return Types(frame, column.labels, column.index.astype(np.int64))


def _nodes(session: Session, members: Sequence[Members], items: Sequence[Items]) -> Any:
    """A row for each node that any side knows: its sums on all of them, and perhaps its weight and what is wrong with it."""
    nw = session.narwhals
    sides = range(len(members))
    sums = [f"sum{place}_{key}" for place in sides for key in range(KEYS)]
    aggregates = [nw.col(name).max() for name in sums]
    columns = {name: nw.col(name) for name in sums}
    conflicts = []
    if any("share" in side.columns for side in members):
        aggregates.append(nw.col("conflicts").sum())
        conflicts.append(nw.col("conflicts"))
    if any("weight" in side.columns for side in members):
        aggregates += [nw.col("least").min(), nw.col("most").max()]
        conflicts.append((nw.col("least") < nw.col("most")).cast(nw.Int64))
        columns["weight"] = nw.when(nw.col("most") > 0).then(nw.col("least")).otherwise(nw.lit(0))
    if conflicts:
        columns["conflicts"] = sum(conflicts[1:], conflicts[0])
    # Stacked and grouped, not joined: a full join takes integers for floats where there are missing ones, in some engines.
    stacked = nw.concat([_sums(session, members, place, items[place]) for place in sides], how="vertical")
    return stacked.group_by("node").agg(*aggregates).select("node", **columns)


def _sums(session: Session, members: Sequence[Members], place: int, items: Items) -> Any:
    """A row for each node of a side: the sums of its keys, and the least and the greatest of its weights.

    All sides have the same columns: UNKNOWN are the sums on the others.
    """
    nw, side = session.narwhals, members[place]
    by = ["node", *side.cluster_columns]
    sums = {f"sum{place}_{key}": nw.col(f"sum{place}_{key}").cast(nw.Int64).fill_null(0) for key in range(KEYS)}
    once, aggregates = [], [nw.col(f"key{key}").sum().alias(f"sum{place}_{key}") for key in range(KEYS)]
    columns = {
        name: sums.get(
            name, nw.lit(UNKNOWN, nw.Int64)
        )  # the sum of nothing is missing in some engines: a node in no cluster
        for name in (f"sum{other}_{key}" for other in range(len(members)) for key in range(KEYS))
    }
    if "share" in side.columns:
        once += [nw.col("share").min(), nw.col("share").max().alias("other_share")]
        aggregates.append(nw.col("conflict").sum().alias("conflicts"))
    if "weight" in side.columns:
        once += [nw.col("weight").min().alias("least"), nw.col("weight").max().alias("most")]
        aggregates += [nw.col("least").min(), nw.col("most").max()]
    if any("share" in one.columns for one in members):
        columns["conflicts"] = nw.col("conflicts").cast(nw.Int64) if "share" in side.columns else nw.lit(0, nw.Int64)
    if any("weight" in one.columns for one in members):
        kind = kind_of_weights(nw, members)
        none = {"least": GREATEST if kind.is_float() else 2**63 - 1, "most": 0}  # which any weight takes the place of
        own = "weight" in side.columns
        columns |= {name: nw.col(name).cast(kind) if own else nw.lit(value, kind) for name, value in none.items()}
    rows = side.frame.group_by(*by).agg(*once) if once else session.distinct(side.frame, *by)
    if "share" in side.columns:
        rows = rows.with_columns(conflict=(nw.col("share") != nw.col("other_share")).cast(nw.Int64))
    rows = rows.join(items.sent, on=side.item_columns, how="left")
    return rows.group_by("node").agg(*aggregates).select("node", **columns)


def _whole_weights(members: Sequence[Members]) -> bool:
    """Whether all weights are integers."""
    kinds = [side.frame.collect_schema()["weight"] for side in members if "weight" in side.columns]
    return all(kind.is_integer() for kind in kinds)


def kind_of_weights(nw: Any, members: Sequence[Members]) -> Any:
    """The type of weights: integers, unless a side has others."""
    return nw.Int64 if _whole_weights(members) else nw.Float64


def check_conflicts(tables: Tables) -> None:
    """Raises where a membership has two shares, or a node of a side two weights."""
    session, nw = tables.session, tables.session.narwhals
    for side in tables.members:
        for what, by in (("share", ["node", *side.cluster_columns]), ("weight", ["node"])):
            if what not in side.columns:
                continue
            both = side.frame.group_by(*by).agg(nw.col(what).min().alias("least"), nw.col(what).max().alias("most"))
            found = session.fetch(both.filter(nw.col("least") != nw.col("most")), 1).rows(named=True)
            for row in found:
                if what == "weight":
                    raise InputError(f"{side.side}: node {row['node']!r} has the weights {row['least']} and {row['most']}")
                raise InputError(
                    f"{side.side}: cluster {row['cluster']!r} has node {row['node']!r} twice, "
                    f"with shares {row['least']:g} and {row['most']:g}"
                )
