"""Checks that a lazy table gives the results of the table in memory."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from typing import Any

import polars as pl
from tables.conftest import Lazy
from tables.table_cases import CASES

import accord
from accord._engines.base import PairEngine
from accord._engines.choose import as_clusterings
from accord._engines.native.engine import NativeEngine
from accord._foundation.node_base import NODE_POLICIES, NodeBase
from accord._foundation.node_index import pair_up
from accord._summaries.clustering_pair import PairCounts
from accord.errors import AccordError
from accord.metrics import METRICS

POLICIES: tuple[NodeBase, ...] = (None, *NODE_POLICIES)
OPTIONS: dict[str, dict[str, Any]] = {
    "f1p": {"sharing": "split", "weighting": "combined"},
    "f1h": {"sharing": "full", "weighting": "macro"},
    "gnmi": {"norm": "min", "method": "exact"},
    "nmi": {"norm": "joint"},
    "element_centric": {"method": "exact", "alpha": 0.8},
    "ceaf": {"similarity": "mention"},
    "soft_omega": {"expected": "independent"},
}


def frames(case: str, seed: int) -> list[pl.DataFrame]:
    return [pl.DataFrame(columns, strict=False) for columns in CASES[case](random.Random(seed))]


def engine_of(truth: Any, found: Any, nodes: NodeBase) -> PairEngine | str:
    try:
        return NativeEngine(pair_up(as_clusterings([("truth", truth), ("found", found)]), nodes, 2))
    except AccordError as error:
        return str(error)


def value_of(engine: PairEngine, metric: str, options: dict[str, Any]) -> float | str:
    try:
        return float(METRICS[metric].score(engine, **options))
    except AccordError as error:
        return str(error)


def check_every_metric(
    lazy: Lazy,
    truth: pl.DataFrame,
    found: pl.DataFrame,
    policies: Iterable[NodeBase],
    counts: bool = False,
) -> None:
    """Check that facts are equal, values agree to 1e-12, and errors say the same.

    If `counts`, do as `check_counts` does, too.
    """
    try:
        tables: list[Any] = as_clusterings([("truth", lazy(truth)), ("found", lazy(found))])
    except AccordError:
        tables = [lazy(truth), lazy(found)]
    if counts:
        check_counts(tables, truth, found)
    for nodes in policies:
        native, reduced = engine_of(truth, found, nodes), engine_of(*tables, nodes)
        if isinstance(native, str) or isinstance(reduced, str):
            assert native == reduced
            continue
        assert reduced.pair.facts == native.pair.facts
        for metric in METRICS:
            for options in ({}, OPTIONS.get(metric, {})):
                wanted, value = (
                    value_of(native, metric, options),
                    value_of(reduced, metric, options),
                )
                if isinstance(wanted, str) or isinstance(value, str):
                    assert value == wanted, metric
                else:
                    assert math.isclose(value, wanted, rel_tol=1e-12, abs_tol=1e-12), metric


def check_counts(tables: list[Any], truth: pl.DataFrame, found: pl.DataFrame) -> None:
    """Check that pairs of nodes and overlaps are exactly those of the tables in memory."""
    native, reduced = engine_of(truth, found, "intersection"), engine_of(*tables, "intersection")
    assert isinstance(native, NativeEngine)
    assert isinstance(reduced, NativeEngine)
    assert reduced.get(PairCounts).pairs == native.get(PairCounts).pairs
    cells = []
    for pair in (as_clusterings([("truth", truth), ("found", found)]), tables):
        names = [side.cluster_names() for side in pair]
        table = accord.overlaps(*pair, nodes="intersection")
        counts = zip(
            table.truth.tolist(), table.found.tolist(), table.amounts.tolist(), strict=True
        )
        cells.append({(names[0][t], names[1][f]): n for t, f, n in counts})
    assert cells[0] == cells[1]


def table_of(clustering: accord.Clustering) -> pl.DataFrame:
    rows = [(node, cluster) for node, cluster, _ in clustering.memberships()]
    return pl.DataFrame(rows, schema=["node", "cluster"], orient="row")
