"""Studies whose algorithms are scripts that record each time they run; a browser for pages."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from browsing import browser, visit

from accord import Network
from accord.bench._store.store import Store
from accord.bench._study.study import Study

__all__ = ["Scripts", "browser", "visit"]

#: Three triangles in a ring.
EDGES = [
    (0, 1),
    (1, 2),
    (0, 2),
    (3, 4),
    (4, 5),
    (3, 5),
    (6, 7),
    (7, 8),
    (6, 8),
    (2, 3),
    (5, 6),
    (8, 0),
]
GOOD = "write('0 1 2', '3 4 5', '6 7 8')"
START = """
import os, sys, time
name, network, output, seed = sys.argv[1:]
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "runs"), "a") as runs:
    runs.write(f"{name} {seed} {os.getpid()}\\n")
def write(*lines):
    with open(output, "w") as file:
        file.write("".join(line + "\\n" for line in lines))
"""


class Scripts:
    """Algorithms as scripts in a folder, and what ran of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = folder / "results"

    def study(
        self,
        scripts: Mapping[str, str],
        *,
        limits: Mapping[str, Mapping[str, Any]] | None = None,
        **more: Any,
    ) -> Study:
        """A study of these scripts, which may use `network`, `output`, `seed` and `write`."""
        algorithms = []
        for name, code in scripts.items():
            (self.folder / f"{name}.py").write_text(START + code)
            script = f"{sys.executable} -I -S {{folder}}/{name}.py"
            cmd = f"{script} {name} {{network}} {{output}} {{seed}}"
            algorithms.append(
                {
                    "name": name,
                    "cmd": cmd,
                    "output": "cnl",
                    "limits": (limits or {}).get(name, {}),
                    "version": "1",
                }
            )
        data = more.pop("data", [{"name": "ring", "network": Network.from_edges(EDGES)}])
        algorithms += more.pop("others", [])
        return Study(
            "test",
            data,
            algorithms,
            store=self.store,
            folder=self.folder,
            **{"limits": {"seconds": 60}, **more},
        )

    def runs(self) -> Counter[str]:
        """How often each script was run, by its name and seed."""
        path = self.folder / "runs"
        lines = path.read_text().splitlines() if path.exists() else []
        return Counter(line.rpartition(" ")[0] for line in lines)

    def pids(self) -> list[int]:
        path = self.folder / "runs"
        return (
            [int(line.split()[-1]) for line in path.read_text().splitlines()]
            if path.exists()
            else []
        )

    def rows(self) -> dict[str, dict[str, Any]]:
        """What the store has of each algorithm; the last of its runs."""
        with Store(self.store) as store:
            return {row["algorithm"]: row for row in store.results("test")}

    def counts(self) -> dict[str, int]:
        with Store(self.store) as store:
            return store.counts("test")

    def harness(
        self,
        scripts: Mapping[str, str],
        before: str = "",
        scheduler: str | None = None,
        **more: Any,
    ) -> subprocess.Popen[str]:
        """Another process that runs this study."""
        code = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parent.parent)!r})
from pathlib import Path
from bench.conftest import Scripts
from accord.bench._run.scheduler import run
from accord.bench._store.store import Store
study = Scripts(Path({str(self.folder)!r})).study({dict(scripts)!r}, **{more!r})
with Store(study.store) as store:
    {before or "pass"}
    print(run(study, store, scheduler={scheduler!r}), flush=True)
"""
        return subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )


@pytest.fixture
def scripts(tmp_path: Path) -> Scripts:
    return Scripts(tmp_path)


@pytest.fixture
def alive() -> Callable[[int], bool]:
    from misbehaving import is_alive

    return is_alive
