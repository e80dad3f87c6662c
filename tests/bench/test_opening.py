"""Open a study by object, file or store, and all studies of a store together."""

from pathlib import Path

import pytest

import accord
from accord import Network, bench
from accord.errors import InputError, MissingFileError

EDGES = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (2, 3)]
TRUTH = accord.Clustering.from_clusters([[0, 1, 2], [3, 4, 5]])
FILE = """
name = "second"
store = "store"
metrics = ["f1p", "conductance"]
[[data]]
network = "net.txt"
truth = "truth.cnl"
[[algorithms]]
name = "cliques"
cmd = "cat {network}.none"
output = "cnl"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with two studies: one algorithm finds the truth, the other fails."""
    folder = tmp_path_factory.mktemp("studies")
    (folder / "net.txt").write_text("".join(f"{a} {b}\n" for a, b in EDGES))
    (folder / "truth.cnl").write_text("0 1 2\n3 4 5\n")
    (folder / "study.toml").write_text(FILE)
    first = bench.Study(
        "first",
        [{"name": "triangles", "network": Network.from_edges(EDGES), "truth": TRUTH}],
        ["networkx.k_clique"],
        store=folder / "store",
    )
    assert bench.run(first) == {"ok": 1}
    assert bench.run(bench.Study.read(folder / "study.toml")) == {"error": 1}
    return folder


def test_public_names_are_not_modules() -> None:
    """A loaded module is an attribute of its package, and would hide an equal name."""
    modules = {path.stem for path in Path(str(bench.__file__)).parent.iterdir()}
    assert modules.isdisjoint(bench.__all__)
    for name in bench.__all__:
        assert getattr(bench, name).__name__ == name
    assert set(bench.__all__) <= set(dir(bench))


def test_results_can_be_opened_by_study_file_and_store(folder: Path) -> None:
    study = bench.Study.read(folder / "study.toml")
    with bench.Store(study.store) as store:
        opened = [
            bench.load_results(study),
            bench.load_results(folder / "study.toml"),
            bench.load_results(study.store, "second"),
            bench.load_results(store, "second"),
        ]
    assert [results.runs for results in opened] == 4 * [opened[0].runs]
    assert opened[0].runs[0].execution.status == "error"
    with pytest.raises(
        InputError, match="there are 2 studies in this store: choose one of first, second"
    ):
        bench.load_results(study.store)
    with pytest.raises(MissingFileError, match="there is no store here"):
        bench.load_results(folder / "nothing")
    with pytest.raises(MissingFileError, match="No such file"):
        bench.load_results(folder / "nothing.toml")
    with pytest.raises(InputError, match="expected a study, the file of one, or a store, not int"):
        bench.load_results(3)  # type: ignore[arg-type]


def test_results_use_the_metrics_of_the_study_the_panel_or_the_caller(folder: Path) -> None:
    panel = bench.load_results(folder / "store", "first")
    assert {"f1h", "omega", "nmi", "modularity_shen"} <= set(panel.metrics)
    assert panel.headline == "f1h"
    assert panel.runs[0].value("f1h") == 1.0
    more = bench.load_results(folder / "store", "first", ["vi", "cut_ratio"])
    assert set(more.metrics) == {*panel.metrics, "vi", "cut_ratio"}
    assert bench.load_results(folder / "study.toml").facts["metrics"] == ["f1p", "conductance"]
    with pytest.raises(InputError, match="expected a list of metrics, not 'purity'"):
        bench.load_results(folder / "store", "first", "purity")
    with pytest.raises(accord.UnknownNameError, match="unknown metric 'f2'"):
        bench.load_results(folder / "store", "first", ["f2"])


def test_evidence_covers_all_studies(folder: Path) -> None:
    found = bench.load_all_results(folder / "store")
    assert {(run.dataset, run.execution.status) for run in found.runs} == {
        ("first: triangles", "ok"),
        ("second: net", "error"),
    }
    assert set(found.networks) == {("first: triangles", ""), ("second: net", "")}
    larger = Network.from_edges([*EDGES, (100, 101)])
    for evidence in (found, folder / "store"):
        advice = bench.recommend(larger, evidence, within=2)
        assert advice.best is not None
        assert advice.best.algorithm == "networkx.k_clique"
        assert advice.nearest is not None
        assert (advice.nearest[0], advice.left_out) == ("first: triangles", ())
        itself = accord.recommend(Network.from_edges(EDGES), evidence)
        assert (itself.best, itself.left_out) == (None, ("first: triangles", "second: net"))


def test_empty_store_is_an_error(tmp_path: Path) -> None:
    with bench.Store(tmp_path / "store") as store:
        for load in (bench.load_results, bench.load_all_results, bench.status):
            with pytest.raises(InputError, match="there is no study in this store: run one first"):
                load(store)  # type: ignore[operator]


def test_exported_clusterings_have_descriptive_names(folder: Path) -> None:
    assert bench.export_clusterings(folder / "store", folder / "found", "first") == 1
    (file,) = (folder / "found").iterdir()
    assert file.name.startswith("networkx.k_clique_triangles_seed-0.")
    assert accord.read(file) == TRUTH
    assert bench.export_clusterings(folder / "study.toml", folder / "none") == 0


def test_exported_clusterings_do_not_overwrite_each_other(tmp_path: Path) -> None:
    """Names that become equal once characters unfit for file names are replaced."""
    data = [{"name": "triangles", "network": Network.from_edges(EDGES)}]
    sizes = {"k<3": "printf '0 1\\n'", "k>3": "printf '0 1 2\\n'", "k-3": "printf '0 1 2 3\\n'"}
    algorithms = [
        {"name": name, "cmd": f"{cmd} {{network}}", "output": "cnl"} for name, cmd in sizes.items()
    ]
    study = bench.Study("s", data, algorithms, store=tmp_path / "store")
    assert bench.run(study) == {"ok": 3}
    assert bench.export_clusterings(study, tmp_path / "found") == 3
    files = sorted((tmp_path / "found").iterdir())
    assert [file.name.partition(".")[0] for file in files] == [
        f"k-3_triangles_seed-0{more}" for more in ("", "_2", "_3")
    ]
    assert [accord.read(file).n_nodes for file in files] == [2, 3, 4]


def test_networks_without_a_truth_are_reported(tmp_path: Path) -> None:
    network = Network.from_edges(EDGES)
    data = [
        {"name": "with", "network": network, "truth": TRUTH},
        *({"name": f"without {i}", "network": network} for i in "ab"),
    ]
    study = bench.Study(
        "s", data, ["networkx.k_clique"], metrics=["f1h", "conductance"], store=tmp_path / "store"
    )
    bench.run(study)
    board = bench.load_results(study).leaderboard("f1h")
    assert board.compared == (("with", ""),)
    assert board["networkx.k_clique"].reasons == {"does not apply: there is no truth": 2}


def test_scores_are_exported(folder: Path) -> None:
    import pandas

    found = bench.load_results(folder / "store", "first")
    for name, read in (("scores.csv", pandas.read_csv), ("scores.parquet", pandas.read_parquet)):
        found.export(folder / name)
        frame = read(folder / name).set_index("metric")
        assert list(frame.index) == found.metrics
        assert frame.loc["f1h", "blind"] == 1.0
        assert frame.loc["f1h", "algorithm"] == "networkx.k_clique"
