"""One side of a comparison as a lazy table of memberships: its columns found, brought into one form, and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.numbers import count
from accord._foundation.checks import GREATEST, SMALLEST, need_nodes
from accord._foundation.clustering import Clustering
from accord._foundation.labels import IntegerLabels, TextLabels
from accord._io.tables.columns import choose_columns
from accord.errors import InputError

if TYPE_CHECKING:
    from accord._engines.tables.session import Session


@dataclass(frozen=True, eq=False)
class Members:
    """A lazy table with columns node, cluster and perhaps level, share and weight; without missing nodes."""

    side: str
    #: Of Narwhals.
    frame: Any
    columns: tuple[str, ...]
    #: What the nodes are: "integer", "text", or what the engine calls it.
    kind: str
    #: Number of rows, and of those that name a cluster.
    rows: int
    in_cluster: int
    #: In memory, where it was sent to the engine from there.
    clustering: Clustering | None = None

    @property
    def cluster_columns(self) -> list[str]:
        """The columns that together say which cluster it is."""
        return [name for name in ("cluster", "level") if name in self.columns]

    @property
    def item_columns(self) -> list[str]:
        """The same with the share: what a node can have in common with others."""
        return [*self.cluster_columns, *(["share"] if "share" in self.columns else [])]

    @property
    def in_clusters(self) -> Any:
        """The rows that name a cluster."""
        return self.frame.filter(~self.frame_column("cluster").is_null())

    def frame_column(self, name: str) -> Any:
        import narwhals as nw

        return nw.col(name)


def as_members(session: Session, side: str, data: Any) -> Members:
    """From a lazy table, or from a clustering that is sent to the engine."""
    if isinstance(data, Clustering):
        frame = session.send(session.in_memory(_columns_of(data, side)))
        nw = session.narwhals
        named = nw.when(nw.col("cluster") >= 0).then(nw.col("cluster"))
        return replace(
            _checked(session, side, frame.with_columns(cluster=named), None), clustering=data
        )
    frame = session.lazy(data)
    names = frame.collect_schema().names()
    try:
        places = choose_columns(names, None)
    except InputError as error:
        raise InputError(f"{side}: {error}") from None
    named = {what: names[place] for what, place in places.items()}
    chosen = [session.narwhals.col(name).alias(what) for what, name in named.items()]
    return _checked(session, side, frame.select(*chosen), named)


def _columns_of(clustering: Clustering, side: str) -> dict[str, Any]:
    """A row for each membership, and one with cluster -1 for each node in none."""
    need_nodes(clustering.multiplicity, side)
    alone = np.flatnonzero(clustering.memberships_of_node == 0)
    node = np.concatenate((clustering.rows.members, alone))
    labels = clustering.node_labels
    if isinstance(labels, IntegerLabels):
        nodes: Any = labels.values[node]
    elif isinstance(labels, TextLabels):
        nodes = np.array(list(labels), object)[node].tolist()
    else:
        raise InputError(
            f"{side}: nodes such as {labels[0]!r} cannot be looked up in a table: use integers or texts"
        )
    columns = {
        "node": nodes,
        "cluster": np.concatenate((clustering.rows.row_of_membership(), np.full(len(alone), -1))),
    }
    if clustering.rows.shares is not None:
        columns["share"] = np.concatenate((clustering.rows.shares, np.ones(len(alone))))
    if clustering.weights is not None:
        columns["weight"] = clustering.weights[node]
    return columns


def _checked(session: Session, side: str, frame: Any, named: Mapping[str, str] | None) -> Members:
    """With columns of the types that are worked with; raises where they cannot be had, or hold what must not be there."""
    nw = session.narwhals
    names = named or {}
    schema = dict(frame.collect_schema())
    columns = {}
    for what, kind in schema.items():
        of_labels = what in ("node", "cluster", "level")
        column = _label(nw, what, kind) if of_labels else _number(nw, what, kind)
        if column is None:
            holds, kinds = (
                (f"holds {kind}", " as integers or texts")
                if of_labels
                else ("holds no numbers", "")
            )
            raise InputError(
                f"{side}: column {names.get(what, what)!r} {holds}: expected the {what}s{kinds}"
            )
        columns[what] = column
    _check_width(session, side, frame, schema, names)
    frame = frame.with_columns(**columns)
    schema = dict(frame.collect_schema())
    (told,) = session.fetch(frame.select(*_facts(nw, schema))).rows(named=True)
    facts = {name: value or 0 for name, value in told.items()}
    if facts["no_node"]:
        raise InputError(
            f"{side}: {count(int(facts['no_node']), 'row')} without a node in column {names.get('node')!r}: leave them out"
        )
    if not facts["in_cluster"]:
        raise InputError("no node is in any cluster")
    kept = [
        what for what in schema if what not in ("share", "level", "weight") or facts[f"with_{what}"]
    ]
    _check_numbers(side, facts)
    if kept != list(schema):
        frame = frame.select(*kept)
    if "share" in kept:
        frame = frame.with_columns(share=nw.col("share").fill_null(1.0))
    kind = _kind(nw, schema["node"])
    if kind == "float" and not facts["not_whole"]:
        frame, kind = frame.with_columns(node=nw.col("node").cast(nw.Int64)), "integer"
    return Members(side, frame, tuple(kept), kind, int(facts["rows"]), int(facts["in_cluster"]))


def _check_width(
    session: Session, side: str, frame: Any, schema: Mapping[str, Any], names: Mapping[str, str]
) -> None:
    """Raises where integers do not fit into 64 bits with a sign."""
    nw = session.narwhals
    for what, kind in schema.items():
        if kind in (nw.UInt64, nw.Int128, nw.UInt128):
            beyond = nw.col(what) > 2**63 - 1
            if kind == nw.Int128:
                beyond = beyond | (nw.col(what) < -(2**63))
            found = session.fetch(frame.filter(beyond).select(nw.len().alias("rows"))).item()
            if found:
                raise InputError(
                    f"{side}: {count(int(found), 'row')} with a {what} beyond 64 bits in column {names.get(what, what)!r}: "
                    f"{'scale them' if what == 'weight' else 'make them texts'}"
                )


def _label(nw: Any, what: str, kind: Any) -> Any:
    """A column of labels in a form that can be joined; None where there is none."""
    column = nw.col(what)
    if kind.is_integer():
        return column.cast(nw.Int64)
    if kind.is_float():
        wide = column.cast(nw.Float64)
        return nw.when(~wide.is_nan()).then(wide)
    if kind in (nw.Categorical, nw.Enum):
        return column.cast(nw.String)
    return (
        column
        if kind in (nw.String, nw.Boolean, nw.Date, nw.Datetime) or _is_empty(nw, kind)
        else None
    )


def _number(nw: Any, what: str, kind: Any) -> Any:
    if what == "weight" and kind.is_integer():
        return nw.col(what).cast(nw.Int64)
    return nw.col(what).cast(nw.Float64) if kind.is_numeric() or _is_empty(nw, kind) else None


def _is_empty(nw: Any, kind: Any) -> bool:
    """Whether it is the type of a column of missing values alone."""
    return bool(kind == nw.Unknown)


def _facts(nw: Any, schema: Mapping[str, Any]) -> list[Any]:
    """What there is to know of all rows."""

    def number_of(condition: Any, name: str) -> Any:
        return condition.cast(nw.Int64).sum().alias(name)

    given = ~nw.col("cluster").is_null()
    facts = [
        nw.len().alias("rows"),
        number_of(nw.col("node").is_null(), "no_node"),
        number_of(given, "in_cluster"),
    ]
    if schema["node"].is_float():
        small = nw.when(nw.col("node").abs() < 2.0**53).then(nw.col("node")).otherwise(nw.lit(0.5))
        facts.append(number_of(small != small.cast(nw.Int64).cast(nw.Float64), "not_whole"))
    if "level" in schema:
        facts.append(number_of(given & ~nw.col("level").is_null(), "with_level"))
    if "share" in schema:
        share = nw.col("share")
        with_share = given & ~share.is_null()
        good = (share >= SMALLEST) & (share <= 1.0)
        facts += [number_of(with_share, "with_share"), number_of(with_share & ~good, "bad_share")]
        facts.append(nw.when(with_share & ~good).then(share).max().alias("such_share"))
    if "weight" in schema:
        weight = nw.col("weight")
        good = (weight >= SMALLEST) & (weight <= GREATEST)
        facts += [
            number_of(~weight.is_null(), "with_weight"),
            number_of(~weight.is_null() & ~good, "bad_weight"),
        ]
        facts.append(nw.when(~weight.is_null() & ~good).then(weight).max().alias("such_weight"))
    return facts


def _check_numbers(side: str, facts: Mapping[str, Any]) -> None:
    if facts.get("bad_share"):
        such = facts["such_share"]
        bounds = f"at least {SMALLEST}" if 0 < such < 1 else "in (0, 1]"
        raise InputError(
            f"{side}: {count(int(facts['bad_share']), 'row')} with a share such as {such:g}: shares must be {bounds}"
        )
    if facts.get("bad_weight"):
        such = facts["such_weight"]
        raise InputError(
            f"{side}: {count(int(facts['bad_weight']), 'row')} with a weight such as {such:g}: "
            f"weights must be positive and between {SMALLEST} and {GREATEST}"
        )
    if facts.get("with_weight") and facts["with_weight"] < facts["rows"]:
        missing = count(int(facts["rows"] - facts["with_weight"]), "row")
        raise InputError(f"{side}: {missing} without a weight: give one to all rows, or to none")


def _kind(nw: Any, dtype: Any) -> str:
    if dtype.is_integer():
        return "integer"
    if dtype.is_float():
        return "float"
    return "text" if dtype == nw.String else str(dtype)
