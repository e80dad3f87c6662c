"""The native readers withstand broken input; `tools/fuzz.py` says what is checked, and how."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
FAULTS = ["exception", "blocks differ"]
FAULTS_THAT_SANITIZERS_SEE = ["read beyond the end", "overflow"]


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


def fuzz(build: Path, target: str, mutations: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, ROOT / "tools/fuzz.py", "--build", build, "--target", target]
    command += ["--mutations", str(mutations)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("target", ["cluster_lists", "tables", "labels", "words", "chunks"])
def test_readers_withstand_changed_files(build: Path, target: str) -> None:
    done = fuzz(build, target, 1500)
    assert done.returncode == 0, done.stderr
    files = re.search(rf"^{target}: (\d+) files and 1500 changed copies$", done.stdout, re.M)
    assert files
    assert int(files[1]) >= 4


def test_faults_are_found_and_their_input_is_kept(build: Path, tmp_path: Path) -> None:
    built = fuzz(build, "words", 0)
    sanitized = "building without" not in built.stdout
    assert sanitized or os.environ.get("CI") != "true"
    for fault in FAULTS + FAULTS_THAT_SANITIZERS_SEE * sanitized:
        assert replay_planted(build, tmp_path, fault, 0) == fault.encode()


def test_changes_reach_faults_that_the_file_does_not_show(build: Path, tmp_path: Path) -> None:
    fuzz(build, "words", 0)
    assert replay_planted(build, tmp_path, "block", 0) is None
    failed = replay_planted(build, tmp_path, "block", 20_000)
    assert failed is not None
    assert failed.startswith(b"blocks")


def replay_planted(build: Path, folder: Path, text: str, mutations: int) -> bytes | None:
    """The input that failed, starting from a file with this text."""
    inputs = folder / "inputs"
    inputs.mkdir(exist_ok=True)
    (inputs / "file").write_text(text)
    (program,) = build.glob("replay-*/replay")
    command = [program, "planted_faults", str(mutations), inputs]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode <= 0, done.stderr
    return (folder / "failed-planted_faults").read_bytes() if done.returncode else None
