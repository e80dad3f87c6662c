"""Where tables are reduced, which requests are refused, and errors of engines."""

from __future__ import annotations

import datetime
import inspect
import sys
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest
from tables.agreement import frames
from tables.conftest import MAKERS, Lazy

import accord
from accord._engines.choose import as_clusterings
from accord._engines.tables.session import Session
from accord._foundation.node_base import NodeBase
from accord._io.objects.clusterings import as_clustering
from accord._io.tables.backends import BACKENDS, FILE_ENGINES
from accord.errors import EngineError, InputError, MissingPackageError
from accord.views import similarity_map

FOUND = pl.DataFrame({"node": [1, 2, 3], "cluster": [1, 1, 2]})


# ---- what is reduced -----------------------------------------------------------------------------


@pytest.mark.parametrize("lazy_side", [0, 1])
def test_side_in_memory_is_sent_to_the_engine(lazy: Lazy, lazy_side: int) -> None:
    truth, found = frames("shares_and_weights", seed=4)
    wanted = accord.compare(truth, found, ["f1p", "onmi", "omega"])
    sides: list[Any] = [truth, found]
    sides[lazy_side] = lazy(sides[lazy_side])
    for form in (sides[1 - lazy_side], as_clustering(sides[1 - lazy_side])):
        sides[1 - lazy_side] = form
        comparison = accord.compare(*sides, ["f1p", "onmi", "omega"])
        assert comparison.reduction is not None
        assert (comparison.truth, comparison.found, comparison.nodes) == (
            wanted.truth,
            wanted.found,
            wanted.nodes,
        )
        for metric in wanted:
            assert float(comparison[metric]) == pytest.approx(float(wanted[metric]), rel=1e-12)


def test_names_of_a_side_in_memory_are_kept(lazy: Lazy) -> None:
    truth = {"red": ["ann", "bob"], "blue": ["eve"]}
    found = pl.DataFrame({"node": ["ann", "bob", "eve"], "cluster": ["x", "x", "y"]})
    named = accord.named_clusters(truth, lazy(found))
    assert str(named) == str(accord.named_clusters(truth, found))
    assert "red" in str(named)


def test_each_level_is_compared(lazy: Lazy) -> None:
    truth = pl.DataFrame({"node": range(8), "cluster": [0, 0, 0, 0, 1, 1, 1, 1]})
    rows = [(node, node // size, level) for level, size in enumerate((2, 4)) for node in range(8)]
    found = pl.DataFrame(rows, schema=["node", "cluster", "level"], orient="row")
    wanted, reduced = (
        accord.compare(truth, found, ["f1h"]),
        accord.compare(lazy(truth), lazy(found), ["f1h"]),
    )
    assert wanted.levels is not None
    assert reduced.levels is not None
    assert reduced.levels.to_dict() == wanted.levels.to_dict()
    assert float(reduced["f1h"]) == pytest.approx(float(wanted["f1h"]), rel=1e-12)


def test_ranking_and_similarity_matrix_agree(lazy: Lazy) -> None:
    truth, found = frames("overlapping", seed=6)
    other = found.with_columns(cluster=pl.col("cluster") % 2)
    wanted = accord.rank(truth, {"one": found, "two": other}, ["f1p", "omega"])
    reduced = accord.rank(lazy(truth), {"one": lazy(found), "two": other}, ["f1p", "omega"])
    assert reduced.to_dict() == wanted.to_dict()
    assert str(reduced) == str(wanted)
    matrices = [
        accord.similarity_matrix(list(map(make, (truth, found, other))))
        for make in (lambda first: first, lazy)
    ]
    np.testing.assert_allclose(matrices[1], matrices[0], rtol=1e-12)


@pytest.mark.parametrize("nodes", [None, "union", "intersection", "truth"])
def test_similarity_of_results_agrees(lazy: Lazy, nodes: NodeBase) -> None:
    """Also on the nodes of the truth, some of which neither of two results knows."""
    truth, first = frames("unequal", seed=6)
    results = {"one": first, "two": first.filter(pl.col("node") < 20)}
    reduced = accord.rank(
        lazy(truth), {name: lazy(result) for name, result in results.items()}, ["f1p"], nodes=nodes
    )
    for metric in ("f1p", "omega"):
        wanted = similarity_map(accord.rank(truth, results, ["f1p"], nodes=nodes), metric)
        likeness = similarity_map(reduced, metric)
        assert likeness.names == wanted.names
        np.testing.assert_allclose(likeness.matrix, wanted.matrix, rtol=1e-12)


def test_explanation_agrees(lazy: Lazy) -> None:
    truth, found = frames("unequal", seed=7)
    wanted, reduced = accord.explain(truth, found), accord.explain(lazy(truth), lazy(found))
    for side, wanted_side in ((reduced.truth, wanted.truth), (reduced.found, wanted.found)):
        np.testing.assert_array_equal(side.verdict, wanted_side.verdict)
        np.testing.assert_array_equal(side.sizes, wanted_side.sizes)
        np.testing.assert_allclose(side.cost, wanted_side.cost, rtol=1e-12, atol=1e-15)
    assert {agreement for _, agreement in reduced.worst_nodes(99)} == {
        agreement for _, agreement in wanted.worst_nodes(99)
    }


def test_tables_in_memory_are_not_reduced() -> None:
    assert accord.compare(FOUND, FOUND, ["f1h"]).reduction is None


# ---- what is not there ---------------------------------------------------------------------------


def test_requests_that_need_every_node_are_refused(lazy: Lazy) -> None:
    truth, found = (lazy(frame) for frame in frames("overlapping", seed=6))
    refused = pytest.raises(
        InputError, match="this needs every single node, and these tables say only how many"
    )
    with refused:
        accord.baseline("f1h", truth, found)
    with refused:
        accord.interval("f1h", truth, found)
    with refused:
        accord.difference("f1h", truth, found, found)
    with refused:
        accord.f1h(truth, found, nodes=[1, 2, 3])
    reduced = accord.compare(truth, found, ["f1h"]).subject
    assert reduced is not None
    for use in (
        reduced.truth.nodes,
        reduced.truth.clusters,
        reduced.truth.memberships,
        lambda: reduced.truth.restrict([1]),
        lambda: accord.write(reduced.truth, "never.cnl"),
        lambda: accord.perturb(reduced.truth, seed=1),
        lambda: accord.Clustering.from_levels([reduced.truth]),
    ):
        with refused:
            use()


def test_clusterings_that_were_not_reduced_together_are_refused(lazy: Lazy) -> None:
    truth, found = (lazy(frame) for frame in frames("overlapping", seed=6))
    first, other = (accord.compare(truth, found, ["f1h"]).subject for _ in range(2))
    assert first is not None
    assert other is not None
    assert accord.f1h(first.truth, first.found) == accord.f1h(truth, found)
    with pytest.raises(InputError, match="not reduced together: compare the tables themselves"):
        accord.f1h(first.truth, other.found)
    with pytest.raises(InputError, match="not reduced together"):
        accord.f1h(first.truth, [[1, 2]])


def test_tables_of_two_engines_are_refused() -> None:
    with pytest.raises(
        InputError,
        match="truth is a table of Polars and found one of DuckDB: bring both into one engine",
    ):
        accord.f1h(FOUND.lazy(), duckdb.from_arrow(FOUND.to_arrow()))


def test_relations_of_two_connections_are_refused() -> None:
    with (
        duckdb.connect() as first,
        duckdb.connect() as other,
        pytest.raises(EngineError, match=r"DuckDB: .*connection"),
    ):
        accord.f1h(first.from_arrow(FOUND.to_arrow()), other.from_arrow(FOUND.to_arrow()))


def test_engine_errors_are_passed_on() -> None:
    broken = FOUND.lazy().with_columns(cluster=pl.lit("no number").cast(pl.Int64))
    with pytest.raises(EngineError, match=r"^Polars: conversion .* failed"):
        accord.f1h(broken, FOUND)


def test_missing_narwhals_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "narwhals", None)
    with pytest.raises(
        MissingPackageError,
        match=r"comparing tables of Polars needs the package narwhals: .*accord\[tables\]",
    ):
        accord.f1h(FOUND.lazy(), FOUND)


ERRORS = {
    "no columns that fit": (
        {"a": [1], "b": [2], "c": [3]},
        r"^truth: no column for the node and the cluster among 'a'",
    ),
    "no node": (
        {"id": [1, None, None], "cluster": [1, 1, 1]},
        r"^truth: 2 rows without a node in column 'id': leave",
    ),
    "no text node": (
        {"node": ["a", None], "cluster": [1, 1]},
        r"^truth: 1 row without a node in column 'node'",
    ),
    "texts and integers": (
        {"node": ["a"], "cluster": [1]},
        r"kinds: truth has text, found has integers; make them",
    ),
    "share above 1": (
        {"node": [1, 2], "cluster": [1, 1], "share": [1, 1.5]},
        r"^truth: 1 row with a share such as 1.5: ",
    ),
    "share 0": (
        {"node": [1, 2], "cluster": [1, 1], "share": [0.0, 0.5]},
        r"a share such as 0: shares must be in \(0, 1\]",
    ),
    "share too small": (
        {"node": [1], "cluster": [1], "share": [1e-200]},
        r"such as 1e-200: shares must be at least 1e-100",
    ),
    "share not a number": (
        {"node": [1], "cluster": [1], "share": [float("nan")]},
        r"such as nan: shares must be in",
    ),
    "text for share": (
        {"node": [1], "cluster": [1], "share": ["1"]},
        r"^truth: column 'share' holds no numbers: expected",
    ),
    "two shares": (
        {"node": [1, 1], "cluster": [4, 4], "share": [0.5, 0.25]},
        r"^truth: cluster 4 has node 1 twice, with shares 0.25 and 0.5",
    ),
    "no weight": (
        {"node": [1, 2], "cluster": [1, 1], "weight": [None, 1]},
        r"^truth: 1 row without a weight: give one to",
    ),
    "weight 0": (
        {"node": [1, 2], "cluster": [1, 1], "weight": [0, 1]},
        r"^truth: 1 row with a weight such as 0: weights",
    ),
    "two weights": (
        {"node": [1, 1], "cluster": [1, 2], "weight": [2, 3]},
        r"^truth: node 1 has the weights 2 and 3",
    ),
    "weights too great": (
        {"node": [1, 2], "cluster": [1, 1], "weight": [2**62, 2**62]},
        r"the weights add up to 2\*\*62 or more",
    ),
    "no level": (
        {"node": [1, 2], "cluster": [1, 1], "level": [None, 1]},
        r"some memberships have a level and others none",
    ),
    "no cluster": ({"node": [1, 2], "cluster": [None, None]}, r"no node is in any cluster"),
    "lists": (
        {"node": [[1, 3], [2, 4]], "cluster": [1, 1]},
        r"^truth: column 'node' holds List.*: expected the nodes as int",
    ),
}


WIDE = {
    "nodes": (
        "node",
        [2**63, 2**64 - 1, 3],
        pl.UInt64,
        "2 rows with a node beyond 64 bits in column 'node': make them text",
    ),
    "far below": (
        "node",
        [-(2**63) - 1, 2, 3],
        pl.Int128,
        "1 row with a node beyond 64 bits in column 'node'",
    ),
    "clusters": (
        "cluster",
        [1, 1, 2**100],
        pl.Int128,
        "1 row with a cluster beyond 64 bits in column 'cluster': make",
    ),
    "weights": (
        "weight",
        [1, 1, 2**63],
        pl.UInt64,
        "1 row with a weight beyond 64 bits in column 'weight': scale them",
    ),
}


@pytest.mark.parametrize(("column", "values", "kind", "words"), WIDE.values(), ids=WIDE)
def test_integers_beyond_64_bits_are_handled(
    lazy: Lazy, column: str, values: list[int], kind: Any, words: str
) -> None:
    table = FOUND.with_columns(pl.Series(column, values, kind)).lazy()
    if lazy(FOUND).__class__.__module__.startswith("duckdb"):
        duck = {pl.UInt64: "ubigint", pl.Int128: "hugeint"}[kind]
        rows = ", ".join(
            f"({node}, {cluster}, {value})"
            for (node, cluster), value in zip(FOUND.rows(), values, strict=True)
        )
        others = ", ".join(name for name in ("node", "cluster") if name != column)
        table = duckdb.sql(
            f"SELECT {others}, wide::{duck} AS {column} "
            f"FROM (VALUES {rows}) AS of(node, cluster, wide)"
        )
    with pytest.raises(InputError) as error:
        accord.f1h(table, FOUND)
    assert str(error.value).startswith(f"truth: {words}")


def test_wide_types_with_small_values_are_accepted(lazy: Lazy) -> None:
    wide = FOUND.with_columns(pl.col("node").cast(pl.UInt64))
    assert accord.f1h(lazy(wide), lazy(FOUND)) == 1


@pytest.mark.parametrize(("columns", "words"), ERRORS.values(), ids=ERRORS)
def test_errors_name_the_problem_and_the_column(
    lazy: Lazy, columns: dict[str, list[Any]], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        accord.f1h(lazy(pl.DataFrame(columns, strict=False)), lazy(FOUND))


def test_conflicting_weights_are_an_error(lazy: Lazy) -> None:
    truth = FOUND.with_columns(weight=pl.Series([1, 2, 3]))
    with pytest.raises(InputError, match="the two sides give some nodes different weights"):
        accord.f1h(lazy(truth), lazy(FOUND.with_columns(weight=pl.Series([1, 2, 4]))))


@pytest.mark.parametrize(
    "nodes",
    [
        [datetime.date(2020, 1, day) for day in (1, 2, 3, 4)],
        [True, True, False, False],
        pl.Series(["a", "b", "c", "d"], dtype=pl.Categorical),
        pl.Series([1, 2, 3, 4], dtype=pl.UInt8),
        [2**60 + 1, 2**60 + 2, 2**60 + 3, 2**60 + 4],
    ],
    ids=["dates", "booleans", "categories", "bytes", "great integers"],
)
def test_nodes_of_many_types_are_accepted(lazy: Lazy, nodes: Any) -> None:
    truth = pl.DataFrame({"node": nodes, "cluster": [0, 1, 0, 2]})
    found = pl.DataFrame({"node": nodes, "cluster": ["x", "x", "y", "y"]})
    assert float(accord.f1h(lazy(truth), lazy(found))) == pytest.approx(
        float(accord.f1h(truth, found)), rel=1e-12
    )


# ---- how much is moved ---------------------------------------------------------------------------


def test_lazy_table_is_never_fetched_whole(lazy: Lazy, monkeypatch: pytest.MonkeyPatch) -> None:
    fetched: list[int] = []
    fetch = Session.fetch

    def counting(self: Session, frame: Any, most: int | None = None) -> Any:
        result = fetch(self, frame, most)
        fetched.append(len(result))
        return result

    monkeypatch.setattr(Session, "fetch", counting)
    nodes = np.arange(30_000)
    truth = pl.DataFrame(
        {"node": np.tile(nodes, 2), "cluster": np.concatenate((nodes % 5, 5 + nodes % 3))}
    )
    found = pl.DataFrame({"node": nodes, "cluster": nodes % 2})
    comparison = accord.compare(lazy(truth), lazy(found), ["f1h", "omega"])
    assert float(comparison["omega"]) == pytest.approx(float(accord.omega(truth, found)), rel=1e-12)
    assert comparison.reduction is not None
    assert comparison.reduction.types == 2 * 3 * 5
    assert comparison.reduction.rows_read == 90_000
    assert sum(fetched) <= comparison.reduction.rows_moved < 300
    assert str(comparison.reduction).endswith("and found 30 node types")


@pytest.mark.parametrize("most", [10, 10**6])
def test_repeated_memberships_add_no_types(
    lazy: Lazy, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Repeated memberships are found whether or not there are too many types."""
    monkeypatch.setattr("accord._engines.tables.node_types.max_types", lambda: most)
    node = np.repeat(np.arange(60), np.arange(1, 61))
    truth = pl.DataFrame({"node": node, "cluster": node % 3})
    found = pl.DataFrame({"node": np.arange(60), "cluster": np.arange(60) % 2})
    wanted, reduced = (
        accord.compare(truth, found, ["f1p", "omega"]),
        accord.compare(lazy(truth), lazy(found), ["f1p", "omega"]),
    )
    assert reduced.reduction is not None
    assert reduced.reduction.types == 6
    assert (reduced.truth, reduced.found, reduced.nodes) == (
        wanted.truth,
        wanted.found,
        wanted.nodes,
    )
    assert dict(reduced.items()) == pytest.approx(dict(wanted.items()), rel=1e-12)
    assert (
        as_clusterings([("truth", lazy(truth)), ("found", lazy(found))])[0].repeated
        == len(node) - 60
    )


def test_huge_cluster_and_node_in_many_clusters(lazy: Lazy) -> None:
    nodes, many = np.arange(40_000), np.arange(10_000)
    truth = pl.DataFrame(
        {
            "node": np.concatenate((nodes, np.full(len(many), 7))),
            "cluster": np.concatenate((np.where(nodes < 20_000, 99, nodes % 50), 100 + many)),
        }
    )
    found = pl.DataFrame({"node": nodes, "cluster": nodes % 40})
    wanted = accord.compare(truth, found, ["f1p", "f1h", "omega", "onmi"])
    reduced = accord.compare(lazy(truth), lazy(found), ["f1p", "f1h", "omega", "onmi"])
    assert reduced.truth == wanted.truth
    assert reduced.truth.overlapping_nodes == 1
    for metric in wanted:
        assert float(reduced[metric]) == pytest.approx(float(wanted[metric]), rel=1e-12)


def test_engine_state_is_restored() -> None:
    with duckdb.connect() as connection:
        connection.execute(
            "create table memberships as select range as node, range % 3 as cluster from range(30)"
        )
        relation = connection.sql("select * from memberships")
        accord.compare(relation, relation, ["f1h"])
        assert connection.sql("show tables").fetchall() == [("memberships",)]
        assert not connection.sql("select * from duckdb_views() where not internal").fetchall()


def test_reduced_clusterings_know_their_multiplicities(lazy: Lazy) -> None:
    truth, found = as_clusterings([("truth", lazy(FOUND)), ("found", lazy(FOUND))])
    assert truth.multiplicity is not None
    assert dict(zip(truth.node_labels, truth.multiplicity.tolist(), strict=True)) == {1: 2, 3: 1}
    assert truth.n_nodes == truth.n_memberships == 3
    assert truth == truth.unique()
    assert repr(truth) == repr(found) == "Clustering: 3 nodes in 2 clusters, crisp"


def test_every_engine_is_documented_and_tested() -> None:
    page = (Path(__file__).parents[2] / "docs" / "large_data.md").read_text(encoding="utf-8")
    assert list(MAKERS) == [backend.name for backend in BACKENDS]
    for backend in BACKENDS:
        assert f"- **{backend.name}**" in page
    for name in FILE_ENGINES:
        assert f"--engine {name}" in page


def test_engine_options_are_arguments_of_open() -> None:
    for backend in FILE_ENGINES.values():
        parameters = inspect.signature(backend.open).parameters
        assert set(parameters) == {"threads", *backend.options}
