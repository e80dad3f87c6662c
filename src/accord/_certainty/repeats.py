"""Metrics of many random variants of a pair, computed by several threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from accord._engines.native.engine import NativeEngine
from accord._foundation.pair import Pair
from accord._foundation.progress import ProgressCallback
from accord.metrics._requests import Requests

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Seconds between two checks for signals and reports of progress.
_POLL_SECONDS = 0.05


class _Stopped(Exception):
    """Another thread has stopped the work."""


def compute_values(
    requests: Requests,
    make_pairs: Callable[[int], Sequence[Pair]],
    repeats: int,
    threads: int,
    progress: ProgressCallback | None,
    whole: Sequence[float] | None = None,
) -> NDArray[np.float64]:
    """The metrics of the pairs of every repeat: an array by metric, repeat and pair.

    `make_pairs(repeat)` returns the pairs of a repeat. Each pair is made once for all metrics, and
    so is each summary of it. Repeats run in parallel, each on one thread. If the pairs are parts of
    larger ones, `whole` has the total weight of the nodes of each of those: a metric that grows
    with the number of nodes is scaled up to it.
    """

    def scores(repeat: int, watch: ProgressCallback) -> list[list[float]]:
        engines = [NativeEngine(pair, watch) for pair in make_pairs(repeat)]
        parts = [1.0] * len(engines)
        if whole is not None:
            parts = [
                engine.pair.total_weight / total
                for engine, total in zip(engines, whole, strict=True)
            ]
        return [
            [
                float(metric.score(engine, **options)) / part ** metric.growth_with(options)
                for engine, part in zip(engines, parts, strict=True)
            ]
            for metric, options in requests.values()
        ]

    return np.array(_run_repeats(scores, repeats, threads, progress)).swapaxes(0, 1)


def _run_repeats(
    work: Callable[[int, ProgressCallback], list[list[float]]],
    repeats: int,
    threads: int,
    progress: ProgressCallback | None,
) -> list[list[list[float]]]:
    """The results of `work(repeat, watch)` for every repeat; `watch` raises to end the work."""
    import threading

    results: dict[int, list[list[float]]] = {}
    failures: list[BaseException] = []
    waiting = iter(range(repeats))
    lock, stop, finished = threading.Lock(), threading.Event(), threading.Semaphore(0)

    def watch(_: float) -> None:
        if stop.is_set():
            raise _Stopped

    def run() -> None:
        try:
            while not stop.is_set():
                with lock:
                    repeat = next(waiting, None)
                if repeat is None:
                    return
                results[repeat] = work(repeat, watch)
        except BaseException as failure:  # raised again by the calling thread
            failures.append(failure)
            stop.set()
        finally:
            finished.release()

    workers = [threading.Thread(target=run) for _ in range(min(threads, repeats))]
    running = 0
    try:
        for worker in workers:
            worker.start()
            running += 1
        # Only this thread receives Ctrl-C; a join interrupted by it loses the worker (bpo-45274).
        while running:
            running -= finished.acquire(timeout=_POLL_SECONDS)
            if progress is not None:
                progress(len(results) / repeats)
    finally:
        stop.set()
        for _ in range(running):
            finished.acquire()
        for worker in workers:
            if worker.ident is not None:
                worker.join()
    if failures:
        raise next(failure for failure in failures if not isinstance(failure, _Stopped))
    return [results[repeat] for repeat in range(repeats)]
