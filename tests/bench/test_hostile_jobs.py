"""Jobs that damage what they can reach: each costs one row, and the others run to their end."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
import zstandard
from bench.conftest import GOOD, Scripts
from misbehaving import is_alive, python, wait_until

import accord
from accord import Clustering
from accord.bench._job.execution import Execution
from accord.bench._job.limits import Limits
from accord.bench._run.process import WatchedProgram
from accord.bench._run.scheduler import run
from accord.bench._run.watcher.disk import WrittenFiles
from accord.bench._store.work_folders import remove
from accord.errors import InputError

#: What a program does to its output; it is then `invalid_output`, for a reason with these words.
OUTPUTS = {
    "fifo": ("os.mkfifo(output)", "is not a regular file"),
    "endless": ("os.symlink('/dev/zero', output)", "leads out of its folder"),
    "link": ("os.symlink('/etc/passwd', output)", "leads out of its folder"),
    "loop": ("os.symlink(output, output)", "output"),
    "sparse": (
        "open(output, 'w').close()\nos.truncate(output, 8 * 10**9)",
        "its output has more than 4,000 MB: increase output in limits",
    ),
    "fifo level": (
        "os.mkdir(output)\nos.mkfifo(output + '/1.cnl')",
        "is not a regular file",
    ),
    "endless level": (
        "os.mkdir(output)\nos.symlink('/dev/zero', output + '/1.cnl')",
        "leads out of its folder",
    ),
    "moved": (
        "folder = os.path.dirname(output)\nwrite('0 1')\nos.rename(folder, folder + '-old')\n"
        "os.symlink(folder + '-old', folder)",
        "leads out of its folder",
    ),
    "gone": (
        "import shutil\nfolder = os.path.dirname(output)\nshutil.rmtree(folder)\n"
        "os.symlink('/', folder)",
        "it wrote no output",
    ),
    "deep": (
        "folder = os.path.dirname(output)\nos.chdir(folder)\n"
        "for _ in range(2000):\n    os.mkdir('x')\n    os.chdir('x')",
        "it wrote no output",
    ),
}


def test_output_of_any_kind_costs_one_row(scripts: Scripts) -> None:
    programs = {name.replace(" ", "_"): code for name, (code, _) in OUTPUTS.items()}
    run(scripts.study({**programs, "good": GOOD}))
    rows = scripts.rows()
    assert rows.pop("good")["status"] == "ok"
    assert {row["status"] for row in rows.values()} == {"invalid_output"}
    for name, (_, reason) in OUTPUTS.items():
        assert reason in rows[name.replace(" ", "_")]["reason"], name
    assert not list((scripts.store / "work").iterdir())
    assert run(scripts.study({"gone": GOOD, "moved": GOOD})) == {"ok": 2}


def test_link_within_the_folder_is_read(scripts: Scripts) -> None:
    run(scripts.study({"links": GOOD + "\nos.rename(output, 'it')\nos.symlink('it', output)"}))
    assert scripts.rows()["links"]["status"] == "ok"


def _compressed(library: str, file: str) -> str:
    """Code that writes 40 MB of clusters, compressed to a few kB."""
    return f"import {library}\nwith {file} as f:\n    f.write(b'0 1 2\\n' * 7_000_000)"


def test_decompressed_output_is_limited(scripts: Scripts) -> None:
    (scripts.folder / "bomb.zst").write_bytes(zstandard.compress(b"0 1 2\n" * 7_000_000))
    programs = {
        "gz": _compressed("gzip", "gzip.open(output, 'wb')"),
        "xz": _compressed("lzma", "lzma.open(output, 'wb')"),
        "bz2": _compressed("bz2", "bz2.open(output, 'wb')"),
        "zst": f"import shutil\nshutil.copy({str(scripts.folder / 'bomb.zst')!r}, output)",
        "small": "import gzip\ngzip.open(output, 'wb').write(b'0 1 2\\n')",
    }
    run(scripts.study(programs, limits={name: {"output": "10 MB"} for name in programs}))
    rows = scripts.rows()
    assert rows.pop("small")["status"] == "ok"
    for row in rows.values():
        assert row["status"] == "invalid_output"
        assert row["reason"].startswith("its output has more than 10 MB")


def test_job_that_fills_the_disk_is_ended(scripts: Scripts) -> None:
    fills = "with open('big', 'wb') as f:\n    while True:\n        f.write(bytes(1_000_000))"
    many = (
        "for i in range(10**9):\n    os.makedirs(f'd/{i % 9}', exist_ok=True)\n"
        "    open(f'd/{i % 9}/{i}', 'wb').write(bytes(200_000))"
    )
    programs = {"one": fills, "many": many}
    run(scripts.study(programs, limits={name: {"output": "50 MB"} for name in programs}))
    for row in scripts.rows().values():
        assert row["status"] == "invalid_output"
        assert "MB into its folder, more than the limit of 50 MB" in row["reason"]


def test_job_may_not_take_more_room_than_it_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(bytes(1_000_000))
    disk = os.statvfs(tmp_path)
    assert WrittenFiles(str(tmp_path), 10**9).problem() == ""

    class Full:
        f_bavail, f_frsize = 100, disk.f_frsize

    monkeypatch.setattr(os, "statvfs", lambda _: Full)
    reason = WrittenFiles(str(tmp_path), 10**9).problem()
    assert reason.startswith("wrote 1 MB into its folder, which leaves only 0 MB on the disk")


#: Functions, the status of their jobs, and words of the reason.
FUNCTIONS = {
    "surrogate": ("raise ValueError('lone \\ud800 surrogate')", "error", "lone � surrogate"),
    "long": ("raise ValueError('x' * 10**7)", "error", "xxx"),
    "control": ("raise ValueError('a\\x1b[31mb\\nc\\0d')", "error", "a�[31mb c�d"),
    "exits": ("os._exit(0)", "error", "it ended without a report"),
    "types": (
        "report({'status': 'ok', 'algorithm_seconds': 1.0, 'format': ['cnl']})",
        "error",
        "its report was written by the algorithm itself",
    ),
    "reason": ("report({'status': 'error', 'reason': {}})", "error", "written by the algorithm"),
    "late": ("report({'status': 'skipped', 'reason': ''})", "error", "written by the algorithm"),
    "seconds": (
        "report({'status': 'ok', 'algorithm_seconds': float('inf'), 'format': 'cnl'})",
        "error",
        "written by the algorithm",
    ),
    "brackets": ("text('[' * 200_000)", "error", "it ended without a report"),
    "nested": ("text('[' * 60_000)", "error", "it ended without a report"),
    "fifo": ("os.mkfifo('report.json')\n    os._exit(0)", "error", "it ended without a report"),
    "link": (
        "os.symlink('/dev/zero', 'report.json')\n    os._exit(0)",
        "error",
        "it ended without a report",
    ),
    "replaced": ("os.mkfifo('report.json')\n    return [[0, 1], [2]]", "ok", ""),
}
START = """
import json, os
def text(letters):
    with open("report.json", "w") as file:
        file.write(letters)
    os._exit(0)
def report(value):
    text(json.dumps(value))
"""


def test_function_with_any_report_costs_one_row(scripts: Scripts) -> None:
    code = [f"def {name}(network):\n    {body}\n" for name, (body, _, _) in FUNCTIONS.items()]
    (scripts.folder / "own.py").write_text(START + "".join(code))
    others = [{"name": name, "uses": f"own.py:{name}"} for name in FUNCTIONS]
    run(scripts.study({"good": GOOD}, others=others))
    rows = scripts.rows()
    assert rows.pop("good")["status"] == "ok"
    assert {name: row["status"] for name, row in rows.items()} == {
        name: status for name, (_, status, _) in FUNCTIONS.items()
    }
    for name, (_, _, reason) in FUNCTIONS.items():
        assert reason in rows[name]["reason"], name
        assert len(rows[name]["reason"]) <= 500


def test_output_that_crashes_its_reader_costs_one_row(
    scripts: Scripts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a damaged Arrow file does; the reader of this format is made to crash here."""
    (scripts.folder / "sitecustomize.py").write_text(
        "import os, sys\n"
        "if 'accord.bench._run.output_check' in sys.orig_argv:\n"
        "    os.kill(os.getpid(), 11)\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(scripts.folder))
    assert run(scripts.study({"good": GOOD, "more": GOOD})) == {"invalid_output": 2}
    for row in scripts.rows().values():
        assert row["reason"] == "its output cannot be read: ended by signal 11 (SIGSEGV)"


def test_damaged_arrow_file_costs_one_row(scripts: Scripts) -> None:
    """Lengths of its buffers are damaged in turn; most of these files crash the library."""
    whole = scripts.folder / "whole.arrow"
    accord.write(Clustering.from_clusters([["a", "b", "c"], ["d", "e"]]), whole)
    damage = f"data = bytearray(open({str(whole)!r}, 'rb').read())\n"
    damage += "place = [408, 424, 432, 448][int(seed)]\ndata[place : place + 4] = b'\\xff' * 4\n"
    damage += "open(output, 'wb').write(data)"
    study = scripts.study({"damaged": damage}, repeats=4)
    object.__setattr__(study.algorithms[0].definition, "output", "arrow")
    assert run(study) == {"invalid_output": 4}


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("total_memory", lambda: 40_000_000, "more than the limit of 20 MB"),
        ("_SECONDS", 0.01, "not finished within 0.01 s"),
    ],
)
def test_reading_an_output_has_limits(
    scripts: Scripts, monkeypatch: pytest.MonkeyPatch, name: str, value: object, reason: str
) -> None:
    monkeypatch.setattr(f"accord.bench._run.output.{name}", value)
    assert run(scripts.study({"good": GOOD})) == {"invalid_output": 1}
    why = scripts.rows()["good"]["reason"]
    assert why.startswith("its output cannot be read: ")
    assert reason in why


def test_error_that_nobody_expects_costs_one_row(
    scripts: Scripts, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("odd")

    monkeypatch.setattr("accord.bench._run.execute.output.collect", fail)
    assert run(scripts.study({"good": GOOD, "failing": "sys.exit(3)"})) == {"error": 2}
    assert scripts.rows()["good"]["reason"] == "RuntimeError: odd"
    assert scripts.rows()["failing"]["reason"] == "exit code 3"


def test_name_that_is_no_text_is_an_error(scripts: Scripts) -> None:
    (scripts.folder / "net.txt").write_text("0 1\n")
    data = [{"name": "\ud800", "network": "net.txt"}]
    with pytest.raises(InputError, match="is not valid Unicode text"):
        run(scripts.study({"good": GOOD}, data=data))


STOPS_ITS_WATCHER = (
    "import os, signal, time\nos.kill(os.getppid(), signal.SIGSTOP)\ntime.sleep(300)"
)


def test_job_that_stops_its_watcher_is_ended() -> None:
    start = time.monotonic()
    program = WatchedProgram(python(STOPS_ITS_WATCHER), limits=Limits(seconds=200))
    assert program.wait() == Execution(
        "crashed", "its watcher was stopped, so its limits did not hold"
    )
    assert time.monotonic() - start < 100


def test_watcher_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A job can stop it again and again, and it is not seen stopped each time."""
    monkeypatch.setattr("accord.bench._run.process._DELAY", 2.0)
    monkeypatch.setattr("accord.bench._run.process._is_stopped", lambda _: False)
    program = WatchedProgram(python(STOPS_ITS_WATCHER), limits=Limits(seconds=1))
    assert program.wait() == Execution("crashed", "its watcher did not end it at its time limit")


def test_harness_that_was_paused_harms_nobody(scripts: Scripts) -> None:
    """Another one leaves it its job, and what the first cleans up is its own."""
    programs = {
        "slow": f"while os.path.exists({str(scripts.folder / 'hang')!r}): time.sleep(0.02)\n{GOOD}"
    }
    (scripts.folder / "hang").touch()
    expire = "import accord.bench._store.store as s; s.LEASE = 0.0"
    first = scripts.harness(programs, before=expire)
    wait_until(lambda: scripts.runs()["slow 0"] == 1, 60)
    first.send_signal(signal.SIGSTOP)
    second = scripts.harness(programs)
    with pytest.raises(subprocess.TimeoutExpired):
        second.communicate(timeout=3)
    (scripts.folder / "hang").unlink()
    first.send_signal(signal.SIGCONT)
    assert [harness.communicate() for harness in (first, second)] == [("{'ok': 1}\n", "")] * 2
    assert scripts.runs() == {"slow 0": 1}
    assert not any(map(is_alive, scripts.pids()))


@pytest.mark.parametrize("error", [PermissionError, RecursionError])
def test_folders_that_python_cannot_remove_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """Those without permissions, unless one is root, and those within thousands of others."""
    (tmp_path / "job" / "closed").mkdir(parents=True)
    (tmp_path / "job" / "closed").chmod(0)

    def fail(_: Path) -> None:
        raise error

    monkeypatch.setattr(shutil, "rmtree", fail)
    remove(tmp_path / "job")
    assert not (tmp_path / "job").exists()
