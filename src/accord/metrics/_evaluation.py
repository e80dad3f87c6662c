"""From two inputs of any kind to the value of one metric."""

from __future__ import annotations

from typing import Any

from accord._engines.choose import choose_engine
from accord._foundation.pair import NodeBase
from accord.metrics._score import Score


def evaluate(
    name: str,
    truth: Any,
    found: Any,
    *,
    nodes: NodeBase = None,
    threads: int | None = None,
    **options: Any,
) -> Score:
    """The value of the metric `name` for truth and found."""
    from accord.metrics._registry import (
        METRICS,
    )  # the registry lists the functions that call this one

    metric = METRICS[name]
    metric.check_options(options)
    engine = choose_engine(truth, found, nodes=nodes, threads=threads)
    return metric.score(engine, **options)
