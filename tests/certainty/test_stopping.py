"""Long work reports progress, and stops on Ctrl-C, by the callback, or if a repeat fails."""

import dataclasses
import functools
import threading
import time
from typing import Any

import pytest
from interrupting import interrupt

import accord
from accord import METRICS

TRUTH = accord.generate_cover(2000, 40, 1.5, seed=1)
FOUND = accord.perturb(TRUTH, move=0.2, seed=2)

#: Repeats without end; or some, each a kernel call of seconds.
ENDLESS = """
import numpy as np, accord
told = []

def tell(share):
    if share < 0.001 and not told:  # from between repeats: a kernel tells of a greater part
        print("running", flush=True)
        told.append(share)

rng = np.random.default_rng(0)
nodes, clusters = {nodes}, {clusters}

def half():
    members = [np.flatnonzero(rng.random(nodes) < 0.5) for _ in range(clusters)]
    return accord.Clustering.from_clusters(members)

truth, found = half(), half()
accord.{call}, progress=tell, threads=2)
print("finished", flush=True)
"""


@pytest.mark.parametrize(
    ("nodes", "clusters", "call"),
    [
        (100, 10, "baseline('f1p', truth, found, repeats=10**8"),
        (1500, 3000, "compare(truth, found, 'f1p', baseline=True"),
        (1500, 3000, "interval('f1p', truth, found"),
        (1500, 2000, "difference('f1p', truth, found, truth"),
    ],
)
def test_ctrl_c_stops_promptly(nodes: int, clusters: int, call: str) -> None:
    interrupt(ENDLESS.format(nodes=nodes, clusters=clusters, call=call))


def test_progress_rises_to_the_end() -> None:
    seen: list[float] = []
    accord.baseline("f1p", TRUTH, FOUND, repeats=500, threads=2, progress=seen.append)
    assert len(seen) >= 2
    assert seen == sorted(seen)
    assert 0 <= seen[0] <= seen[-1] == 1


class Enough(Exception):
    pass


def test_progress_may_stop_the_work_and_leaves_no_thread_behind() -> None:
    def stop(share: float) -> None:
        raise Enough(share)

    before = threading.active_count()
    start = time.perf_counter()
    with pytest.raises(Enough):
        accord.interval("f1p", TRUTH, FOUND, repeats=2000, progress=stop)
    assert time.perf_counter() - start < 2
    assert threading.active_count() == before


def test_error_in_a_repeat_is_raised_by_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    metric, calls = METRICS["f1p"], []

    def fails(*args: Any, **options: Any) -> Any:
        calls.append(args)
        if len(calls) == 5:
            raise Enough
        return formula(*args, **options)

    formula = metric.formula
    functools.update_wrapper(fails, formula)
    monkeypatch.setitem(METRICS, "f1p", dataclasses.replace(metric, formula=fails))
    before = threading.active_count()
    with pytest.raises(Enough):
        accord.baseline("f1p", TRUTH, FOUND, repeats=10_000, threads=2)
    assert len(calls) < 100
    assert threading.active_count() == before
