"""size_histogram and match_cloud, tested against their definitions cluster by cluster."""

from itertools import pairwise
from statistics import median
from typing import Any

import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.report import to_html
from accord.views import match_cloud, size_histogram, size_unit

PAIRS = strategies.pairs() | strategies.fuzzy_pairs()
BASES = st.sampled_from([None, "truth"])
CELL = ("size_bins", "f1_bins", "counts", "verdicts")


def there(side: Any) -> list[int]:
    """The clusters that are not empty."""
    return [place for place, size in enumerate(side.sizes) if size > 0]


@given(pair=PAIRS, nodes=BASES)
def test_every_cluster_is_in_the_bin_of_its_size(pair: Any, nodes: Any) -> None:
    why = accord.explain(*pair, nodes=nodes)
    histogram = size_histogram(why)
    edges = histogram.edges
    assert (np.log2(edges) % 1 == 0).all()
    for side, counts in ((why.truth, histogram.truth), (why.found, histogram.found)):
        sizes = side.sizes[there(side)]
        assert counts.tolist() == [
            int(((low <= sizes) & (sizes < high)).sum()) for low, high in pairwise(edges)
        ]
        assert counts.sum() == len(sizes)


@pytest.mark.parametrize("max_points", [0, 500])
@pytest.mark.parametrize("side", ["truth", "found"])
@given(pair=PAIRS, nodes=BASES)
def test_every_cluster_is_a_point_or_in_a_cell(
    max_points: int, side: Any, pair: Any, nodes: Any
) -> None:
    why = accord.explain(*pair, nodes=nodes)
    clusters = getattr(why, side)
    cloud = match_cloud(why, side, max_points)
    places = there(clusters)
    assert cloud.n_clusters == len(places)
    assert np.array_equal(cloud.size_edges, size_histogram(why).edges)
    if len(places) <= max_points:
        assert cloud.cells is None
        points = cloud.points
        assert points.indices.tolist() == places
        for column, values in (
            (points.sizes, clusters.sizes),
            (points.f1, clusters.f1),
            (points.verdicts, clusters.verdict),
        ):
            assert np.array_equal(column, values[places])
        return
    assert cloud.points is None
    last = len(cloud.f1_edges) - 2
    seen = []
    for size_bin, f1_bin, count, verdict in zip(
        *(getattr(cloud.cells, name).tolist() for name in CELL), strict=True
    ):
        inside = [
            place
            for place in places
            if cloud.size_edges[size_bin] <= clusters.sizes[place] < cloud.size_edges[size_bin + 1]
            and min(int(clusters.f1[place] * (last + 1)), last) == f1_bin
        ]
        assert count == len(inside) > 0
        verdicts = clusters.verdict[inside].tolist()
        assert verdicts.count(verdict) == max(map(verdicts.count, verdicts))
        seen += inside
    assert sorted(seen) == places


@given(pair=PAIRS, side=st.sampled_from(["truth", "found"]))
def test_medians_are_those_of_the_clusters_in_a_bin(pair: Any, side: Any) -> None:
    why = accord.explain(*pair)
    clusters = getattr(why, side)
    cloud = match_cloud(why, side)
    for (low, high), value in zip(pairwise(cloud.size_edges), cloud.median, strict=True):
        inside = [
            f1 for size, f1 in zip(clusters.sizes, clusters.f1, strict=True) if low <= size < high
        ]
        assert value == pytest.approx(median(inside)) if inside else np.isnan(value)


def test_widely_spread_sizes_need_few_bins() -> None:
    truth = [{1: 1e-100, 2: 1e-90}, {3: 1.0, 4: 1.0}, {5: 1e-30}]
    histogram = size_histogram(accord.explain(truth, truth))
    assert len(histogram.truth) <= 64
    assert histogram.truth.sum() == 3
    assert np.array_equal(
        histogram.edges[1:] / histogram.edges[:-1], np.full(len(histogram.truth), 2.0**5)
    )


def test_side_without_clusters_is_empty() -> None:
    why = accord.explain([[1, 2], [3]], [[7, 8]], nodes="truth")
    assert size_histogram(why).found.sum() == 0
    assert match_cloud(why, "found").points.indices.tolist() == []
    assert np.isnan(match_cloud(why, "found").median).all()


def test_weights_are_sizes() -> None:
    truth = accord.Clustering.from_clusters(
        [["a", "b"], ["c"]], weights={"a": 0.25, "b": 0.5, "c": 70}
    )
    histogram = size_histogram(accord.explain(truth, truth))
    assert histogram.edges.tolist() == [2.0**power for power in range(-1, 8)]
    assert histogram.truth.tolist() == [1, 0, 0, 0, 0, 0, 0, 1]


def test_wrong_arguments_raise() -> None:
    why = accord.explain([[1]], [[1]])
    with pytest.raises(accord.UnknownNameError, match="side 'left'"):
        match_cloud(why, "left")
    with pytest.raises(accord.InputError, match="at least 0, not -1"):
        match_cloud(why, max_points=-1)


@pytest.mark.parametrize("most", [1, 49, 50, 80])
def test_widely_spread_counts_use_a_logarithmic_axis(most: int) -> None:
    """The page and matplotlib agree on clusters of sizes 1 and 2."""
    clusters = [[-1, -2], *([node] for node in range(most))]
    why = accord.explain(clusters, clusters)
    assert size_histogram(why).logarithmic == (most >= 50)
    page = to_html(accord.compare(clusters, clusters, "f1h"))
    assert ("The height is logarithmic." in page) == (most >= 50)


def test_size_unit_is_nodes_weight_or_shares() -> None:
    plain, shares = [[1, 2], [3]], [{1: 0.5, 2: 1.0}, {3: 1.0}]
    weighted = accord.Clustering.from_clusters(plain, weights={1: 2.0, 2: 1.0, 3: 1.0})
    assert size_unit(accord.explain(plain, plain)) == "nodes"
    assert size_unit(accord.explain(plain, shares)) == "sum of shares"
    assert size_unit(accord.explain(weighted, weighted)) == "weight"
