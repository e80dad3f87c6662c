"""Benchmarks: run algorithms on networks within limits, score what they find, and rank them.

>>> from accord import bench
>>> study = bench.Study(
...     "clubs",
...     data=[{"network": "karate.txt", "truth": "karate.cnl"}],
...     algorithms=["igraph.leiden", "igraph.infomap"],
... )  # doctest: +SKIP
>>> bench.run(study)  # doctest: +SKIP
{'ok': 2}
>>> bench.load_results(study).leaderboard("f1h")  # doctest: +SKIP

A study names networks and algorithms (`_study`); each of its jobs (`_job`) runs in a process of
its own (`_run`) with an adapter (`_algorithms`), and a folder keeps what happened (`_store`).
Clusterings are scored (`_score`), runs and scores are ranked (`_results`), recommendations are
learned from them (`_advise`), and all of it can be shown as a page (`_pages`).
"""

from importlib import import_module
from typing import Any

#: The public names of each module, which is loaded when one of them is first used: a process that
#: runs an algorithm needs few of them. For type checkers the same names are in `__init__.pyi`.
_NAMES = {
    "accord.bench._advise.recommend": "recommend",
    "accord.bench._advise.recommendation": "Recommendation",
    "accord.bench._advise.regret": "Regret regret",
    "accord.bench._algorithms.registry": "Algorithm algorithm available",
    "accord.bench._features": "network_distance network_features network_fingerprint",
    "accord.bench._job.execution": "Execution",
    "accord.bench._job.limits": "Limits",
    "accord.bench._job.spec": "JobSpec",
    "accord.bench._pages.page": "to_html write_html",
    "accord.bench._results.export": "export_clusterings",
    "accord.bench._results.leaderboard": "Leaderboard",
    "accord.bench._results.load": "load_all_results load_results stored_results",
    "accord.bench._results.quick": "quick",
    "accord.bench._results.results": "Results",
    "accord.bench._results.run": "Run",
    "accord.bench._results.status": "Status status",
    "accord.bench._results.winner": "Winner",
    "accord.bench._run.scheduler": "Progress retry run",
    "accord.bench._score.clustering_scores": "ClusteringScores",
    "accord.bench._score.score": "prune score",
    "accord.bench._store.store": "Store",
    "accord.bench._study.study": "Study",
}
_HOME = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'accord.bench' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
