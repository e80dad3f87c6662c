"""Studies on a Dask cluster: results equal those of a local run, even if workers fail."""

import itertools
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import misbehaving
import pytest
from bench.conftest import EDGES, GOOD, Scripts
from command_process import run as accord_command
from misbehaving import is_alive, wait_until

import accord
from accord import Network, bench
from accord.bench._run import dask as harness_side
from accord.bench._run import dask_client
from accord.bench._run.scheduler import run
from accord.bench._store.store import Store
from accord.errors import ClusterError

distributed = pytest.importorskip("distributed")


def _data(*more: tuple[int, int]) -> list[dict[str, Any]]:
    truth = accord.Clustering.from_clusters([[0, 1, 2], [3, 4, 5], [6, 7, 8], *map(list, more)])
    return [{"name": "ring", "network": Network.from_edges([*EDGES, *more]), "truth": truth}]


#: Logs when it ran, and on which cores.
LOGGING_SCRIPT = f"""
start = time.time()
time.sleep(0.15)
with open({{path!r}}, "a") as file:
    file.write(f"{{{{start}}}} {{{{time.time()}}}} {{{{sorted(os.sched_getaffinity(0))}}}}\\n")
{GOOD}
"""


def _cluster(workers: int, folder: Path) -> Any:
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        scheduler_kwargs={"dashboard": False},
        local_directory=str(folder),
    )


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with _cluster(2, tmp_path_factory.mktemp("workers")) as made:
        yield made


@pytest.fixture
def isolated_workers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Workers that cannot see the files of the harness; returns the names of files sent to them."""
    sent: list[str] = []
    update, parts = harness_side.DaskBackend._update, harness_side._parts

    def unseen(self: Any) -> None:
        self._token.unlink(missing_ok=True)
        update(self)

    def noted(path: Path) -> Iterator[bytes]:
        sent.append(path.name)
        return parts(path)

    monkeypatch.setattr(harness_side.DaskBackend, "_update", unseen)
    monkeypatch.setattr(harness_side, "_parts", noted)
    monkeypatch.setattr(harness_side, "_PART_SIZE", 100)
    return sent


def _scores(store: Store) -> dict[tuple[Any, ...], Any]:
    bench.score(store, "test", ["f1p", "nmi"], [])
    runs = bench.stored_results(store, "test").runs
    return {(run.algorithm, run.spec.shuffle, run.spec.seed): run.scores for run in runs}


@pytest.mark.parametrize("shares", [True, False])
def test_results_equal_those_of_a_local_run(
    scripts: Scripts, tmp_path: Path, cluster: Any, shares: bool, request: Any
) -> None:
    """Clusterings are identified by hashes of their content."""
    sent = [] if shares else request.getfixturevalue("isolated_workers")
    uneven = """
parts = open(network).read().split()
write(' '.join(sorted(set(parts[:7]))), ' '.join(sorted(set(parts[9:]))))
"""
    others = ["networkx.k_clique", "baseline.random"]
    data = _data((0, 3)) if shares else _data((0, 4))  # workers keep what they have seen
    found, scores = {}, {}
    for where in ("here", "there"):
        side = Scripts(tmp_path / where)
        side.folder.mkdir()
        study = side.study({"good": GOOD, "uneven": uneven}, data=data, others=others, shuffles=[3])
        run(study, scheduler=None if where == "here" else cluster)
        with Store(side.store) as store:
            assert store.counts("test") == {"ok": 4}
            found[where] = {
                row["key"]: [row["clustering"], row["n_clusters"], row["n_nodes"]]
                for row in store.results("test")
            }
            scores[where] = _scores(store)
            for row in store.results("test"):
                assert store.clustering(row["key"]).n_clusters == row["n_clusters"]
            assert {machine["host"] for machine in store.machines().values()} == {
                socket.gethostname()
            }
        assert not list((side.store / "work").iterdir())
    assert found["here"] == found["there"]
    assert scores["here"] == scores["there"]
    assert len({repr(values) for values in scores["here"].values()}) > 1
    if not shares:
        network = {path.name for path in (side.store / "networks").glob("*/*.npy")}
        truth = {path.name for path in (side.store / "clusterings").rglob("*.gz")}
        assert network < set(sent) <= network | truth
        assert max(map(sent.count, sent)) <= 2  # once to each worker


def test_statuses_come_back_from_workers(scripts: Scripts, cluster: Any) -> None:
    cases = {
        "good": (GOOD, "ok", ""),
        "sleeping": ("time.sleep(60)", "timeout", "not finished within 2 s"),
        "segfault": (misbehaving.SEGFAULTS, "crashed", "ended by signal 11 (SIGSEGV)"),
        "growing": (misbehaving.GROWS_MEMORY, "out_of_memory", "more than the limit of 100 MB"),
        "garbage": ("open(output, 'wb').write(bytes(range(256)) * 9)", "invalid_output", "output"),
        "talkative": (misbehaving.PRINTS_MEGABYTES + GOOD, "ok", ""),
        "failing": ("sys.exit('the input is odd')", "error", "exit code 1: the input is odd"),
    }
    limits: dict[str, dict[str, Any]] = {
        "sleeping": {"seconds": 2},
        "growing": {"memory": "100 MB"},
    }
    missing = {"name": "missing", "cmd": "no-such-program {network}", "output": "cnl"}
    codes = {name: code for name, (code, _, _) in cases.items()}
    run(scripts.study(codes, limits=limits, others=[missing, "baseline.random"]), scheduler=cluster)
    rows = scripts.rows()
    assert {name: rows[name]["status"] for name in cases} == {
        name: status for name, (_, status, _) in cases.items()
    }
    for name, (_, _, reason) in cases.items():
        assert reason in rows[name]["reason"], name
    assert rows["missing"]["reason"].startswith(
        f"no-such-program cannot be started: there is no file {scripts.folder}/no-such-program, "
        "and no program of this name on the PATH: install it"
    )
    assert rows["baseline.random"]["status"] == "skipped"
    assert rows["sleeping"]["wall_seconds"] == pytest.approx(2, abs=1)
    with Store(scripts.store) as store:
        assert store.log(rows["talkative"]["key"]).endswith("last\n")
    assert scripts.runs() == {f"{name} 0": 1 for name in cases}
    assert not any(map(is_alive, scripts.pids()))


def test_concurrent_jobs_use_disjoint_cores(scripts: Scripts, cluster: Any) -> None:
    notes = scripts.folder / "notes"
    study = scripts.study(
        {"noting": LOGGING_SCRIPT.format(path=str(notes))},
        repeats=6,
        limits={"noting": {"threads": 1}},
    )
    assert run(study, scheduler=cluster) == {"ok": 6}
    rows = [line.split(" ", 2) for line in notes.read_text().splitlines()]
    spans = [(float(start), float(end), set(eval(cpus))) for start, end, cpus in rows]
    assert {len(cpus) for _, _, cpus in spans} == {1}
    for first, second in itertools.combinations(spans, 2):
        if first[0] < second[1] and second[0] < first[1]:
            assert not first[2] & second[2]


def test_dead_worker_loses_only_its_running_job(scripts: Scripts, cluster: Any) -> None:
    """Its job runs again on another worker; nothing is left running, or stored twice."""
    kill = scripts.folder / "kill"
    kill.touch()
    # The first job that sees the file ends the worker above it: its parent is the watcher, and that
    # of this the worker.
    deadly = f"""
try:
    os.unlink({str(kill)!r})
except FileNotFoundError:
    pass
else:
    above = int(open(f"/proc/{{os.getppid()}}/stat").read().rpartition(")")[2].split()[1])
    os.kill(above, 9)
    time.sleep(60)
time.sleep(0.2)
"""
    before = set(cluster.scheduler_info["workers"])
    assert run(scripts.study({"deadly": deadly + GOOD}, repeats=6), scheduler=cluster) == {"ok": 6}
    with Store(scripts.store) as store:
        assert [row["attempts"] for row in store.results("test")] == [1] * 6
    assert sorted(scripts.runs().values()) == [1, 1, 1, 1, 1, 2]
    wait_until(lambda: not any(map(is_alive, scripts.pids())))
    wait_until(lambda: len(before & set(cluster.scheduler_info["workers"])) == 1)


def test_job_that_kills_every_worker_is_marked_crashed(
    scripts: Scripts, cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(harness_side, "_MAX_ATTEMPTS", 2)
    deadly = """
above = int(open(f"/proc/{os.getppid()}/stat").read().rpartition(")")[2].split()[1])
os.kill(above, 9)
time.sleep(60)
"""
    study = scripts.study({"deadly": deadly, "good": GOOD}, repeats=1)
    assert run(study, scheduler=cluster) == {"crashed": 1, "ok": 1}
    assert scripts.rows()["deadly"]["reason"].startswith(
        "2 workers were lost while it ran, the last was tcp://127.0.0.1:"
    )
    assert scripts.runs() == {"deadly 0": 2, "good 0": 1}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=["stopped", "killed"])
def test_ended_harness_leaves_no_processes(scripts: Scripts, cluster: Any, number: int) -> None:
    harness = scripts.harness(
        {"slow": "time.sleep(60)"}, scheduler=cluster.scheduler_address, repeats=3
    )
    wait_until(lambda: len(scripts.pids()) == 2, 60)
    harness.send_signal(number)
    harness.communicate()
    assert harness.returncode != 0
    if number == signal.SIGINT:  # workers have ended it by then
        assert not any(map(is_alive, scripts.pids()))
        assert scripts.counts() == {"interrupted": 2, "missing": 1}
        assert scripts.rows()["slow"]["reason"] in ("the run was stopped", "")
    else:
        wait_until(lambda: not any(map(is_alive, scripts.pids())))
        assert scripts.counts() == {"missing": 3}
    assert run(scripts.study({"slow": GOOD}, repeats=3), scheduler=cluster) == {"ok": 3}


def test_command_line_runs_on_a_scheduler(tmp_path: Path, cluster: Any) -> None:
    """Run in the folder of the study, whose programs are found from wherever the workers are."""
    (tmp_path / "net.txt").write_text("a b\nb c\n")
    (tmp_path / "mine").write_text('#!/bin/sh\ncat "$1" "$2/more"\n')
    (tmp_path / "mine").chmod(0o755)
    (tmp_path / "more").write_text("0 2\n")
    algorithm = '{name = "mine", cmd = "./mine {network} {folder}", output = "cnl"}'
    (tmp_path / "study.toml").write_text(
        f'name = "test"\ndata = [{{network = "net.txt"}}]\nalgorithms = [{algorithm}]\n'
    )
    done = accord_command(
        "bench", "run", "study.toml", "--scheduler", cluster.scheduler_address, cwd=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, b"")
    with Store(tmp_path / "test-results") as store:
        (row,) = store.results("test")
        assert sorted(store.clustering(row["key"]).clusters()) == [
            ["a", "b"],
            ["a", "c"],
            ["b", "c"],
        ]


def test_lost_scheduler_ends_the_run(scripts: Scripts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_client, "ANSWER_SECONDS", 1.0)
    code = """
import time
from distributed import LocalCluster
where = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", "protocol": "tcp"}
made = LocalCluster(n_workers=1, threads_per_worker=1, processes=False, **where)
print(made.scheduler_address, flush=True)
time.sleep(60)
"""
    started = [sys.executable, "-c", code]
    with subprocess.Popen(
        started, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=scripts.folder
    ) as scheduler_process:
        assert scheduler_process.stdout is not None
        address = scheduler_process.stdout.readline().strip()

        def end(_: bench.Progress) -> None:
            if scripts.pids():
                scheduler_process.kill()

        with pytest.raises(
            ClusterError,
            match="does not answer any more: finished jobs are kept, run again when it is back",
        ):
            run(
                scripts.study({"slow": "time.sleep(60)"}, repeats=2),
                scheduler=address,
                progress=end,
            )
    counts = scripts.counts()
    assert sum(counts.values()) == 2
    assert counts.keys() <= {"interrupted", "missing"}
    wait_until(lambda: not any(map(is_alive, scripts.pids())))


@pytest.mark.parametrize(
    "error",
    [accord.TooLargeError("what"), accord.FileError(28, "no room", "a.cnl"), ClusterError("what")],
)
def test_worker_errors_are_raised_in_the_harness(error: Exception) -> None:
    """Dask changes how exceptions are pickled."""
    copied = pickle.loads(pickle.dumps(error))
    assert (type(copied), copied.args, str(copied)) == (type(error), error.args, str(error))


# ---- clusters that cannot be used ----------------------------------------------------------------


def test_unreachable_scheduler_fails_fast(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (tmp_path / "net.txt").write_text("a b\nb c\n")
    (tmp_path / "study.toml").write_text(
        'data = [{network = "net.txt"}]\nalgorithms = [{uses = "baseline.random"}]\n'
    )
    start = time.monotonic()
    done = accord_command(
        "bench", "run", "study.toml", "--scheduler", f"tcp://127.0.0.1:{port}", cwd=tmp_path
    )
    assert time.monotonic() - start < 8
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == (
        f"accord: error: no Dask scheduler answers at tcp://127.0.0.1:{port} [Connection refused]: "
        "give its address, as in tcp://HOST:8786\n"
    )


@pytest.mark.parametrize(
    "address",
    ["", "nowhere", "tcp://127.0.0.1", "smoke://127.0.0.1:1", "tcp://no.such.host.invalid:1"],
)
def test_invalid_address_is_an_error(scripts: Scripts, address: str) -> None:
    with pytest.raises(ClusterError, match=f"no Dask scheduler answers at {address} "):
        run(scripts.study({"good": GOOD}), scheduler=address)


def test_address_of_another_service_is_an_error(
    scripts: Scripts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_client, "ANSWER_SECONDS", 0.5)
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        pytest.raises(ClusterError, match=r"answers at \S+ \[no answer\]"),
    ):
        run(scripts.study({"good": GOOD}), scheduler=f"tcp://127.0.0.1:{silent.getsockname()[1]}")


def test_worker_with_another_accord_version_is_an_error(
    scripts: Scripts, cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        accord, "__version__", "99"
    )  # here and in the scheduler, which is in this process
    with pytest.raises(
        ClusterError,
        match=r"the worker at tcp://\S+ has accord \S+, but this machine has 99: "
        "install the same version on both",
    ):
        run(scripts.study({"good": GOOD}), scheduler=cluster)
    assert not scripts.pids()


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (
            {"accord": accord.__version__, "Python": "3.7", "shares_files": False},
            "has Python 3.7, but this machine has 3.",
        ),
        (ModuleNotFoundError("No module named 'accord'"), "cannot import accord: install it there"),
        (OSError("Timed out"), "does not answer as expected: OSError: Timed out"),
    ],
)
def test_unusable_worker_is_reported_with_the_reason(answer: Any, message: str) -> None:
    assert harness_side._problem(answer).startswith(message)


def test_no_workers_is_an_error(scripts: Scripts) -> None:
    message = "has no workers: start some, as in 'dask worker ADDRESS'"
    with _cluster(0, scripts.folder) as empty, pytest.raises(ClusterError, match=message):
        run(scripts.study({"good": GOOD}), scheduler=empty)


def test_worker_with_another_algorithm_version_is_an_error(scripts: Scripts, cluster: Any) -> None:
    """An algorithm identified by its version must have that version on workers."""
    study = scripts.study(
        {},
        data=_data(),
        others=[
            "networkx.k_clique",
            {"name": "copy", "cmd": "cp {network} {output}", "output": "cnl"},
        ],
    )
    for algorithm, version in zip(
        study.algorithms, ("networkx 0.1", "file 0123456789ab"), strict=True
    ):
        algorithm.definition.__dict__["version"] = version
    try:
        run(study, scheduler=cluster)
    finally:
        del study.algorithms[0].definition.__dict__["version"]
    rows = scripts.rows()
    assert {row["status"] for row in rows.values()} == {"error"}
    assert (
        "but the study uses networkx 0.1: install the same version"
        in rows["networkx.k_clique"]["reason"]
    )
    assert "on this machine but file 0123456789ab in the study" in rows["copy"]["reason"]
