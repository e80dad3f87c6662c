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
    from accord.bench._advise.recommendation import Recommendation, recommend
    from accord.bench._advise.regret import Regret, regret
    from accord.bench._algorithms.registry import Algorithm, algorithm, available
    from accord.bench._job.limits import Limits
    from accord.bench._results.export import export_clusterings
    from accord.bench._results.leaderboard import Leaderboard
    from accord.bench._results.load import collect, evidence, results
    from accord.bench._results.results import Results
    from accord.bench._results.run import Run
    from accord.bench._results.status import Status, status
    from accord.bench._run.scheduler import Progress, retry, run
    from accord.bench._score.score import prune, score
    from accord.bench._store.store import Store
    from accord.bench._study.study import Study

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

#: Where each name is; a process that runs an algorithm needs few of them, and starts the quicker.
#: No module has such a name.
_PLACES = {
    "Algorithm": "_algorithms.registry",
    "algorithm": "_algorithms.registry",
    "available": "_algorithms.registry",
    "collect": "_results.load",
    "evidence": "_results.load",
    "results": "_results.load",
    "Results": "_results.results",
    "export_clusterings": "_results.export",
    "Leaderboard": "_results.leaderboard",
    "Limits": "_job.limits",
    "Progress": "_run.scheduler",
    "retry": "_run.scheduler",
    "run": "_run.scheduler",
    "prune": "_score.score",
    "score": "_score.score",
    "Recommendation": "_advise.recommendation",
    "recommend": "_advise.recommendation",
    "Regret": "_advise.regret",
    "regret": "_advise.regret",
    "Run": "_results.run",
    "Status": "_results.status",
    "status": "_results.status",
    "Store": "_store.store",
    "Study": "_study.study",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name not in _PLACES:
            raise AttributeError(f"module 'accord.bench' has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(f"accord.bench.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_PLACES})
