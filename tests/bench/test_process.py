"""Programs under the watcher: limits hold, measurements are right, no process is left."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import misbehaving as programs
import pytest
from misbehaving import is_alive, pid_in, python, wait_until

from accord.bench._job.execution import Execution
from accord.bench._job.limits import Limits, parse_bytes
from accord.bench._run.process import WatchedProgram
from accord.bench._run.report import failed
from accord.errors import InputError


def run(command: list[str], **options: object) -> Execution:
    limits = Limits(
        **{name: options.pop(name) for name in ("seconds", "memory", "threads") if name in options}
    )  # type: ignore[arg-type]
    return WatchedProgram(command, limits=limits, **options).wait()  # type: ignore[arg-type]


def test_exit_code_and_output() -> None:
    outcome = run(["sh", "-c", "echo out; echo err >&2; exit 3"])
    assert (outcome.status, outcome.reason) == ("error", "exit code 3: err")
    assert (outcome.exit_code, outcome.log, outcome.printed_bytes) == (3, "out\nerr\n", 8)


def test_standard_input_is_empty() -> None:
    assert run(["cat"], seconds=5).exit_code == 0


def test_time_limit_ends_the_process_and_its_children() -> None:
    start = time.monotonic()
    outcome = run(["sh", "-c", "sleep 60 & sleep 60"], seconds=0.3)
    assert (outcome.status, outcome.exit_code) == ("timeout", -signal.SIGTERM)
    assert 0.3 <= outcome.wall_seconds < 3
    assert time.monotonic() - start < 10


def test_process_that_ignores_sigterm_is_killed() -> None:
    outcome = run(python(programs.IGNORES_SIGTERM), seconds=2.0, grace=0.2)
    assert (outcome.status, outcome.exit_code, outcome.log) == (
        "timeout",
        -signal.SIGKILL,
        "deaf\n",
    )


def test_segfault_is_reported_as_an_exit_code() -> None:
    outcome = run(python(programs.SEGFAULTS))
    assert (outcome.status, outcome.exit_code) == ("crashed", -signal.SIGSEGV)


def test_memory_limit_ends_the_process() -> None:
    outcome = run(python(programs.GROWS_MEMORY), memory=200_000_000, seconds=20)
    assert outcome.status == "out_of_memory"
    assert 200_000_000 < outcome.peak_memory < 500_000_000


def test_memory_of_children_is_counted() -> None:
    children = "(%s) & (%s) & wait"
    hold = " ".join(
        f"'{part}'" if "\n" in part or " " in part else part
        for part in python("held = b'x' * 10**8; input()")
    )
    code = hold.replace("input()", "import time; time.sleep(60)").replace("b'x'", 'b"x"')
    outcome = run(["sh", "-c", children % (code, code)], memory=160_000_000, seconds=60)
    assert outcome.status == "out_of_memory"


def test_shared_memory_is_counted_once() -> None:
    outcome = run(python(programs.SHARES_MEMORY))
    assert outcome.exit_code == 0
    assert outcome.n_processes == 2
    assert 200_000_000 < outcome.peak_memory < 240_000_000


@pytest.mark.parametrize("wait", [[], [60]], ids=["left behind", "at the limit"])
def test_orphaned_children_are_ended(tmp_path: Path, wait: list[int]) -> None:
    outcome = run(
        python(programs.LEAVES_ORPHAN, tmp_path / "pid", *wait), seconds=2.0 if wait else 20
    )
    assert outcome.status == ("timeout" if wait else "ok")
    left = "left 1 process running, which had to be ended"
    assert outcome.reason == ("not finished within 2 s" if wait else left)
    assert not is_alive(pid_in(tmp_path / "pid"))


def test_long_output_is_truncated() -> None:
    outcome = run(python(programs.PRINTS_MEGABYTES))
    assert outcome.printed_bytes == 20 * 1_000_001 + len("first\nlast\n")
    assert outcome.log.startswith("first\nxxx")
    assert outcome.log.endswith("xxx\nlast\n")
    assert len(outcome.log) < 70_000
    assert "bytes left out" in outcome.log


def test_missing_program_is_an_error() -> None:
    outcome = run(["no-such-program"])
    assert (outcome.exit_code, outcome.status) == (127, "error")
    assert outcome.reason.startswith("no-such-program cannot be started: No such file or directory")


def test_threads_and_cores_are_passed_in_the_environment() -> None:
    code = "import os; print(os.environ['OMP_NUM_THREADS'], *os.sched_getaffinity(0))"
    cpu = max(os.sched_getaffinity(0))
    assert run(python(code), threads=3, cpus=[cpu]).log == f"3 {cpu}\n"


def test_stop_ends_the_process(tmp_path: Path) -> None:
    program = WatchedProgram(python(programs.LEAVES_ORPHAN, tmp_path / "pid", 60), limits=Limits())
    orphan = pid_in(tmp_path / "pid")
    program.stop()
    assert program.wait().status == "interrupted"
    assert not is_alive(orphan)


def test_killed_harness_ends_every_process(tmp_path: Path) -> None:
    harness = f"""
from accord.bench._job.limits import Limits
from accord.bench._run.process import WatchedProgram
WatchedProgram({python(programs.LEAVES_ORPHAN, tmp_path / "pid", 60)!r}, limits=Limits()).wait()
"""
    process = subprocess.Popen([sys.executable, "-c", harness])
    orphan = pid_in(tmp_path / "pid")
    process.kill()
    process.wait()
    wait_until(lambda: not is_alive(orphan))


def test_killed_watcher_ends_every_process(tmp_path: Path) -> None:
    program = WatchedProgram(python(programs.LEAVES_ORPHAN, tmp_path / "pid", 60), limits=Limits())
    orphan = pid_in(tmp_path / "pid")
    program._watcher.kill()
    assert program.wait() == Execution("crashed", "its watcher was killed from outside")
    wait_until(lambda: not is_alive(orphan))


def test_known_load_is_measured_right_from_a_large_harness() -> None:
    """500 MB and 2 s of work, measured by a process that holds 1 GB itself: right within 5 %."""
    held = bytearray(b"x") * 1_000_000_000
    outcome = run(python(programs.USES_MEMORY_AND_CPU, 500, 2))
    assert float(outcome.log) >= 2.0
    assert len(held) == 1_000_000_000
    empty = run(python("")).peak_memory
    assert outcome.exit_code == 0
    assert outcome.peak_memory - empty == pytest.approx(500e6, rel=0.05)
    assert outcome.peak_memory == pytest.approx(500e6, rel=0.05)
    assert outcome.user_seconds + outcome.system_seconds == pytest.approx(2.0, rel=0.05)
    assert outcome.wall_seconds == pytest.approx(float(outcome.log), rel=0.05)


def test_wall_time_is_accurate_to_five_percent() -> None:
    assert run(["sleep", "1"]).wall_seconds == pytest.approx(1.0, rel=0.05)


def test_all_files_are_closed() -> None:
    run(["true"])
    before = programs.open_files()
    for _ in range(3):
        run(["true"])
    assert programs.open_files() == before


@pytest.mark.parametrize(
    ("size", "count"),
    [
        (1000, 1000),
        ("500 MB", 500_000_000),
        ("4GiB", 2**32),
        ("1.5 k", 1500),
        ("12", 12),
        (1e9, 10**9),
    ],
)
def test_sizes_are_parsed(size: object, count: int) -> None:
    assert parse_bytes(size) == count


@pytest.mark.parametrize("size", ["", "x", "-1", 0, "1 XB", True, None, "0.1"])
def test_invalid_size_is_an_error(size: object) -> None:
    with pytest.raises(InputError, match="cannot read the size"):
        parse_bytes(size)


@pytest.mark.parametrize(
    "wrong", [{"seconds": 0}, {"seconds": "x"}, {"seconds": True}, {"threads": 0}, {"threads": 1.5}]
)
def test_invalid_limit_is_an_error(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError, match="must be a positive"):
        Limits(**wrong)  # type: ignore[arg-type]


def test_failure_reason_is_one_line() -> None:
    """Whatever the message of the exception is."""
    left = Execution("ok", "left 1 process running, which had to be ended", wall_seconds=1.0)
    execution = failed(left, "error", "ValueError: first\n  second\n")
    assert execution == Execution(
        "error",
        "ValueError: first second; left 1 process running, which had to be ended",
        wall_seconds=1.0,
    )
