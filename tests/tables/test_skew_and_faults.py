"""Skewed tables, malformed tables, and engines that fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest
from tables.conftest import Lazy

import accord
from accord.errors import EngineError, InputError


def _skewed() -> tuple[pl.DataFrame, pl.DataFrame]:
    """One cluster with half of all nodes on both sides, and one node in 10,000 clusters of truth.

    In as many of found it would meet 10,000² pairs of clusters, which takes the metrics long and
    says nothing of tables.
    """
    nodes = 12_000
    sides = []
    for shift in (0, 5):
        half = [(node, 0) for node in range(shift, shift + nodes // 2)]
        others = [(node, 1 + (node + shift) % 10_000) for node in range(nodes // 2, nodes)]
        sides.append([*half, *others])
    everywhere = [(7, cluster) for cluster in range(1, 10_001)]
    truth, found = (
        pl.DataFrame(rows, schema=["node", "cluster"], orient="row")
        for rows in (sides[0] + everywhere, sides[1])
    )
    return truth, found


def test_skewed_tables_agree(slow_lazy: Lazy) -> None:  # of the others in test_passing_tables
    truth, found = _skewed()
    metrics = ["f1p", "f1h", "onmi", "omega", "bcubed"]
    native = accord.compare(truth, found, metrics, nodes="intersection")
    reduced = accord.compare(slow_lazy(truth), slow_lazy(found), metrics, nodes="intersection")
    assert dict(reduced.items()) == pytest.approx(dict(native.items()), rel=1e-12)
    assert (reduced.truth, reduced.found, reduced.nodes) == (
        native.truth,
        native.found,
        native.nodes,
    )


GOOD = pl.DataFrame({"node": [1, 2, 3], "cluster": [1, 1, 2]})
BAD = {
    "no column for the cluster": GOOD.select("node"),
    "found: 1 row without a node in column 'node': leave them out": GOOD.with_columns(
        node=pl.Series([1, None, 3])
    ),
    "truth has integers, found has text": GOOD.with_columns(node=pl.Series(["1", "b", "3"])),
    "found: 1 row with a share such as 2": GOOD.with_columns(share=pl.Series([0.5, 2.0, 1.0])),
}


@pytest.mark.parametrize("message", BAD)
def test_malformed_tables_are_errors(any_lazy: Lazy, message: str) -> None:
    with pytest.raises(InputError) as error:
        accord.compare(any_lazy(GOOD), any_lazy(BAD[message]), ["f1p"])
    assert message in str(error.value)


def test_lists_as_clusters_are_an_error(lazy: Lazy) -> None:
    lists = GOOD.with_columns(cluster=pl.concat_list("cluster"))
    with pytest.raises(
        InputError,
        match=r"^found: column 'cluster' holds List\(Int64\): expected the clusters as integers",
    ):
        accord.compare(lazy(GOOD), lazy(lists), ["f1p"])


def test_huge_floats_are_ordinary_labels(lazy: Lazy) -> None:
    """Such floats are labels like any other."""
    wide = GOOD.with_columns(node=pl.Series([1e300, -1e300, 3.5]))
    assert accord.compare(lazy(wide), lazy(wide), ["f1p"])["f1p"] == 1


def test_sides_in_two_engines_are_refused() -> None:
    with (
        duckdb.connect() as connection,
        pytest.raises(InputError, match="a table of Polars and found one of DuckDB"),
    ):
        accord.compare(GOOD.lazy(), connection.from_arrow(GOOD.to_arrow()))


def test_too_little_memory_and_disk_is_an_error(tmp_path: Path) -> None:
    """Neither in memory nor on disk; and what was put there is gone with the connection."""
    settings: dict[str, Any] = {
        "memory_limit": "40MB",
        "temp_directory": str(tmp_path / "spill"),
        "threads": 1,
    }
    with duckdb.connect(config=settings) as connection:
        connection.execute(
            "SET max_temp_directory_size = '1MB'"
        )  # which is not heeded among the settings above
        tables = [
            connection.sql(
                f"SELECT hash(i) >> 1 AS node, i % {clusters} AS cluster "
                "FROM range(1000000) AS of(i)"
            )
            for clusters in (5000, 4999)
        ]
        with pytest.raises(
            EngineError, match=r"^DuckDB: .*(Out of Memory|temp_directory)"
        ) as error:
            accord.compare(*tables, ["f1p"])
    assert "failed to offload" in str(error.value)
    assert len(str(error.value)) < 600
    left = tmp_path / "spill"
    assert not left.exists() or list(left.iterdir()) == []


def test_truncated_parquet_file_is_an_error(spark: Any, tmp_path: Path) -> None:
    path = tmp_path / "half.parquet"
    GOOD.write_parquet(path)
    whole = path.read_bytes()
    schema = spark.createDataFrame(GOOD.to_arrow()).schema
    path.write_bytes(whole[: len(whole) // 2])
    half = spark.read.schema(schema).parquet(str(path))
    with pytest.raises(EngineError, match=r"^Spark: ") as error:
        accord.compare(half, half, ["f1p"])
    assert len(str(error.value)) < 600
    assert [file.name for file in tmp_path.iterdir()] == ["half.parquet"]
