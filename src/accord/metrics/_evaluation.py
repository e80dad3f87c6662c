"""From two inputs of any kind to the value of one metric."""

from __future__ import annotations

from typing import Any

from accord._engines.native.engine import NativeEngine
from accord._engines.tables import TableEngine, TooManyTypes
from accord._foundation.pair import NodeBase, pair_up
from accord._foundation.threads import thread_count
from accord._io.objects import as_clusterings
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
    count = thread_count(threads)
    try:
        sides = as_clusterings([("truth", truth), ("found", found)], threads=count)
    except TooManyTypes as error:
        return metric.score(TableEngine(error, nodes), **options)
    return metric.score(NativeEngine(pair_up(sides, nodes, count)), **options)
