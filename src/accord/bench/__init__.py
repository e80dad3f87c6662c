"""Benchmarks: run algorithms on networks within limits, score what they find, and compare them.

>>> from accord import bench
>>> study = bench.Study(
...     "clubs", data=[{"network": "karate.txt", "truth": "karate.cnl"}], algorithms=["igraph.leiden", "igraph.infomap"]
... )  # doctest: +SKIP
>>> bench.run(study)  # doctest: +SKIP
{'ok': 2}
>>> bench.results(study).leaderboard("f1h")  # doctest: +SKIP
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from accord.bench.algorithms.registry import Algorithm, algorithm, available
    from accord.bench.all_runs import Results
    from accord.bench.collecting import collect, evidence, results
    from accord.bench.exporting import export_clusterings
    from accord.bench.leaderboard import Leaderboard
    from accord.bench.leaving_out import Regret, regret
    from accord.bench.limits import Limits
    from accord.bench.recommendation import Recommendation, recommend
    from accord.bench.runner import Progress, retry, run
    from accord.bench.runs import Run
    from accord.bench.scoring import prune, score
    from accord.bench.showing import Status, status
    from accord.bench.store import Store
    from accord.bench.study import Study

__all__ = [
    "Algorithm",
    "Leaderboard",
    "Limits",
    "Progress",
    "Recommendation",
    "Regret",
    "Results",
    "Run",
    "Status",
    "Store",
    "Study",
    "algorithm",
    "available",
    "collect",
    "evidence",
    "export_clusterings",
    "prune",
    "recommend",
    "regret",
    "results",
    "retry",
    "run",
    "score",
    "status",
]

#: Where each name is; a process that runs an algorithm needs few of them, and starts the quicker. No module has such a name.
_PLACES = {
    "Algorithm": "algorithms.registry",
    "algorithm": "algorithms.registry",
    "available": "algorithms.registry",
    "collect": "collecting",
    "evidence": "collecting",
    "results": "collecting",
    "Results": "all_runs",
    "export_clusterings": "exporting",
    "Leaderboard": "leaderboard",
    "Limits": "limits",
    "Progress": "runner",
    "retry": "runner",
    "run": "runner",
    "prune": "scoring",
    "score": "scoring",
    "Recommendation": "recommendation",
    "recommend": "recommendation",
    "Regret": "leaving_out",
    "regret": "leaving_out",
    "Run": "runs",
    "Status": "showing",
    "status": "showing",
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
