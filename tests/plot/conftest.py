"""Draw figures without a screen, and close them after each test."""

from collections.abc import Iterator

import matplotlib
import pytest

matplotlib.use("Agg")


@pytest.fixture(autouse=True)
def closed_figures() -> Iterator[None]:
    from matplotlib import pyplot

    yield
    pyplot.close("all")
