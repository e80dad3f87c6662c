"""What engines have in common: summaries are requested by class and computed once."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from accord._engines.base import Engine
from accord._engines.choose import choose_engine
from accord._engines.native.engine import NativeEngine
from accord._engines.tables.engine import TableEngine
from accord._summaries import clustering_pair
from accord._summaries.clustering_pair import BestMatches, Overlaps, PairCounts, Tallies

TRUTH, FOUND = [{1, 2}, {2, 3}], [{1, 2, 3}]


class Sum:
    def __init__(self, value: int) -> None:
        self.value = value


class Adder(Engine):
    """An engine that counts its work."""

    def __init__(self) -> None:
        super().__init__()
        self.computed = 0

    def _sum(self, *, a: int, b: int = 2) -> Sum:
        self.computed += 1
        return Sum(a + b)

    providers: ClassVar[dict[type, Any]] = {Sum: _sum}


def test_equal_requests_are_computed_once() -> None:
    engine = Adder()
    assert engine.get(Sum, a=1) is engine.get(Sum, b=2, a=1)
    assert engine.computed == 1
    assert engine.get(Sum, a=1, b=3).value == 4
    assert engine.computed == 2


def test_unlisted_summaries_are_not_supported() -> None:
    engine = Adder()
    assert engine.supports(Sum)
    assert not engine.supports(Overlaps)
    with pytest.raises(TypeError, match="Adder does not compute Overlaps"):
        engine.get(Overlaps)


def test_the_native_engine_supports_every_summary_that_is_requested() -> None:
    engine = choose_engine(TRUTH, FOUND)
    assert isinstance(engine, NativeEngine)
    of_pairs = {
        summary
        for summary in NativeEngine.providers
        if summary.__module__ == clustering_pair.__name__
    }
    assert len(of_pairs) >= 12
    assert all(engine.supports(summary) for summary in of_pairs)
    assert set(TableEngine.providers) == {BestMatches, PairCounts, Tallies}
    assert set(TableEngine.providers) < of_pairs


def test_engine_reports_how_pairs_were_counted() -> None:
    engine = choose_engine(TRUTH, FOUND)
    assert engine.how_pairs_were_counted is None
    counts = engine.get(PairCounts)
    assert engine.how_pairs_were_counted == str(counts.work)


def test_engine_reports_repeated_memberships_of_the_input() -> None:
    engine = choose_engine([[1, 1, 2], [2, 3]], FOUND)
    assert engine.repeated_memberships == (1, 0)
    assert engine.reduction is None
