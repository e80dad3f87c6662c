"""Rank algorithms on one network within a time limit, without a study to write."""

from __future__ import annotations

import errno
import os
import tempfile
import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from accord._foundation.memory import total_memory
from accord._foundation.posix import need_posix
from accord._foundation.progress_bar import ProgressBar
from accord._foundation.threads import thread_count
from accord.bench._algorithms.registry import BASELINE, Algorithm, available
from accord.bench._results.leaderboard import Leaderboard
from accord.bench._results.load import load_results
from accord.bench._results.results import Results
from accord.bench._results.status import status
from accord.bench._run.scheduler import Progress, ProgressCallback, run, run_new
from accord.bench._run.study_progress import StudyProgress
from accord.bench._score.levels import LevelPolicy
from accord.bench._study import checks
from accord.bench._study.study import AlgorithmsLike, Study
from accord.errors import AccordWarning, InputError, MissingFileError

if TYPE_CHECKING:
    from accord._foundation.reading import Orientation
    from accord._foundation.types import ClusteringLike, NetworkLike

#: Number of runs of an algorithm that is not deterministic, each with another random seed.
QUICK_SEEDS = 3
#: Time limit of a run, in seconds.
QUICK_SECONDS = 60.0
#: An algorithm runs again with other seeds if its first run took at most this many seconds.
SHORT_SECONDS = 10.0
#: Fraction of the memory of the machine that all jobs may use together.
_MEMORY_FRACTION = 0.75


def quick(
    network: NetworkLike,
    truth: ClusteringLike | None = None,
    algorithms: AlgorithmsLike | None = None,
    *,
    orientation: Orientation | None = None,
    noise: object = None,
    metric: str | None = None,
    policy: LevelPolicy = "blind",
    seeds: int = QUICK_SEEDS,
    seed: int = 0,
    seconds: float = QUICK_SECONDS,
    memory: int | str | None = None,
    n_jobs: int | None = None,
    store: str | os.PathLike[str] | None = None,
    progress: ProgressCallback | None = None,
) -> Leaderboard:
    """Run algorithms on a network, each within a time limit, and rank them by the truth.

    `network` is anything that `as_network` takes; `truth` anything that `as_clustering` takes, or a
    label for each node; `orientation` and `noise` say how it is read, as in `as_clustering`.
    Without a truth, algorithms are ranked by modularity. `algorithms` are names, functions, or
    pairs of a name and one of these, as in `Study`; by default all that are installed. A function
    gets a graph of networkx, igraph or NetworKit, or a matrix of SciPy, if `network` is one, and
    otherwise a Network, unless it is registered with another `graph`.

    An algorithm that is not deterministic runs `seeds` times, with the random seeds `seed`,
    `seed + 1`, …, if its first run takes at most 10 seconds, and otherwise once. `seconds` and
    `memory` limit each run; by default, the runs share three quarters of all memory. `n_jobs` is
    how many runs go on side by side. The results are discarded unless `store` names a folder for
    them. `progress` is called while the algorithms run; by default, a progress bar is shown in
    terminals and notebooks.
    """
    need_posix("a run of a benchmark")
    chosen = installed_algorithms(has_truth=truth is not None) if algorithms is None else algorithms
    metrics = [] if metric is None else list(checks.metrics([metric]))
    with ExitStack() as stack:
        if store is None:
            store = stack.enter_context(tempfile.TemporaryDirectory(prefix="accord-quick-"))
        study = quick_study(
            {"network": network, "truth": truth, "orientation": orientation, "noise": noise},
            chosen,
            seeds=range(seed, seed + checks.located("seeds", checks.natural_number, seeds)),
            seconds=seconds,
            memory=memory,
            n_jobs=n_jobs,
            store=store,
        )
        with ProgressBar(silent=progress is not None) as bar:
            run_quick(study, n_jobs=n_jobs, progress=progress or StudyProgress(bar))
        results = load_results(study, metrics=metrics)
    headline = metrics[0] if metrics else results.headline
    if headline is None or headline not in results.metrics:
        raise InputError(_why_no_leaderboard(results, headline))
    return results.leaderboard(headline, policy)


def quick_study(
    data: Mapping[str, Any],
    algorithms: AlgorithmsLike,
    *,
    seeds: Sequence[int],
    seconds: float,
    memory: int | str | None,
    n_jobs: int | None,
    store: str | os.PathLike[str],
    name: str | None = None,
) -> Study:
    """The study of algorithms on one network; `data` is its entry."""
    files = {
        key: os.fspath(data[key])
        for key in ("network", "truth")
        if isinstance(data.get(key), str | os.PathLike)
    }
    for path in files.values():
        if not os.path.exists(path):
            raise MissingFileError(errno.ENOENT, os.strerror(errno.ENOENT), path)
    entry = {**data, **{key: os.path.abspath(path) for key, path in files.items()}}
    n_algorithms = len(algorithms) if isinstance(algorithms, Sequence | Mapping) else 1
    n_at_a_time = max(1, min(n_jobs or thread_count(), n_algorithms))
    share = int(_MEMORY_FRACTION * total_memory()) // n_at_a_time
    return Study(
        name or f"quick {os.path.basename(files.get('network', ''))}".strip(),
        data=[{key: value for key, value in entry.items() if value is not None}],
        algorithms=algorithms,
        seeds=list(seeds),
        limits={"seconds": seconds, "memory": share if memory is None else memory},
        store=os.path.abspath(store),
    )


def installed_algorithms(*, has_truth: bool) -> list[str]:
    """The installed algorithms that need no parameters.

    The baseline, which draws clusters with the sizes of the truth, needs a truth.
    """
    baseline = f"baseline.{BASELINE}"
    names = [
        name
        for name, algorithm in available().items()
        if not algorithm.missing
        and Algorithm.REQUIRED not in algorithm.parameters.values()
        and (has_truth or name != baseline)
    ]
    if names in ([], [baseline]):
        raise InputError("no algorithm is installed: pip install 'accord[bench]'")
    return names


def run_quick(study: Study, *, n_jobs: int | None, progress: ProgressCallback) -> None:
    """Run a study with its first seed, then those algorithms that are quick with the others."""
    n_seeds = len(study.seeds)
    n_jobs_at_most = sum(
        1 if algorithm.is_deterministic else n_seeds for algorithm in study.algorithms
    )
    done = Counter[str]()

    def report_first(state: Progress) -> None:
        done.clear()
        done.update(state.counts)
        progress(replace(state, total=max(n_jobs_at_most, state.total)))

    def report_others(state: Progress) -> None:
        progress(
            replace(
                state,
                total=state.total + done.total(),
                done=state.done + done.total(),
                counts=done + Counter(state.counts),
            )
        )

    first = {algorithm.name: study.seeds[:1] for algorithm in study.algorithms}
    run(study.with_seeds(first), n_jobs=n_jobs, progress=report_first)
    if n_seeds > 1:
        slow = _slow_algorithms(study)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", AccordWarning)  # the first run has warned
            again = study.with_seeds({name: first[name] for name in slow})
            run_new(again, n_jobs=n_jobs, progress=report_others)


def _slow_algorithms(study: Study) -> list[str]:
    """The algorithms whose first run failed, or took too long to be repeated."""
    return [
        job["algorithm"]
        for job in status(study)
        if job["status"] != "ok" or (job["wall_seconds"] or 0.0) > SHORT_SECONDS
    ]


def _why_no_leaderboard(results: Results, metric: str | None) -> str:
    """Why no algorithm can be ranked, with the reason of each."""
    reasons = {
        run.algorithm: run.execution.reason if metric is None else run.missing_reason(metric)
        for run in results.runs
        if not run.is_ok or metric is not None
    }
    listed = "; ".join(f"{name}: {reason}" for name, reason in reasons.items() if reason)
    return f"no algorithm has a score: {listed or 'no metric applies'}"
