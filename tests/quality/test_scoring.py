"""accord.score: inputs, nodes, undefined values, outputs and errors."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import accord
from accord import (
    QUALITIES,
    AccordWarning,
    Clustering,
    InputError,
    Network,
    NodeSetError,
    OverlapError,
    UnknownNameError,
    quality,
    score,
)
from accord.quality import Scores, ScoresByClustering

EDGES = [(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)]
NETWORK = Network.from_edges(EDGES)
CRISP = [[1, 2, 3], [4, 5, 6]]
OVERLAPPING = [[1, 2, 3], [3, 4, 5, 6]]


@pytest.mark.parametrize("name", QUALITIES)
def test_function_and_score_agree(name: str) -> None:
    alone, together = getattr(quality, name)(NETWORK, CRISP), score(NETWORK, CRISP)[name]
    assert alone == together
    assert alone.per_cluster.tolist() == together.per_cluster.tolist()


def test_by_default_all_applicable_metrics_are_scored() -> None:
    scores = score(NETWORK, OVERLAPPING)
    assert isinstance(scores, Scores)
    crisp = {name for name, metric in QUALITIES.items() if metric.crisp}
    assert set(scores) == set(QUALITIES) - crisp
    assert set(scores.not_applicable) == crisp
    assert "1 node in several clusters" in str(scores)


def test_requested_metric_that_does_not_apply_is_an_error() -> None:
    with pytest.raises(
        OverlapError,
        match=r"modularity: for crisp clusterings only, and there is 1 node .* modularity_shen",
    ):
        score(NETWORK, OVERLAPPING, "conductance,modularity")


def test_options_are_part_of_the_name() -> None:
    scores = score(
        NETWORK, CRISP, ["modularity", "modularity[resolution=2.0]", "conductance[volume=smaller]"]
    )
    assert list(scores) == ["modularity", "modularity[resolution=2]", "conductance[volume=smaller]"]
    assert scores["modularity[ resolution = 2 ]"] == quality.modularity(
        NETWORK, CRISP, resolution=2
    )
    assert scores["modularity"] != scores["modularity[resolution=2]"]


@pytest.mark.parametrize(
    ("metrics", "error", "message"),
    [
        ("conductanse", UnknownNameError, "did you mean conductance"),
        ("tpr", UnknownNameError, "it is called triangle_participation here"),
        ("modularity[resolution=high]", InputError, "resolution must be a number, at least 0"),
        ("modularity[gamma=1]", UnknownNameError, "unknown option of modularity 'gamma'"),
        ("conductance[volume=all]", UnknownNameError, "unknown volume of conductance 'all'"),
        ([], InputError, "no metric was given"),
    ],
)
def test_invalid_metrics_are_errors(metrics: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        score(NETWORK, CRISP, metrics)


def test_invalid_options_of_functions_are_errors() -> None:
    with pytest.raises(
        InputError, match="balance of modularity_density must be a number from 0 to 1, not 2"
    ):
        quality.modularity_density(NETWORK, CRISP, balance=2)


# ---- inputs --------------------------------------------------------------------------------------


def test_every_kind_of_clustering_is_accepted(tmp_path: Path) -> None:
    wanted = quality.average_odf(NETWORK, CRISP).per_cluster.tolist()
    file = tmp_path / "found.cnl"
    accord.write(Clustering.from_clusters(CRISP), file)
    kinds = [
        [0, 0, 0, 1, 1, 1],
        np.array([0, 0, 0, 1, 1, 1]),
        dict.fromkeys((1, 2, 3), "a") | dict.fromkeys((4, 5, 6), "b"),
        file,
    ]
    for kind in kinds:
        assert quality.average_odf(NETWORK, kind).per_cluster.tolist() == wanted


def test_labels_must_match_the_nodes_of_the_network() -> None:
    with pytest.raises(InputError, match="the clustering has 5 labels and the network 6 nodes"):
        quality.coverage(NETWORK, [0, 0, 0, 1, 1])


def test_file_names_in_a_list_are_labels_and_the_error_explains_it(
    tmp_path: Path,
) -> None:
    file, other = tmp_path / "found.cnl", tmp_path / "other.cnl"
    for path in (file, other):
        accord.write(Clustering.from_clusters(CRISP), path)
    with pytest.raises(
        InputError, match=r"2 labels and the network 6 nodes: .*; files are given as pathlib\.Path"
    ):
        score(NETWORK, [str(file), str(file)])
    assert score(NETWORK, [file, other], "coverage")["other"]["coverage"] == quality.coverage(
        NETWORK, CRISP
    )
    with pytest.raises(InputError, match=r"give one label per node$"):
        score(NETWORK, [1, 2])


def test_several_clusterings_are_scored_side_by_side(tmp_path: Path) -> None:
    crisp, overlapping = map(Clustering.from_clusters, (CRISP, OVERLAPPING))
    scores = score(NETWORK, {"crisp": crisp, "overlapping": overlapping})
    assert isinstance(scores, ScoresByClustering)
    assert scores["crisp"]["modularity"] == quality.modularity(NETWORK, CRISP)
    assert "modularity" not in scores["overlapping"]
    assert scores["overlapping"]["coverage"] == 1
    assert list(score(NETWORK, [crisp, overlapping], "coverage")) == [
        "clustering 1",
        "clustering 2",
    ]
    with pytest.raises(InputError, match="some of these are clusterings and some are not"):
        score(NETWORK, [crisp, [1, 2, 3]])


def test_several_lists_of_clusters_are_scored_by_name() -> None:
    network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5)])
    clusters, others = [[1, 2, 3], [4, 5]], [{1, 2}, {3, 4, 5}]
    alone = score(network, {"a": clusters}, "coverage")
    assert isinstance(alone, ScoresByClustering)
    assert alone["a"]["coverage"] == 4 / 5  # all edges but (3, 4)
    scores = score(
        network, {"a": clusters, "b": others, "c": accord.as_clustering(others)}, "coverage"
    )
    assert [scores[name]["coverage"] for name in scores] == [4 / 5, 3 / 5, 3 / 5]
    assert list(score(network, [clusters, others])) == ["clustering 1", "clustering 2"]
    by_cluster = score(network, {"a": [1, 2, 3], "b": [4, 5]}, "coverage")
    assert by_cluster["coverage"] == 4 / 5


def test_files_have_short_names(tmp_path: Path) -> None:
    paths = [tmp_path / "leiden.cnl", tmp_path / "louvain.cnl"]
    for path in paths:
        accord.write(accord.as_clustering(CRISP), path)
    assert list(score(NETWORK, paths, "coverage")) == ["leiden", "louvain"]
    with pytest.raises(InputError, match=r"leiden\.cnl is given twice"):
        score(NETWORK, [paths[0], paths[0]])


def test_each_level_is_scored() -> None:
    levels = Clustering.from_levels(
        {
            "fine": Clustering.from_clusters([[1, 2], [3], [4, 5, 6]]),
            "coarse": Clustering.from_clusters(CRISP),
        }
    )
    scores = score(NETWORK, levels)
    assert isinstance(scores, ScoresByClustering)
    assert list(scores) == ["fine", "coarse"]
    assert scores["coarse"]["modularity"] == quality.modularity(NETWORK, CRISP)
    both = score(NETWORK, {"a": levels, "b": Clustering.from_clusters(CRISP)}, "coverage")
    assert list(both) == ["a/fine", "a/coarse", "b"]


# ---- nodes of the network and of the clustering --------------------------------------------------


def test_nodes_missing_in_the_network_are_dropped_with_a_warning() -> None:
    clusters = [[1, 2, 3, 77], [4, 5, 6], [88]]
    with pytest.warns(
        AccordWarning, match="2 nodes of the clustering are not in the network"
    ) as alone:
        value = quality.internal_density(NETWORK, clusters)
    with pytest.warns(AccordWarning, match="2 nodes of a are not in the network") as together:
        score(NETWORK, {"a": Clustering.from_clusters(clusters)}, "coverage")
    assert [warning.filename for warning in [*alone, *together]] == [__file__] * 2
    assert value.per_cluster.tolist()[:2] == [1, 1]
    assert np.isnan(value.per_cluster[2])
    assert value.sizes.tolist() == [3, 3, 0]
    assert value == 1


def test_nodes_in_no_cluster_are_accepted() -> None:
    assert quality.conductance(NETWORK, [[1, 2]]) == pytest.approx(2 / 4)


@pytest.mark.parametrize(
    ("network", "clusters", "error", "message"),
    [
        (NETWORK, [[7, 8]], NodeSetError, "have no node in common: 7 and 1 are nodes of each"),
        (
            NETWORK,
            [["1", "2"]],
            InputError,
            "nodes of different kinds: 1 of the network and '1' of the clustering",
        ),
        (Network.from_edges([("a", "b")]), [[1, 2]], InputError, "nodes of different kinds"),
        (Network.from_edges([("a", "b")]), [["c"]], NodeSetError, "have no node in common"),
        ({1: 2}, [[1]], InputError, "maps each node to the collection of its neighbours"),
    ],
)
def test_invalid_combinations_are_errors(
    network: Any, clusters: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        quality.coverage(network, clusters)


@pytest.mark.parametrize(
    "make", [str, lambda i: (i, "x"), lambda i: i + 10**30], ids=["text", "tuple", "beyond 64 bits"]
)
def test_nodes_may_be_any_hashable(make: Any) -> None:
    network = Network.from_edges([(make(u), make(v)) for u, v in EDGES])
    clusters = [[make(v) for v in cluster] for cluster in [[6, 5, 4], [3, 2, 1]]]
    assert quality.modularity(network, clusters) == quality.modularity(NETWORK, CRISP)


# ---- cases without a value -----------------------------------------------------------------------

#: By hand: a cluster of one node with edges, one of one node without, one of all nodes.
SINGLE_NODE_WITH_EDGES = {
    "average_degree": 0,
    "expansion": 2,
    "conductance": 1,
    "internal_density": None,
    "separability": 0,
    "max_odf": 1,
}
SINGLE_NODE_WITHOUT_EDGES = {
    "average_degree": 0,
    "expansion": 0,
    "conductance": None,
    "separability": None,
    "max_odf": 0,
    "flake_odf": 0,
}
ALL_NODES = {
    "conductance": 0,
    "conductance[volume=smaller]": None,
    "cut_ratio": None,
    "normalized_cut": None,
    "modularity": 0,
}


@pytest.mark.parametrize(
    ("cluster", "values"),
    [
        ([1], SINGLE_NODE_WITH_EDGES),
        ([9], SINGLE_NODE_WITHOUT_EDGES),
        ([1, 2, 3, 4, 5, 6, 9], ALL_NODES),
    ],
)
def test_singleton_clusters_and_a_cluster_of_all_nodes(
    cluster: list[int], values: dict[str, float | None]
) -> None:
    network = Network.from_edges(EDGES, nodes=[9])
    data = score(network, [cluster], list(values)).to_dict()["scores"]
    assert {name: data[name]["value"] for name in values} == pytest.approx(values)


@pytest.mark.parametrize("name", QUALITIES)
def test_network_without_edges_has_no_value_or_a_finite_one(name: str) -> None:
    value = getattr(quality, name)(Network.from_edges([], [], nodes=[1, 2, 3]), [[1, 2], [3]])
    shares = name.startswith("modularity") and name not in (
        "modularity_lazar",
        "modularity_density",
    )
    ends = {"conductance", "normalized_cut", "separability", "coverage"}
    assert value.is_defined == (not shares and name not in ends)
    assert value.is_defined or repr(value) == "Quality(not defined)"
    assert not value.is_defined or value == 0


@given(
    st.lists(
        st.tuples(st.integers(0, 7), st.integers(0, 7), st.integers(1, 9)), min_size=1, max_size=30
    )
)
@example([(0, 1, 3), (0, 4, 1), (0, 6, 2)])
def test_rounding_of_weights_breaks_no_ties(edges: list[tuple[int, int, int]]) -> None:
    whole, tenths = (
        Network.from_edges(
            [(a, b, weight / part) for a, b, weight in edges], nodes=range(8), repeats="add"
        )
        for part in (1, 10)
    )
    clusters = [[0, 1, 2, 3], [3, 4, 5], [6, 7]]
    wanted = quality.flake_odf(whole, clusters)
    assert quality.flake_odf(tenths, clusters).per_cluster.tolist() == wanted.per_cluster.tolist()


# ---- outputs -------------------------------------------------------------------------------------


def test_outputs_agree() -> None:
    scores = score(NETWORK, OVERLAPPING)
    data = json.loads(scores.to_json())["scores"]
    rows = list(csv.DictReader(io.StringIO(scores.to_csv())))
    frame = scores.to_pandas()
    assert [row["metric"] for row in rows] == list(data) == list(frame.index) == list(scores)
    for row in rows:
        quality = scores[row["metric"]]
        assert (
            float(row["value"])
            == data[row["metric"]]["value"]
            == frame["value"][row["metric"]]
            == quality
        )
        assert (
            float(row["weighted_mean"])
            == quality.weighted_mean
            == data[row["metric"]]["weighted_mean"]
        )
    assert len(scores.to_markdown().splitlines()) > len(scores)
    assert "<table>" in scores._repr_html_()
    assert "Share of all edges" in str(scores)


def test_undefined_value_is_empty_none_or_a_dash() -> None:
    scores = score(Network.from_edges([(1, 2)]), [[1, 2]], "separability,coverage")
    assert scores.to_dict()["scores"]["separability"]["value"] is None
    assert scores.to_csv().splitlines()[1] == "separability,,,,,,,,1"
    assert "—" in str(scores)
    assert "nan" not in str(scores).lower()
    assert "not defined for 1 cluster: separability" in str(scores)
    assert np.isnan(scores.to_pandas()["value"]["separability"])


def test_cluster_values_have_cluster_names() -> None:
    clustering = Clustering.from_clusters({"red": [1, 2, 3], "blue": [4, 5]})
    data = score(NETWORK, clustering, "expansion,separability").per_cluster()
    assert data.to_dict()["clusters"] == [
        {"cluster": "red", "nodes": 3, "expansion": pytest.approx(1 / 3), "separability": 3},
        {"cluster": "blue", "nodes": 2, "expansion": 1.5, "separability": pytest.approx(1 / 3)},
    ]
    assert data.to_csv().splitlines()[0] == "cluster,nodes,expansion,separability"
    assert list(data.to_pandas()["cluster"]) == ["red", "blue"]
    assert "red" in str(data)


def test_table_has_a_column_per_clustering() -> None:
    crisp, overlapping = map(Clustering.from_clusters, (CRISP, OVERLAPPING))
    scores = score(NETWORK, {"crisp": crisp, "overlapping": overlapping})
    table = scores.table()
    assert table.header == ["metric", "crisp", "overlapping", "better"]
    row = next(row for row in table.rows if row[0] == "modularity")
    assert row == ["modularity", "0.3571", "—", "high"]
    assert scores.to_pandas()["coverage"].tolist() == [pytest.approx(6 / 7), 1]
    assert scores.to_csv().splitlines()[0].startswith("clustering,modularity,")
    assert json.loads(scores.to_json())["crisp"]["scores"]["coverage"]["value"] == pytest.approx(
        6 / 7
    )
    with pytest.raises(UnknownNameError, match="unknown clustering 'crips': did you mean crisp"):
        scores["crips"]


@pytest.mark.parametrize("metric", QUALITIES.values(), ids=QUALITIES)
def test_every_metric_has_a_description(metric: Any) -> None:
    assert metric.meaning.endswith(".")
    assert len(metric.meaning) < 90
    assert len(metric.weighted) < 92
    assert metric.reference
    assert metric.cost
    assert bool(metric.instead) == metric.crisp
    assert all(name in QUALITIES and not QUALITIES[name].crisp for name in metric.instead)
    assert metric.name in quality.__all__


# ---- weighted networks ---------------------------------------------------------------------------

TWO_PARTS = [(1, 2), (2, 3), (3, 1), (3, 4), (4, 5)]


@pytest.mark.parametrize("name", QUALITIES)
def test_scores_of_weighted_networks_say_that_they_are_weighted(name: str) -> None:
    plain, light, heavy = (
        accord.score(accord.Network.from_edges(edges), [[1, 2, 3], [4, 5]], [name])
        for edges in (
            TWO_PARTS,
            [(*edge, 1.0 + i) for i, edge in enumerate(TWO_PARTS)],
            [(*edge, 10.0 + 10 * i) for i, edge in enumerate(TWO_PARTS)],
        )
    )
    metric = QUALITIES[name]
    uses_weights = name != "triangle_participation"
    assert bool(metric.weighted) is uses_weights
    assert str(plain).count("weight") == 0
    assert ("weight" in light.to_dict()["scores"][name]["meaning"].lower()) is uses_weights
    assert light.to_dict()["scores"][name]["meaning"] in str(light)
    assert ("edges have weights" in str(light)) is uses_weights
    changes = float(light[name]) != pytest.approx(float(heavy[name]))
    assert changes is metric.scales
    assert ("unit of the weights" in str(light)) is metric.scales


def test_density_above_1_is_not_called_a_share() -> None:
    network = accord.Network.from_edges([(1, 2, 2.0), (2, 3, 1.0)])
    scores = accord.score(network, [[1, 2, 3]], ["internal_density"])
    assert float(scores["internal_density"]) == pytest.approx(1)
    heavy = accord.Network.from_edges([(1, 2, 2.0), (2, 3, 2.6419)])
    text = str(accord.score(heavy, [[1, 2, 3]], ["internal_density"]))
    assert "1.5473" in text  # 4.6419 of 3 possible edges
    assert "Weight of the edges inside a cluster, per possible edge" in text
    assert "Share of the possible edges" not in text
