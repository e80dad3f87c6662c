"""Programs that fail in every way: right statuses, and nothing left running, lost or run twice."""

import os
import signal
import time
import warnings
from pathlib import Path
from typing import Any

import misbehaving
import pytest
from bench.conftest import EDGES, GOOD, Scripts
from misbehaving import is_alive, pid_in, wait_until

from accord import Clustering, Network
from accord.bench._results.load import load_results
from accord.bench._run.machine import Cores
from accord.bench._run.scheduler import Progress, retry, run
from accord.bench._store.store import Store
from accord.errors import AccordWarning, FileError, FormatError, InputError, UnknownNameError

SLOW = "time.sleep(float(os.environ.get('NAP', '0.3')))\n" + GOOD
SLEEPS_A_MINUTE = "time.sleep(60)"


def test_every_outcome_has_its_status(scripts: Scripts, tmp_path: Path) -> None:
    """Every kind of failure has its status, a reason and one row."""
    orphan = misbehaving.LEAVES_ORPHAN.replace(
        "sys.argv[1]", repr(str(tmp_path / "orphan"))
    ).replace("len(sys.argv) > 2", "False")
    cases = {
        "good": (GOOD, "ok", ""),
        "sleeping": (SLEEPS_A_MINUTE, "timeout", "not finished within 2 s"),
        "deaf": (misbehaving.IGNORES_SIGTERM, "timeout", "not finished within 2 s"),
        "segfault": (misbehaving.SEGFAULTS, "crashed", "ended by signal 11 (SIGSEGV)"),
        "growing": (misbehaving.GROWS_MEMORY, "out_of_memory", "more than the limit of 100 MB"),
        "orphan": (orphan + GOOD, "ok", "left 1 process running, which had to be ended"),
        "garbage": ("open(output, 'wb').write(bytes(range(256)) * 9)", "invalid_output", "output"),
        "words": (
            "write('no clusters found', 'sorry')",
            "invalid_output",
            "output, line 1, column 1",
        ),
        "half": (
            GOOD + "\nos.truncate(output, 7)\nos.kill(os.getpid(), 9)",
            "crashed",
            "ended by signal 9 (SIGKILL)",
        ),
        "foreign": (
            "write('0 1 2', '3 99')",
            "invalid_output",
            "node 99 is not in the network, whose nodes are 0 to 8",
        ),
        "empty": ("write()", "invalid_output", "output"),
        "nothing": ("", "invalid_output", "it wrote no output"),
        "folder": ("os.mkdir(output)", "invalid_output", "no files"),
        "talkative": (misbehaving.PRINTS_MEGABYTES + GOOD, "ok", ""),
        "failing": ("sys.exit('the input is odd')", "error", "exit code 1: the input is odd"),
    }
    limits: dict[str, dict[str, Any]] = {
        "sleeping": {"seconds": 2},
        "deaf": {"seconds": 2},
        "growing": {"memory": "100 MB"},
    }
    missing = {"name": "missing", "cmd": "no-such-program {network}", "output": "cnl"}
    broken = {
        "name": "broken",
        "cmd": "printf '{{\"clusters\": [[0, 1' {network}",
        "output": "json",
    }
    study = scripts.study(
        {name: code for name, (code, _, _) in cases.items()},
        limits=limits,
        others=[missing, broken],
    )
    run(study)
    rows = scripts.rows()
    assert {name: rows[name]["status"] for name in cases} == {
        name: status for name, (_, status, _) in cases.items()
    }
    for name, (_, _, reason) in cases.items():
        assert reason in rows[name]["reason"], name
    assert rows["missing"]["status"] == "error"
    assert rows["missing"]["reason"].startswith(
        f"no-such-program cannot be started: there is no file {scripts.folder}/no-such-program, "
        "and no program of this name on the PATH: install it"
    )
    assert rows["broken"]["status"] == "invalid_output"
    assert not is_alive(pid_in(tmp_path / "orphan"))
    assert not any(map(is_alive, scripts.pids()))
    assert not list((scripts.store / "work").iterdir())
    with Store(scripts.store) as store:
        log = store.log(rows["talkative"]["key"])
        assert log.startswith("first\n")
        assert log.endswith("last\n")
        assert len(log) < 70_000
        assert "sorry" not in store.log(rows["words"]["key"])
        assert sorted(store.clustering(rows["good"]["key"]).clusters()) == [
            [0, 1, 2],
            [3, 4, 5],
            [6, 7, 8],
        ]


def test_report_file_written_by_a_program_is_ignored(scripts: Scripts) -> None:
    """A program may write any file into its folder, under any name."""
    reports = [
        "{'status': 'done'}",
        "{'status': 'ok', 'reason': ''}",
        "{'status': 'ok', 'algorithm_seconds': 'long', 'format': 'cnl'}",
        "[1]",
    ]
    written = {
        f"r{i}": f"import json\njson.dump({report}, open('report.json', 'w'))\n{GOOD}"
        for i, report in enumerate(reports)
    }
    run(scripts.study(written))
    rows = scripts.rows()
    assert {
        name: (rows[name]["status"], rows[name]["algorithm_seconds"], rows[name]["n_clusters"])
        for name in written
    } == dict.fromkeys(written, ("ok", None, 3))


def test_changed_script_runs_again(scripts: Scripts) -> None:
    for name in ("odd", "even", "odd"):
        (scripts.folder / "own.sh").write_text(
            f"echo {'0 1' if name == 'odd' else '0 1 2'}; date +%N >> $3"
        )
        (scripts.folder / "more.py").write_text("unchanged")
        words = "sh {folder}/own.sh --more={folder}/more.py {network} {folder}/log"
        program = {"name": "own", "cmd": words, "output": "cnl"}
        run(scripts.study({}, others=[program]))
        assert scripts.rows()["own"]["n_nodes"] == (2 if name == "odd" else 3)
    with Store(scripts.store) as store:
        assert (
            len(store.rows("SELECT key FROM jobs")) == 2
        )  # what it was at first is known still, and a log is no script
    (scripts.folder / "more.py").write_text("changed")
    run(scripts.study({}, others=[program]))
    with Store(scripts.store) as store:
        assert len(store.rows("SELECT key FROM jobs")) == 3


def test_failed_preparation_changes_nothing(scripts: Scripts) -> None:
    truth, other = ([[0, 1, 2], [3, 4, 5], [6, 7, 8]], [[0, 3], [1, 4]])
    data = {
        "name": "ring",
        "network": Network.from_edges(EDGES),
        "truth": Clustering.from_clusters(truth),
    }
    run(scripts.study({"good": GOOD}, data=[data]))
    with Store(scripts.store) as store:
        before = store.instances("test"), store.results("test")
    (scripts.folder / "broken.txt").write_text("a b c d e\n")
    changed = {**data, "truth": Clustering.from_clusters(other)}
    with pytest.raises(FormatError):
        run(scripts.study({"good": GOOD}, data=[changed, {"network": "broken.txt"}]))
    with Store(scripts.store) as store:
        assert (store.instances("test"), store.results("test")) == before


def test_truth_ids_are_read_like_those_of_the_network(scripts: Scripts) -> None:
    """Ids are read as integers or texts like those of the network."""
    (scripts.folder / "net.txt").write_text("".join(f"{a} {b}\n" for a, b in EDGES))
    (scripts.folder / "truth.cnl").write_text("0 1 2\n3 4 5\n6 7 8\n")
    (scripts.folder / "other.cnl").write_text("10 11\n12 13\n")
    (scripts.folder / "names.cnl").write_text("a b\nc d\n")
    for ids in ("integer", "text"):
        data = {"name": ids, "network": "net.txt", "ids": ids}
        study = scripts.study(
            {}, data=[{**data, "truth": "truth.cnl"}], others=["networkx.k_clique"], metrics=["f1h"]
        )
        run(study)
        assert load_results(study).runs[0].value("f1h") == 1.0
        for truth in ("other.cnl", "names.cnl"):
            with pytest.raises(
                InputError, match=f"{ids}, {truth}: no node of the truth is in the network"
            ):
                run(scripts.study({"good": GOOD}, data=[{**data, "truth": truth}]))


def test_only_missing_and_failed_jobs_run_again(scripts: Scripts) -> None:
    programs = {"good": GOOD, "sleeping": SLEEPS_A_MINUTE, "failing": "sys.exit(1)"}
    limits = {"sleeping": {"seconds": 1.0}}  # enough for Python to start
    run(scripts.study(programs, limits=limits, repeats=2))
    assert set(scripts.runs().values()) == {1}
    run(scripts.study({**programs, "more": GOOD}, limits=limits, repeats=3))
    counted = scripts.runs()
    assert {
        name: counted[name] for name in ("good 0", "good 1", "good 2", "sleeping 0", "more 0")
    } == dict.fromkeys(("good 0", "good 1", "good 2", "sleeping 0", "more 0"), 1)
    assert counted["failing 0"] == counted["failing 1"] == 2
    with Store(scripts.store) as store:
        assert len(store.forget("test", ["timeout"], ["sleeping"])) == 3
    run(scripts.study(programs, limits=limits, repeats=3))
    assert scripts.runs()["sleeping 0"] == 2
    assert scripts.runs()["good 0"] == 1


def test_retry_runs_only_the_selected_jobs(scripts: Scripts) -> None:
    limits = {"sleeping": {"seconds": 1.0}}  # enough for Python to start
    study = scripts.study(
        {"good": GOOD, "sleeping": SLEEPS_A_MINUTE, "failing": "sys.exit(1)", "bad": ""},
        limits=limits,
    )
    run(study)
    retry(study, "timeout")
    assert scripts.runs() == {"good 0": 1, "sleeping 0": 2, "failing 0": 1, "bad 0": 1}
    retry(study, algorithms=["failing", "good"])
    assert scripts.runs() == {"good 0": 1, "sleeping 0": 2, "failing 0": 2, "bad 0": 1}
    retry(study, ["error"], ["bad"])  # which is invalid_output
    assert scripts.runs()["bad 0"] == 1
    assert retry(study) == {"ok": 1, "timeout": 1, "error": 1, "invalid_output": 1}
    assert scripts.runs() == {"good 0": 1, "sleeping 0": 3, "failing 0": 3, "bad 0": 2}
    with pytest.raises(UnknownNameError, match="unknown status 'ok'"):
        retry(study, ["ok"])
    with pytest.raises(
        UnknownNameError, match="unknown algorithm of this study 'god': did you mean good"
    ):
        retry(study, algorithms=["god"])


def test_invalid_study_and_number_of_jobs_are_errors(scripts: Scripts) -> None:
    (scripts.folder / "net.txt").write_text("0 1\n")
    text = """
[[data]]
network = "net.txt"
[[algorithms]]
name = "copy"
cmd = "cat {network}"
output = "cnl"
"""
    (scripts.folder / "study.toml").write_text(text)
    assert run(scripts.folder / "study.toml") == {"ok": 1}
    with pytest.raises(InputError, match="expected a study, or the file of one, not int"):
        run(3)  # type: ignore[arg-type]
    for wrong in (0, -1, "2", 1.5):
        with pytest.raises(InputError, match="n_jobs: "):
            run(scripts.study({"good": GOOD}), n_jobs=wrong)  # type: ignore[arg-type]
    assert not scripts.runs()


def test_more_threads_than_cores_is_a_warning(scripts: Scripts) -> None:
    cores = len(Cores().cpus)
    with pytest.warns(
        AccordWarning, match=f"threads = {cores + 1}, but this machine has {cores} cores"
    ):
        run(scripts.study({"good": GOOD}, limits={"good": {"threads": cores + 1}}))


def with_truth(
    truth: list[list[Any]], edges: list[tuple[Any, Any]] = EDGES
) -> list[dict[str, Any]]:
    return [
        {
            "name": "ring",
            "network": Network.from_edges(edges),
            "truth": Clustering.from_clusters(truth),
        }
    ]


def test_truth_without_nodes_of_the_network_is_an_error(scripts: Scripts) -> None:
    """A truth with no node of the network is an error; with some missing, a warning."""
    for truth in ([[10, 11], [12]], [["0", "1", "2"]]):
        with pytest.raises(
            InputError,
            match=r"ring: no node of the truth is in the network \(.* truth, 0 in the network\)",
        ):
            run(scripts.study({"good": GOOD}, data=with_truth(truth)))
    assert not scripts.runs()
    with pytest.warns(
        AccordWarning, match="ring: 2 of the 5 nodes of the truth are not in the network"
    ):
        run(scripts.study({"good": GOOD}, data=with_truth([[0, 1, 2], [77, 88]])))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run(scripts.study({"good": GOOD}, data=with_truth([[0, 1, 2], [5, 4]])))


def test_truth_nodes_are_texts_if_the_network_nodes_are(scripts: Scripts) -> None:
    """A node that looks like a number stays a text."""
    (scripts.folder / "net.txt").write_text("a 1\n1 2\n2 a\n")
    (scripts.folder / "truth.cnl").write_text("1 2\n")
    data = [{"network": "net.txt", "truth": "truth.cnl"}]
    study = scripts.study({"all": "write('0 1 2')"}, data=data)
    run(study)
    (scored,) = load_results(study, metrics=["f1h"]).runs
    assert scored.value("f1h") == 1.0


def test_clusterings_of_shuffled_networks_have_the_original_nodes(scripts: Scripts) -> None:
    """Edges as clusters: whatever the order of nodes, they are the edges of the network."""
    edges = [(f"n{a}", f"n{b}") for a, b in EDGES]
    data = [{"name": "ring", "network": Network.from_edges(edges)}]
    copy = {"name": "copy", "cmd": "cp {network} {output}", "output": "cnl"}
    shown = {"name": "shown", "cmd": "cat {network}", "output": "cnl"}
    run(scripts.study({}, data=data, others=[copy, shown], shuffles=[3, 4]))
    with Store(scripts.store) as store:
        rows = store.results("test")
        assert [row["status"] for row in rows] == ["ok"] * 4
        for row in rows:
            found = {frozenset(cluster) for cluster in store.clustering(row["key"]).clusters()}
            assert found == {frozenset(edge) for edge in edges}
        files = {path.read_text() for path in (scripts.store / "networks").rglob("*.txt")}
        assert len(files) == 2


def test_larger_networks_are_skipped_after_a_timeout(scripts: Scripts) -> None:
    networks = {"small": EDGES[:3], "large": EDGES, "other": EDGES[:6]}
    data = [
        {"name": name, "network": Network.from_edges(edges)} for name, edges in networks.items()
    ]
    sleeping = "if len(open(network).readlines()) > 3: time.sleep(60)\nwrite('0 1 2')"
    run(
        scripts.study(
            {"sleeping": sleeping, "good": GOOD}, data=data, limits={"sleeping": {"seconds": 2}}
        ),
        n_jobs=1,
    )
    with Store(scripts.store) as store:
        rows = {(row["algorithm"], row["dataset"]): row for row in store.results("test")}
    assert [rows["sleeping", name]["status"] for name in ("small", "other", "large")] == [
        "ok",
        "timeout",
        "skipped",
    ]
    assert (
        rows["sleeping", "large"]["reason"]
        == "reached the time limit on a smaller network of 6 nodes and 6 edges"
    )
    assert rows["good", "large"]["status"] == "ok"


def test_progress_reports_completed_jobs(scripts: Scripts) -> None:
    reported: list[tuple[int, int]] = []
    left: list[float | None] = []

    def tell(progress: Progress) -> None:
        reported.append((progress.done, progress.total))
        left.append(progress.seconds_left)

    run(scripts.study({"slow": SLOW}, repeats=3), n_jobs=1, progress=tell)
    assert reported[-1] == (3, 3)
    assert reported == sorted(reported)
    assert left[-1] == 0


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_killed_harness_loses_only_running_jobs(scripts: Scripts, number: signal.Signals) -> None:
    programs = {"slow": "time.sleep(0.2 if int(seed) < 3 else 60)\n" + GOOD}
    harness = scripts.harness(programs, repeats=8)
    wait_until(lambda: scripts.runs()["slow 4"] == 1, 60)
    wait_until(lambda: scripts.counts().get("ok") == 3, 60)
    before = {row["key"]: row["finished"] for row in _results(scripts) if row["status"] == "ok"}
    harness.send_signal(number)
    harness.communicate()
    assert harness.returncode != 0
    wait_until(lambda: not any(map(is_alive, scripts.pids())))
    assert scripts.counts() == (
        {"ok": 3, "missing": 5}
        if number == signal.SIGKILL
        else {"ok": 3, "interrupted": 2, "missing": 3}
    )
    ran = scripts.runs()
    run(scripts.study({"slow": GOOD}, repeats=8))
    assert scripts.counts() == {"ok": 8}
    after = scripts.runs() - ran
    assert after == {f"slow {seed}": 1 for seed in range(3, 8)}
    assert before.items() <= {row["key"]: row["finished"] for row in _results(scripts)}.items()


def test_two_harnesses_share_the_work(scripts: Scripts) -> None:
    harnesses = [scripts.harness({"slow": SLOW}, repeats=10) for _ in range(2)]
    outputs = [harness.communicate() for harness in harnesses]
    assert [
        (harness.returncode, errors)
        for harness, (_, errors) in zip(harnesses, outputs, strict=True)
    ] == [(0, "")] * 2
    assert {out for out, _ in outputs} == {"{'ok': 10}\n"}
    assert scripts.runs() == {f"slow {seed}": 1 for seed in range(10)}


def test_second_harness_takes_over_jobs_of_a_killed_one(scripts: Scripts) -> None:
    programs = {
        "slow": f"time.sleep(60 if os.path.exists({str(scripts.folder / 'hang')!r}) else 0)\n"
        + GOOD
    }
    (scripts.folder / "hang").touch()
    first = scripts.harness(programs)
    wait_until(lambda: scripts.runs()["slow 0"] == 1, 60)
    second = scripts.harness(programs)
    (scripts.folder / "hang").unlink()
    first.kill()
    first.communicate()
    assert second.communicate()[0] == "{'ok': 1}\n"
    assert scripts.runs() == {"slow 0": 2}


def test_claims_are_renewed_while_the_terminal_blocks(
    scripts: Scripts, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("_run.scheduler", "_store.store"):
        monkeypatch.setattr(f"accord.bench.{module}.LEASE", 1.0)
    study = scripts.study({"slow": "time.sleep(3)\n" + GOOD})
    claimed: list[bool] = []

    def tell(progress: Progress) -> None:
        if progress.running and not claimed:
            with Store(study.store) as other:
                (key,) = other.attempts("test")
                for _ in range(4):
                    time.sleep(0.5)
                    claimed.append(other.claim(key, 0))

    assert run(study, progress=tell) == {"ok": 1}
    assert claimed == [False] * 4
    assert scripts.runs() == {"slow 0": 1}


def test_full_store_is_an_error(scripts: Scripts) -> None:
    """A limit on pages: a clear error, finished jobs are kept, and with room the rest runs."""
    study = scripts.study({"good": "print('x' * 200_000)\n" + GOOD}, repeats=30)
    with Store(study.store) as store:
        run(scripts.study({"good": "print('x' * 200_000)\n" + GOOD}, repeats=2), store)
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count={pages + 30}")
        with pytest.raises(
            FileError, match="no room to write: make room and run again; every finished job is kept"
        ):
            run(
                scripts.study(
                    {
                        "good": "import random\nprint(*(random.random() for _ in range(3000)))\n"
                        + GOOD
                    },
                    repeats=40,
                ),
                store,
            )
        done = store.counts("test")["ok"]
    assert 2 < done < 40
    ran = scripts.runs()
    run(scripts.study({"good": GOOD}, repeats=40))
    assert scripts.counts() == {"ok": 40}
    assert sum((scripts.runs() - ran).values()) == 40 - done


def test_full_disk_is_an_error(scripts: Scripts) -> None:
    """A limit on the size of files, as on a full disk: the same."""
    programs = {"good": "import random\nprint(*(random.random() for _ in range(3000)))\n" + GOOD}
    run(scripts.study(programs, repeats=2))
    size = max(path.stat().st_size for path in scripts.store.iterdir())
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({size + 100_000},) * 2)"
    harness = scripts.harness(programs, before=limit, repeats=60)
    _, errors = harness.communicate()
    assert harness.returncode == 1
    assert (
        "no room to write: make room and run again; every finished job is kept"
        in errors.splitlines()[-1]
    )
    done, ran = scripts.counts()["ok"], scripts.runs()
    assert 2 < done < 60
    run(scripts.study({"good": GOOD}, repeats=60))
    assert scripts.counts() == {"ok": 60}
    assert sum((scripts.runs() - ran).values()) == 60 - done
    assert sum(ran.values()) - done <= len(
        os.sched_getaffinity(0)
    )  # what was running, and was stopped


def _results(scripts: Scripts) -> list[dict[str, Any]]:
    with Store(scripts.store) as store:
        return store.results("test")
