"""Every quality metric with its options against its definition on Python sets."""

import math
import pickle
import warnings
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from metric_cases import QUALITY_OPTIONS
from oracles import quality as oracles

from accord import AccordWarning, Clustering, Network, quality
from accord.quality import QUALITIES, Quality, QualityMetric
from accord.quality._quality import STATISTICS

VARIANTS = [
    pytest.param(metric, options, id="-".join([name, *map(str, options.values())]))
    for name, metric in QUALITIES.items()
    for options in QUALITY_OPTIONS.get(name, [{}])
]


@st.composite
def scenes(draw: st.DrawFn, crisp: bool = False, weighted: bool | None = None) -> oracles.Scene:
    """Networks with loops and nodes without edges; nested, equal, single-node and full clusters.

    Some nodes are only in the network or only in clusters.
    """
    most = draw(st.integers(1, 9))
    ends = st.integers(0, most)
    directed, weights = draw(st.booleans()), draw(st.booleans()) if weighted is None else weighted
    edges: dict[tuple[int, int], Fraction] = {}
    for u, v in draw(st.lists(st.tuples(ends, ends), max_size=28)):
        edge = (u, v) if directed else (min(u, v), max(u, v))
        edges[edge] = Fraction(draw(st.integers(1, 32)), 8) if weights else Fraction(1)
    nodes = {node for edge in edges for node in edge} | draw(st.sets(ends, max_size=3)) | {0}
    members = st.integers(0, most + 2)
    clusters: list[Any]
    if crisp:
        labels = draw(st.dictionaries(members, st.integers(0, 3), min_size=1)) | {0: 0}
        clusters = [
            {v for v, label in labels.items() if label == group}
            for group in sorted(set(labels.values()))
        ]
    elif draw(st.booleans()):
        clusters = draw(st.lists(st.sets(members, min_size=1), min_size=1, max_size=5))
        clusters += [{0} | clusters[0], set(clusters[-1])] if draw(st.booleans()) else [{0}]
    else:
        share = st.integers(1, 16).map(lambda k: k / 16)
        clusters = [
            *draw(st.lists(st.dictionaries(members, share, min_size=1), min_size=1, max_size=5)),
            {0: 0.5},
        ]
    return oracles.Scene(frozenset(nodes), edges, directed, clusters)


def as_inputs(scene: oracles.Scene) -> tuple[Network, Clustering]:
    weighted = any(weight != 1 for weight in scene.edges.values())
    columns = [u for u, _ in scene.edges], [v for _, v in scene.edges]
    weights = [float(w) for w in scene.edges.values()] if weighted else None
    network = Network.from_edges(
        *columns, weights=weights, nodes=sorted(scene.nodes), directed=scene.directed
    )
    return network, Clustering.from_clusters(scene.clusters)


def evaluate(metric: QualityMetric, scene: oracles.Scene, **options: Any) -> Quality:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AccordWarning)
        return metric.function(*as_inputs(scene), **options)


def check(value: Quality, expected: oracles.Value) -> None:
    whole, clusters = expected
    wanted = [
        math.nan if value_of_cluster is None else float(value_of_cluster)
        for value_of_cluster in clusters
    ]
    np.testing.assert_allclose(value.per_cluster, wanted, rtol=1e-11, atol=1e-11)
    assert value.is_defined == (whole is not None)
    assert whole is None or float(value) == pytest.approx(float(whole), rel=1e-11, abs=1e-11)


@pytest.mark.parametrize(("metric", "options"), VARIANTS)
@settings(max_examples=40)
@given(data=st.data())
def test_values_follow_the_definition(
    metric: QualityMetric, options: dict[str, Any], data: st.DataObject
) -> None:
    scene = data.draw(scenes(crisp=metric.crisp or data.draw(st.booleans())))
    check(evaluate(metric, scene, **options), getattr(oracles, metric.name)(scene, **options))


@pytest.mark.parametrize(("metric", "options"), VARIANTS)
@settings(max_examples=40)
@given(data=st.data())
def test_rounding_of_weights_does_not_decide_what_is_defined(
    metric: QualityMetric, options: dict[str, Any], data: st.DataObject
) -> None:
    # Sums of these weights are not exact, and the light edges vanish beside the heavy ones.
    scene = data.draw(scenes(crisp=metric.crisp or data.draw(st.booleans()), weighted=True))
    weights = st.sampled_from([0.1, 0.3, 1 / 3, 1e-20])
    edges = {edge: Fraction(data.draw(weights)) for edge in scene.edges}
    clusters = scene.clusters if metric.crisp else [*scene.clusters, set(scene.nodes)]
    scene = oracles.Scene(scene.nodes, edges, scene.directed, clusters)
    value = evaluate(metric, scene, **options)
    whole, each = getattr(oracles, metric.name)(scene, **options)
    assert np.isnan(value.per_cluster).tolist() == [one is None for one in each]
    assert value.is_defined == (whole is not None)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("form", ["shi_malik", "yang_leskovec"])
def test_normalized_cut_of_a_cluster_of_all_nodes_is_not_defined(form: str, directed: bool) -> None:
    random = np.random.default_rng(1)
    for nodes in range(2, 40):  # sums over many nodes are rounded in different orders
        edges = [(u, v) for u in range(nodes) for v in range(u)]
        network = Network.from_edges(
            edges, weights=random.choice([0.1, 0.3, 0.7], len(edges)), directed=directed
        )
        clusters = [list(range(nodes)), [0]]
        value = quality.normalized_cut(network, clusters, form=form)
        assert np.isnan(value.per_cluster).tolist() == [True, False], nodes


@settings(max_examples=40)
@given(scene=scenes())
def test_averages_cover_the_clusters_with_a_defined_value(scene: oracles.Scene) -> None:
    value = evaluate(QUALITIES["separability"], scene)
    sizes = [len(scene.within(cluster)) for cluster in scene.clusters]
    known = [
        (x, n) for x, n in zip(oracles.separability(scene)[1], sizes, strict=True) if x is not None
    ]
    assert value.sizes.tolist() == sizes
    assert value.undefined == len(sizes) - len(known)
    if not known:
        assert {value.to_dict()[name] for name in ("value", *STATISTICS)} == {None}
        return
    xs = sorted(float(x) for x, _ in known)
    mean = sum(xs) / len(xs)
    half = len(xs) // 2
    assert value.to_dict() == pytest.approx(
        {
            "value": mean,
            "mean": mean,
            "weighted_mean": float(sum(x * n for x, n in known)) / sum(n for _, n in known),
            "min": xs[0],
            "median": xs[half] if len(xs) % 2 else (xs[half - 1] + xs[half]) / 2,
            "max": xs[-1],
            "spread": math.sqrt(sum((x - mean) ** 2 for x in xs) / len(xs)),
            "undefined": value.undefined,
        }
    )


# ---- what must not matter ------------------------------------------------------------------------


@pytest.mark.parametrize("metric", QUALITIES.values(), ids=QUALITIES)
@settings(max_examples=15)
@given(data=st.data())
def test_node_names_and_order_do_not_matter(metric: QualityMetric, data: st.DataObject) -> None:
    scene = data.draw(scenes(crisp=metric.crisp))
    places = data.draw(st.permutations(range(len(scene.clusters))))
    names = dict(
        zip(range(20), data.draw(st.permutations([f"node {i}" for i in range(20)])), strict=True)
    )

    def renamed(cluster: Any) -> Any:
        return (
            {names[v]: cluster[v] for v in cluster}
            if isinstance(cluster, dict)
            else {names[v] for v in cluster}
        )

    edges = data.draw(st.permutations(list(scene.edges)))
    other = oracles.Scene(
        frozenset(names[v] for v in scene.nodes),
        {(names[u], names[v]): scene.edges[u, v] for u, v in edges},
        scene.directed,
        [renamed(scene.clusters[place]) for place in places],
    )
    value, again = evaluate(metric, scene), evaluate(metric, other)
    np.testing.assert_allclose(again.per_cluster, value.per_cluster[places], rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(float(again), float(value), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    "metric", [m for m in QUALITIES.values() if m.name != "modularity_qds"], ids=lambda m: m.name
)
@settings(max_examples=15)
@given(data=st.data())
def test_weights_are_used_as_the_registry_declares(
    metric: QualityMetric, data: st.DataObject
) -> None:
    scene = data.draw(scenes(crisp=metric.crisp, weighted=True))
    other = oracles.Scene(
        scene.nodes, {e: 4 * w for e, w in scene.edges.items()}, scene.directed, scene.clusters
    )
    factor = 4 if metric.scales else 1
    np.testing.assert_allclose(
        evaluate(metric, other).per_cluster,
        factor * evaluate(metric, scene).per_cluster,
        rtol=1e-12,
    )


@pytest.mark.parametrize("metric", QUALITIES.values(), ids=QUALITIES)
@settings(max_examples=40)
@given(data=st.data())
def test_values_stay_within_their_bounds(metric: QualityMetric, data: st.DataObject) -> None:
    value = evaluate(metric, data.draw(scenes(crisp=metric.crisp, weighted=False)))
    least, most = metric.bounds
    known = [float(value), *value.per_cluster.tolist()]
    assert all(
        math.isnan(value_of_cluster) or (least is None or value_of_cluster >= least - 1e-12)
        for value_of_cluster in known
    )
    assert all(
        math.isnan(value_of_cluster) or (most is None or value_of_cluster <= most + 1e-12)
        for value_of_cluster in known
    )


@pytest.mark.parametrize("metric", QUALITIES.values(), ids=QUALITIES)
def test_threads_do_not_change_a_bit(metric: QualityMetric) -> None:
    rng = np.random.default_rng(5)
    ends = rng.zipf(1.6, size=(2, 150_000)) % 20_000
    network = Network.from_edges(
        *ends, weights=rng.random(150_000) + 0.1, directed=True, repeats="add"
    )
    labels = rng.integers(300, size=network.n_nodes)
    clusters = [np.flatnonzero(labels == label) for label in range(300)]
    if not metric.crisp:
        clusters += [
            rng.choice(20_000, size=size, replace=False) for size in rng.integers(2, 2_000, size=60)
        ]
    clustering = Clustering.from_clusters(
        [np.asarray(network.nodes())[c % network.n_nodes] for c in clusters]
    )
    single, four = (metric.function(network, clustering, threads=threads) for threads in (1, 4))
    assert single.per_cluster.tobytes() == four.per_cluster.tobytes()
    assert float(single).hex() == float(four).hex()


def test_quality_is_a_float_and_survives_pickling() -> None:
    value = quality.conductance(Network.from_edges([(1, 2), (2, 3)]), [[1, 2], [3]])
    again = pickle.loads(pickle.dumps(value))
    assert again == value == pytest.approx((1 / 3 + 1) / 2)
    assert again.per_cluster.tolist() == value.per_cluster.tolist()
    assert again.sizes.tolist() == [2, 1]
