"""Labels in a shape that is not flat, and labels that are no labels."""

import numpy as np
import pandas
import polars
import pytest

import accord
from accord import AccordWarning, Clustering, InputError

TRUTH, FOUND = [0, 0, 1, 1, 1], [0, 0, 1, 1, 0]


@pytest.mark.parametrize("make", [list, tuple, np.array], ids=["list", "tuple", "array"])
def test_a_bracket_too_many(make):
    with pytest.raises(InputError, match="truth is a list of one cluster that repeats its nodes"):
        accord.compare([make(TRUTH)], [make(FOUND)])
    with pytest.raises(InputError, match="the flat list, one label per node"):
        accord.f1h([["a", "a", "b"]], [["a", "b", "b"]])
    assert Clustering.from_clusters([[0, 0, 1]]).n_memberships == 2
    assert accord.f1h([[0, 1, 2]], [{0, 1, 2}]) == 1  # one cluster


@pytest.mark.parametrize("kind", [int, float, bool])
def test_a_matrix_of_one_row(kind):
    row = np.array([[0, 0, 1, 1]], kind)
    with pytest.raises(InputError, match=r"truth is a matrix of one row.*truth\.ravel\(\)"):
        accord.compare(row, row)


def test_a_matrix_of_one_column_is_labels():
    truth, found = np.array(TRUTH)[:, None], np.array(FOUND)[:, None]
    wanted = accord.adjusted_rand(TRUTH, FOUND)
    with pytest.warns(AccordWarning) as caught:
        assert accord.adjusted_rand(truth, found) == wanted
    assert [str(warning.message) for warning in caught] == [
        f"{side} is a column of 5 labels; pass its ravel() to confirm it"
        for side in ("truth", "found")
    ]
    assert accord.adjusted_rand(truth.ravel(), FOUND) == wanted


@pytest.mark.parametrize("make", [list, np.array, pandas.Series], ids=["list", "array", "Series"])
def test_fractions_as_labels(make):
    with pytest.warns(AccordWarning, match=r"found has labels such as 0\.1.*: 3 clusters; pass"):
        value = accord.nmi(make([0, 0, 1]), make([0.1, 0.2, 0.3]))
    assert value == accord.nmi([0, 0, 1], [0, 1, 2])
    assert accord.nmi([0, 0, 1], ["0.1", "0.2", "0.3"]) == value
    assert accord.nmi(make([0, 0, 1]), make([1.0, 2.0, 3.0])) == value


# ---- frames of label columns -------------------------------------------------------------------

OBS = pandas.DataFrame(
    {"truth": list("xxyy"), "leiden": [0, 0, 1, 1], "louvain": [0, 1, 1, 1]},
    index=["cell1", "cell2", "cell3", "cell4"],
)


def test_a_frame_of_label_columns_is_an_error_that_names_a_column():
    for frame in (OBS, OBS[["leiden", "louvain"]].astype(str)):
        with pytest.raises(InputError, match=r"pass it alone, as df\['(truth|leiden)'\]$"):
            accord.compare(frame, OBS["leiden"])
    cluster = OBS[["truth"]].rename(columns={"truth": "cluster"}).assign(size=1, batch="b")
    assert accord.nmi(cluster, OBS["leiden"]) == 1  # the only column of clusters
    assert accord.nmi(OBS["truth"], OBS["leiden"]) == 1


def test_rank_takes_each_column_of_a_frame_as_a_result():
    results = OBS[["louvain", "leiden"]]
    wanted = {name: accord.nmi(OBS["truth"], OBS[name]) for name in results}
    for truth, found in [
        (OBS["truth"], results),
        (OBS["truth"], results.iloc[::-1]),  # aligned by index
        (OBS["truth"], results.reset_index(names="id")),
        (OBS["truth"].to_numpy(), results),
        (OBS["truth"].to_list(), polars.from_pandas(results)),
        (dict(OBS["truth"]), polars.from_pandas(results.reset_index(names="node"))),
    ]:
        ranking = accord.rank(truth, found, ["nmi"])
        assert list(ranking) == ["leiden", "louvain"]
        assert {name: ranking[name]["nmi"] for name in ranking} == wanted
    matrix = accord.similarity_matrix(OBS, "nmi")
    assert matrix[0].tolist() == [1, 1, wanted["louvain"]]


def test_rank_numbers_a_list_of_results():
    labels = [OBS["louvain"].to_list(), OBS["leiden"].to_list()]
    ranking = accord.rank(OBS["truth"].to_list(), labels, ["nmi"])
    assert list(ranking) == ["result 2", "result 1"]
    clusters = [[[1, 2], [3]], [[1], [2, 3]]]
    assert list(accord.rank([[1, 2], [3]], clusters, ["f1h"])) == ["result 1", "result 2"]


@pytest.mark.parametrize("found", [[[1, 2], [3]], [1, 2, 3]])
def test_rank_refuses_a_list_that_may_be_one_result(found):
    with pytest.raises(InputError, match="by name, as in "):
        accord.rank([[1, 2], [3]], found)
