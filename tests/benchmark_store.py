"""A store of a small benchmark: three scripts on three networks, one of which fails."""

from __future__ import annotations

from pathlib import Path

from bench.conftest import EDGES, GOOD, Scripts

from accord import Clustering, Network, bench
from accord.bench._run.scheduler import run

TRUTH = Clustering.from_clusters([[0, 1, 2], [3, 4, 5], [6, 7, 8]])
SCRIPTS = {
    "good": GOOD
    + r"""
print("\x1b[31mred\x1b[0m \x1b]0;title\x07plain")
print("a\rb <script>alert(1)</script> \u202e turned \x00")
for number in range(30): print("line", number)""",
    "half": "write('0 1 2 3 4 5', '6 7 8')",
    "broken": "print('what went wrong'); sys.exit(3)",
}


def make_store(folder: Path, scripts: dict[str, str] = SCRIPTS) -> Path:
    """The store of a study of scripts on three networks; what is in it already is not run again."""
    folder.mkdir(parents=True, exist_ok=True)
    data = [
        {"name": name, "network": Network.from_edges(edges), "truth": TRUTH}
        for name, edges in {
            "ring": EDGES,
            "chain": EDGES[:-1],
            "loose": [*EDGES[:-1], (1, 7)],
        }.items()
    ]
    study = Scripts(folder).study(scripts, data=data, metrics=["f1h", "omega"])
    run(study)
    bench.load_results(study)
    return folder / "results"
