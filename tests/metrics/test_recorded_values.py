"""Every metric gives the values of papers, and of other programs and test suites."""

import pytest
from published_values import PUBLISHED, Published

import accord


@pytest.mark.parametrize("published", PUBLISHED, ids=str)
def test_published_value(published: Published) -> None:
    metric = getattr(accord, published.metric)
    score = metric(published.truth, published.found, **published.options, **published.base)
    value = getattr(score, published.side) if published.side else score
    assert value == pytest.approx(published.value, abs=published.within)
