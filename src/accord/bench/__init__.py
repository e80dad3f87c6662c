"""Benchmarks: run algorithms on networks within limits, and keep what they find and what that took.

>>> from accord import bench
>>> study = bench.Study(
...     "clubs", data=[{"network": "karate.txt", "truth": "karate.cnl"}], algorithms=["igraph.leiden", "igraph.infomap"]
... )  # doctest: +SKIP
>>> bench.run(study)  # doctest: +SKIP
{'ok': 2}
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from accord.bench.algorithms.registry import Algorithm, algorithm, available
    from accord.bench.collecting import collect
    from accord.bench.leaderboard import Leaderboard
    from accord.bench.limits import Limits
    from accord.bench.runner import Progress, run
    from accord.bench.runs import Run
    from accord.bench.scoring import score
    from accord.bench.showing import Results, results
    from accord.bench.store import Store
    from accord.bench.study import Study

__all__ = [
    "Algorithm",
    "Leaderboard",
    "Limits",
    "Progress",
    "Results",
    "Run",
    "Store",
    "Study",
    "algorithm",
    "available",
    "collect",
    "results",
    "run",
    "score",
]

#: Where each name is; a process that runs an algorithm needs few of them, and starts the quicker.
_PLACES = {
    "Algorithm": "algorithms.registry",
    "algorithm": "algorithms.registry",
    "available": "algorithms.registry",
    "collect": "collecting",
    "Leaderboard": "leaderboard",
    "Limits": "limits",
    "Results": "showing",
    "results": "showing",
    "Progress": "runner",
    "Run": "runs",
    "run": "runner",
    "score": "scoring",
    "Store": "store",
    "Study": "study",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name not in _PLACES:
            raise AttributeError(f"module 'accord.bench' has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(f"accord.bench.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_PLACES})
