"""Nodes without a label: `nodes="labelled"` and `nodes="clustered"` leave them out."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import polars
import pytest
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score, v_measure_score

import accord
from accord import InputError, UnknownNameError
from accord.report import to_html

TRUTH = ["a", "a", "b", "b", None, None, "c", "c", "a", None]
FOUND = [0, 0, 1, 0, 3, 3, 2, -1, 0, -1]
SCORES = {
    "adjusted_rand": adjusted_rand_score,
    "nmi": normalized_mutual_info_score,
    "v_measure": v_measure_score,
}
MISSING = r"noise=float\('nan'\).*nodes='labelled'.*in truth.*nodes='clustered'.*on both sides"
HINT = "70 % of the nodes of the truth are in a cluster of it"


def part(*, clustered: bool) -> tuple[list[Any], list[Any]]:
    """The labels of the labelled nodes, and with `clustered` only of those with a cluster."""
    rows = zip(TRUTH, FOUND, strict=True)
    kept = [(t, f) for t, f in rows if t is not None and not (clustered and f == -1)]
    return [t for t, _ in kept], [f for _, f in kept]


def forms(labels: list[Any]) -> dict[str, Any]:
    nodes = range(len(labels))
    return {
        "mapping": dict(zip(nodes, labels, strict=True)),
        "pandas": pandas.DataFrame({"node": nodes, "cluster": labels}),
        "lazy": polars.DataFrame({"node": nodes, "cluster": labels}).lazy(),
        "array": np.array(labels, object),
        "list": labels,
    }


@pytest.mark.parametrize("metric", SCORES)
def test_labelled_and_clustered_nodes_give_the_numbers_of_scikit_learn(metric: str) -> None:
    function, wanted = getattr(accord, metric), SCORES[metric]
    value = function(TRUTH, FOUND, nodes="labelled", noise=False)
    assert value == pytest.approx(wanted(*part(clustered=False)))
    value = function(TRUTH, FOUND, nodes="clustered", noise=-1)
    assert value == pytest.approx(wanted(*part(clustered=True)))


@pytest.mark.parametrize("form", ["mapping", "pandas", "lazy", "array", "list"])
def test_every_form_of_a_missing_label(form: str) -> None:
    truth, found = forms(TRUTH)[form], forms(FOUND)[form]
    value = accord.adjusted_rand(truth, found, nodes="clustered", noise=-1)
    assert value == pytest.approx(adjusted_rand_score(*part(clustered=True)))


def test_minus_one_as_the_label_of_unlabelled_nodes() -> None:
    truth = [-1 if label is None else "abc".index(label) for label in TRUTH]
    value = accord.adjusted_rand(truth, FOUND, nodes="clustered", noise=-1)
    assert value == pytest.approx(adjusted_rand_score(*part(clustered=True)))


def test_the_error_on_a_missing_label_names_both_ways() -> None:
    for truth in (TRUTH, dict(enumerate(TRUTH))):
        found = FOUND if truth is TRUTH else dict(enumerate(FOUND))
        with pytest.raises(InputError, match=MISSING) as error:
            accord.compare(truth, found, noise=False)
        assert "\n" not in str(error.value)


def test_a_misspelled_node_base_is_reported_before_a_missing_label() -> None:
    with pytest.raises(UnknownNameError, match="did you mean labelled"):
        accord.compare(TRUTH, FOUND, nodes="labeled")  # type: ignore[arg-type]


def test_a_truth_with_many_unlabelled_nodes_gets_a_hint() -> None:
    missing: Any = float("nan")
    found = [max(label, 0) for label in FOUND]
    results = [
        accord.compare(TRUTH, found, noise=missing),
        accord.rank(TRUTH, {"found": found}, noise=missing),
        accord.explain(TRUTH, found, noise=missing),
    ]
    for result in results:
        assert HINT in str(result)
        assert "use nodes='labelled'" in str(result)
    assert HINT in to_html(results[0])
    for nodes in ("truth", "union", "intersection"):
        assert HINT in str(accord.compare(TRUTH, found, nodes=nodes, noise=missing))
        assert HINT in str(accord.rank(TRUTH, {"found": found}, nodes=nodes, noise=missing))
    for nodes in ("labelled", "clustered"):
        assert HINT not in str(accord.compare(TRUTH, found, nodes=nodes, noise=missing))


def test_nodes_that_both_sides_leave_unclustered_are_no_errors() -> None:
    matrix = np.array([[1, 0], [1, 0], [1, 1], [0, 1], [0, 1], [0, 0]])
    comparison = accord.compare(matrix, matrix, "f1h")
    assert comparison["f1h"] == 1
    assert "count as errors" not in str(comparison)


def test_node_base_of_two_sides_is_not_symmetric_if_the_truth_decides() -> None:
    matrix = accord.similarity_matrix([TRUTH, FOUND], "adjusted_rand", nodes="labelled", noise=-1)
    assert matrix[0, 1] == accord.adjusted_rand(TRUTH, FOUND, nodes="labelled", noise=-1)
    assert matrix[1, 0] == accord.adjusted_rand(FOUND, TRUTH, nodes="labelled", noise=-1)
    assert matrix[0, 1] != matrix[1, 0]


def test_no_node_in_a_cluster_of_both_sides() -> None:
    with pytest.raises(InputError, match="no nodes to compare"):
        accord.f1h([None, 0], [0, None], nodes="clustered")


def test_on_the_command_line(tmp_path: Path) -> None:
    for name, labels in (("truth", TRUTH), ("found", FOUND)):
        rows = (f"{node},{'' if label is None else label}" for node, label in enumerate(labels))
        (tmp_path / f"{name}.csv").write_text("\n".join(["node,cluster", *rows, ""]))
    command = [sys.executable, "-m", "accord", "compare", "truth.csv", "found.csv"]
    options = ["--nodes", "clustered", "--noise", "-1", "-m", "nmi", "--format", "json"]
    done = subprocess.run([*command, *options], cwd=tmp_path, capture_output=True, check=True)
    result = json.loads(done.stdout)
    assert result["nodes"]["node_base"] == "clustered"
    wanted = normalized_mutual_info_score(*part(clustered=True))
    assert result["scores"]["nmi"]["value"] == pytest.approx(wanted)
    assert done.stderr == b""
