"""similarity_matrix and overlaps: every pair of clusterings, every pair of clusters."""

from typing import Any

import numpy as np
import oracles
import pytest
import strategies
from example_pairs import UNEQUAL
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord import METRICS, Clustering, InputError, NodeSetError, OverlapError, UnknownNameError

# ---- similarity_matrix ---------------------------------------------------------------------------

SEVERAL = [[[1, 2], [3, 4]], [[1, 2], [3], [4]], [[1, 3], [2, 4]], [[1, 2, 3, 4]]]


def variants() -> list[str]:
    more = [
        "f1p[weighting=macro]",
        "nmi[norm=min]",
        "vi[unit=nats]",
        "v_measure[beta=2]",
        "v_measure[beta=0.25]",
    ]
    return [*METRICS, *more]


@pytest.mark.parametrize("metric", variants())
def test_similarity_matrix_has_the_metric_of_every_ordered_pair(metric: str) -> None:
    matrix = accord.similarity_matrix(SEVERAL, metric)
    wanted = [
        [float(next(iter(accord.compare(a, b, metric).values()))) for b in SEVERAL] for a in SEVERAL
    ]
    assert matrix == pytest.approx(np.array(wanted), rel=1e-14, abs=1e-14)


@pytest.mark.parametrize(
    ("metric", "nodes"),
    [
        (name, nodes)
        for name, metric in METRICS.items()
        for nodes in (None, "union", "truth", [1, 2, 3, 50, 99])
        if not metric.crisp and (nodes or metric.node_base == "union")
    ],
)
@settings(max_examples=15)
@given(data=st.data())
def test_similarity_matrix_of_unequal_node_sets(
    metric: str, nodes: Any, data: st.DataObject
) -> None:
    ranges = [range(6), range(2, 9), range(50, 53)]
    clusterings = [data.draw(strategies.covers(some, clusters=3)) for some in ranges]
    matrix = accord.similarity_matrix(clusterings, metric, nodes=nodes)
    wanted = [
        [float(METRICS[metric].function(a, b, nodes=nodes)) for b in clusterings]
        for a in clusterings
    ]
    assert matrix == pytest.approx(np.array(wanted), rel=1e-14, abs=1e-14)


def test_similarity_matrix_raises_if_the_metric_does_not_apply() -> None:
    with pytest.raises(NodeSetError):
        accord.similarity_matrix([[[1, 2]], [[1, 2, 3]]], "nmi")
    with pytest.raises(OverlapError):
        accord.similarity_matrix([[[1, 2]], [[1], [1, 2]]], "nmi")
    with pytest.raises(InputError, match="no clusterings"):
        accord.similarity_matrix([])
    with pytest.raises(UnknownNameError, match="did you mean"):
        accord.similarity_matrix(SEVERAL, "f1x")


def test_similarity_matrix_of_text_nodes_in_any_order() -> None:
    clusterings = [[["d", "a"], ["c"]], [["a", "b"], ["c", "d"]], [["x"], ["b", "a"]]]
    matrix = accord.similarity_matrix(clusterings, "f1p")
    wanted = [[float(accord.f1p(a, b)) for b in clusterings] for a in clusterings]
    assert matrix == pytest.approx(np.array(wanted), rel=1e-14)


def test_similarity_matrix_with_weights() -> None:
    weights = {1: 5, 2: 1, 3: 2, 4: 1}
    clusterings = [Clustering.from_clusters(clusters, weights=weights) for clusters in SEVERAL]
    matrix = accord.similarity_matrix(clusterings, "purity")
    wanted = [
        [oracles.purity(list(map(set, a)), list(map(set, b)), weights=weights) for b in SEVERAL]
        for a in SEVERAL
    ]
    assert matrix == pytest.approx(np.array(wanted), rel=1e-14)


# ---- overlaps ------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(pair=strategies.pairs())
def test_overlaps_are_a_table_of_common_nodes(pair: Any) -> None:
    table = accord.overlaps(*pair)
    columns = table.to_dict()
    assert list(columns) == ["truth", "found", "overlap", "truth_size", "found_size"]
    rows = list(zip(*(column.tolist() for column in columns.values()), strict=True))
    assert rows == [
        (i, j, len(t & f), len(t), len(f))
        for i, t in enumerate(pair[0])
        for j, f in enumerate(pair[1])
        if t & f
    ]
    assert len(table) == len(rows)
    assert table.total == len(oracles.nodes_of(*pair))


def test_overlaps_as_a_sparse_matrix() -> None:
    matrix = accord.overlaps([[1, 2, 3], [4, 5], [6]], [[1, 2], [3, 4, 5]]).to_scipy()
    assert matrix.toarray().tolist() == [[2, 1], [0, 2], [0, 0]]


def test_overlaps_on_a_node_base() -> None:
    table = accord.overlaps(*UNEQUAL, nodes="intersection")
    assert table.truth_sizes.tolist() == [
        3,
        1,
        0,
    ]  # numbered as in the input; the third has lost its nodes
    assert table.found_sizes.tolist() == [2, 2, 0]
    assert table.total == 4
