"""The same work many times over, from several threads."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from accord._engines.native.engine import NativeEngine
from accord._foundation.pair import Pair
from accord._foundation.threads import ProgressCallback
from accord.errors import InputError
from accord.metrics._requests import Requests

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Seconds between two looks at signals and progress.
_WATCH = 0.05
_GREATEST_SEED = 2**63 - 1


class Stopped(Exception):
    """Another thread has ended the work."""


def values_of(
    requests: Requests,
    make: Callable[[int], Sequence[Pair]],
    times: int,
    threads: int,
    progress: ProgressCallback | None,
    whole: Sequence[float] | None = None,
) -> NDArray[np.float64]:
    """The metrics of the pairs that `make(repeat)` gives for each repeat: an array by metric, repeat and pair.

    Each pair is made once for all metrics, and so is each summary of it. Repeats run side by side,
    each on one thread. Where pairs are parts of greater ones, `whole` has what all nodes of those
    weigh: a metric that grows with the nodes is scaled up to it.
    """

    def scores(repeat: int, watch: ProgressCallback) -> list[list[float]]:
        engines = [NativeEngine(pair, watch) for pair in make(repeat)]
        parts = [1.0] * len(engines)
        if whole is not None:
            parts = [
                engine.pair.total_weight / total
                for engine, total in zip(engines, whole, strict=True)
            ]
        return [
            [
                float(metric.score(engine, **options)) / (part if metric.extensive else 1)
                for engine, part in zip(engines, parts, strict=True)
            ]
            for metric, options in requests.values()
        ]

    return np.array(_repeat(scores, times, threads, progress)).swapaxes(0, 1)


def _repeat(
    work: Callable[[int, ProgressCallback], list[list[float]]],
    times: int,
    threads: int,
    progress: ProgressCallback | None,
) -> list[list[list[float]]]:
    """What `work(repeat, watch)` gives for every repeat. `watch` raises where the work is to end."""
    import threading

    made: dict[int, list[list[float]]] = {}
    failures: list[BaseException] = []
    waiting = iter(range(times))
    lock, stop, gone = threading.Lock(), threading.Event(), threading.Semaphore(0)

    def watch(_: float) -> None:
        if stop.is_set():
            raise Stopped

    def run() -> None:
        try:
            while not stop.is_set():
                with lock:
                    repeat = next(waiting, None)
                if repeat is None:
                    return
                made[repeat] = work(repeat, watch)
        except BaseException as failure:  # raised again by the thread that asked for the work
            failures.append(failure)
            stop.set()
        finally:
            gone.release()

    team = [threading.Thread(target=run) for _ in range(min(threads, times))]
    at_work = 0
    try:
        for member in team:
            member.start()
            at_work += 1
        while at_work:  # this thread alone hears of Ctrl-C; a join that it ends would forget the thread (bpo-45274)
            at_work -= gone.acquire(timeout=_WATCH)
            if progress is not None:
                progress(len(made) / times)
    finally:
        stop.set()
        for _ in range(at_work):
            gone.acquire()
        for member in team:
            if member.ident is not None:
                member.join()
    if failures:
        raise next(failure for failure in failures if not isinstance(failure, Stopped))
    return [made[repeat] for repeat in range(times)]


# ---- arguments -----------------------------------------------------------------------------------


def check_repeats(repeats: object) -> int:
    return _integer("repeats", repeats, 2, 10**9)


def check_seed(seed: object) -> int:
    return _integer("seed", seed, 0, _GREATEST_SEED)


def check_confidence(confidence: object) -> float:
    number = float(confidence) if isinstance(confidence, int | float | np.number) else math.nan
    if not 0 < number < 1:
        raise InputError(
            f"confidence must be a number between 0 and 1, such as 0.95, not {confidence!r}"
        )
    return number


def _integer(name: str, value: object, least: int, greatest: int) -> int:
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if not least <= number <= greatest or isinstance(value, bool):
        raise InputError(f"{name} must be an integer from {least} to {greatest}, not {value!r}")
    return number
