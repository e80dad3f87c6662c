"""Runs the jobs of a study that are missing or failed, each in a process behind a shim, and keeps what came of them."""

from __future__ import annotations

import contextlib
import os
import threading
import warnings
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import accord
from accord._foundation.clustering import Clustering
from accord._foundation.labels import Labels, merge_labels
from accord._foundation.network import Network
from accord.bench._run.features import network_features
from accord.bench._run.local import Done, Here, Place, Work
from accord.bench._run.process import MARK
from accord.bench._store.networks import NetworkFiles
from accord.bench._store.store import LEASE, Entry, Result, Source, Store
from accord.bench._study import checks as checking
from accord.bench._study.commands import Command
from accord.bench._study.jobs import STATUSES
from accord.bench._study.study import Contestant, Instance, Study, digest_of_network
from accord.errors import AccordError, AccordWarning, InputError, unknown

_LOOK = 0.1  # seconds between two looks at what has changed


@dataclass
class Progress:
    """How far a run has come."""

    total: int
    done: int = 0
    running: int = 0
    #: How many jobs came to each status.
    counts: dict[str, int] = field(default_factory=dict)
    #: Seconds that are likely left; None where nobody knows.
    left: float | None = None


#: Called now and then with how far a run has come.
Tell = Callable[[Progress], None]


@dataclass(frozen=True)
class _Task:
    """A job with all that is needed to run it."""

    entry: Entry
    contestant: Contestant
    truth: str | None
    attempts: int

    @property
    def key(self) -> str:
        return self.entry.job.key

    @property
    def work(self) -> Work:
        one = self.contestant
        runs = one.runs if isinstance(one.runs, Command) else one.runs.origin()
        return Work(self.entry.job, runs, one.parameters, self.truth if one.needs_truth else None)


def run(
    study: Study | str | os.PathLike[str],
    store: Store | None = None,
    *,
    at_once: int | None = None,
    scheduler: Any = None,
    progress: Tell | None = None,
) -> dict[str, int]:
    """Runs what is missing or failed of a study, or of the file of one, and gives the number of its jobs by status.

    `at_once` is how many jobs run side by side, each on cores of its own; by default as many as
    there are cores for. What is stopped with Ctrl-C is kept as "interrupted", and done again by the
    next run; so is what ran when the harness was killed. With `scheduler`, the address of one of
    Dask (or a cluster of Dask), jobs run on the workers of that.
    """
    return _run(_study(study), store, None, at_once, scheduler, progress)


def retry(
    study: Study | str | os.PathLike[str],
    statuses: Sequence[str] = (),
    algorithms: Sequence[str] = (),
    *,
    at_once: int | None = None,
    scheduler: Any = None,
    progress: Tell | None = None,
) -> dict[str, int]:
    """Runs the jobs of a study once more that gave no clustering, those that reached a limit too; and what is missing.

    With `statuses` or `algorithms`, by their names in the study, these jobs alone.
    """
    told = _study(study)
    chosen = _chosen("status", statuses, [name for name in STATUSES if name != "ok"])
    named = _chosen("algorithm of this study", algorithms, [one.name for one in told.contestants])
    with Store(told.store, create=False) as store:
        again = store.forget(told.name, chosen, named)
        return _run(
            told,
            store,
            set(again) if statuses or algorithms else None,
            at_once,
            scheduler,
            progress,
        )


def _run(
    study: Study,
    store: Store | None,
    only: set[str] | None,
    at_once: int | None,
    scheduler: Any,
    progress: Tell | None,
) -> dict[str, int]:
    if MARK in os.environ:  # the file of an algorithm is read in the process that runs it
        raise InputError(
            "a study is run while the file of an algorithm is read: put that under if __name__ == '__main__':"
        )
    if at_once is not None and checking.at("at_once", checking.whole, at_once) < 1:
        raise InputError("at_once: no job would ever run: give at least 1")
    if store is None:
        with Store(study.store) as own:
            return _run(study, own, only, at_once, scheduler, progress)
    place = Here(store) if scheduler is None else _cluster(scheduler, store)
    if scheduler is None:
        _check_threads(study, place.seats(1))
    try:
        _Runner(study, store, only, place, at_once, progress).run()
    finally:
        place.close()
    return store.counts(study.name)


def _check_threads(study: Study, cores: int) -> None:
    most = max(one.limits.threads for one in study.contestants)
    if most > cores:
        what = f"limits: threads = {most}, and this machine has {cores} cores"
        warnings.warn(
            f"{what}: such runs share them, and their times say little", AccordWarning, stacklevel=4
        )


def _study(told: Any) -> Study:
    if not isinstance(told, Study | str | os.PathLike):
        raise InputError(f"expected a study, or the file of one, not {type(told).__name__}")
    return told if isinstance(told, Study) else Study.read(told)


def _chosen(kind: str, names: Sequence[str], known: Sequence[str]) -> list[str]:
    """These, or all where none are named."""
    several = [names] if isinstance(names, str) else list(names)
    for name in several:
        if name not in known:
            raise unknown(kind, name, known)
    return several or list(known)


def prepare(study: Study, store: Store) -> list[tuple[Entry, Contestant, str | None]]:
    """Takes the networks, truths and jobs of a study into the store: those of small networks first."""
    networks, known = NetworkFiles(store.folder / "networks"), store.networks()
    entries, sources = [], []
    for instance in (one.made() for one in study.instances):
        digest = digest_of_network(instance)
        if digest not in known or not (networks.folder / digest).exists():
            network = _read_network(instance)
            networks.put(digest, network)
            path = "" if isinstance(instance.network, Network) else str(instance.network)
            store.add_network(digest, path, network.facts() | network_features(network))
            known = store.networks()
        truth = _read_truth(instance, networks.labels(digest))
        name = None if truth is None else store.clusterings.put(truth)
        sources.append(Source(instance.data, instance.name, digest, name))
        for contestant in study.contestants:
            for shuffle in study.shuffles:
                for seed in study.seeds[:1] if contestant.is_deterministic else study.seeds:
                    job = contestant.job(digest, shuffle, seed, name)
                    entries.append(
                        (
                            Entry(job, contestant.name, instance.data, instance.name),
                            contestant,
                            name,
                        )
                    )
    entries.sort(key=lambda entry: known[entry[0].job.network]["edges"])
    store.add_study(study.name, study.describe(), [entry for entry, _, _ in entries], sources)
    return entries


def _cluster(scheduler: Any, store: Store) -> Place:
    from accord.bench._run.dask import Cluster

    return Cluster(scheduler, store)


class _Runner:
    def __init__(
        self,
        study: Study,
        store: Store,
        only: set[str] | None,
        place: Place,
        at_once: int | None,
        progress: Tell | None,
    ) -> None:
        self._study, self._store, self._only, self._place, self._tell = (
            study,
            store,
            only,
            place,
            progress,
        )
        self._least = min(one.limits.threads for one in study.contestants)
        self._wanted = at_once
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._todo: deque[_Task] = deque()
        self._failure: BaseException | None = None
        self._handled: set[str] = set()
        self._seconds: dict[str, list[float]] = {}
        self._progress = Progress(0)

    def run(self) -> None:
        prepared = prepare(self._study, self._store)
        attempts = self._store.attempts(self._study.name)
        tasks = {
            entry.job.key: _Task(entry, contestant, truth, attempts[entry.job.key])
            for entry, contestant, truth in prepared
            if entry.job.key in attempts and (self._only is None or entry.job.key in self._only)
        }
        self._progress.total = len(tasks)
        over = threading.Event()
        threading.Thread(target=self._renew, args=(over,), daemon=True).start()
        try:
            while not self._stopped.is_set():
                now = self._store.attempts(self._study.name)
                self._todo.extend(
                    task
                    for task in tasks.values()
                    if task.key not in self._handled and now.get(task.key) == task.attempts
                )
                if not self._todo:
                    break
                if self._run_todo() == 0:  # all that is left is with another harness
                    self._stopped.wait(3 * _LOOK)
        finally:
            self._stop()
            over.set()
        if self._failure is not None:
            raise self._failure

    def _renew(self, over: threading.Event) -> None:
        """Keeps the claims, however long a terminal or a cluster does not answer."""
        try:
            while not over.wait(LEASE / 4):
                self._store.renew()
        except BaseException as error:
            self._failure = self._failure or error
            self._stop()

    def _run_todo(self) -> int:
        """Runs what is to be done and can be claimed, and says how many jobs that were."""
        before = len(self._handled)
        ended: list[threading.Event] = []  # `join` fails after Ctrl-C
        try:
            while True:
                for _ in range(
                    min(self._at_once - len(ended), len(self._todo))
                ):  # a cluster may grow
                    ended.append(threading.Event())
                    threading.Thread(target=self._work, args=(ended[-1],), daemon=True).start()
                if all(event.wait(_LOOK) for event in ended):
                    break
                self._place.look()
                self._report()
        except BaseException:
            self._stop()
            for event in ended:
                event.wait()
            raise
        self._report()
        return len(self._handled) - before

    @property
    def _at_once(self) -> int:
        """How many jobs run side by side."""
        return self._wanted or self._place.seats(self._least)

    def _stop(self) -> None:
        with self._lock:
            self._stopped.set()
            self._todo.clear()
        self._place.stop()

    def _work(self, ended: threading.Event) -> None:
        """Does one job after the other, until there is none, or something is wrong with the store."""
        try:
            while task := self._next():
                if self._store.claim(task.key, task.attempts):
                    self._do(task)
        except BaseException as error:
            self._failure = self._failure or error
            self._stop()
        finally:
            ended.set()

    def _next(self) -> _Task | None:
        with self._lock:
            return self._todo.popleft() if self._todo else None

    def _do(self, task: _Task) -> None:
        """Runs a claimed job, and writes down what came of it; or gives it back."""
        try:
            reason = self._reason_to_skip(task)
            if reason:
                self._finish(task, Done(Result("skipped", reason)))
            elif done := self._place.run(task.work):
                self._finish(task, done)
        finally:
            if task.key not in self._handled:
                with contextlib.suppress(
                    AccordError
                ):  # a claim that cannot be given back ends with this process
                    self._store.release(task.key)

    def _finish(self, task: _Task, done: Done) -> None:
        result = done.result
        if done.content is not None and result.clustering is not None:
            self._store.clusterings.add(result.clustering, done.content)
        if not self._store.finish(task.key, result, done.log, done.machine):
            return
        with self._lock:
            self._handled.add(task.key)
            self._progress.counts[result.status] = self._progress.counts.get(result.status, 0) + 1
            if result.wall is not None:
                self._seconds.setdefault(task.contestant.name, []).append(result.wall)

    def _reason_to_skip(self, task: _Task) -> str:
        if task.contestant.needs_truth and task.truth is None:
            return "there is no truth, which it needs"
        smaller = self._store.timeout_on_smaller(task.entry.job)
        if smaller is None:
            return ""
        return f"not done in time on a smaller network, of {smaller['nodes']:,} nodes and {smaller['edges']:,} edges"

    def _report(self) -> None:
        if self._tell is None:
            return
        with self._lock:
            progress, todo, known = self._progress, list(self._todo), self._seconds
            progress.done, progress.running = len(self._handled), self._place.running
            every = [seconds for some in known.values() for seconds in some]
            if every:
                names = [task.contestant.name for task in todo]
                means = {name: sum(some) / len(some) for name, some in known.items()}
                rest = sum(means.get(name, sum(every) / len(every)) for name in names)
                progress.left = rest / self._at_once
        self._tell(progress)


def _read_network(instance: Instance) -> Network:
    if isinstance(instance.network, Network):
        return instance.network
    assert isinstance(instance.network, Path)
    return accord.read_network(instance.network, **instance.reading)


def _read_truth(instance: Instance, nodes: Labels) -> Clustering | None:
    """The truth, whose nodes are to be those of the network: none of them is an error, some are a warning."""
    truth = instance.truth
    if isinstance(truth, Path):  # where nodes are texts, those that look like numbers are too
        truth = accord.read(
            truth, format=instance.truth_format, ids="text" if nodes.kind == "text" else "auto"
        )
    if truth is None:
        return None
    file = instance.truth.name if isinstance(instance.truth, Path) else ""
    where = ", ".join(filter(None, (instance.data, instance.name, file)))
    strange = truth.n_nodes
    if (nodes.kind == "text") == (truth.node_labels.kind == "text"):
        strange = len(merge_labels(nodes, truth.node_labels)[0]) - len(nodes)
    if strange == truth.n_nodes:
        few = f"{truth.node_labels[0]!r} there, {nodes[0]!r} here"
        raise InputError(
            f"{where}: no node of the truth is in the network ({few}): both must name nodes in the same way"
        )
    if strange:
        share = f"{strange:,} of the {truth.n_nodes:,} nodes of the truth are not in the network"
        warnings.warn(f"{where}: {share}: no algorithm can find them", AccordWarning, stacklevel=2)
    return truth
