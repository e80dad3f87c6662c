"""Too many node types: overlap metrics are computed inside the engine, and others are refused."""

from __future__ import annotations

import math
from itertools import cycle

import duckdb
import numpy as np
import polars as pl
import pytest
from tables.agreement import engine_of, frames, value_of
from tables.conftest import Lazy
from tables.table_cases import CASES

import accord
from accord._engines.choose import as_clusterings, choose_engine
from accord._engines.native.engine import NativeEngine
from accord._engines.tables.engine import TableEngine
from accord._foundation.node_base import NodeBase
from accord._summaries.clustering_pair import BestMatches, NodeTypes, PairCounts
from accord.errors import InputError, TooLargeError
from accord.metrics import METRICS

TABLE_METRICS = [
    name for name, metric in METRICS.items() if metric.summary in TableEngine.providers
]
#: Of crisp sides, pairs of nodes are counted by sizes and overlaps.
OF_PAIRS = [name for name, metric in METRICS.items() if metric.summary is PairCounts]
SHARINGS = ("full", "split", "shares")


@pytest.fixture(autouse=True)
def _room_for_few_types(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accord._engines.tables.node_types.max_types", lambda: 3)


def table_engine(truth: object, found: object, nodes: NodeBase) -> TableEngine:
    engine = choose_engine(truth, found, nodes=nodes)
    assert isinstance(engine, TableEngine)
    return engine


def test_table_engine_supports_the_overlap_metrics() -> None:
    of_matches = {
        "f1p",
        "f1h",
        "f1a",
        "jaccard_match",
        "purity",
        "inverse_purity",
        "nvd",
        "split_join",
        "geometric_accuracy",
    }
    assert set(TABLE_METRICS) == {*of_matches, *OF_PAIRS} | {
        "nmi",
        "vi",
        "nvi",
        "nid",
        "fair_nmi",
        "merge_distance",
        "homogeneity",
        "completeness",
        "v_measure",
    }
    assert {"omega", "pair_f1", "adjusted_rand"} < set(OF_PAIRS)


@pytest.mark.parametrize(
    ("case", "nodes"),
    [
        *zip(CASES, cycle([None, "intersection", "truth"]), strict=False),
        *zip(CASES, cycle(["labelled", "clustered"]), strict=False),
    ],
)
def test_values_equal_those_of_the_table_in_memory(lazy: Lazy, case: str, nodes: NodeBase) -> None:
    truth, found = frames(case, seed=1)
    native = engine_of(truth, found, nodes)
    if isinstance(native, str):
        with pytest.raises(InputError) as caught:
            table_engine(lazy(truth), lazy(found), nodes)
        assert str(caught.value) == native
        return
    tables = lazy(truth), lazy(found)
    engine = table_engine(*tables, nodes)
    assert engine.pair.facts == native.pair.facts
    # All of them on Polars, and each in turn on DuckDB, which takes ten times as long for small
    # tables.
    place = list(CASES).index(case) % 3
    sharings = SHARINGS if isinstance(tables[0], pl.LazyFrame) else SHARINGS[place : place + 1]
    for metric in TABLE_METRICS:
        for sharing in [None, *sharings] if "sharing" in METRICS[metric].options else [None]:
            options = {} if sharing is None else {"sharing": sharing}
            wanted, value = value_of(native, metric, options), value_of(engine, metric, options)
            overlapping = native.pair.truth.n_overlapping or native.pair.found.n_overlapping
            if metric in OF_PAIRS and overlapping and isinstance(wanted, float):
                assert "node types" in value
            elif isinstance(wanted, str) or isinstance(value, str):
                assert value == wanted, metric
            else:
                assert math.isclose(value, wanted, rel_tol=1e-12, abs_tol=1e-12), (metric, options)


def test_pairs_of_weighted_nodes_in_no_cluster_need_node_types(lazy: Lazy) -> None:
    clusters, weights = [0, 1, 2, 3, None] * 3, [1, 2, 3] * 5
    frame = pl.DataFrame({"node": range(15), "cluster": clusters, "weight": weights})
    with pytest.raises(TooLargeError, match="node types"):
        accord.pair_f1(lazy(frame), lazy(frame))
    assert accord.nmi(lazy(frame), lazy(frame)) == 1


@pytest.mark.parametrize(
    ("case", "sharing"),
    list(zip((case for case in CASES if case != "texts"), cycle(SHARINGS), strict=False)),
)
def test_partners_equal_those_of_the_native_engine(lazy: Lazy, case: str, sharing: str) -> None:
    truth, found = frames(case, seed=2)
    native, engine = (
        engine_of(truth, found, "intersection"),
        table_engine(lazy(truth), lazy(found), "intersection"),
    )
    assert isinstance(native, NativeEngine)
    wanted, matches = (
        native.get(BestMatches, sharing=sharing),
        engine.get(BestMatches, sharing=sharing),
    )
    assert matches.total == pytest.approx(wanted.total, rel=1e-12)
    assert matches.total_match == pytest.approx(wanted.total_match, rel=1e-12)
    for side, of_native in ((matches.truth, wanted.truth), (matches.found, wanted.found)):
        np.testing.assert_allclose(side.sizes, of_native.sizes, rtol=1e-12)
        for way in ("by_f1", "by_pprob", "by_amount"):
            best, of_native_best = getattr(side, way), getattr(of_native, way)
            np.testing.assert_allclose(best.match, of_native_best.match, rtol=1e-12)
            if sharing == "full" and "float" not in case:
                np.testing.assert_array_equal(best.partner, of_native_best.partner)
                np.testing.assert_array_equal(best.match, of_native_best.match)


def test_unsupported_metrics_are_refused_with_the_number_of_types(lazy: Lazy) -> None:
    truth, found = frames("overlapping", seed=3)
    sides = as_clusterings([("truth", truth), ("found", found)])
    types = len(
        NativeEngine(accord._foundation.node_index.pair_up(sides, None, 1)).get(NodeTypes).amounts
    )
    for metric in ("omega", "onmi", "gnmi", "bcubed", "max_matching_ratio"):
        with pytest.raises(
            TooLargeError,
            match=rf"found {types} node types, more than fit .* choose metrics .* f1h",
        ):
            getattr(accord, metric)(lazy(truth), lazy(found))


def test_comparison_has_the_supported_metrics(lazy: Lazy) -> None:
    truth, found = frames("crisp_with_lone_nodes", seed=3)
    native, big = accord.compare(truth, found), accord.compare(lazy(truth), lazy(found))
    assert set(big) == set(native) - {"onmi"}  # the nodes differ
    assert big.not_applicable == {}
    every = accord.compare(lazy(truth), lazy(found), "all")
    assert "node types" in every.not_applicable["onmi"].reason
    for facts in ("nodes", "truth", "found"):
        differing = {"duplicate_clusters"}
        wanted, inside_facts = vars(getattr(native, facts)), vars(getattr(big, facts))
        assert {name: inside_facts[name] for name in inside_facts if name not in differing} == {
            name: wanted[name] for name in wanted if name not in differing
        }
    for metric in big:
        assert float(big[metric]) == pytest.approx(float(native[metric]), rel=1e-12)
    assert big.reduction is not None
    assert big.reduction.types is None
    assert "truth: " in str(big)
    with pytest.raises(TooLargeError, match="node types"):
        accord.compare(lazy(truth), lazy(found), ["f1h", "onmi"])
    with pytest.raises(InputError, match="this needs every single node"):
        accord.compare(lazy(truth), lazy(found), ["f1h"], baseline=True)


def test_only_tables_of_cluster_size_are_fetched(lazy: Lazy) -> None:
    nodes = np.arange(20_000)
    truth, found = (pl.DataFrame({"node": nodes, "cluster": nodes % size}) for size in (40, 37))
    engine = table_engine(lazy(truth), lazy(found), None)
    METRICS["f1h"].score(engine)
    METRICS["nmi"].score(engine)
    assert engine.reduction.rows_moved < 20 * (40 + 37)


def test_duckdb_keeps_no_tables() -> None:
    """Overlaps are kept while they are needed, and no longer; also where something fails."""
    with duckdb.connect() as connection:
        tables = [
            connection.sql(f"SELECT range AS node, range % {size} AS cluster FROM range(60)")
            for size in (7, 9)
        ]
        engine = table_engine(*tables, None)
        METRICS["f1h"].score(engine)
        assert not connection.sql("SELECT * FROM duckdb_tables()").fetchall()
        session = engine._tables.session

        def fail() -> None:
            with session.kept(session.lazy(tables[0])) as kept:
                assert len(session.fetch(kept)) == 60
                assert connection.sql("SELECT temporary FROM duckdb_tables()").fetchall() == [
                    (True,)
                ]
                raise KeyError

        with pytest.raises(KeyError):
            fail()
        assert not connection.sql("SELECT * FROM duckdb_tables()").fetchall()


def test_collection_of_nodes_is_refused(lazy: Lazy) -> None:
    truth, found = frames("crisp", seed=3)
    with pytest.raises(InputError, match="a collection of nodes to compare"):
        accord.f1h(lazy(truth), lazy(found), nodes=[1, 2])
