"""Series of pandas with integer indexes: aligned by index, with a line where rows may be meant."""

import numpy as np
import pandas
import pytest
from sklearn.cluster import KMeans
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score

import accord
from accord import AccordWarning, InputError

ORDER = [3, 1, 5, 0, 2, 4]
TRUTH = pandas.Series([0, 0, 1, 1, 2, 2])


def test_shuffled_rows_against_labels_without_an_index():
    x, y = make_blobs(60, centers=3, cluster_std=0.3, random_state=1)
    frame = pandas.DataFrame(x, columns=["a", "b"]).assign(y=y)
    shuffled = frame.sample(frac=1, random_state=0)
    labels = KMeans(3, n_init=3, random_state=0).fit(shuffled[["a", "b"]]).labels_
    with pytest.warns(AccordWarning, match=r"aligned by index; pass to_numpy\(\) of both"):
        accord.compare(shuffled.y, pandas.Series(labels))
    wanted = adjusted_rand_score(shuffled.y, labels)
    assert wanted == 1
    assert accord.adjusted_rand(shuffled.y.to_numpy(), labels) == wanted
    assert accord.adjusted_rand(shuffled.y, labels) == wanted  # beside an array: by position
    assert accord.adjusted_rand(shuffled.y, pandas.Series(labels, index=shuffled.index)) == wanted


@pytest.mark.parametrize("swapped", [False, True])
def test_shuffled_copy_is_aligned_by_index_with_a_line(swapped):
    sides = [TRUTH[ORDER], TRUTH]
    with pytest.warns(AccordWarning, match="are aligned by index") as caught:
        assert accord.nmi(*(sides[::-1] if swapped else sides)) == 1
    assert len(caught) == 1
    assert accord.nmi(TRUTH[ORDER].sort_index(), TRUTH.sort_index()) == 1  # as the line says


@pytest.mark.parametrize("part", [TRUTH.iloc[:4], TRUTH[ORDER[:4]]], ids=["first", "sample"])
def test_part_of_the_rows_is_aligned_by_index_with_a_line(part):
    line = "aligned by index: 4 labels and 6, 4 in common"
    with pytest.warns(AccordWarning, match=line) as caught:
        assert accord.nmi(part, TRUTH, nodes="intersection") == 1
    assert len(caught) == 1
    with pytest.warns(AccordWarning, match=line):
        assert accord.f1h(part, TRUTH) < 1  # the others count as errors


def test_sample_of_rows_against_as_many_labels_without_an_index():
    sample = TRUTH[ORDER[:4]]
    with pytest.raises(InputError, match="has other numbers: pass to_numpy"):
        accord.f1h(sample, pandas.Series(sample.to_numpy()))


def test_the_same_integers_in_another_order_are_aligned_with_a_line():
    shifted = TRUTH.set_axis(TRUTH.index + 10)
    with pytest.warns(AccordWarning, match="truth and found are aligned by index") as caught:
        assert accord.nmi(shifted, shifted.iloc[ORDER]) == 1
    assert len(caught) == 1
    assert accord.nmi(shifted.sort_index(), shifted.iloc[ORDER].sort_index()) == 1
    assert accord.nmi(shifted.iloc[ORDER], shifted.iloc[ORDER]) == 1


def test_text_indexes_are_aligned_without_a_word():
    named = TRUTH.set_axis(list("abcdef"))
    assert accord.nmi(named, named.iloc[ORDER]) == 1


def test_ranked_series_are_checked_against_the_truth():
    with pytest.raises(InputError, match="the index of kmeans is 0, 1, 2, …"):
        accord.rank(TRUTH[ORDER[:4]], {"kmeans": pandas.Series(np.arange(4))})
