"""Locks of cores: whose they are, and that waiting for them is said."""

import os
import threading
from pathlib import Path
from typing import Any

import pytest
from bench.conftest import GOOD, Scripts

from accord.bench._run import core_locks, local
from accord.bench._run.core_locks import lock, lock_folder
from accord.bench._run.machine import Cores
from accord.bench._run.scheduler import Progress, run
from accord.errors import AccordWarning, FileError

ANOTHER_USER = 12345


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary files that others can write, and no runtime folder."""
    monkeypatch.setattr(core_locks.tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "none"))
    tmp_path.chmod(0o777)
    return tmp_path


def test_runtime_folder_of_the_user_is_preferred(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lock_folder() == temporary / f"accord-cores-{os.getuid()}"
    runtime = temporary / "runtime"
    runtime.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    assert lock_folder() == runtime / "accord-cores"
    assert lock_folder().stat().st_mode & 0o777 == 0o700
    runtime.chmod(0o770)
    assert lock_folder().parent == temporary


def _as_another(found: os.stat_result) -> os.stat_result:
    """The same file, as if another user had made it."""
    values = list(found)
    values[4] = ANOTHER_USER
    return os.stat_result(values)


@pytest.mark.parametrize("kind", ["link", "file", "another user"])
def test_folder_of_another_is_refused(
    temporary: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    folder = temporary / f"accord-cores-{os.getuid()}"
    (temporary / "elsewhere").mkdir()
    if kind == "link":
        folder.symlink_to(temporary / "elsewhere")
    elif kind == "file":
        folder.touch()
    else:
        folder.mkdir()
        lstat = Path.lstat
        monkeypatch.setattr(Path, "lstat", lambda path: _as_another(lstat(path)))
    with pytest.raises(FileError) as raised:
        Cores()
    assert raised.value.filename == str(folder)
    assert not list((temporary / "elsewhere").iterdir())


@pytest.mark.parametrize("kind", ["link", "dangling", "fifo", "another user"])
def test_lock_of_another_is_refused_and_changes_nothing(
    temporary: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    folder = lock_folder()
    victim = temporary / "victim"
    victim.write_text("precious")
    path = folder / str(Cores().cpus[0])
    if kind == "link":
        path.symlink_to(victim)
    elif kind == "dangling":
        path.symlink_to(temporary / "new")
    elif kind == "fifo":
        os.mkfifo(path)
    else:
        path.write_text("kept")
        fstat = os.fstat
        monkeypatch.setattr(os, "fstat", lambda file: _as_another(fstat(file)))
    with (
        pytest.raises(FileError, match="locks of cores are kept here"),
        Cores().take(1, threading.Event()),
    ):
        pass
    assert victim.read_text() == "precious"
    assert not (temporary / "new").exists()


def test_lock_keeps_the_content_of_its_file(temporary: Path) -> None:
    path = lock_folder() / "0"
    path.write_text("kept")
    held = lock(path)
    assert held is not None
    assert lock(path) is None
    os.close(held)
    assert path.read_text() == "kept"


def test_waiting_for_cores_is_said(
    scripts: Scripts, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "PATIENCE", 0.2)
    held: list[Any] = [lock(lock_folder() / str(cpu)) for cpu in Cores().cpus]
    calls: list[Progress] = []

    def release_later(progress: Progress) -> None:
        calls.append(progress)  # ten times a second
        while len(calls) > 10 and held:
            os.close(held.pop())

    with pytest.warns(AccordWarning, match="waiting for free cores, which other runs of yours use"):
        assert run(scripts.study({"good": GOOD}), progress=release_later) == {"ok": 1}
