"""Whole commands under limits of the address space: a result, or one line and exit code 2."""

import subprocess
import sys
from pathlib import Path

import pytest

import accord

#: Runs a command that may use so many more bytes than Python and NumPy do by themselves.
LIMITED = """
import resource, sys
import numpy  # its own libraries do not survive a lack of memory
from accord._cli import main
pages = int(open("/proc/self/statm").read().split()[0])
limit = pages * resource.getpagesize() + int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
sys.argv = ["accord", *sys.argv[2:]]
main()
"""
#: From too little for threads to too little for the files and for the kernels. With less, imports
#: fail, and how they do is up to Python.
MEGABYTES = (16, 32, 64, 128)


def run_limited(megabytes: int, *command: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-c", LIMITED, str(megabytes * 2**20), *command]
    return subprocess.run(line, capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("clusterings")
    for name, seed in (("truth.cnl", 1), ("found.cnl", 2)):
        accord.write(accord.generate_cover(100_000, 10_000, 2, seed=seed), folder / name)
    return [str(folder / "truth.cnl"), str(folder / "found.cnl")]


def check(run: subprocess.CompletedProcess[str]) -> None:
    if "thread-local data: ABORT" in run.stderr:
        return  # the dynamic linker of the system, which asks nobody
    if run.returncode:
        line = "accord: error: not enough memory for this input\n"
        assert (run.returncode, run.stdout, run.stderr) == (2, "", line)


@pytest.mark.parametrize("megabytes", MEGABYTES)
def test_compare(megabytes: int, files: list[str]) -> None:
    check(run_limited(megabytes, "compare", *files))


def test_enough_memory_is_enough(files: list[str]) -> None:
    assert run_limited(4000, "compare", *files).returncode == 0


@pytest.mark.parametrize("megabytes", MEGABYTES)
def test_a_file_is_written_whole_or_not_at_all(
    megabytes: int, files: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "found.csv"
    run = run_limited(megabytes, "convert", files[1], str(out))
    check(run)
    assert [path.name for path in tmp_path.iterdir()] == ([] if run.returncode else ["found.csv"])
    if run.returncode == 0:
        assert accord.read(out) == accord.read(files[1])
