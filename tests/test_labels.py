"""Node labels: distinct, indexed, found again, merged, for each of the three kinds."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord import InputError
from accord._foundation.labels import (
    IntegerLabels,
    ObjectLabels,
    TextLabels,
    label_nodes,
    merge_labels,
)
from accord._foundation.rows import NOWHERE

small_integers = st.integers(-6, 6)
wide_integers = st.integers(-(2**63), 2**63 - 1)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=3) | st.sampled_from(
    ["a", "aa", "a\0", "", "é"]
)
pairs = st.tuples(st.integers(0, 3), st.integers(0, 3))
ANY_KIND = [small_integers, wide_integers, small_integers | wide_integers, texts, pairs]
some_nodes = st.one_of([st.lists(kind, min_size=1, max_size=30) for kind in ANY_KIND])
two_lists = st.one_of(
    [st.tuples(*[st.lists(kind, min_size=1, max_size=20)] * 2) for kind in ANY_KIND]
)
KINDS = [
    ([3, -1, 3, 2**63 - 1], IntegerLabels, "integer"),
    (["b", "a", "b"], TextLabels, "text"),
    ([(1,), (2,), (1,)], ObjectLabels, "object"),
    ([2**64, 1, 2**64], ObjectLabels, "object"),
]


@pytest.mark.parametrize(("nodes", "cls", "kind"), KINDS)
def test_kind_is_inferred_from_the_nodes(nodes, cls, kind):
    labels, _ = label_nodes(nodes, 1)
    assert isinstance(labels, cls)
    assert labels.kind == kind


@given(some_nodes, st.sampled_from([1, 2, 7]))
def test_index_maps_back_to_the_node(nodes, threads):
    labels, index = label_nodes(nodes, threads)
    assert [labels[i] for i in index] == nodes
    assert list(labels) == [labels[i] for i in range(len(labels))]
    assert len(labels) == len(set(nodes)) == len(set(labels))


@given(st.lists(wide_integers, min_size=1))
def test_integers_are_sorted(nodes):
    assert list(label_nodes(nodes, 1)[0]) == sorted(set(nodes))


@given(st.lists(texts, min_size=1))
def test_texts_keep_their_order_of_appearance(nodes):
    assert list(label_nodes(nodes, 1)[0]) == list(dict.fromkeys(nodes))


@pytest.mark.parametrize("low", [-(2**63), -(2**62), 0, 2**63 - 2**20 - 1])
@pytest.mark.parametrize("step", [1, 3, 2**12])
def test_many_integers_do_not_depend_on_threads_or_spread(low, step):
    values = low + np.random.default_rng(3).integers(0, 256, 200_000) * step
    expected, place = np.unique(values, return_inverse=True)
    for threads in (1, 2, 7):
        labels, index = label_nodes(values, threads)
        assert np.array_equal(labels.values, expected)
        assert np.array_equal(index, place)


def test_smallest_and_largest_64_bit_integers_fit_in_one_list():
    labels, index = label_nodes([2**63 - 1, -(2**63), 0], 1)
    assert list(labels) == [-(2**63), 0, 2**63 - 1]
    assert index.tolist() == [2, 0, 1]


@pytest.mark.parametrize(
    "array",
    [np.array([5, 3, 5], np.uint8), np.array([5, 3, 5], ">i4"), np.array([5, 0, 3, 0, 5])[::2]],
)
def test_integer_arrays_of_any_layout_are_accepted(array):
    labels, index = label_nodes(array, 1)
    assert list(labels) == [3, 5]
    assert index.tolist() == [1, 0, 1]


def test_arrays_of_texts_are_accepted():
    assert list(label_nodes(np.array(["x", "yy", "x"]), 1)[0]) == ["x", "yy"]


@pytest.mark.parametrize("nodes", [[1, "a"], ["a", 1], ["a", (1,)], np.array(["a", 1], object)])
def test_mixing_texts_with_other_labels_is_an_error(nodes):
    with pytest.raises(InputError, match="different kinds"):
        label_nodes(nodes, 1)


@given(some_nodes, st.data())
def test_find_returns_the_index_or_missing(nodes, data):
    labels, _ = label_nodes(nodes, 1)
    kind = next(
        kind
        for kind in (wide_integers, texts, pairs)
        if isinstance(nodes[0], type(data.draw(kind)))
    )
    wanted = data.draw(st.lists(st.sampled_from(nodes) | kind, max_size=20))
    places = list(labels)
    expected = [places.index(label) if label in places else int(NOWHERE) for label in wanted]
    assert labels.find(wanted).tolist() == expected


@pytest.mark.parametrize(("nodes", "cls", "kind"), KINDS)
def test_finding_no_labels_returns_nothing(nodes, cls, kind):
    assert len(label_nodes(nodes, 1)[0].find([])) == 0


def test_largest_integer_is_not_taken_for_missing():
    labels, _ = label_nodes([-5, -3], 1)
    assert labels.find([0, 2**63 - 1, -4]).tolist() == [NOWHERE] * 3


@given(some_nodes, st.data())
def test_take_keeps_the_order_of_labels(nodes, data):
    labels, _ = label_nodes(nodes, 1)
    kept = sorted(data.draw(st.sets(st.integers(0, len(labels) - 1))))
    taken = labels.take(np.array(kept, np.uint32))
    assert list(taken) == [labels[i] for i in kept]
    assert type(taken) is type(labels)


@given(two_lists)
def test_merging_keeps_every_label_once_and_maps_both_sides(lists):
    (first, _), (second, _) = (label_nodes(nodes, 1) for nodes in lists)
    merged, first_map, second_map = merge_labels(first, second)
    assert set(merged) == {*first, *second}
    assert len(merged) == len(set(merged))
    for labels, way in ((first, first_map), (second, second_map)):
        places = range(len(labels)) if way is None else way.tolist()
        assert [merged[place] for place in places] == list(labels)


def test_merging_equal_labels_changes_no_index():
    first, _ = label_nodes(["a", "b"], 1)
    second, _ = label_nodes(["a", "b"], 1)
    assert merge_labels(first, second)[1:] == (None, None)


def test_integers_merge_with_integers_beyond_64_bits():
    first, _ = label_nodes([1, 2], 1)
    second, _ = label_nodes([2, 2**70], 1)
    merged, first_map, second_map = merge_labels(first, second)
    assert [merged[place] for place in first_map] == [1, 2]
    assert [merged[place] for place in second_map] == [2, 2**70]
    assert len(merged) == 3


@pytest.mark.parametrize(("first", "second"), [(["a"], [1]), ([1], ["a"]), (["a"], [(1,)])])
def test_merging_texts_with_other_labels_is_an_error_that_shows_both(first, second):
    with pytest.raises(InputError, match="different kinds") as caught:
        merge_labels(label_nodes(first, 1)[0], label_nodes(second, 1)[0])
    assert repr(first[0]) in str(caught.value)
    assert repr(second[0]) in str(caught.value)


@pytest.mark.parametrize(("nodes", "cls", "kind"), KINDS)
def test_labels_survive_pickling(nodes, cls, kind):
    labels, _ = label_nodes(nodes, 1)
    again = pickle.loads(pickle.dumps(labels))
    assert again.same_as(labels)
    assert list(again) == list(labels)
    assert again.find(labels).tolist() == list(range(len(labels)))


@given(two_lists)
def test_same_requires_equal_labels_in_equal_order(lists):
    first, second = (label_nodes(nodes, 1)[0] for nodes in lists)
    assert first.same_as(second) == (list(first) == list(second))


def test_texts_split_differently_are_not_the_same():
    assert not label_nodes(["ab", "c"], 1)[0].same_as(label_nodes(["a", "bc"], 1)[0])


def test_integers_and_texts_are_not_the_same():
    assert not label_nodes([1], 1)[0].same_as(label_nodes(["1"], 1)[0])
