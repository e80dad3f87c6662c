"""The command that compares many values with their definitions: a few of them, and its findings."""

import random

import oracles
import pytest
import value_fuzz

from accord import METRICS
from accord.quality import QUALITIES

pytestmark = pytest.mark.filterwarnings("ignore::accord.AccordWarning")


def test_no_value_differs() -> None:
    found = list(value_fuzz.differences([*METRICS, *QUALITIES], 3, seed=1))
    assert [one for one in found if one[2]] == []
    assert len(found) == 3 * (len(METRICS) + len(QUALITIES))


def test_a_difference_is_told(monkeypatch) -> None:
    monkeypatch.setattr(oracles, "f1h", lambda *sides, **options: 2.0)
    assert "instead of 2.0: truth=" in value_fuzz.difference(METRICS["f1h"], random.Random(1))
    monkeypatch.setattr(oracles.quality, "coverage", lambda scene: (0.25, []))
    assert "instead of [0.25]: scene=" in value_fuzz.quality_difference(
        QUALITIES["coverage"], random.Random(1)
    )
