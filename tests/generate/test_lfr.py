"""LFR benchmarks meet the request, as measured here from edges and clusters alone."""

import itertools
import time
import warnings

import numpy as np
import pytest

import accord
from accord import AccordWarning, InputError, generate_lfr
from accord._generate.lfr import feasibility, plan
from accord._generate.lfr import generate as making

# ---- measured by plain means ---------------------------------------------------------------------


def edge_array(lfr):
    """A row with two nodes for each edge, and the weights."""
    sources, targets, weights = lfr.network.edge_columns()
    return np.column_stack((sources, targets)).astype(int), np.ones(
        len(sources)
    ) if weights is None else weights


def shares_a_cluster(clusters, nodes, edges):
    """Whether the ends of each edge share a cluster, by 64 bits of a matrix at a time."""
    inside = np.zeros(len(edges), bool)
    for first in range(0, len(clusters), 64):
        bits = np.zeros(nodes, np.uint64)
        for place, cluster in enumerate(clusters[first : first + 64]):
            bits[cluster] |= np.uint64(1) << np.uint64(place)
        inside |= (bits[edges[:, 0]] & bits[edges[:, 1]]) != 0
    return inside


def measured(lfr):
    """Everything that a report has to say, from the edges and the clusters."""
    edges, weights = edge_array(lfr)
    clusters = [np.array(cluster) for cluster in lfr.truth.clusters()]
    nodes, directed = lfr.network.n_nodes, lfr.network.directed
    inside = shares_a_cluster(clusters, nodes, edges)
    ends = np.concatenate((edges[:, 0], edges[:, 1]))
    memberships = np.bincount(np.concatenate(clusters), minlength=nodes)

    def mixing(amounts):
        total, outside = (
            np.bincount(ends, np.tile(part, 2), nodes)
            for part in (amounts, np.where(inside, 0, amounts))
        )
        return np.mean(outside[total > 0] / total[total > 0])

    return {
        "degrees": np.bincount(edges[:, 1] if directed else ends, minlength=nodes),
        "out_degrees": np.bincount(edges[:, 0], minlength=nodes) if directed else None,
        "mixing": mixing(np.ones(len(edges))),
        "mixing_of_edges": 1 - inside.mean(),
        "weight_mixing": mixing(weights),
        "sizes": np.array([len(set(cluster.tolist())) for cluster in clusters]),
        "memberships": memberships,
        "edges": edges,
        "weights": weights,
    }


def check_edges(edges, directed):
    """No loops, and no edge twice."""
    assert (edges[:, 0] != edges[:, 1]).all()
    pairs = edges if directed else np.sort(edges, axis=1)
    assert len(np.unique(pairs[:, 0] * (edges.max() + 1) + pairs[:, 1])) == len(edges)


# ---- over a grid of parameters -------------------------------------------------------------------

OVERLAPS = [(0, 2), (0.1, 2), (0.3, 3), (0.5, 2), (0.5, 8)]
KINDS = [(False, False), (True, False), (False, True), (True, True)]


def grid():
    """80 sets of 1,000 and 4,000 nodes, and 7 of 20,000 to 100,000."""
    shapes = itertools.cycle([(1000, 15, 50), (1000, 20, 100), (4000, 10, 40)])
    for (overlap, memberships), mixing in itertools.product(OVERLAPS, (0.1, 0.3, 0.5, 0.8)):
        for weights, directed in KINDS:
            yield (*next(shapes), mixing, overlap, memberships, weights, directed)
    yield (20_000, 20, 50, 0.1, 0.5, 8, False, False)
    yield (20_000, 20, 50, 0.8, 0.5, 8, True, False)
    yield (20_000, 20, 200, 0.4, 0.2, 4, False, True)
    yield (50_000, 10, 50, 0.2, 0, 2, True, True)
    yield (100_000, 20, 50, 0.3, 0, 2, False, False)
    yield (100_000, 10, 100, 0.6, 0.3, 5, False, False)
    yield (100_000, 8, 50, 0.1, 0.5, 2, False, True)


@pytest.mark.parametrize("parameters", list(grid()), ids=str)
def test_network_has_the_requested_properties(parameters):
    nodes, average, most, mixing, overlap, memberships, weights, directed = parameters
    overlapping = round(overlap * nodes)
    weight_mixing = round(0.1 + 0.8 * mixing, 2) if weights else None
    lfr = generate_lfr(
        nodes,
        average,
        most,
        mixing,
        weight_mixing=weight_mixing,
        overlapping_nodes=overlapping,
        memberships=memberships if overlapping else None,
        weights=weights,
        directed=directed,
        seed=1,
    )
    measured_values = measured(lfr)
    assert lfr.network.nodes() == lfr.truth.nodes() == list(range(nodes))
    check_edges(measured_values["edges"], directed)
    assert measured_values["degrees"].mean() == pytest.approx(average, rel=0.05)
    assert measured_values["degrees"].max() <= most
    if directed:
        assert measured_values["out_degrees"].max() <= most
    assert measured_values["mixing"] == pytest.approx(mixing, abs=0.03)
    assert measured_values["mixing_of_edges"] == pytest.approx(mixing, abs=0.03)
    assert np.count_nonzero(measured_values["memberships"] == memberships) == overlapping
    assert np.count_nonzero(measured_values["memberships"] == 1) == nodes - overlapping
    assert lfr.requested["min_cluster"] <= measured_values["sizes"].min()
    assert measured_values["sizes"].max() <= lfr.requested["max_cluster"]
    if weights:
        assert measured_values["weight_mixing"] == pytest.approx(weight_mixing, abs=0.03)
        assert measured_values["weights"].min() > 0
    check_report(lfr, measured_values)


def check_report(lfr, measured_values):
    """The report says what is measured, and of everything that was asked for."""
    realised = lfr.realised
    assert list(realised) == list(lfr.requested)
    assert realised["nodes"] == len(measured_values["degrees"])
    assert realised["edges"] == len(measured_values["edges"])
    assert realised["average_degree"] == pytest.approx(measured_values["degrees"].mean())
    assert (realised["min_degree"], realised["max_degree"]) == (
        measured_values["degrees"].min(),
        measured_values["degrees"].max(),
    )
    assert realised["mixing"] == pytest.approx(measured_values["mixing"])
    assert realised["clusters"] == len(measured_values["sizes"])
    assert realised["average_cluster"] == pytest.approx(measured_values["sizes"].mean())
    assert (realised["min_cluster"], realised["max_cluster"]) == (
        measured_values["sizes"].min(),
        measured_values["sizes"].max(),
    )
    several = measured_values["memberships"][measured_values["memberships"] > 1]
    assert realised["overlapping_nodes"] == len(several)
    assert realised["memberships"] == (pytest.approx(several.mean()) if len(several) else None)
    if lfr.network.is_weighted:
        assert realised["weight_mixing"] == pytest.approx(measured_values["weight_mixing"])
    else:
        assert realised["weight_mixing"] is None
        assert realised["weight_exponent"] is None


# ---- the laws ------------------------------------------------------------------------------------


@pytest.mark.parametrize("exponent", [1, 2, 3])
def test_degrees_follow_their_power_law(exponent):
    """Above the smallest degree, the share of greater ones is that of the law."""
    lfr = generate_lfr(20_000, 25, 100, 0.5, degree_exponent=exponent, seed=1)
    degrees = lfr.network.degrees
    low = degrees.min() + 2  # the bound is no whole number, and those next to it are rarer
    for bound in (1.5, 2, 3):
        values = np.arange(low, 101.0)
        law = (values[values >= bound * low] ** -exponent).sum() / (values**-exponent).sum()
        assert (degrees >= bound * low).sum() / (degrees >= low).sum() == pytest.approx(
            law, abs=0.02
        )
    assert lfr.realised["degree_exponent"] == pytest.approx(exponent, abs=0.1)


@pytest.mark.parametrize("exponent", [0, 1, 2, 3])
def test_cluster_sizes_follow_their_power_law(exponent):
    lfr = generate_lfr(
        30_000, 10, 20, 0.5, size_exponent=exponent, min_cluster=20, max_cluster=100, seed=1
    )
    sizes, values = lfr.truth.rows.sizes, np.arange(20, 101.0)
    for bound in (30, 50, 80):
        law = (values[values >= bound] ** -exponent).sum() / (values**-exponent).sum()
        assert (sizes >= bound).mean() == pytest.approx(law, abs=0.03)
    assert lfr.realised["size_exponent"] == pytest.approx(exponent, abs=0.1)


@pytest.mark.parametrize("exponent", [0, 1, 1.5, 2])
@pytest.mark.parametrize("directed", [False, True])
def test_strengths_are_powers_of_degrees(exponent, directed):
    lfr = generate_lfr(
        3000, 20, 60, 0.4, weights=True, weight_exponent=exponent, directed=directed, seed=1
    )
    wanted = lfr.network.degrees.astype(float) ** exponent
    off = np.abs(lfr.network.strengths / wanted - 1)
    assert np.median(off) < 0.02
    assert np.mean(off) < 0.05
    assert lfr.realised["weight_exponent"] == pytest.approx(exponent, abs=0.05)


@pytest.mark.filterwarnings("ignore:weight_exponent is:accord.AccordWarning")
@pytest.mark.parametrize("exponent", [0, 1.5, 3, 8])
@pytest.mark.parametrize("directed", [False, True])
def test_weights_are_usable_for_any_exponent(exponent, directed):
    """Even if degrees differ a lot, weights are within their bounds and have the right sums."""
    lfr = generate_lfr(
        5000, 8, 500, 0.2, weights=True, weight_exponent=exponent, directed=directed, seed=1
    )
    weights, degrees = lfr.network.rows.shares, lfr.network.degrees.astype(float)
    assert (
        accord.as_network(list(lfr.network.edges()), directed=directed).n_edges
        == lfr.network.n_edges
    )
    assert lfr.network.strengths.sum() == pytest.approx((degrees**exponent).sum())
    assert weights.min() > 1e-6 * min(1, degrees.max() ** (exponent - 1))
    assert lfr.realised["weight_mixing"] == pytest.approx(0.2, abs=0.03)


def test_missed_weight_exponent_is_a_warning():
    with pytest.warns(
        AccordWarning, match="weight_exponent is 0.*, and 0 was requested.*nearer to 1"
    ):
        generate_lfr(5000, 8, 500, 0.2, weights=True, weight_exponent=0, seed=1)


@pytest.mark.filterwarnings("ignore::accord.AccordWarning")
def test_nodes_without_edges_do_not_affect_the_weights():
    lfr = generate_lfr(8, 2, 3, 0.9, weights=True, weight_exponent=0, seed=1)
    linked = np.count_nonzero(lfr.network.degrees)
    assert linked < 8
    assert lfr.network.strengths.sum() == pytest.approx(linked)


def test_mixing_is_equal_in_both_directions():
    lfr = generate_lfr(3000, 20, 60, 0.3, directed=True, seed=1)
    edges, _ = edge_array(lfr)
    clusters = [np.array(cluster) for cluster in lfr.truth.clusters()]
    outside = ~shares_a_cluster(clusters, 3000, edges)
    for end in (0, 1):
        share = np.bincount(edges[:, end], outside, 3000) / np.bincount(
            edges[:, end], minlength=3000
        )
        assert share.mean() == pytest.approx(0.3, abs=0.03)
        assert share.std() < 0.1


def test_every_node_has_the_requested_mixing():
    """The number of outside edges is off by at most one for nearly all nodes."""
    lfr = generate_lfr(5000, 20, 50, 0.3, min_cluster=30, max_cluster=100, seed=1)
    edges, _ = edge_array(lfr)
    outside = ~shares_a_cluster(
        [np.array(cluster) for cluster in lfr.truth.clusters()], 5000, edges
    )
    ends = edges.reshape(-1)
    off = np.abs(
        np.bincount(ends, np.repeat(outside, 2), 5000) - 0.3 * np.bincount(ends, minlength=5000)
    )
    assert np.mean(off <= 1) > 0.99


# ---- seeds and threads ---------------------------------------------------------------------------

SEEDED = {"overlapping_nodes": 3000, "memberships": 3, "weights": True}


def content(lfr):
    network, truth = lfr.network.rows, lfr.truth.rows
    return [
        part.tobytes()
        for part in (network.offsets, network.members, network.shares, truth.offsets, truth.members)
    ]


@pytest.mark.parametrize("directed", [False, True])
def test_same_seed_gives_identical_bytes_for_any_number_of_threads(directed):
    first, *others = (
        generate_lfr(15_000, 15, 50, 0.4, **SEEDED, directed=directed, seed=5, threads=threads)
        for threads in (1, 2, 3, 8)
    )
    for other in others:
        assert content(other) == content(first)
        assert other.realised == first.realised


@pytest.mark.parametrize("directed", [False, True])
def test_requested_threads_are_used(directed, monkeypatch):
    """An invalid environment variable is ignored if threads are given."""
    monkeypatch.setenv("ACCORD_THREADS", "none")
    generate_lfr(200, 8, 20, 0.3, weights=True, directed=directed, seed=1, threads=1)
    with pytest.raises(InputError, match="ACCORD_THREADS"):
        generate_lfr(200, 8, 20, 0.3, seed=1)


def test_different_seeds_give_different_networks():
    networks = [generate_lfr(1000, 15, 50, 0.4, seed=seed) for seed in (1, 2)]
    assert networks[0].network != networks[1].network
    assert networks[0].truth != networks[1].truth


# ---- at the edges --------------------------------------------------------------------------------


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("mixing", [0, 1])
def test_extreme_mixing_is_exact(mixing, directed):
    lfr = generate_lfr(1000, 15, 50, mixing, directed=directed, seed=1)
    measured_values = measured(lfr)
    assert measured_values["mixing"] == mixing
    assert measured_values["degrees"].mean() == pytest.approx(15, rel=0.05)


def test_node_may_be_in_every_cluster():
    lfr = generate_lfr(
        300,
        10,
        20,
        0,
        overlapping_nodes=100,
        memberships=4,
        min_cluster=120,
        max_cluster=170,
        seed=1,
    )
    assert lfr.truth.n_clusters == 4
    assert (np.sort(lfr.truth.memberships_of_node) == np.repeat([1, 4], [200, 100])).all()


def test_clusters_may_be_complete():
    """Every node linked with all others of its cluster: the only way to wire them."""
    lfr = generate_lfr(200, 9, 9, 0, min_cluster=10, max_cluster=10, seed=1)
    assert lfr.network.n_edges == 20 * 45
    for cluster in lfr.truth.clusters():
        for node in cluster:
            assert set(lfr.network.rows.row(node).tolist()) == set(cluster) - {node}


def test_nodes_may_share_many_clusters():
    """Nodes are in nearly all clusters: two of them share ten, and are linked in one."""
    start = time.perf_counter()
    lfr = generate_lfr(
        20_000,
        20,
        50,
        0,
        overlapping_nodes=20_000,
        memberships=10,
        min_cluster=18_000,
        max_cluster=20_000,
        seed=1,
    )
    assert time.perf_counter() - start < 5
    assert lfr.realised["average_degree"] == pytest.approx(20, rel=0.02)


def test_inner_degree_never_exceeds_the_degree():
    """Not even for the largest random number, with which 4 + 0.999... rounds up to 5."""

    class Greatest(np.random.Generator):
        def random(self, size):
            return np.full(size, np.nextafter(1, 0))

    wanted = {
        "nodes": 100,
        "average_degree": 6.0,
        "max_degree": 20,
        "mixing": 0.0,
        "weight_mixing": None,
        "directed": False,
    }
    laws = {
        "degree_exponent": 2.0,
        "size_exponent": 1.0,
        "weight_exponent": 1.5,
        "min_cluster": 3,
        "max_cluster": 21,
    }
    request = plan.Request(**wanted, **laws, overlapping_nodes=0, memberships=1)
    plain, greatest = np.random.default_rng(1), Greatest(np.random.PCG64(1))
    drawn = plan.draw_plan(request, np.full(5, 20), [plain, greatest, plain])
    assert (drawn.inside == drawn.degrees).all()


@pytest.mark.filterwarnings("ignore::accord.AccordWarning")
def test_degrees_never_exceed_the_plan(monkeypatch):
    """In dense clusters that overlap, where pairs may be linked in one of several."""
    plans = []

    def draw(*arguments):
        plans.append(plan.draw_plan(*arguments))
        return plans[-1]

    monkeypatch.setattr(making, "draw_plan", draw)
    for seed in range(200):
        lfr = generate_lfr(
            24,
            9,
            14,
            0.2,
            overlapping_nodes=20,
            memberships=2 + seed % 3,
            min_cluster=5,
            max_cluster=13,
            seed=seed,
        )
        assert (lfr.network.degrees <= plans[-1].degrees).all()


@pytest.mark.parametrize("directed", [False, True])
def test_any_request_finishes_and_keeps_its_bounds(directed, monkeypatch):
    """Small, dense, and with more overlap than fits; suggestions are tested elsewhere."""
    monkeypatch.setattr(feasibility, "suggest", lambda *_: "")
    random = np.random.default_rng(7)
    made = 0
    for seed in range(300):
        nodes = int(random.choice([3, 10, 40, 120]))
        request = {
            "nodes": nodes,
            "average_degree": random.uniform(1, nodes / 2),
            "max_degree": int(random.integers(nodes // 2, nodes)),
            "mixing": random.choice([0, 0.1, 0.5, 0.9]),
            "overlapping_nodes": int(random.choice([0, nodes // 3, nodes])),
            "min_cluster": int(random.integers(1, nodes // 3 + 1)),
            "max_cluster": int(random.integers(nodes // 2, nodes + 1)),
            "degree_exponent": random.choice([0, 1, 3]),
            "weights": bool(random.integers(2)),
        }
        if request["overlapping_nodes"]:
            request["memberships"] = int(random.integers(2, 6))
        start = time.perf_counter()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", AccordWarning)
                lfr = generate_lfr(**request, directed=directed, seed=seed)
        except InputError:
            assert time.perf_counter() - start < 1
            continue
        made += 1
        if not lfr.network.n_edges:
            continue
        measured_values = measured(lfr)
        check_edges(measured_values["edges"], directed)
        assert measured_values["degrees"].max() <= request["max_degree"]
        assert (
            request["min_cluster"]
            <= measured_values["sizes"].min()
            <= measured_values["sizes"].max()
            <= request["max_cluster"]
        )
        assert np.count_nonzero(measured_values["memberships"] > 1) == request["overlapping_nodes"]
        assert set(measured_values["memberships"].tolist()) <= {1, request.get("memberships")}
        check_report(lfr, measured_values)
    assert made > 20


# ---- what it looks like --------------------------------------------------------------------------


def test_table_has_both_columns():
    lfr = generate_lfr(500, 10, 30, 0.3, seed=1)
    text = repr(lfr)
    assert "parameter" in text
    assert f"{lfr.realised['mixing']:.4g}" in text
    assert "weight" not in text
    assert lfr._repr_html_().count("<table>") == 1
    assert lfr.to_dict() == {"seed": 1, "requested": lfr.requested, "realised": lfr.realised}


def test_large_network_is_generated_in_time():
    start = time.perf_counter()
    lfr = accord.generate_lfr(100_000, 20, 50, 0.3, seed=1)
    assert time.perf_counter() - start < 2
    assert lfr.network.n_edges == pytest.approx(1_000_000, rel=0.01)
