"""Questions to the tasks of the web server, as a worker asks them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from accord.web._tasks import TASKS, Document, Inputs, Made


def ask(task: str, inputs: Inputs | None = None, **request: Any) -> dict[str, Any]:
    """The answer of a task, as it arrives after JSON."""
    sent = json.loads(json.dumps(request))
    answer = TASKS[task].run(sent, Inputs() if inputs is None else inputs)
    assert isinstance(answer, dict)
    received: dict[str, Any] = json.loads(json.dumps(answer, allow_nan=False))
    return received


def ask_for_file(task: str, inputs: Inputs | None = None, **request: Any) -> Document:
    answer = TASKS[task].run(request, Inputs() if inputs is None else inputs)
    assert isinstance(answer, Document)
    return answer


def ask_to_make(task: str, **request: Any) -> Made:
    answer = TASKS[task].run(request, Inputs())
    assert isinstance(answer, Made)
    return answer


def as_input(clusters: Iterable[Iterable[object]], name: str = "clusters.cnl") -> dict[str, Any]:
    """Clusters, a line each, as an input; node names are texts."""
    lines = ["# ids: text", *(" ".join(map(str, cluster)) for cluster in clusters)]
    return {"text": "\n".join(lines) + "\n", "name": name}


def named_input(
    clusters: Mapping[str, Iterable[object]], name: str = "clusters.csv"
) -> dict[str, Any]:
    """Clusters with names as an input."""
    rows = [f"{node},{cluster}" for cluster, nodes in clusters.items() for node in nodes]
    return {"text": "\n".join(["node,cluster", *rows]) + "\n", "name": name}


def random_clusters(
    seed: int, n_nodes: int = 60, n_clusters: int = 12, overlap: float = 0.2
) -> dict[str, list[str]]:
    """Random clusters by name, in which some nodes are in two."""
    random = np.random.default_rng(seed)
    clusters: dict[str, list[str]] = {}
    for node in range(n_nodes):
        first, second = random.integers(0, n_clusters, 2).tolist()
        chosen = {first, second} if random.random() < overlap else {first}
        for cluster in sorted(chosen):
            clusters.setdefault(f"Cluster {cluster}", []).append(f"n{node}")
    return clusters


def sets_of(clusters: Mapping[str, Sequence[str]]) -> dict[str, set[str]]:
    return {name: set(nodes) for name, nodes in clusters.items()}
