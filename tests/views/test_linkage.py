"""average_linkage, tested against its definition by mean distances between groups."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from accord.views._linkage import average_linkage


@st.composite
def distances(draw: st.DrawFn, values: st.SearchStrategy[float]) -> np.ndarray:
    n = draw(st.integers(0, 9))
    matrix = np.zeros((n, n))
    for i in range(n):
        for j in range(i):
            matrix[i, j] = matrix[j, i] = draw(values)
    return matrix


@given(distances(st.floats(0, 1)))
def test_the_nearest_groups_are_merged(distance: np.ndarray) -> None:
    n = len(distance)
    order, merges = average_linkage(distance)
    groups = {thing: {thing} for thing in range(n)}
    for made, merge in enumerate(merges, n):
        means = {
            (a, b): np.mean([distance[i, j] for i in groups[a] for j in groups[b]])
            for a in groups
            for b in groups
            if a < b
        }
        mine = means[min(merge.first, merge.second), max(merge.first, merge.second)]
        assert np.isclose(mine, min(means.values()), atol=1e-12)
        assert np.isclose(mine, merge.height, atol=1e-12)
        groups[made] = groups.pop(merge.first) | groups.pop(merge.second)
        at = sorted(order.index(thing) for thing in groups[made])
        assert at == list(range(at[0], at[0] + len(at)))  # every group is together in the order
    assert sorted(order) == list(range(n))
    assert len(groups) == min(n, 1)


@given(distances(st.sampled_from([0.0, 1.0])))
def test_linkage_is_deterministic_and_keeps_its_input(distance: np.ndarray) -> None:
    before = distance.copy()
    assert average_linkage(distance) == average_linkage(distance)
    assert np.array_equal(distance, before)


def test_ties_keep_the_order() -> None:
    order, merges = average_linkage(1 - np.eye(5))
    assert order == [0, 1, 2, 3, 4]
    assert [(merge.first, merge.second) for merge in merges] == [(0, 1), (5, 2), (6, 3), (7, 4)]


def test_groups_are_joined_at_their_nearest_ends() -> None:
    places = np.array([0.0, 10.0, 1.0, 12.0, 4.0])  # on a line
    order, _ = average_linkage(abs(places[:, None] - places))
    assert order == [0, 2, 4, 1, 3]
