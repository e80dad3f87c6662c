"""Kill harnesses at random moments, resume, and check that nothing is lost, left or run again.

    python tests/kill_harnesses.py --kills 200   # prints a line per round

In each round, 1, 2 or 4 harnesses run a new study in one store. Again and again, one of them is
killed (SIGKILL), and another one is started in its place; the last one runs to its end.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from misbehaving import is_alive, wait_until

JOB = """
echo "start $1 $$" >> "$4/runs"
sleep 0.$((RANDOM % 3))
printf '0 1 2\\n3 4 5 %s\\n' "$1" > "$3"
echo "end $1 $$" >> "$4/runs"
"""
STUDY = """
repeats = {jobs}
[[data]]
network = "net.txt"
[[algorithms]]
name = "job"
cmd = "bash {{folder}}/job.sh {{seed}} {{network}} {{output}} {{folder}}"
output = "cnl"
"""
_LONGEST_LIFE = 3.0  # seconds until a harness is killed


@dataclass
class Round:
    """One study, run by several harnesses that are killed."""

    folder: Path
    n_harnesses: int
    n_jobs: int
    rng: random.Random
    n_kills: int = 0
    #: What was known of each finished job when it was first seen finished.
    finished: dict[str, tuple[Any, ...]] = field(default_factory=dict)

    def run(self, kills: int) -> None:
        """Kill harnesses this many times, or until all jobs are done; then check the store."""
        self._write_study()
        running = [self._start() for _ in range(self.n_harnesses)]
        try:
            while self.n_kills < kills and len(self.finished) < self.n_jobs:
                time.sleep(self.rng.uniform(0, _LONGEST_LIFE / self.n_harnesses))
                victim = running.pop(self.rng.randrange(len(running)))
                self.n_kills += victim.poll() is None
                victim.kill()
                victim.communicate()
                self._look()
                running.append(self._start())
            for harness in running:
                _, errors = harness.communicate(timeout=600)
                assert (harness.returncode, errors) == (0, b""), errors
        finally:
            for harness in running:
                harness.kill()
                harness.communicate()
        self._look()
        self._check()

    def _write_study(self) -> None:
        for name in ("tmp", "runtime"):
            (self.folder / name).mkdir(mode=0o700)
        ring = range(self.n_jobs)
        edges = (f"{a} {(a + 1) % self.n_jobs}\n" for a in ring)
        (self.folder / "net.txt").write_text("".join(edges))
        (self.folder / "job.sh").write_text(JOB)
        (self.folder / "study.toml").write_text(STUDY.format(jobs=self.n_jobs))
        (self.folder / "runs").touch()

    def _start(self) -> subprocess.Popen[bytes]:
        places = {
            "TMPDIR": str(self.folder / "tmp"),
            "XDG_RUNTIME_DIR": str(self.folder / "runtime"),
        }
        return subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "accord", "bench", "run", "study.toml", "-q"],
            cwd=self.folder,
            env={**os.environ, **places},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )

    def _look(self) -> None:
        """Check that finished jobs stay as they were."""
        for key, *facts in self._rows("SELECT key, status, finished, clustering FROM jobs"):
            if facts[0] is not None:
                assert facts[0] == "ok", facts
                assert self.finished.setdefault(key, tuple(facts)) == tuple(facts)
            assert facts[0] or key not in self.finished, "a finished job is lost"

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        file = self.folder / "study-results" / "store.sqlite"
        if not file.exists():
            return []
        connection = sqlite3.connect(file, timeout=60)
        try:
            is_made = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'jobs'")
            return connection.execute(query).fetchall() if is_made.fetchone() else []
        finally:
            connection.close()

    def _check(self) -> None:
        """Check the store, the processes and the files that are left."""
        assert self._rows("PRAGMA integrity_check") == [("ok",)]
        rows = self._rows("SELECT status, attempts, owner, clustering FROM jobs")
        assert [row[:3] for row in rows] == [("ok", 1, None)] * self.n_jobs
        lines = [line.split() for line in (self.folder / "runs").read_text().splitlines()]
        starts = [seed for event, seed, _ in lines if event == "start"]
        assert set(starts) == {str(seed) for seed in range(self.n_jobs)}
        cores = len(os.sched_getaffinity(0))
        assert len(starts) - self.n_jobs <= self.n_kills * cores  # what was running when killed
        wait_until(lambda: not any(is_alive(int(pid)) for _, _, pid in lines), 20)
        wait_until(lambda: not _processes_in(self.folder), 20)
        self._check_files({row[3] for row in rows})

    def _check_files(self, clusterings: set[str]) -> None:
        store = self.folder / "study-results"
        stored = [path for path in store.rglob("*") if path.is_file()]
        unknown = [
            path
            for path in stored
            if not path.name.startswith("store.sqlite")
            and path.parent.parent.name != "networks"
            and path.name not in clusterings
        ]
        assert not unknown, unknown
        assert not [path for path in stored if path.name.startswith(".")]
        assert not list((store / "work").iterdir())
        assert not list((self.folder / "tmp").iterdir())
        assert [path.name for path in (self.folder / "runtime").iterdir()] == ["accord-cores"]


def _processes_in(folder: Path) -> list[str]:
    """The command lines of live processes that name a folder, or work in it."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().decode(errors="replace").replace("\0", " ")
            place = os.readlink(process / "cwd")
        except OSError:
            continue
        if (str(folder) in words or place.startswith(str(folder))) and is_alive(int(process.name)):
            found.append(words)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    total, number = 0, 0
    while total < options.kills:
        n_harnesses = (1, 2, 4)[number % 3]
        with tempfile.TemporaryDirectory(prefix="accord-kills-") as folder:
            rng = random.Random(f"{options.seed} {number}")
            one = Round(Path(folder).resolve(), n_harnesses, 60, rng)
            one.run(min(25, options.kills - total))
        total, number = total + one.n_kills, number + 1
        print(
            f"{n_harnesses} harnesses: {one.n_kills} kills, {one.n_jobs} jobs: "
            f"nothing lost, left or run again ({total} kills in all)",
            flush=True,
        )


if __name__ == "__main__":
    main()
