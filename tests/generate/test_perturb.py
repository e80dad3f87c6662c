"""Controlled damage has the requested size, and the metrics respond to it."""

from itertools import pairwise

import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from accord import (
    Clustering,
    InputError,
    f1a,
    f1h,
    f1p,
    generate_cover,
    inverse_purity,
    jaccard_match,
    nmi,
    perturb,
    purity,
)

KINDS = ["move", "split", "merge", "drop", "add"]
SHARES = [0.0, 0.1, 0.3, 0.6]


@pytest.fixture(scope="module")
def crisp():
    return generate_cover(4000, 40, seed=1)


@pytest.fixture(scope="module")
def overlapping():
    return generate_cover(4000, 60, 1.5, seed=2)


def incidences(clustering) -> set[tuple[int, int]]:
    return {
        (cluster, node) for cluster, nodes in enumerate(clustering.clusters()) for node in nodes
    }


def falls(values) -> bool:
    return all(before > after for before, after in pairwise(values))


# ---- how much ------------------------------------------------------------------------------------


@given(
    st.one_of(strategies.covers(), strategies.with_duplicates(), strategies.fuzzy()),
    st.integers(0, 100),
)
def test_no_damage_changes_nothing(clusters, seed):
    clustering = Clustering.from_clusters(clusters)
    assert perturb(clustering, seed=seed) == clustering


def test_no_damage_keeps_weights_and_nodes_in_no_cluster():
    clustering = Clustering.from_clusters(
        [[1, 2], [2, 3]], nodes=[4], weights={1: 1, 2: 2, 3: 3, 4: 4}
    )
    assert perturb(clustering, seed=1) == clustering


@pytest.mark.parametrize("kind", KINDS)
def test_same_seed_gives_the_same_damage(overlapping, kind):
    assert perturb(overlapping, seed=5, **{kind: 0.3}) == perturb(
        overlapping, seed=5, **{kind: 0.3}
    )


@pytest.mark.parametrize("kind", KINDS)
def test_different_seeds_give_different_damage(overlapping, kind):
    assert perturb(overlapping, seed=5, **{kind: 0.3}) != perturb(
        overlapping, seed=6, **{kind: 0.3}
    )


@given(
    st.one_of(strategies.covers(), strategies.fuzzy()),
    st.sampled_from(KINDS),
    st.floats(0, 1),
    st.integers(0, 9),
)
def test_nodes_are_kept_and_clusters_are_never_empty(clusters, kind, share, seed):
    clustering = Clustering.from_clusters(clusters)
    try:
        damaged = perturb(clustering, seed=seed, **{kind: share})
    except InputError:
        if kind != "drop":  # which may leave nothing
            raise
    else:
        assert damaged.nodes() == clustering.nodes()
        assert min(map(len, damaged.clusters())) >= 1
        assert damaged.is_fuzzy == clustering.is_fuzzy


def test_merge_joins_the_given_share_of_clusters_in_pairs(crisp):
    assert perturb(crisp, merge=0.5, seed=1).n_clusters == 40 - 10
    assert perturb(crisp, merge=1, seed=1).n_clusters == 20


def test_merged_clusters_are_unions_of_two_clusters(crisp):
    before = {frozenset(cluster) for cluster in crisp.clusters()}
    for cluster in map(frozenset, perturb(crisp, merge=0.5, seed=1).clusters()):
        assert cluster in before or sum(part < cluster for part in before) == 2


def test_split_halves_the_given_share_of_clusters(crisp):
    damaged = perturb(crisp, split=0.25, seed=1)
    assert damaged.n_clusters == 40 + 10
    assert damaged.is_crisp
    before = [set(cluster) for cluster in crisp.clusters()]
    assert all(
        any(part <= set(cluster) for cluster in map(set, before))
        for part in map(set, damaged.clusters())
    )


def test_move_keeps_the_number_of_memberships(crisp):
    damaged = perturb(crisp, move=0.2, seed=1)
    assert damaged.n_memberships == crisp.n_memberships
    moved = len(incidences(crisp) - incidences(damaged))
    assert moved == pytest.approx(800, abs=5 * (4000 * 0.2 * 0.8) ** 0.5)


def test_drop_removes_the_given_share_of_memberships(crisp):
    damaged = perturb(crisp, drop=0.3, seed=1)
    assert crisp.n_memberships - damaged.n_memberships == pytest.approx(
        1200, abs=5 * (4000 * 0.3 * 0.7) ** 0.5
    )


def test_add_adds_the_given_share_of_memberships(overlapping):
    damaged = perturb(overlapping, add=0.2, seed=1)
    requested = 0.2 * overlapping.n_memberships
    # some of those put in at random were there already
    assert 0.8 * requested < damaged.n_memberships - overlapping.n_memberships <= round(requested)
    assert incidences(overlapping) <= incidences(damaged)


@pytest.mark.parametrize(("kind", "more_is"), [("drop", "less"), ("add", "more")])
def test_larger_share_extends_the_same_damage(overlapping, kind, more_is):
    little, much = (
        incidences(perturb(overlapping, seed=3, **{kind: share})) for share in (0.1, 0.2)
    )
    assert much < little if more_is == "less" else little < much


def test_larger_move_extends_the_same_moves(crisp):
    whole = incidences(crisp)
    little, much = (whole - incidences(perturb(crisp, move=share, seed=3)) for share in (0.1, 0.2))
    assert little < much


def test_move_with_one_cluster_changes_nothing():
    clustering = Clustering.from_clusters([[1, 2, 3]])
    assert perturb(clustering, move=1, seed=1) == clustering


def test_names_are_dropped_and_weights_kept():
    clustering = Clustering.from_clusters({"a": [1, 2], "b": [3]}, weights={1: 5, 2: 6, 3: 7})
    damaged = perturb(clustering, merge=1, seed=1)
    assert damaged.names is None
    assert damaged.weights.tolist() == [5, 6, 7]
    assert list(damaged.clusters()) == [[1, 2, 3]]


# ---- what the metrics say ------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("metric", [f1p, f1h, f1a, jaccard_match])
@pytest.mark.parametrize("truth", ["crisp", "overlapping"])
def test_more_damage_lowers_the_matching_metrics(request, truth, metric, kind):
    truth = request.getfixturevalue(truth)
    scores = [metric(truth, perturb(truth, seed=4, **{kind: share})) for share in SHARES]
    assert scores[0] == 1
    assert falls(scores)


@pytest.mark.parametrize("kind", ["move", "split", "merge"])
def test_more_damage_lowers_nmi_of_crisp_clusterings(crisp, kind):
    scores = [nmi(crisp, perturb(crisp, seed=4, **{kind: share})) for share in SHARES]
    assert scores[0] == pytest.approx(1)
    assert falls(scores)


def test_purity_falls_with_merges_but_not_splits(crisp):
    assert falls([purity(crisp, perturb(crisp, merge=share, seed=4)) for share in SHARES])
    assert purity(crisp, perturb(crisp, split=0.6, seed=4)) == 1


def test_inverse_purity_falls_with_splits_but_not_merges(crisp):
    assert falls([inverse_purity(crisp, perturb(crisp, split=share, seed=4)) for share in SHARES])
    assert inverse_purity(crisp, perturb(crisp, merge=0.6, seed=4)) == 1


# ---- bad arguments -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan"), float("inf")])
def test_share_out_of_range_is_an_error_that_names_it(kind, share):
    with pytest.raises(InputError, match=f"{kind} must be a fraction"):
        perturb(Clustering.from_clusters([[1]]), seed=1, **{kind: share})


def test_dropping_everything_is_an_error():
    with pytest.raises(InputError, match="no memberships"):
        perturb(Clustering.from_clusters([[1, 2]]), drop=1, seed=1)


def test_negative_seed_is_an_accord_error():
    with pytest.raises(InputError):
        perturb(Clustering.from_clusters([[1, 2]]), seed=-1)
