"""Noise is declared, in the same way for labels, estimators, tables and files."""

import json
import subprocess
import sys

import numpy as np
import pandas
import polars
import pytest
from pseudo_terminal import on_terminal
from sklearn.cluster import DBSCAN, HDBSCAN
from sklearn.datasets import make_moons
from sklearn.metrics import adjusted_rand_score

import accord
from accord import AccordWarning, Clustering, InputError
from accord._io.objects.clusterings import as_clustering
from accord.report import to_html
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


# ---- what was said and has no effect, and what looks like noise ----------------------------------

TRUTH, FOUND = [0, 0, 1, 1, 1], [0, 0, 1, -1, -1]
MINUS_ONE = "found: -1: 2 nodes form one cluster; use noise=-1 if they are noise"
UNUSED = "no node has the label -2, which was declared as noise"


def messages(caught):
    return [str(warning.message) for warning in caught]


@pytest.mark.parametrize("function", [accord.nmi, accord.compare, accord.explain])
def test_a_declared_label_that_does_not_occur(function):
    with pytest.warns(AccordWarning) as caught:
        function(TRUTH, FOUND, noise=-2)
    assert messages(caught) == [MINUS_ONE, UNUSED]


def test_a_label_that_occurs_on_one_side_is_used():
    accord.nmi(TRUTH, FOUND, noise=-1)
    accord.rank(TRUTH, {"dbscan": FOUND, "kmeans": TRUTH}, noise=-1)
    with pytest.warns(AccordWarning) as caught:
        ranking = accord.rank(TRUTH, {"kmeans": TRUTH, "found": FOUND}, noise=-2)
    assert messages(caught) == [MINUS_ONE, UNUSED]
    assert [note.text for note in ranking.notes() if note.kind == "noise"] == [MINUS_ONE, UNUSED]


def test_a_scorer_is_silent_about_splits_without_noise():
    assert scorer("nmi", noise=-2)(KMeansLike(), X, Y) == 1


class KMeansLike:
    def predict(self, x):
        return Y


def test_what_looks_like_noise_is_in_the_result():
    with pytest.warns(AccordWarning):
        comparison = accord.compare(TRUTH, FOUND)
    with pytest.warns(AccordWarning):
        ranking = accord.rank(TRUTH, {"found": FOUND, "other": TRUTH})
    for result in (comparison, ranking):
        assert [note.text for note in result.notes() if note.kind == "noise"] == [MINUS_ONE]
        assert MINUS_ONE in str(result)
        assert MINUS_ONE in to_html(result)
    assert comparison.to_dict()["possible_noise"] == {"found": {-1: 2}}
    assert comparison.to_dict()["unused_noise"] is None
    assert json.loads(ranking.to_json())["found"]["possible_noise"] == {"found": {"-1": 2}}
    for said in (-1, False):
        comparison = accord.compare(TRUTH, FOUND, noise=said)
        assert "noise" not in {note.kind for note in comparison.notes()}


def test_a_clustering_remembers_what_was_said():
    for settings in ({"noise": False}, {"noise": -1}, {"noise": -1, "noise_policy": "cluster"}):
        found = Clustering.from_labels(FOUND, **settings)
        comparison = accord.compare(Clustering.from_labels(TRUTH), found)
        assert "noise" not in {note.kind for note in comparison.notes()}
    found = Clustering.from_memberships(range(5), FOUND)
    comparison = accord.compare(Clustering.from_labels(TRUTH), found)
    assert MINUS_ONE in str(comparison)
    levels = Clustering.from_levels([found, found])
    assert accord.compare(levels, levels, levels="merged", noise=-1)["f1h"] == 1


@pytest.mark.parametrize("word", ["NA", "N/A", "<NA>", "NaN", "nan", "null", "NULL", "None", ""])
def test_a_word_for_a_missing_value_looks_like_noise(word, tmp_path):
    truth, labels = ["a", "a", "b", "b"], ["a", word, "b", word]
    line = (
        f"found: {word or repr('')}: 2 nodes form one cluster; use noise={word!r} if they are noise"
    )
    with pytest.warns(AccordWarning) as caught:
        comparison = accord.compare(truth, labels, ["nmi"])
    assert messages(caught) == [line]
    assert line in str(comparison)
    alone = Clustering.from_labels(["a", "x", "b", "y"])
    value = accord.nmi(truth, labels, noise=word)
    assert value == accord.nmi(Clustering.from_labels(truth), alone)
    with pytest.warns(AccordWarning, match="2 nodes form one cluster"):
        as_clustering(dict(enumerate(labels)))


def test_an_array_of_text_with_nan_in_it():
    labels = np.array(["a", np.nan, "b", np.nan])  # NumPy makes text of it
    assert labels.dtype.kind == "U"
    with pytest.warns(AccordWarning, match="nan: 2 nodes form one cluster; use noise='nan'"):
        accord.nmi(["a", "a", "b", "b"], labels)


def test_words_in_files_on_the_command_line(tmp_path):
    (tmp_path / "truth.csv").write_text("node,cluster\n1,a\n2,a\n3,b\n4,b\n")
    (tmp_path / "found.csv").write_text("node,cluster\n1,a\n2,NA\n3,b\n4,NA\n")
    command = [sys.executable, "-m", "accord", "compare", "truth.csv", "found.csv", "-m", "f1h"]

    def run(*options):
        done = subprocess.run(
            [*command, *options], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return done.stdout, done.stderr

    text = "NA: 2 nodes form one cluster; use --noise NA if they are noise"
    out, error = run()
    assert f"found: {text}" in out
    assert error == f"accord: warning: found.csv: {text}\n"
    out, error = run("--noise", "NA", "--format", "json")
    assert error == ""
    assert json.loads(out)["found"]["nodes_in_no_cluster"] == 2
    out, error = run("--noise", "-2")
    assert "no node has the label -2" in out
    assert error.count("no node has the label -2") == 1
    assert text in error


def test_a_terminal_shows_the_line_once(tmp_path):
    (tmp_path / "truth.csv").write_text("node,cluster\n1,0\n2,0\n3,1\n4,1\n")
    (tmp_path / "found.csv").write_text("node,cluster\n1,0\n2,0\n3,1\n4,-1\n")
    files = [str(tmp_path / name) for name in ("truth.csv", "found.csv")]
    shown = on_terminal("compare", *files, "-m", "f1h")
    assert shown.count("-1: 1 node forms one cluster") == 1
