"""Tables with a column of 0 and 1 for each of two clusters, which may be labels, too."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from contents import named, shares

import accord
from accord import AccordWarning, InputError

TRUTH = np.array([[1, 0], [1, 0], [1, 1], [0, 1], [0, 1], [1, 1]])
FOUND = np.array([[1, 0], [1, 1], [1, 1], [1, 1], [0, 1], [1, 0]])


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame])
def test_two_numbered_columns_are_clusters_as_in_an_array(make):
    expected = accord.f1h(TRUTH, FOUND)
    with pytest.warns(AccordWarning, match="are read as clusters, with their nodes marked by 1"):
        value = accord.f1h(make(TRUTH), make(FOUND))
    assert float(value) == float(expected)
    assert round(float(value), 4) == 0.8233


def test_text_of_two_numbered_columns_is_read_as_the_data_frame(tmp_path):
    path = tmp_path / "a.csv"
    pd.DataFrame(TRUTH).to_csv(path)
    with pytest.warns(AccordWarning, match="are read as clusters"):
        assert named(accord.read(path)) == {"0": {0, 1, 2, 5}, "1": {2, 3, 4, 5}}


def test_numbered_columns_without_row_names_ask_for_names(tmp_path):
    path = tmp_path / "a.csv"
    pd.DataFrame(TRUTH).to_csv(path, index=False)
    with pytest.raises(InputError, match=r"one-hot.*row with their names"):
        accord.read(path)


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame])
def test_two_columns_of_0_and_1_with_names_are_an_error(make):
    table = make({"a": [1, 1, 0], "b": [0, 1, 1]})
    with pytest.raises(InputError, match=r"'a', 'b' hold 0 and 1: if each is a cluster \(one-hot"):
        accord.as_clustering(table)


def test_two_columns_of_0_and_1_in_a_file_are_an_error(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("node,red,blue\nann,1,1\nbob,1,0\neve,0,1\n")
    with pytest.raises(InputError, match="one-hot"):
        accord.read(path)
    path.write_text("node,red,blue\nann,True,True\nbob,True,False\neve,False,True\n")
    assert named(accord.read(path)) == {"red": {"ann", "bob"}, "blue": {"ann", "eve"}}


def test_truth_values_have_the_index_as_nodes():
    table = pd.DataFrame(
        [[1, 0], [1, 1], [0, 1]], index=["ann", "bob", "eve"], columns=["a", "b"]
    ).astype(bool)
    assert named(accord.as_clustering(table)) == {"a": {"ann", "bob"}, "b": {"bob", "eve"}}


def test_rows_of_shares_are_not_pairs_if_they_differ():
    table = pd.DataFrame([[0.25, 0.75], [0.5, 0.5], [0.125, 0.875]])
    clustering = accord.as_clustering(table)
    assert shares(clustering) == shares(accord.as_clustering(table.to_numpy()))


def test_few_pairs_of_0_and_1_are_memberships():
    assert named(accord.as_clustering(pd.DataFrame([[0, 0], [1, 0]]))) == {0: {0, 1}}
