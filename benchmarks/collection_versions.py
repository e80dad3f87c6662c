"""Two versions of a large collection of overlapping clusters: a pair on which most clusters have an
equal one on the other side, while a node is in up to thousands of clusters.

python benchmarks/collection_versions.py FOLDER
python benchmarks/run.py --parts --pair FOLDER/first.cnl FOLDER/second.cnl
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Clusters = list[NDArray[np.int64]]


def make_clusters(random: np.random.Generator, nodes: int, clusters: int) -> Clusters:
    """Clusters of 2 to 80 nodes, most of them small; a few nodes are in most of them."""
    sizes = np.minimum(2 + random.pareto(1.5, clusters) * 3.5, 80).astype(int)
    # Nodes by rank: the density falls with the rank to the power of 0.4.
    drawn = (nodes * random.random(int(sizes.sum())) ** (1 / 0.6)).astype(int)
    names = random.permutation(nodes)
    parts = np.split(names[drawn], np.cumsum(sizes)[:-1])
    return [np.unique(part) for part in parts]


def change(
    random: np.random.Generator, cluster: NDArray[np.int64], nodes: int
) -> NDArray[np.int64]:
    """Without one of its nodes, or with another one."""
    if len(cluster) > 2 and random.random() < 0.5:
        return np.delete(cluster, random.integers(len(cluster)))
    return np.unique(np.append(cluster, random.integers(nodes)))


def make_versions(
    nodes: int, first: int, second: int, changed: float, seed: int
) -> tuple[Clusters, Clusters]:
    """The first version; and the second one, with `changed` of the clusters changed, in another
    order.

    What the second version has more are new clusters and copies of others.
    """
    random = np.random.default_rng(seed)
    before = make_clusters(random, nodes, first)
    after = list(before)
    for i in random.permutation(first)[: int(changed * first)]:
        after[i] = change(random, before[i], nodes)
    more = second - first
    after += make_clusters(random, nodes, more // 5)
    after += [before[i] for i in random.integers(first, size=more - more // 5)]
    return before, [after[i] for i in random.permutation(len(after))]


def write(clusters: Clusters, path: Path) -> None:
    lines = (" ".join(map(str, cluster.tolist())) for cluster in clusters)
    path.write_text("\n".join(lines) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--nodes", type=int, default=47_000)
    parser.add_argument("--clusters", type=int, nargs=2, default=(750_000, 800_000))
    parser.add_argument("--changed", type=float, default=0.01, help="share of changed clusters")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    versions = make_versions(options.nodes, *options.clusters, options.changed, options.seed)
    for clusters, name in zip(versions, ("first", "second"), strict=True):
        write(clusters, options.folder / f"{name}.cnl")


if __name__ == "__main__":
    main()
