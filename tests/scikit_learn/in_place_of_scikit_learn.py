"""A pytest plugin that replaces scikit-learn's functions by ours before its tests are imported.

Its tests hold the functions in lists that are made on import, so that nothing less would reach them
all. What became of each test, and which of our functions it called, is written to the file that
OUTCOMES names.
"""

import functools
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sklearn.metrics
import sklearn.metrics.cluster
from sklearn.metrics.cluster import _supervised

import accord.sklearn

_called: set[str] = set()
_outcomes: dict[str, dict[str, Any]] = {}


def _noted(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*arguments: Any, **options: Any) -> Any:
        _called.add(function.__name__)
        return function(*arguments, **options)

    return call


for name in accord.sklearn.__all__:
    for module in (sklearn.metrics, sklearn.metrics.cluster, _supervised):
        if hasattr(module, name):
            setattr(module, name, _noted(getattr(accord.sklearn, name)))


def pytest_runtest_setup() -> None:
    _called.clear()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" or report.outcome != "passed":
        _outcomes[report.nodeid] = {
            "outcome": report.outcome,
            "called": sorted(_called),
            "why": report.longreprtext,
        }


def pytest_sessionfinish() -> None:
    Path(os.environ["OUTCOMES"]).write_text(json.dumps(_outcomes))
