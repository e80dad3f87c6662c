"""Lazy tables give the numbers that the same tables give in memory."""

from __future__ import annotations

from collections import Counter
from itertools import cycle
from typing import Any

import numpy as np
import pytest
from tables.agreement import POLICIES, check_counts, check_every_metric, engine_of, frames, table_of
from tables.conftest import Lazy
from tables.table_cases import CASES

import accord
from accord._engines.choose import as_clusterings
from accord._engines.native.engine import NativeEngine
from accord._foundation.node_base import NodeBase
from accord._summaries.clustering_pair import NodeTypes


@pytest.mark.parametrize(("case", "nodes"), list(zip(CASES, cycle(POLICIES), strict=False)))
def test_every_metric_equals_the_table_in_memory(lazy: Lazy, case: str, nodes: NodeBase) -> None:
    check_every_metric(lazy, *frames(case, seed=1), [nodes])


def named(values: np.ndarray | None, clustering: accord.Clustering) -> dict[Any, float] | None:
    return (
        None
        if values is None
        else dict(zip(clustering.cluster_names(), values.tolist(), strict=True))
    )


@pytest.mark.parametrize(("case", "seed"), list(zip(CASES, cycle(range(3)), strict=False)))
def test_comparisons_agree(lazy: Lazy, case: str, seed: int) -> None:
    truth, found = frames(case, seed)
    nodes: NodeBase = "truth" if "weight" in truth and "weight" not in found else None
    metrics = ["f1p", "f1h[weighting=macro]", "max_matching_ratio"]
    native, reduced = (
        accord.compare(*pair, metrics, nodes=nodes)
        for pair in ((truth, found), (lazy(truth), lazy(found)))
    )
    for facts in ("truth", "found", "nodes"):
        assert getattr(reduced, facts) == getattr(native, facts)
    assert native.subject is not None
    assert reduced.subject is not None
    for metric in metrics:
        for side in ("truth", "found"):
            clusterings = [getattr(comparison.subject, side) for comparison in (native, reduced)]
            wanted, values = (
                named(getattr(comparison[metric], f"per_{side}_cluster"), clustering)
                for comparison, clustering in zip((native, reduced), clusterings, strict=True)
            )
            assert values == (
                None if wanted is None else pytest.approx(wanted, rel=1e-12, nan_ok=True)
            )
            assert clusterings[1].facts() == clusterings[0].facts()
            assert repr(clusterings[1]) == repr(clusterings[0])


@pytest.mark.parametrize("case", [case for case in CASES if "float" not in case])
def test_counts_are_equal(lazy: Lazy, case: str) -> None:
    truth, found = frames(case, seed=5)
    check_counts(as_clusterings([("truth", lazy(truth)), ("found", lazy(found))]), truth, found)


@pytest.mark.parametrize("case", CASES)
def test_types_follow_the_definition(lazy: Lazy, case: str) -> None:
    truth, found = frames(case, seed=8)
    items: dict[Any, tuple[set[Any], set[Any], set[int]]] = {}
    for place, frame in enumerate((truth, found)):
        for row in frame.iter_rows(named=True):
            of_node = items.setdefault(row["node"], (set(), set(), set()))
            of_node[2].add(place)
            if row["cluster"] is not None:
                of_node[place].add(
                    (row["cluster"], 1.0 if row.get("share") is None else row["share"])
                )
    wanted = Counter(tuple(map(frozenset, of_node)) for of_node in items.values())
    sides = as_clusterings([("truth", lazy(truth)), ("found", lazy(found))])
    of_types: dict[Any, tuple[set[Any], set[Any], set[int]]] = {}
    copies: dict[Any, int] = {}
    for place, side in enumerate(sides):
        assert side.multiplicity is not None
        for node, number in zip(side.node_labels, side.multiplicity.tolist(), strict=True):
            of_types.setdefault(node, (set(), set(), set()))[2].add(place)
            assert copies.setdefault(node, number) == number
        shares = np.ones(len(side.rows.members)) if side.rows.shares is None else side.rows.shares
        for node, cluster, share in zip(
            side.rows.members, side.rows.row_of_membership(), shares, strict=True
        ):
            of_types[side.node_labels[int(node)]][place].add(
                (side.name(int(cluster)), float(share))
            )
    counted: Counter[Any] = Counter()
    for node, of_node in of_types.items():
        counted[tuple(map(frozenset, of_node))] += copies[node]
    assert counted == wanted
    weighted = "weight" in truth
    assert len(of_types) >= len(wanted) if weighted else len(of_types) == len(wanted)


def test_number_of_types_equals_the_native_engine(lazy: Lazy) -> None:
    cover = accord.generate_cover(2000, 12, seed=3)
    other = accord.perturb(cover, move=0.3, seed=4)
    tables = [table_of(cover), table_of(other)]
    native, reduced = (
        engine_of(*tables, "intersection"),
        engine_of(*map(lazy, tables), "intersection"),
    )
    assert isinstance(native, NativeEngine)
    assert isinstance(reduced, NativeEngine)
    multiplicity = reduced.pair.multiplicity
    assert multiplicity is not None
    assert sorted(multiplicity.tolist()) == sorted(native.get(NodeTypes).amounts.tolist())
    assert (reduced.get(NodeTypes).amounts == multiplicity).all()
