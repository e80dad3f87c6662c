"""Realistic benchmark results: algorithms differ in quality, failures and cost."""

import math

import numpy as np
from run_factories import make_spec

from accord.bench._job.execution import Execution
from accord.bench._results.results import Results
from accord.bench._results.run import Run
from accord.bench._score.clustering_scores import ClusteringScores

HOSTILE = '</script><img src=x onerror="alert(1)">'
#: Algorithm: how good it is, how much mixing harms it, whether it finds overlaps, seconds per
#: million edges, bytes per edge.
ALGORITHMS = {
    "leiden": (0.94, 0.50, False, 2.1, 90),
    "louvain": (0.92, 0.58, False, 1.6, 80),
    "infomap": (0.96, 0.85, False, 5.5, 160),
    "label propagation": (0.90, 1.10, False, 0.7, 60),
    "walktrap": (0.95, 0.62, False, 90.0, 900),
    "leiden[resolution=0.5]": (0.83, 0.40, False, 2.2, 90),
    "demon": (0.78, 0.75, True, 60.0, 700),
    "slpa": (0.84, 0.70, True, 75.0, 450),
    "big clam": (0.70, 0.45, True, 300.0, 1500),
    "spectral": (0.80, 0.60, False, 40.0, 4000),
}
RANDOM = {"random": (0, 0, False, 0.05, 20)}
#: Data set: nodes, mean degree, mixing, share of nodes in several clusters, transitivity.
DATASETS = {
    "LFR n=1,000 μ=0.1": (1000, 20, 0.1, 0.0, 0.52),
    "LFR n=1,000 μ=0.3": (1000, 20, 0.3, 0.0, 0.33),
    "LFR n=1,000 μ=0.5": (1000, 20, 0.5, 0.0, 0.17),
    "LFR n=1,000 μ=0.6": (1000, 20, 0.6, 0.0, 0.12),
    "LFR n=1,000 overlap 0.1": (1000, 20, 0.2, 0.1, 0.38),
    "LFR n=1,000 overlap 0.3": (1000, 20, 0.2, 0.3, 0.31),
    "LFR n=10,000 μ=0.3": (10_000, 24, 0.3, 0.0, 0.30),
    "LFR n=10,000 μ=0.5": (10_000, 24, 0.5, 0.0, 0.15),
    "LFR n=10,000 overlap 0.3": (10_000, 24, 0.2, 0.3, 0.27),
    "com-DBLP": (317_080, 6.6, 0.35, 0.35, 0.31),
    "com-Amazon": (334_863, 5.5, 0.25, 0.9, 0.21),
    "football": (115, 10.7, 0.35, 0.0, 0.41),
}
LEVELS = {"leiden": 3, "louvain": 4, "infomap": 3}
LIMIT = 60.0


def example_results(instances: int = 2, shuffles: int = 2) -> Results:
    random = np.random.default_rng(7)
    runs, networks = [], {}
    for dataset, (nodes, degree, mixing, overlap, transitivity) in DATASETS.items():
        edges = nodes * degree / 2
        for instance in map(
            str, range(1, 2 if dataset.startswith(("com", "football")) else instances + 1)
        ):
            networks[dataset, instance] = {
                "nodes": float(nodes),
                "edges": edges,
                "mean_degree": float(degree),
                "degree_spread": 0.6 if dataset.startswith("LFR") else 1.5,
                "transitivity": transitivity + float(random.normal(0, 0.005)),
                "clustering": min(transitivity * 1.2, 1.0),
                "assortativity": 0.05,
                "largest_component": 1.0,
                "weighted": 0.0,
                "directed": 0.0,
            }
            for name, (skill, harm, overlapping, pace, appetite) in (
                *ALGORITHMS.items(),
                ("random", (0, 0, False, 0.05, 20)),
            ):
                for shuffle in range(shuffles):
                    seconds = pace * edges / 1e6 * math.exp(random.normal(0, 0.15)) + 0.004
                    memory = int(48e6 + appetite * edges * math.exp(random.normal(0, 0.03)))
                    value = (
                        skill - harm * mixing**2 - (0.1 if overlapping else 0.75) * overlap * skill
                    )
                    value = (
                        0.09 + 0.03 * random.random()
                        if name == "random"
                        else max(value + random.normal(0, 0.015), 0.1)
                    )
                    status, reason, log = _ending(name, dataset, shuffle, seconds, memory)
                    ok = status == "ok"
                    value = min(value, 1.0)
                    levels = _levels(name, value, random) if ok else {}
                    blind = "1" if levels else None
                    best = max(levels.values(), default=value)
                    scores = {
                        "f1h": {
                            "blind": levels.get("1", value),
                            "best": best,
                            "merged": 0.94 * best,
                        }
                    }
                    scores["onmi"] = {policy: score**1.3 for policy, score in scores["f1h"].items()}
                    scores["nvd"] = {policy: 1 - score for policy, score in scores["f1h"].items()}
                    spec = make_spec(name, dataset, instance, shuffle=shuffle, seed=shuffle + 1)
                    execution = Execution(
                        status=status,
                        reason=reason,
                        wall_seconds=LIMIT if status == "timeout" else seconds,
                        user_seconds=seconds,
                        peak_memory=memory,
                        clustering=f"{len(runs):064x}" if ok else None,
                        log=log,
                    )
                    of_run = ClusteringScores(
                        values=scores if ok else {},
                        by_level={"f1h": levels} if levels else {},
                        blind_level=blind,
                    )
                    runs.append(Run(spec, execution, of_run))
    return Results(
        tuple(runs),
        FACTS,
        networks,
        {(name, "LFR n=1,000 μ=0.1", "1"): 0.97 for name in ("leiden", "louvain")},
    )


FACTS: dict[str, object] = {
    "study": "networks with known clusters",
    "started": "2025-05-04 10:12:07 UTC",
    "finished": "2025-05-04 11:03:55 UTC",
    "machine": {
        "name": "bench-1",
        "processor": "2 cores of an example processor",
        "memory": "8 GB",
        "system": "Linux 6.1",
    },
    "versions": {"accord": "0.1.0", "python": "3.11.2", "igraph": "0.11.8", "infomap": "2.8.0"},
    "limits": {"seconds": LIMIT, "memory": "2 GB", "threads": 1},
}


def _levels(name: str, value: float, random: np.random.Generator) -> dict[str, float]:
    """Values of levels, of which the second is the best or nearly so."""
    steps = (-0.2, 0.0, -0.04, -0.22)[: LEVELS.get(name, 0)]
    return {
        str(place): min(max(value + step + random.normal(0, 0.02), 0.0), 1.0)
        for place, step in enumerate(steps)
    }


def _ending(
    name: str, dataset: str, shuffle: int, seconds: float, memory: int
) -> tuple[str, str, str]:
    if name == "big clam" and dataset == "com-Amazon":
        return "skipped", "timeout on the smaller com-DBLP", ""
    if memory > 2e9:
        return (
            "out_of_memory",
            "held 2.1 GB, more than the limit of 2 GB",
            "reading network\nbuilding the matrix\n",
        )
    if seconds > LIMIT:
        return (
            "timeout",
            f"not done within {LIMIT:g} s",
            "iteration 17 of 100\n\x1b[31miteration 18 of 100\x1b[0m\n",
        )
    if name == "demon" and dataset == "football" and shuffle:
        return (
            "crashed",
            "ended by signal 11 (segmentation fault)",
            f"Traceback: {HOSTILE}\n" + "deep in a library\n" * 30,
        )
    if name == "slpa" and dataset == "LFR n=1,000 μ=0.6":
        return (
            "invalid_output",
            "line 3 of the output: node 1,204 is not in the network",
            "3 1204\n",
        )
    return "ok", "", ""
