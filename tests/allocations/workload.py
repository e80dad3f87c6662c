"""Small work that calls every kernel."""

import contextlib
import tempfile
import warnings
from pathlib import Path

import accord
from accord import Clustering, Network, quality


def run(threads: int) -> None:
    warnings.simplefilter("ignore")
    cover = accord.generate_cover(60, 9, 2, seed=1)
    damaged = accord.perturb(cover, move=0.2, split=0.2, seed=2)
    fuzzy = Clustering.from_clusters([{1: 0.5, 2: 1.0, 3: 0.25}, {2: 0.5, 3: 1.0}])
    _compare(cover, damaged, threads)
    _compare_versions(threads)
    accord.compare(fuzzy, [[1, 2], [3]], "all", threads=threads)
    crisp = [[1, 2, 3], [4, 5], [6]], [[1, 2], [3, 4], [5, 6]]
    accord.compare(*crisp, "all", threads=threads)
    accord.f1h([[1, 2], [3, 9]], [[2, 5], [10**15, 1]], threads=threads)
    accord.f1h([["a", "b"], ["c"]], [["b", "dd"], ["c", "e"]], threads=threads)
    network = accord.generate_lfr(60, 6, 12, 0.2, weights=True, seed=1, threads=threads).network
    for metric in quality.QUALITIES.values():
        metric.function(network, [list(range(30)), list(range(30, 60))], threads=threads)
    with tempfile.TemporaryDirectory() as folder:
        _read_and_write(Path(folder), cover, network, threads)


def _compare(cover: Clustering, damaged: Clustering, threads: int) -> None:
    accord.compare(cover, damaged, "all", nodes="union", threads=threads)
    accord.gnmi(cover, damaged, nodes="union", method="sampled", budget=0, threads=threads)
    accord.gnmi(cover, damaged, nodes="union", method="adaptive", error=1, threads=threads)
    accord.explain(cover, damaged, threads=threads)
    accord.overlaps(cover, damaged, threads=threads)
    accord.baseline("f1h", cover, damaged, repeats=10, threads=threads)


def _compare_versions(threads: int) -> None:
    """Two versions of a collection of many clusters, most of which have a twin."""
    subsets = [[node for node in range(9) if bits >> node & 1] for bits in range(1, 300)]
    first, second = subsets[20:], [*subsets[:-9], subsets[50]]
    accord.compare(first, second, ["f1h", "onmi"], nodes="union", threads=threads)
    accord.explain(first, second, threads=threads)


def _read_and_write(folder: Path, cover: Clustering, network: Network, threads: int) -> None:
    named = Clustering.from_clusters({"a": ["x", "y"], "b": ["y", "zzz"]})
    for name in ("a.cnl", "a.csv", "a.tsv", "a.parquet"):
        for clustering in (cover, named):
            accord.write(clustering, folder / name)
            accord.read(folder / name, threads=threads)
    accord.write_network(network, folder / "a.ncol")
    accord.read_network(folder / "a.ncol", threads=threads)
    (folder / "wrong.ncol").write_text("1 2 0.5\n2 3 -1\n")
    with contextlib.suppress(accord.InputError):  # says in which line
        accord.read_network(folder / "wrong.ncol", threads=threads)
