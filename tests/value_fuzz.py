"""Values of all metrics on many random inputs against their definitions on Python sets.

    python tests/value_fuzz.py                    # 100,000 inputs for every metric: a night
    python tests/value_fuzz.py --inputs 1000
    python tests/value_fuzz.py --metric gnmi --seed 7

Each metric gets its own options at random. Prints every difference, and at the end how many values
were compared; the exit code is 1 if any differs. Input i of a seed is the same in every run.
"""

import argparse
import math
import random
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from metric_cases import CLOSE, QUALITY_OPTIONS, closeness, expected, option_choices
from oracles import quality as quality_oracles
from random_covers import random_cover

from accord import METRICS, AccordWarning, Clustering, Network
from accord.metrics import Metric
from accord.quality import QUALITIES, QualityMetric

CHOICES = {metric.name: option_choices(metric) for metric in METRICS.values()}


# ---- inputs --------------------------------------------------------------------------------------


def random_crisp(rng: random.Random, nodes: list[int]) -> list[Any]:
    labels = {node: rng.randrange(5) for node in nodes}
    return [
        {node for node in nodes if labels[node] == label} for label in sorted(set(labels.values()))
    ]


def random_pair(rng: random.Random, metric: Metric) -> tuple[list[Any], list[Any]]:
    """Crisp if the metric needs it; on equal nodes if it needs these; sometimes with shares."""
    nodes = list(range(rng.randint(1, 12)))
    sides = []
    for _ in range(2):
        equal = metric.node_base == "equal" or rng.random() < 0.5
        some = nodes if equal else rng.sample(nodes, rng.randint(1, len(nodes)))
        side = (random_crisp if metric.crisp else random_cover)(rng, some)
        if not metric.crisp and rng.random() < 0.25:
            side = [{node: rng.randint(1, 16) / 16 for node in cluster} for cluster in side]
        sides.append(side)
    return sides[0], sides[1]


def random_weights(rng: random.Random, metric: Metric, sides: Any) -> dict[int, Any] | None:
    kind = rng.choice(["none", "integers", "integers" if metric.integer_weights else "floats"])
    nodes = sorted({node for side in sides for cluster in side for node in cluster})
    if kind == "none":
        return None
    if kind == "integers":
        return {node: rng.choice([1, 2, 3, 4, 1000]) for node in nodes}
    return {node: 2.0 ** rng.uniform(-10, 10) for node in nodes}


def random_scene(rng: random.Random, crisp: bool) -> quality_oracles.Scene:
    """A network with loops and nodes without edges, and clusters with nodes that it lacks."""
    nodes = list(range(rng.randint(1, 9)))
    directed, weighted = rng.random() < 0.5, rng.random() < 0.5
    edges = {}
    for _ in range(rng.randint(0, 28)):
        u, v = rng.choice(nodes), rng.choice(nodes)
        edge = (u, v) if directed else (min(u, v), max(u, v))
        edges[edge] = Fraction(rng.randint(1, 32), 8) if weighted else Fraction(1)
    members = nodes + list(range(20, 20 + rng.randint(0, 2)))
    clusters = (random_crisp if crisp else random_cover)(rng, members)
    if not crisp and rng.random() < 0.25:
        clusters = [{node: rng.randint(1, 16) / 16 for node in cluster} for cluster in clusters]
    return quality_oracles.Scene(frozenset(nodes), edges, directed, clusters)


# ---- differences ---------------------------------------------------------------------------------


def difference(metric: Metric, rng: random.Random) -> str:
    """What differs on one random pair; empty if nothing does."""
    truth, found = random_pair(rng, metric)
    weights = random_weights(rng, metric, (truth, found))
    options = rng.choice(CHOICES[metric.name])
    base = {} if weights is None else {"weights": weights}
    wanted = expected(metric, truth, found, options, **base)
    value = metric.function(
        *(Clustering.from_clusters(side, weights=weights) for side in (truth, found)), **options
    )
    close = CLOSE if weights is None else closeness(metric, weights)
    if value == pytest.approx(wanted, **close):
        return ""
    return f"{float(value)!r} instead of {wanted!r}: {truth=} {found=} {weights=} {options=}"


def quality_values(whole: Any, of_clusters: Any) -> list[float]:
    return [math.nan if value is None else float(value) for value in (whole, *of_clusters)]


def quality_difference(metric: QualityMetric, rng: random.Random) -> str:
    scene = random_scene(rng, metric.crisp)
    options = rng.choice(QUALITY_OPTIONS.get(metric.name, [{}]))
    wanted = quality_values(*getattr(quality_oracles, metric.name)(scene, **options))
    weighted = any(weight != 1 for weight in scene.edges.values())
    network = Network.from_edges(
        list(scene.edges),
        weights=[float(weight) for weight in scene.edges.values()] if weighted else None,
        nodes=sorted(scene.nodes),
        directed=scene.directed,
    )
    values = metric.function(network, Clustering.from_clusters(scene.clusters), **options)
    got = quality_values(values if values.is_defined else None, values.per_cluster)
    if got == pytest.approx(wanted, rel=1e-11, abs=1e-11, nan_ok=True):
        return ""
    return f"{got} instead of {wanted}: {scene=} {options=}"


def differences(names: list[str], inputs: int, seed: int) -> Iterator[tuple[str, int, str]]:
    """(metric, number of the input, what differs or nothing), input by input."""
    for i in range(inputs):
        for name in names:
            rng = random.Random(f"{seed} {i} {name}")
            if name in METRICS:
                yield name, i, difference(METRICS[name], rng)
            else:
                yield name, i, quality_difference(QUALITIES[name], rng)


def main() -> int:
    everything = [*METRICS, *QUALITIES]
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--inputs", type=int, default=100_000, help="for each metric")
    parser.add_argument("--metric", action="append", choices=everything, help="all by default")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    warnings.simplefilter("ignore", AccordWarning)
    compared, differing = Counter[str](), Counter[str]()
    try:
        for name, i, what in differences(asked.metric or everything, asked.inputs, asked.seed):
            compared[name] += 1
            if what:
                differing[name] += 1
                print(f"{name}, input {i}: {what}", flush=True)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    for name in compared:
        print(f"{name}: {compared[name]:,} values, {differing[name]:,} differ")
    print(f"{compared.total():,} values, {differing.total():,} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
