"""Engines that take seconds for each table: fewer cases of what test_same_numbers checks."""

from __future__ import annotations

import polars as pl
import pytest
from tables.agreement import POLICIES, check_every_metric, frames, table_of
from tables.conftest import Lazy

import accord

#: Between them they have all that a table can hold.
REPRESENTATIVE_CASES = (
    "unequal",
    "texts",
    "weights_on_one_side",
    "shares_and_weights",
    "floats_for_integers",
)


@pytest.mark.parametrize("case", REPRESENTATIVE_CASES)
def test_every_metric_equals_the_table_in_memory(slow_lazy: Lazy, case: str) -> None:
    check_every_metric(slow_lazy, *frames(case, seed=1), POLICIES)


def test_cover_of_many_clusters(slow_lazy: Lazy) -> None:
    cover = accord.generate_cover(3000, 12, seed=3)
    truth, found = table_of(cover), table_of(accord.perturb(cover, move=0.3, seed=4))
    check_every_metric(slow_lazy, truth, found, ["intersection"], counts=True)


def test_large_integers_stay_exact(any_lazy: Lazy) -> None:
    """Neighbours that are the same float are different nodes."""
    start = 2**62
    truth = pl.DataFrame(
        {"node": [start, start + 1, start + 2, start + 3], "cluster": [1, 1, 2, 2]}
    )
    found = pl.DataFrame(
        {
            "node": [start + 1, start + 2, start + 3, start + 4],
            "cluster": [2**61, 2**61 + 1, 2**61, 5],
        }
    )
    check_every_metric(any_lazy, truth, found, ["union", "intersection"], counts=True)
