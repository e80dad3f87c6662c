"""Built-in algorithms on networks with obvious clusters, and algorithms added by users."""

import subprocess
import sys
import warnings
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bench.conftest import EDGES, Scripts

from accord import Clustering, Network, bench
from accord.bench._algorithms.registry import Algorithm, find_algorithm, find_by_origin
from accord.bench._run.scheduler import run
from accord.bench._store.numbering import node_order, numbered, restored
from accord.errors import MissingPackageError, UnknownNameError

CLIQUES = [range(6), range(6, 12)]
CLIQUE_EDGES = [edge for clique in CLIQUES for edge in combinations(clique, 2)]
#: Two cliques and nothing in between; with weights; with directions; with a node that has no edge.
NETWORKS = {
    "plain": Network.from_edges(CLIQUE_EDGES),
    "weighted": Network.from_edges([(a, b, 1.5) for a, b in CLIQUE_EDGES]),
    "directed": Network.from_edges(
        [*CLIQUE_EDGES, *((b, a) for a, b in CLIQUE_EDGES)], directed=True
    ),
    "lone node": Network.from_edges(CLIQUE_EDGES, nodes=[12]),
}
TRUTH = Clustering.from_clusters(CLIQUES)


def find(algorithm: Algorithm, network: Network, seed: int = 3) -> Clustering:
    """Run an algorithm as the worker does."""
    algorithm.load()
    given = {"seed": seed, "threads": 1, "truth": TRUTH}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings of libraries
        graph = algorithm.convert(network)
        found = algorithm.function(
            graph, **{name: value for name, value in given.items() if algorithm.takes(name)}
        )
    assert isinstance(found, Clustering)
    return found


@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
@pytest.mark.parametrize("name", [name for name in bench.available() if name != "baseline.random"])
def test_every_algorithm_finds_cliques(name: str, network: Network) -> None:
    algorithm = bench.available()[name]
    if algorithm.missing:
        pytest.skip(algorithm.install)
    found = find(algorithm, network)
    top = list(found.levels().values())[-1] if found.level_names else found
    clusters = {tuple(sorted(cluster)) for cluster in top.clusters()}
    assert clusters - {(12,)} == {tuple(clique) for clique in CLIQUES}
    assert bool(found.level_names) <= algorithm.levels


@pytest.mark.parametrize("name", bench.available())
def test_output_depends_only_on_the_seed(name: str) -> None:
    """With loops, repeated edges and nodes without edges, equal seeds find equal clusters."""
    rng = np.random.default_rng(5)
    network = Network.from_edges(
        rng.integers(0, 50, 400), rng.integers(0, 50, 400), nodes=range(60)
    )
    algorithm = bench.available()[name]
    if algorithm.missing:
        pytest.skip(algorithm.install)
    assert find(algorithm, network, 7) == find(algorithm, network, 7)


def test_baseline_keeps_only_the_cluster_sizes_of_the_truth() -> None:
    network = Network.from_edges(CLIQUE_EDGES, nodes=range(100))
    found = [find(find_algorithm("baseline.random"), network, seed) for seed in range(20)]
    assert all(sorted(map(len, clustering.clusters())) == [6, 6] for clustering in found)
    drawn = np.bincount(
        [node for clustering in found for node in clustering.nodes()], minlength=100
    )
    assert drawn.sum() == 240
    assert drawn[12:].sum() > drawn[:12].sum()  # nodes of the whole network, not those of the truth


def test_algorithms_declare_their_requirements(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = Algorithm("x.y", lambda network: network, packages=("no-such-package", "numpy"))
    assert (lacking.missing, lacking.install) == (
        ["no-such-package"],
        "pip install no-such-package",
    )
    with pytest.raises(
        MissingPackageError, match=r"x\.y needs no-such-package: pip install no-such-package"
    ):
        lacking.load()
    with pytest.raises(
        UnknownNameError, match=r"unknown algorithm 'igraph\.leidn': did you mean igraph\.leiden"
    ):
        find_algorithm("igraph.leidn")


def test_versions_include_the_packages() -> None:
    import igraph

    assert find_algorithm("igraph.leiden").version == f"igraph {igraph.__version__}"


def test_algorithms_from_other_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "guest.py").write_text(
        "def one(network, *, seed, k=3):\n    'All in one.'\n    return [network.nodes()]\n"
    )
    facts = tmp_path / "guest-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: guest\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[accord.algorithms]\nguest.one = guest:one\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    guest = bench.available()["guest.one"]
    assert (guest.meaning, guest.parameters) == ("All in one", {"k": 3})
    assert find_algorithm("guest.one").origin() == {"name": "guest.one"}


FUNCTIONS = '''
from accord import bench

@bench.algorithm("mine", overlapping=True)
def cliques(network, *, seed, size=3):
    """Three in a row."""
    return [list(range(start, start + size)) for start in range(0, network.n_nodes, size)]

def nothing(network):
    return None

def talking(network):
    return "hello"

def writing(network):
    with open("here.cnl", "w") as file:
        file.write("0 1 2\\n3 4 5 6 7 8\\n")
    return "here.cnl"

def empty(network):
    return []

def polite(network):
    import atexit
    atexit.register(print, "bye")
    print("hello")
    return [[0, 1]]

def wrong(network):
    raise ValueError("cannot do that")

def hungry(network):
    raise MemoryError

def crashing(network):
    import ctypes
    ctypes.string_at(0)

def slow(network):
    import time
    time.sleep(0.5)
    return {node: node % 2 for node in network.nodes()}
'''


def test_functions_run_in_their_own_process(scripts: Scripts) -> None:
    (scripts.folder / "functions.py").write_text(FUNCTIONS)
    names = (
        "cliques",
        "nothing",
        "talking",
        "writing",
        "empty",
        "polite",
        "wrong",
        "hungry",
        "crashing",
        "slow",
    )
    others = [{"uses": f"functions.py:{name}"} for name in names]
    edges = [(f"n{a}", f"n{b}") for a, b in EDGES]
    network = Network.from_edges(edges)
    run(scripts.study({}, others=others, data=[{"name": "ring", "network": network}]))
    rows = scripts.rows()
    statuses = {name: (rows[name]["status"], rows[name]["reason"]) for name in names}
    assert statuses == {
        "cliques": ("ok", ""),
        "nothing": (
            "invalid_output",
            "the algorithm returned nothing: it must return a clustering",
        ),
        "talking": (
            "invalid_output",
            "the algorithm returned 'hello', which is neither a clustering nor a file with one",
        ),
        "writing": ("ok", ""),
        "empty": ("invalid_output", "there are no clusters"),
        "polite": ("ok", ""),
        "wrong": ("error", "ValueError: cannot do that"),
        "hungry": ("out_of_memory", "memory could not be allocated"),
        "crashing": ("crashed", "ended by signal 11 (SIGSEGV)"),
        "slow": ("ok", ""),
    }
    with bench.Store(scripts.store) as store:
        found = {
            frozenset(cluster) for cluster in store.clustering(rows["cliques"]["key"]).clusters()
        }
        assert found == {frozenset(network.nodes()[start : start + 3]) for start in (0, 3, 6)}
        assert 'raise ValueError("cannot do that")' in store.log(rows["wrong"]["key"])
        assert store.log(rows["polite"]["key"]) == "hello\nbye\n"
    assert 0.5 <= rows["slow"]["algorithm_seconds"] < rows["slow"]["wall_seconds"]


SCRIPT = """
import sys
from accord import Network, bench

@bench.algorithm
def halves(network, *, seed):
    return [network.nodes()[:2], network.nodes()[2:]]

network = Network.from_edges([(1, 2), (2, 3), (3, 4)])
study = bench.Study("s", [{"name": "path", "network": network}], ["halves"], store="st")
GUARD
"""


WITHOUT_CLOUDPICKLE = """
import sys
sys.modules["cloudpickle"] = sys.modules["joblib"] = None
"""


@pytest.mark.parametrize("guarded", [True, False])
@pytest.mark.parametrize("sent", [True, False])
def test_algorithms_from_a_script(tmp_path: Path, guarded: bool, sent: bool) -> None:
    """Without cloudpickle, the process that runs an algorithm imports its script.

    The script must then not run the study again.
    """
    run_it = "print(bench.run(study), bench.status(study).jobs[0]['reason'])"
    guard = f"if __name__ == '__main__':\n    {run_it}" if guarded else run_it
    script = SCRIPT.replace("GUARD", guard)
    (tmp_path / "script.py").write_text(script if sent else WITHOUT_CLOUDPICKLE + script)
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    if guarded or sent:
        assert (done.stdout, done.stderr) == ("{'ok': 1} \n", "")
    else:
        assert done.stdout.startswith(
            "{'error': 1} a study is run while the file of an algorithm is imported: "
            "put the call under"
        )


@pytest.mark.parametrize(
    "edit", [("% 2", "% 3"), ("size=3", "size=4")], ids=["itself", "what is beside it"]
)
def test_function_version_is_its_source_file(scripts: Scripts, edit: tuple[str, str]) -> None:
    def version(text: str) -> str:
        sys.modules.pop("accord_algorithm_functions", None)
        (scripts.folder / "functions.py").write_text(text)
        return find_algorithm(f"{scripts.folder / 'functions.py'}:slow").version

    first = version(FUNCTIONS)
    assert version(FUNCTIONS) == first
    assert version(FUNCTIONS.replace(*edit)) != first


def test_function_can_be_reloaded_from_its_origin(scripts: Scripts) -> None:
    (scripts.folder / "more.py").write_text(FUNCTIONS)
    algorithm = find_algorithm(f"{scripts.folder / 'more.py'}:cliques")
    assert (algorithm.name, algorithm.overlapping, algorithm.parameters) == (
        "mine",
        True,
        {"size": 3},
    )
    assert find_by_origin(algorithm.origin()) is algorithm


@pytest.mark.parametrize("seed", [None, 0, 5])
def test_renumbered_network_is_the_same_network(seed: int | None) -> None:
    network = Network.from_edges([("a", "b", 0.5), ("b", "c", 2), ("c", "c", 1)], nodes=["d"])
    place = node_order(network.n_nodes, seed)
    back = {index: network.node_labels[int(node)] for index, node in enumerate(place)}
    edges = [(back[a], back[b], weight) for a, b, weight in numbered(network, seed).edges()]
    assert Network.from_edges(edges, nodes=["d"]) == network
    found = Clustering.from_clusters([[0, 1], [1, 2]])
    labelled = restored(found, place, network.node_labels)
    assert labelled == Clustering.from_clusters([[back[0], back[1]], [back[1], back[2]]])


def test_restored_clustering_keeps_levels_and_shares() -> None:
    levels = Clustering.from_levels(
        {"fine": Clustering.from_labels([0, 1, 1]), "coarse": Clustering.from_labels([0, 0, 0])}
    )
    network = Network.from_edges([("x", "y"), ("y", "z")])
    found = restored(levels, node_order(3, None), network.node_labels)
    assert found.level_names == ("fine", "coarse")
    shares: Any = Clustering.from_clusters([{0: 0.5, 1: 1.0}, {0: 0.5}])
    assert restored(shares, node_order(3, None), network.node_labels) == Clustering.from_clusters(
        [{"x": 0.5, "y": 1.0}, {"x": 0.5}]
    )
