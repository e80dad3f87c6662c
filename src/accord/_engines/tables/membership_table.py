"""One side of a comparison as a lazy table of memberships.

Its columns are found by their names, brought into one form, and checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.numbers import count
from accord._foundation.checks import GREATEST, SMALLEST, need_every_node
from accord._foundation.clustering import Clustering
from accord._foundation.labels import IntegerLabels, TextLabels
from accord._foundation.noise import is_said
from accord._foundation.reading import Reading
from accord._io.files.options import split_columns
from accord._io.tables.columns import choose_membership_columns, need_node_column
from accord._io.tables.guessed_columns import warn_of_guessed_roles
from accord.errors import InputError

if TYPE_CHECKING:
    from accord._engines.tables.session import Session


@dataclass(frozen=True, eq=False)
class MembershipTable:
    """A lazy table with columns node, cluster and perhaps level, share and weight.

    No node is missing.
    """

    #: The name of the side in messages.
    name: str
    #: A lazy Narwhals table.
    frame: Any
    columns: tuple[str, ...]
    #: The type of nodes: "integer", "float", "text", or its name in Narwhals.
    node_type: str
    #: Number of rows, and of those with a cluster; repeated memberships count as often as given.
    n_rows: int
    n_memberships: int
    #: The clustering in memory that was sent to the engine; None for a table of the engine.
    clustering: Clustering | None = None

    @property
    def cluster_columns(self) -> list[str]:
        """The columns that together identify a cluster."""
        return [name for name in ("cluster", "level") if name in self.columns]

    @property
    def item_columns(self) -> list[str]:
        """The columns of what nodes can have in common: a cluster, perhaps with a share."""
        return [*self.cluster_columns, *(["share"] if "share" in self.columns else [])]

    @property
    def memberships(self) -> Any:
        """The rows with a cluster."""
        import narwhals as nw

        return self.frame.filter(~nw.col("cluster").is_null())


def as_membership_table(
    session: Session, side: str, data: Any, reading: Reading
) -> MembershipTable:
    """Make a MembershipTable of a lazy table, or of a clustering, which is sent to the engine.

    `reading` says which columns of a table to read, and which of its clusters is noise.
    """
    if isinstance(data, Clustering):
        frame = session.send(session.in_memory(_columns_of(data, side)))
        nw = session.narwhals
        named = nw.when(nw.col("cluster") >= 0).then(nw.col("cluster"))
        return replace(
            _check(session, side, frame.with_columns(cluster=named), {}), clustering=data
        )
    frame = session.lazy(data)
    names = frame.collect_schema().names()
    try:
        chosen = choose_membership_columns(names, split_columns(reading.columns))
        need_node_column(chosen)
    except InputError as error:
        raise InputError(f"{side}: {error}") from None
    if reading.columns is None:
        warn_of_guessed_roles(names, chosen, side)
    input_names = {content: names[index] for content, index in chosen.items()}
    nw = session.narwhals
    selected = frame.select(*(nw.col(name).alias(what) for what, name in input_names.items()))
    if is_said(reading.noise):
        clustered = nw.col("cluster").cast(nw.String) != str(reading.noise)
        selected = selected.with_columns(cluster=nw.when(clustered).then(nw.col("cluster")))
    return _check(session, side, selected, input_names)


def _columns_of(clustering: Clustering, side: str) -> dict[str, Any]:
    """The columns of a table with a row for each membership and for each node in no cluster.

    Such a node has the cluster -1.
    """
    need_every_node(clustering.multiplicity, side)
    alone = np.flatnonzero(clustering.memberships_of_node == 0)
    node = np.concatenate((clustering.rows.members, alone))
    labels = clustering.node_labels
    if isinstance(labels, IntegerLabels):
        nodes: Any = labels.values[node]
    elif isinstance(labels, TextLabels):
        nodes = np.array(list(labels), object)[node].tolist()
    else:
        raise InputError(
            f"{side}: nodes such as {labels[0]!r} cannot be looked up in a table: "
            "use integers or text"
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


def _check(session: Session, side: str, frame: Any, names: Mapping[str, str]) -> MembershipTable:
    """Cast columns to the types that joins need; raise if they cannot be cast, or have bad values.

    `names` are the names of the columns in the input.
    """
    nw = session.narwhals
    schema = dict(frame.collect_schema())
    columns = {}
    for what, kind in schema.items():
        if what in ("node", "cluster", "level"):
            column = _cast_labels(nw, what, kind)
            problem = f"holds {kind}: expected the {what}s as integers or text"
        else:
            column = _cast_numbers(nw, what, kind)
            problem = f"holds no numbers: expected the {what}s"
        if column is None:
            raise InputError(f"{side}: column {names.get(what, what)!r} {problem}")
        columns[what] = column
    _check_width(session, side, frame, schema, names)
    frame = frame.with_columns(**columns)
    schema = dict(frame.collect_schema())
    (counts,) = session.fetch(frame.select(*_facts(nw, schema))).rows(named=True)
    facts = {name: value or 0 for name, value in counts.items()}
    if facts["no_node"]:
        raise InputError(
            f"{side}: {count(int(facts['no_node']), 'row')} without a node in column "
            f"{names.get('node')!r}: leave them out"
        )
    if not facts["in_cluster"]:
        raise InputError(f"{side}: no node is in any cluster")
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
    n_rows, n_memberships = int(facts["rows"]), int(facts["in_cluster"])
    return MembershipTable(side, frame, tuple(kept), kind, n_rows, n_memberships)


def _check_width(
    session: Session, side: str, frame: Any, schema: Mapping[str, Any], names: Mapping[str, str]
) -> None:
    """Raise if integers do not fit into 64 bits with a sign."""
    nw = session.narwhals
    for what, kind in schema.items():
        if kind in (nw.UInt64, nw.Int128, nw.UInt128):
            beyond = nw.col(what) > 2**63 - 1
            if kind == nw.Int128:
                beyond = beyond | (nw.col(what) < -(2**63))
            n_beyond = session.count_rows(frame.filter(beyond))
            if n_beyond:
                remedy = "scale them" if what == "weight" else "make them text"
                raise InputError(
                    f"{side}: {count(n_beyond, 'row')} with a {what} beyond 64 bits in column "
                    f"{names.get(what, what)!r}: {remedy}"
                )


def _cast_labels(nw: Any, what: str, kind: Any) -> Any:
    """A column of labels of a type that can be joined; None if there is none."""
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


def _cast_numbers(nw: Any, what: str, kind: Any) -> Any:
    """A column of numbers; None if it holds something else."""
    if what == "weight" and kind.is_integer():
        return nw.col(what).cast(nw.Int64)
    return nw.col(what).cast(nw.Float64) if kind.is_numeric() or _is_empty(nw, kind) else None


def _is_empty(nw: Any, kind: Any) -> bool:
    """Whether it is the type of a column that has only missing values."""
    return bool(kind == nw.Unknown)


def _facts(nw: Any, schema: Mapping[str, Any]) -> list[Any]:
    """Counts of rows, by which bad values are found."""

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
            f"{side}: {count(int(facts['bad_share']), 'row')} with a share such as {such:g}: "
            f"shares must be {bounds}"
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
