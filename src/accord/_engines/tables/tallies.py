"""How often each size and each overlap occurs, counted inside the engine that holds the tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from accord._engines.tables.pair import TablePair
from accord._summaries.clustering_pair import Tallies, Tally

if TYPE_CHECKING:
    from accord._engines.tables.engine import TableEngine


def tally_overlaps(engine: TableEngine) -> Tallies:
    """Tally the sizes and overlaps of crisp sides; a node that a side lacks is alone there."""
    pair, nw = engine.pair, engine.pair.session.narwhals
    with pair.session.backend.errors():
        nodes = pair.nodes.select("node", "weight")
        for name, side in (("truth", pair.truth), ("found", pair.found)):
            cluster = side.frame.select("node", nw.col("number").alias(name))
            nodes = nodes.join(cluster, on="node", how="left")
        nodes = nodes.with_columns(nw.col("weight").cast(_weight_type(pair)))
        lone_in_truth, lone_in_found = nw.col("truth").is_null(), nw.col("found").is_null()
        return Tallies(
            _tally(pair, nodes, ["truth"], lone_in_truth),
            _tally(pair, nodes, ["found"], lone_in_found),
            _tally(pair, nodes, ["truth", "found"], lone_in_truth | lone_in_found),
        )


def _tally(pair: TablePair, nodes: Any, by: list[str], is_lone: Any) -> Tally:
    """How often each weight occurs among groups of nodes; each lone node is a group."""
    session, nw = pair.session, pair.session.narwhals
    groups = (
        nodes.filter(~is_lone)
        .group_by(*by)
        .agg(nw.col("weight").sum())
        .select(nw.col("weight").cast(_weight_type(pair)))
    )
    weights = nw.concat([groups, nodes.filter(is_lone).select("weight")])
    fetched = session.fetch(weights.group_by("weight").agg(nw.len().alias("times")))
    order = np.argsort(fetched.get_column("weight").to_numpy())
    weight, times = (fetched.get_column(name).to_numpy()[order] for name in ("weight", "times"))
    return weight, times.astype(np.int64)


def _weight_type(pair: TablePair) -> Any:
    nw = pair.session.narwhals
    return nw.Int64 if pair.has_integer_weights else nw.Float64
