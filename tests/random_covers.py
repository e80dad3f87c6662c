"""Small random covers from a plain generator, for loops over thousands of them."""

import random
from collections.abc import Sequence

Cover = list[set[int]]


def random_cover(rng: random.Random, nodes: Sequence[int]) -> Cover:
    """Of every node: crisp, nested, or overlapping, and then perhaps with some clusters listed
    again.
    """
    kind = rng.choice(["any", "any", "again", "crisp", "nested"])
    if kind == "crisp":
        labels = [rng.randrange(5) for _ in nodes]
        return [
            {v for v, node_label in zip(nodes, labels, strict=True) if node_label == label}
            for label in sorted(set(labels))
        ]
    if kind == "nested":
        cover = _nested(rng, list(nodes), 4)
    else:
        cover = [
            set(rng.sample(nodes, rng.randint(1, len(nodes)))) for _ in range(rng.randint(1, 6))
        ]
        for v in sorted(set(nodes).difference(*cover)):
            rng.choice(cover).add(v)
    if kind == "again":
        cover += [set(rng.choice(cover)) for _ in range(2)]
    rng.shuffle(cover)
    return cover


def _nested(rng: random.Random, nodes: list[int], depth: int) -> Cover:
    if len(nodes) < 2 or not depth:
        return [set(nodes)]
    rng.shuffle(nodes)
    cut = rng.randint(1, len(nodes) - 1)
    parts = _nested(rng, nodes[:cut], depth - 1) + (
        _nested(rng, nodes[cut:], depth - 1) if rng.random() < 0.6 else []
    )
    return [set(nodes), *parts]


def random_pair(
    rng: random.Random, max_nodes: int = 11
) -> tuple[Cover, Cover, dict[int, int] | None]:
    """Two covers of the same nodes, and perhaps weights."""
    nodes = range(rng.randint(1, max_nodes))
    weights = {v: rng.randint(1, 4) for v in nodes} if rng.random() < 0.4 else None
    return random_cover(rng, nodes), random_cover(rng, nodes), weights
