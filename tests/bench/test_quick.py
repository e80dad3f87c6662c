"""bench.quick: objects of libraries as networks and truths, functions as algorithms."""

import functools
import subprocess
import sys
from pathlib import Path
from typing import Any

import igraph
import networkx
import numpy as np
import pandas
import pytest

import accord
from accord import Clustering, InputError, Network, bench
from accord.bench._results.quick import run_quick
from accord.bench._run.scheduler import Progress
from accord.bench._study.objects import truth_of
from accord.bench._study.study import Study

#: Two triangles that an edge joins.
EDGES = [("a", "b"), ("b", "c"), ("a", "c"), ("d", "e"), ("e", "f"), ("d", "f"), ("c", "d")]
NODES = list("abcdef")
TRUTH = {node: "first" if node in "abc" else "second" for node in NODES}


def components(graph: networkx.Graph) -> list[set[int]]:
    """The parts that are left without the bridges."""
    whole = graph.copy()
    whole.remove_edges_from(list(networkx.bridges(graph)))
    return list(networkx.connected_components(whole))


def test_networkx_graph_and_functions() -> None:
    def mine(graph: networkx.Graph, seed: int) -> Any:
        assert isinstance(graph, networkx.Graph)
        assert sorted(graph) == list(range(6))
        return components(graph)

    graph = networkx.Graph(EDGES)
    board = bench.quick(
        graph,
        TRUTH,
        [
            mine,
            ("labels", lambda graph: [0, 0, 0, 1, 1, 1]),
            networkx.community.greedy_modularity_communities,
            {"name": "all", "uses": lambda network: [network.nodes()], "graph": "network"},
        ],
        seeds=1,
        n_jobs=2,
    )
    assert isinstance(board, bench.Leaderboard)
    assert board.metric == "f1h"
    assert {name: board[name].mean for name in board} == {
        "mine": 1.0,
        "labels": 1.0,
        "greedy_modularity_communities": 1.0,
        "all": pytest.approx(float(accord.f1h([list("abc"), list("def")], [NODES]))),
    }
    assert board._repr_html_().count("<tr>") == 5
    assert "no clear winner: mine, labels and greedy_modularity_communities have equal f1h" in str(
        board
    )


def test_igraph_graph_and_its_methods(tmp_path: Path) -> None:
    graph = igraph.Graph.TupleList(EDGES)
    board = bench.quick(
        graph,
        [TRUTH[name] for name in graph.vs["name"]],
        {
            "multilevel": igraph.Graph.community_multilevel,
            "mine": lambda graph, *, seed: graph.community_walktrap().as_clustering(2),
        },
        seeds=2,
        store=tmp_path / "kept",
    )
    assert {name: (board[name].mean, board[name].n_runs) for name in board} == {
        "multilevel": (1.0, 2),
        "mine": (1.0, 2),
    }
    table = bench.status(tmp_path / "kept").to_pandas()
    assert list(table["status"]) == ["ok"] * 4
    version = table.set_index("algorithm")["version"]["multilevel"].iloc[0]
    assert version.startswith(f"igraph {igraph.__version__}, code ")


@pytest.mark.parametrize(
    ("network", "truth", "expected"),
    [
        pytest.param(
            np.kron(np.eye(2), np.ones((3, 3)) - np.eye(3)), [1, 1, 1, 2, 2, 2], [0], id="matrix"
        ),
        pytest.param(Network.from_edges(EDGES), pandas.Series(TRUTH), ["a", "b", "c"], id="Series"),
        pytest.param(
            pandas.DataFrame(EDGES, columns=["source", "target"]),
            pandas.DataFrame({"node": NODES, "cluster": [1, 1, 1, 2, 2, 2]}),
            ["a", "b", "c"],
            id="tables",
        ),
        pytest.param(EDGES, [list("abc"), list("def")], ["a", "b", "c"], id="pairs and clusters"),
        pytest.param(
            networkx.Graph([("f", "e"), ("a", "b")]), [0, 0, 1, 1], ["e", "f"], id="node order"
        ),
    ],
)
def test_networks_and_truths_of_any_kind(network: Any, truth: Any, expected: list[Any]) -> None:
    study = Study("x", [{"network": network, "truth": truth}], ["igraph.leiden"])
    (instance,) = study.instances
    assert instance.network == accord.as_network(network)
    assert isinstance(instance.truth, Clustering)
    assert any(set(expected) <= set(cluster) for cluster in instance.truth.clusters())


def test_nodes_of_the_network_tell_how_a_mapping_is_read() -> None:
    """Every node with its clusters: 40 nodes in 4 clusters, a fifth of them in two."""
    truth = {i: [i % 4] + ([(i + 1) % 4] if i % 5 == 0 else []) for i in range(40)}
    ring = networkx.cycle_graph(40)
    study = Study("x", [{"network": ring, "truth": truth}], ["igraph.leiden"])
    assert study.instances[0].truth == Clustering.from_nodes(truth)


def test_noise_and_orientation_of_a_truth() -> None:
    labels = [0, 0, 0, 1, 1, -1]
    data = {"network": networkx.path_graph(6), "truth": labels, "noise": -1}
    (instance,) = Study("x", [data], ["igraph.leiden"]).instances
    assert isinstance(instance.truth, Clustering)
    assert sorted(map(sorted, instance.truth.clusters())) == [[0, 1, 2], [3, 4]]
    assert instance.truth.n_nodes == 6
    with pytest.raises(InputError, match="unknown orientation 'upwards'"):
        bench.quick(EDGES, TRUTH, orientation="upwards")  # type: ignore[arg-type]


def test_labels_must_fit_the_network() -> None:
    with pytest.raises(InputError, match="the truth has 2 labels and the network 6 nodes"):
        truth_of([1, 2], networkx.Graph(EDGES))
    with pytest.raises(InputError, match="does not say in which order its nodes are"):
        truth_of([1, 2], "net.txt")


def test_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "net.txt").write_text("".join(f"{a} {b}\n" for a, b in EDGES))
    (tmp_path / "truth.cnl").write_text("a b c\nd e f\n")
    board = bench.quick(
        tmp_path / "net.txt", str(tmp_path / "truth.cnl"), lambda network: [network.nodes()[:3]]
    )
    assert board.compared == (("net", ""),)
    assert list(board) == ["lambda"]
    with pytest.raises(accord.MissingFileError, match=r"No such file .*no\.txt"):
        bench.quick(tmp_path / "no.txt")


def test_a_function_gets_the_same_graph_as_an_object_and_by_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("parts.py").write_text(
        "import networkx\n"
        "def connected(graph):\n"
        "    assert isinstance(graph, networkx.Graph)\n"
        "    return networkx.connected_components(graph)\n"
    )
    board = bench.quick(networkx.Graph(EDGES), TRUTH, ["parts.py:connected"], seeds=1)
    assert board["connected"].n_ok == 1


def test_all_failed_is_an_error_with_reasons() -> None:
    def broken(network: Any) -> Any:
        raise ValueError("cannot do that")

    with pytest.raises(InputError, match="no algorithm has a score: broken: ValueError: cannot do"):
        bench.quick(EDGES, TRUTH, [broken])


@pytest.mark.parametrize(
    ("algorithms", "message"),
    [
        ([lambda: 1], "lambda has no argument for the network"),
        ([lambda network, k: 1], "lambda needs the parameter 'k'"),
        ([("a", "b", "c")], "expected a pair of a name and an algorithm"),
        ([{"uses": len, "graph": "nx"}], "unknown kind of graph 'nx'"),
        ([{"uses": "igraph.leiden", "graph": "networkx"}], "says itself what graph it takes"),
        ([3], "expected keys with values, not 3"),
        ([lambda network: 1, lambda network: 2], "two of them are called 'lambda'"),
    ],
)
def test_wrong_algorithms(algorithms: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        bench.quick(EDGES, TRUTH, algorithms)


def test_functions_of_a_session_run_and_keep_their_version(tmp_path: Path) -> None:
    """As typed into Python or a notebook: there is no file that another process could import."""
    session = """
import sys
import networkx as nx
from accord import bench
size = SIZE
def half(graph):
    return [list(graph)[:size], list(graph)[size:]]
@bench.algorithm("named", graph="networkx")
def named(graph):
    return half(graph)
study = bench.Study("s", [{"network": nx.path_graph(6)}], [half, "named"], store="st")
counts = bench.run(study)
print(counts, *[row["version"] for row in bench.status(study)])
"""
    printed = [
        subprocess.run(
            [sys.executable, "-c", session.replace("SIZE", size)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for size in ("3", "3", "2")
    ]
    assert printed[0].startswith("{'ok': 2} networkx")
    assert printed[0] == printed[1] != printed[2]
    assert bench.status(tmp_path / "st").jobs[0]["attempts"] == 1


def test_function_that_cannot_be_sent_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    lock = threading.Lock()
    with pytest.raises(InputError, match=r"mine cannot be sent to another process .*pickle"):
        bench.quick(EDGES, TRUTH, {"mine": lambda network: lock})
    for module in ("cloudpickle", "joblib", "joblib.externals", "joblib.externals.cloudpickle"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(accord.MissingPackageError, match="lambda is defined in a session or ins"):
        bench.quick(EDGES, TRUTH, lambda network: [[0]])


def test_partial_and_callable_object_are_algorithms() -> None:
    class First:
        """The first nodes."""

        def __init__(self, size: int) -> None:
            self.size = size

        def __call__(self, network: Network) -> Any:
            return [network.nodes()[: self.size], network.nodes()[self.size :]]

    def split(network: Network, size: int) -> Any:
        return [network.nodes()[:size], network.nodes()[size:]]

    algorithms = [functools.partial(split, size=3), First(3)]
    numbers = [(NODES.index(first), NODES.index(second)) for first, second in EDGES]
    board = bench.quick(Network.from_edges(numbers), [1, 1, 1, 2, 2, 2], algorithms, seeds=1)
    assert {name: board[name].mean for name in board} == {"split": 1.0, "First": 1.0}


def test_seeds_are_repeated_for_short_algorithms_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accord.bench._results.quick.SHORT_SECONDS", 3.0)
    scripts = {"short": "", "slow": "import time; time.sleep(3.2)", "failing": "1 / 0"}
    algorithms: list[Any] = ["networkx.k_clique"]
    for name, code in scripts.items():
        (tmp_path / f"{name}.py").write_text(
            f"import sys\n{code}\nopen(sys.argv[1], 'w').write('0 1 2\\n3 4 5\\n')\n"
        )
        cmd = f"{sys.executable} -I -S {tmp_path}/{name}.py {{output}} {{network}}"
        algorithms.append({"name": name, "cmd": cmd, "output": "cnl"})
    study = Study(
        "x",
        [{"network": EDGES, "truth": TRUTH}],
        algorithms,
        seeds=[5, 6, 7],
        store=tmp_path / "store",
    )
    reports: list[Progress] = []
    run_quick(study, n_jobs=2, progress=reports.append)
    runs = [(row["algorithm"], row["seed"], row["status"]) for row in bench.status(study)]
    assert sorted(runs) == [
        ("failing", 5, "error"),
        ("networkx.k_clique", 5, "ok"),
        ("short", 5, "ok"),
        ("short", 6, "ok"),
        ("short", 7, "ok"),
        ("slow", 5, "ok"),
    ]
    assert reports[-1].done == reports[-1].total == 6
    assert [report.done for report in reports] == sorted(report.done for report in reports)
