"""Synthetic covers: sizes, overlaps, the same for the same seed."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord import InputError, generate_cover


@pytest.mark.parametrize("memberships", [1, 1.5, 3])
def test_same_seed_gives_the_same_clustering(memberships):
    assert generate_cover(500, 20, memberships, seed=7) == generate_cover(
        500, 20, memberships, seed=7
    )


def test_different_seeds_give_different_clusterings():
    assert generate_cover(500, 20, seed=7) != generate_cover(500, 20, seed=8)


@pytest.mark.parametrize("threads", ["1", "2", "7"])
def test_threads_do_not_change_the_clustering(monkeypatch, threads):
    usual = generate_cover(40_000, 50, 2, seed=7)
    monkeypatch.setenv("ACCORD_THREADS", threads)
    assert generate_cover(40_000, 50, 2, seed=7) == usual


@settings(max_examples=50)
@given(st.integers(1, 200), st.integers(1, 30), st.integers(0, 2**32))
def test_nodes_are_numbered_from_0_and_each_is_in_a_cluster(nodes, clusters, seed):
    cover = generate_cover(nodes, clusters, seed=seed)
    assert cover.nodes() == list(range(nodes))
    assert 1 <= cover.n_clusters <= clusters
    assert min(map(len, cover.clusters())) >= 1
    assert cover.memberships_of_node.min() >= 1


@given(st.integers(1, 200), st.integers(1, 30), st.integers(0, 100))
def test_one_membership_per_node_is_crisp(nodes, clusters, seed):
    cover = generate_cover(nodes, clusters, 1, seed=seed)
    assert cover.is_crisp
    assert cover.n_memberships == nodes


@pytest.mark.parametrize("memberships", [1.1, 1.5, 2, 3, 5])
def test_average_memberships_equal_the_request(memberships):
    cover = generate_cover(20_000, 500, memberships, seed=3)
    # The spread of an average over 20 000 nodes is below 0.015; 3 in 100 are allowed on top.
    assert cover.n_memberships / cover.n_nodes == pytest.approx(memberships, rel=0.03)


def test_no_node_has_more_memberships_than_allowed():
    cover = generate_cover(5000, 300, 3, seed=3, most_memberships=4)
    assert cover.memberships_of_node.max() == 4


def test_node_may_be_in_every_cluster():
    cover = generate_cover(2000, 3, 3, seed=1)
    assert cover.n_memberships == 6000


def test_no_cluster_is_empty_given_enough_nodes():
    assert generate_cover(10_000, 20, seed=1).n_clusters == 20


def test_larger_exponent_makes_sizes_more_even():
    def spread(exponent):
        sizes = generate_cover(50_000, 200, seed=4, size_exponent=exponent).rows.sizes
        return np.std(sizes) / np.mean(sizes)

    assert spread(1.5) > spread(2.5) > spread(10)


@pytest.mark.parametrize("exponent", [1.001, 1.01, 1e9])
def test_every_allowed_exponent_works(exponent):
    assert generate_cover(100, 20, seed=1, size_exponent=exponent).n_nodes == 100


@pytest.mark.parametrize(
    "bad",
    [
        {"nodes": 0},
        {"nodes": -1},
        {"clusters": 0},
        {"memberships": 0.9},
        {"memberships": 0},
        {"memberships": 7},
        {"memberships": float("nan")},
        {"clusters": 2, "memberships": 3},
        {"most_memberships": 0},
        {"size_exponent": 1},
        {"size_exponent": 0},
        {"size_exponent": float("nan")},
        {"seed": -1},
    ],
    ids=repr,
)
def test_invalid_argument_is_an_accord_error(bad):
    with pytest.raises(InputError):
        generate_cover(**{"nodes": 100, "clusters": 10, "seed": 1} | bad)
