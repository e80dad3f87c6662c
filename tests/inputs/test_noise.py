"""Noise is declared, in the same way for labels, estimators, tables and files."""

import numpy as np
import pandas
import polars
import pytest
from sklearn.cluster import DBSCAN, HDBSCAN
from sklearn.datasets import make_moons
from sklearn.metrics import adjusted_rand_score

import accord
from accord import AccordWarning, Clustering, InputError
from accord._io.objects.clusterings import as_clustering
from accord.sklearn import scorer

X, Y = make_moons(200, noise=0.1, random_state=0)
ESTIMATORS = [DBSCAN(eps=0.12, min_samples=5).fit(X), HDBSCAN(min_cluster_size=8, copy=True).fit(X)]
METRICS = ["adjusted_rand", "nmi", "ami", "v_measure", "f1h", "omega", "bcubed"]


def every_form(labels, tmp_path):
    """The labels of nodes 0, 1, 2, … in every form that has a name for their cluster."""
    nodes = range(len(labels))
    tmp_path.joinpath("labels.csv").write_text(
        "node,cluster\n" + "".join(f"{node},{label}\n" for node, label in enumerate(labels))
    )
    groups = {}
    for node, label in enumerate(labels):
        groups.setdefault(int(label), []).append(node)
    return {
        "mapping": dict(zip(nodes, labels.tolist(), strict=True)),
        "clusters by name": groups,
        "pandas": pandas.DataFrame({"node": nodes, "cluster": labels}),
        "Polars": polars.DataFrame({"node": nodes, "cluster": labels}),
        "Polars, lazy": polars.DataFrame({"node": nodes, "cluster": labels}).lazy(),
        "CSV": tmp_path / "labels.csv",
    }


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda estimator: type(estimator).__name__)
@pytest.mark.parametrize("metric", METRICS)
def test_every_way_gives_the_same_number(estimator, metric, tmp_path):
    labels, function = estimator.labels_, getattr(accord, metric)
    n_noise = int((labels == -1).sum())
    assert n_noise > 1
    declared = Clustering.from_labels(labels, noise=-1)
    assert declared.n_nodes == 200
    assert len(declared.memberships_of_node.nonzero()[0]) == 200 - n_noise
    wanted = float(function(Clustering.from_labels(Y), declared))
    assert function(Y, labels, noise=-1) == wanted
    assert function(Y.tolist(), labels.tolist(), noise=-1) == wanted
    assert function(Y, estimator, noise=-1) == wanted
    assert function(Y, pandas.Series(labels), noise=-1) == wanted
    truth = Clustering.from_labels(Y)
    for kind, data in every_form(labels, tmp_path).items():
        assert float(function(truth, data, noise=-1)) == pytest.approx(wanted, rel=1e-12), kind


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda estimator: type(estimator).__name__)
def test_what_looks_like_noise_is_reported_in_every_form(estimator, tmp_path):
    labels = estimator.labels_
    text = f"-1: {(labels == -1).sum()} nodes form one cluster; use noise=-1 if they are noise"
    wanted = adjusted_rand_score(Y, labels)
    truth = Clustering.from_labels(Y)
    flat = {"labels": labels, "estimator": estimator, "list": labels.tolist()}
    for kind, data in {**flat, **every_form(labels, tmp_path)}.items():
        with pytest.warns(AccordWarning) as caught:
            value = accord.adjusted_rand(Y if kind in flat else truth, data)
        assert [str(warning.message).endswith(text) for warning in caught] == [True], kind
        assert value == pytest.approx(wanted), kind
        quiet = accord.adjusted_rand(Y if kind in flat else truth, data, noise=False)
        assert quiet == value


def test_a_reported_clustering_is_not_reported_again():
    clustering = Clustering.from_labels([0, 0, -1], noise=False)
    assert accord.f1h(clustering, clustering) == 1
    assert accord.f1h(clustering, [[0, 1], [2]], noise=-1) < 1


def test_metric_that_needs_a_cluster_for_every_node_takes_noise_as_single_nodes():
    alone = Clustering.from_labels([0, 0, -1, -1], noise=-1, noise_policy="alone")
    assert accord.nmi([0, 0, 1, 2], [0, 0, -1, -1], noise=-1) == accord.nmi(
        Clustering.from_labels([0, 0, 1, 2]), alone
    )


def test_noise_of_missing_labels_in_every_form():
    frame = pandas.DataFrame({"node": [0, 1, 2], "cluster": [5, 5, None]})
    wanted = as_clustering(frame)  # a row without a cluster
    for data in ([5, 5, None], np.array([5, 5, np.nan]), pandas.Series([5, 5, None])):
        with pytest.raises(InputError, match=r"position 2 is missing.*pass noise=float\('nan'\)"):
            accord.f1h([0, 0, 1], data)
        assert accord.f1h([0, 0, 1], data, noise=float("nan")) == accord.f1h([[0, 1], [2]], wanted)
    assert as_clustering({0: 5, 1: 5, 2: None}, noise=float("nan")) == wanted


def test_scorer_takes_noise():
    estimator = ESTIMATORS[0]
    score = scorer("adjusted_rand", response_method="fit_predict", noise=-1)
    assert repr(score) == "scorer('adjusted_rand', response_method='fit_predict', noise=-1)"
    assert score(estimator, X, Y) == accord.adjusted_rand(Y, estimator, noise=-1)
