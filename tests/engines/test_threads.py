"""Threads: equal bits for any number, after forks, with Ctrl-C and beside other Python threads."""

import os
import resource
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest
from interrupting import interrupt

import accord
from accord import METRICS, Clustering, InputError, _core
from accord._engines.native.engine import NativeEngine
from accord._foundation.clustering_parts import Parts
from accord._foundation.node_index import pair_up
from accord._summaries.clustering_pair import (
    BestMatches,
    BestOverlaps,
    ConditionalEntropies,
    Containment,
    NodeTypes,
    Overlaps,
)

COUNTS = (1, 2, 7)


# ---- the same bits -------------------------------------------------------------------------------


def weighted(clustering: Clustering, weights: np.ndarray) -> Clustering:
    return Clustering(Parts(clustering.node_labels, clustering.rows, weights=weights.copy()))


def fuzzy(clustering: Clustering, seed: int) -> Clustering:
    rows = clustering.rows
    shares = 1 - np.random.default_rng(seed).random(len(rows.members))
    return Clustering(Parts(clustering.node_labels, type(rows)(rows.offsets, rows.members, shares)))


@cache
def inputs(kind: str) -> tuple[Clustering, Clustering]:
    """Pairs with hundreds of thousands of memberships: ten chunks of work and more."""
    memberships = 1.0 if kind == "crisp" else 1.5
    truth = accord.generate_cover(200_000, 500, memberships, seed=1)
    damage = {"merge": 0.1} if kind == "crisp" else {"drop": 0.1, "add": 0.1}
    found = accord.perturb(truth, move=0.1, split=0.2, **damage, seed=2)
    if kind == "many clusters":
        return accord.generate_cover(100_000, 20_000, 1.5, seed=3), accord.generate_cover(
            100_000, 30_000, 1.3, seed=4
        )
    if kind == "fuzzy":
        return fuzzy(truth, 5), fuzzy(found, 6)
    if kind == "float weights":
        weights = np.random.default_rng(7).random(200_000) + 0.01
        return weighted(truth, weights), weighted(found, weights)
    if kind == "integer weights":
        weights = np.random.default_rng(8).integers(1, 2**40, 200_000)
        return weighted(truth, weights), weighted(found, weights)
    if kind == "fuzzy with weights":
        weights = np.random.default_rng(9).random(200_000) + 0.01
        return weighted(fuzzy(truth, 5), weights), fuzzy(found, 6)
    return truth, found


KINDS = (
    "crisp",
    "overlapping",
    "many clusters",
    "fuzzy",
    "float weights",
    "integer weights",
    "fuzzy with weights",
)


def bits(value: Any) -> Any:
    """A summary as bytes, so that equal means equal bit by bit."""
    if is_dataclass(value):
        return {field.name: bits(getattr(value, field.name)) for field in fields(value)}
    return (
        (value.dtype.str, value.tobytes())
        if isinstance(value, np.ndarray)
        else np.array(value).tobytes()
    )


SUMMARIES: dict[str, Callable[[NativeEngine], Any]] = {
    "overlaps": lambda engine: engine.get(Overlaps),
    "partition_overlaps": lambda engine: engine.get(Overlaps, complete=True),
    "best_matches[full]": lambda engine: engine.get(BestMatches, sharing="full"),
    "best_matches[split]": lambda engine: engine.get(BestMatches, sharing="split"),
    "best_matches[shares]": lambda engine: engine.get(BestMatches, sharing="shares"),
    "conditional_entropies": lambda engine: engine.get(ConditionalEntropies),
    "node_types": lambda engine: engine.get(NodeTypes),
    "best_overlaps[truth]": lambda engine: engine.get(
        BestOverlaps, side="truth", by="f1", sharing="shares"
    ),
    "best_overlaps[found]": lambda engine: engine.get(BestOverlaps, side="found", by="pprob"),
    "containment[truth]": lambda engine: engine.get(Containment, side="truth"),
    "containment[found]": lambda engine: engine.get(Containment, side="found"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_summaries_have_the_same_bits_from_any_number_of_threads(kind: str) -> None:
    first, *others = (NativeEngine(pair_up(inputs(kind), None, threads)) for threads in COUNTS)
    for name, summary in SUMMARIES.items():
        wanted = bits(summary(first))
        for engine in others:
            assert bits(summary(engine)) == wanted, f"{name} with {engine.pair.threads} threads"


@pytest.mark.parametrize("kind", KINDS)
def test_scores_have_the_same_bits_from_any_number_of_threads(kind: str) -> None:
    whole = kind not in (
        "float weights",
        "fuzzy with weights",
    )  # pairs of nodes are counted with integer weights only
    names = [name for name, metric in METRICS.items() if kind == "crisp" or not metric.crisp]
    names = [name for name in names if whole or not METRICS[name].integer_weights]
    if kind == "many clusters":
        names.remove("max_matching_ratio")  # tens of seconds
    if kind != "crisp":
        names.remove("element_centric")  # so does this; on fewer nodes in test_element_centric
    variants = [*names, "f1p[weighting=macro]", "f1h[sharing=split]"]
    one, *others = (accord.compare(*inputs(kind), variants, threads=threads) for threads in COUNTS)
    for other in others:
        for name, score in one.items():
            assert float(other[name]).hex() == float(score).hex(), name
            assert bits(other[name].details) == bits(score.details), name


@pytest.mark.parametrize("kind", ["overlapping", "fuzzy with weights"])
def test_the_same_call_has_the_same_bits_every_time(kind: str) -> None:
    values = {float(accord.f1p(*inputs(kind), threads=7)).hex() for _ in range(5)}
    assert len(values) == 1


@pytest.mark.parametrize("threads", [1000])
def test_more_threads_than_work_are_no_error(threads: int) -> None:
    assert accord.f1p([{1, 2}], [{1, 2}], threads=threads) == 1.0


# ---- how many ------------------------------------------------------------------------------------


@pytest.fixture
def thread_counts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of threads of every call of the best-match kernel."""
    seen: list[int] = []
    kernel = _core.best_matches

    def watched(*args: Any, **kwargs: Any) -> Any:
        seen.append(kwargs["threads"])
        return kernel(*args, **kwargs)

    monkeypatch.setattr(_core, "best_matches", watched)
    return seen


def test_accord_threads_sets_the_number_of_threads(
    monkeypatch: pytest.MonkeyPatch, thread_counts: list[int]
) -> None:
    monkeypatch.setenv("ACCORD_THREADS", "5")
    accord.f1p([{1}], [{1}])
    accord.compare([{1}], [{1}], "f1p")
    accord.rank([{1}], {"same": [{1}]}, "f1p")
    accord.similarity_matrix([[{1}]], "f1p")
    assert thread_counts == [5, 5, 5, 5]


def test_argument_overrides_accord_threads(
    monkeypatch: pytest.MonkeyPatch, thread_counts: list[int]
) -> None:
    monkeypatch.setenv("ACCORD_THREADS", "5")
    accord.f1p([{1}], [{1}], threads=3)
    accord.compare([{1}], [{1}], "f1p", threads=4)
    assert thread_counts == [3, 4]


def test_default_is_the_cpus_of_this_process(
    monkeypatch: pytest.MonkeyPatch, thread_counts: list[int]
) -> None:
    monkeypatch.delenv("ACCORD_THREADS", raising=False)
    accord.f1p([{1}], [{1}])
    assert 1 <= thread_counts[0] <= (os.cpu_count() or 1)


@pytest.mark.parametrize("wanted", ["0", "-1", "two", "1.5", " "])
def test_invalid_accord_threads_raises(monkeypatch: pytest.MonkeyPatch, wanted: str) -> None:
    monkeypatch.setenv("ACCORD_THREADS", wanted)
    with pytest.raises(InputError, match="positive integer"):
        accord.f1p([{1}], [{1}])


# ---- forks ---------------------------------------------------------------------------------------


def run_python(script: str, **options: Any) -> subprocess.CompletedProcess[str]:
    # In a separate process: Python warns of forks if any library, such as a BLAS, has threads.
    command = [sys.executable, "-W", "ignore", "-c", textwrap.dedent(script)]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False, **options
    )


def test_a_forked_child_computes_the_same() -> None:
    done = run_python("""
        import os, accord
        truth = accord.generate_cover(200_000, 500, 1.5, seed=1)
        found = accord.perturb(truth, move=0.1, seed=2)
        before = accord.f1p(truth, found, threads=4)
        child = os.fork()
        if child == 0:
            os._exit(0 if accord.f1p(truth, found, threads=4) == before else 3)
        _, status = os.waitpid(child, 0)
        same = accord.f1p(truth, found, threads=4) == before
        print("child", os.waitstatus_to_exitcode(status), same)
    """)
    assert done.stdout == "child 0 True\n", done.stderr


def test_forked_pools_of_multiprocessing_compute_the_same() -> None:
    done = run_python("""
        import multiprocessing, accord
        truth = accord.generate_cover(100_000, 300, 1.5, seed=1)
        found = [accord.perturb(truth, move=share, seed=2) for share in (0.1, 0.2, 0.3)]
        here = [float(accord.f1p(truth, one, threads=2)) for one in found]
        def score(index):
            return float(accord.f1p(truth, found[index], threads=2))
        with multiprocessing.get_context("fork").Pool(2) as pool:
            print(pool.map_async(score, range(3)).get(timeout=40) == here)
    """)
    assert done.stdout == "True\n", done.stderr


# ---- Ctrl-C and other Python threads -------------------------------------------------------------

#: Every node in half of many clusters on both sides: kernel calls of several seconds, which say
#: when they are under way.
LONG_CALL = """
import numpy as np
from accord import Clustering
from accord._engines.native.engine import NativeEngine
from accord._foundation.node_index import pair_up
from accord._summaries.clustering_pair import (
    BestMatches, BestOverlaps, ConditionalEntropies, Containment, OneToOne, Overlaps
)

rng = np.random.default_rng(0)
reported = []

def half():
    clusters = [np.flatnonzero(rng.random({nodes}) < 0.5) for _ in range({clusters})]
    return Clustering.from_clusters(clusters)

def report(share):
    if engine_is_ready and not reported:
        reported.append(share)
        print("running", flush=True)

engine_is_ready = False
engine = NativeEngine(pair_up([half(), half()], None, {threads}), report)
{before}
engine_is_ready = True
{call}
print("finished", flush=True)
"""


@pytest.mark.parametrize(
    ("clusters", "nodes", "threads", "before", "call"),
    [
        (4000, 3000, 1, "", "engine.get(BestMatches, sharing='full')"),
        (4000, 3000, 2, "", "engine.get(BestMatches, sharing='full')"),
        (4000, 3000, 2, "", "engine.get(Overlaps)"),
        (4000, 3000, 2, "", "engine.get(BestOverlaps, side='found', by='f1')"),
        (4000, 3000, 2, "", "engine.get(Containment, side='truth')"),
        (4000, 3000, 2, "engine.pair.found.clusters_of_node", "engine.get(ConditionalEntropies)"),
        (4000, 300, 2, "engine.get(Overlaps)", "engine.get(OneToOne, similarity='pprob')"),
    ],
)
def test_ctrl_c_stops_a_long_call_promptly(
    clusters: int, nodes: int, threads: int, before: str, call: str
) -> None:
    errors = interrupt(
        LONG_CALL.format(clusters=clusters, nodes=nodes, threads=threads, before=before, call=call)
    )
    assert "_core." in errors, "the signal did not reach the kernel"


def test_other_python_threads_run_while_a_kernel_runs() -> None:
    rng = np.random.default_rng(0)
    truth, found = (
        Clustering.from_clusters([np.flatnonzero(rng.random(1500) < 0.5) for _ in range(1500)])
        for _ in range(2)
    )
    engine = NativeEngine(pair_up([truth, found], None, 1))
    assert engine.pair.found.clusters_of_node is not None  # made before the clock runs
    ticks: list[float] = []
    done = threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.002)

    other = threading.Thread(target=tick)
    other.start()
    start = time.perf_counter()
    engine.get(BestMatches, sharing="full")
    end = time.perf_counter()
    done.set()
    other.join()
    assert end - start > 0.2, "too short to tell"
    within = [start, *(moment for moment in ticks if start < moment < end), end]
    assert max(np.diff(within)) < (end - start) / 2


def test_progress_rises_to_the_end_and_may_stop_the_work() -> None:
    rng = np.random.default_rng(0)
    truth, found = (
        Clustering.from_clusters([np.flatnonzero(rng.random(1500) < 0.5) for _ in range(2500)])
        for _ in range(2)
    )
    seen: list[float] = []
    accord.compare(truth, found, "f1p", progress=seen.append, threads=1)
    assert len(seen) >= 2
    assert seen == sorted(seen)
    assert all(0 <= share <= 1 for share in seen)

    class Enough(Exception):
        pass

    def stop(share: float) -> None:
        raise Enough(share)

    with pytest.raises(Enough):
        accord.compare(truth, found, "f1p", progress=stop, threads=2)


# ---- waiting -------------------------------------------------------------------------------------


def test_a_thread_that_waits_for_another_sleeps() -> None:
    # Many rows of one member, and one of millions that another thread sorts.
    small, large = 40_000, 3_000_000
    offsets = np.append(np.arange(small + 1), small + large)
    last = np.random.default_rng(1).permutation(large)
    members = np.concatenate([np.zeros(small), last]).astype(np.uint32)
    for _ in range(5):
        switches, start = resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw, time.monotonic()
        _core.sort_rows(offsets, members, None, large, threads=2)
        switches = resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw - switches
        assert switches < 20 + 100 * (time.monotonic() - start)
