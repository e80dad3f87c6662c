"""Mappings from clusters to nodes, and from nodes to clusters: told apart, or asked about."""

import json
import random
import time
import warnings

import pandas
import pytest
from contents import sets
from oracles import pairs

import accord
from accord import AccordWarning, Clustering, InputError, UnknownNameError
from accord._foundation.orientation import find_orientations

#: The clusters of each of 40 nodes, and the same without overlaps.
OVERLAPPING = {i: [i % 4] + ([(i + 1) % 4] if i % 5 == 0 else []) for i in range(40)}
CRISP = {i: [i % 4] for i in range(40)}
RING = [(i, (i + 1) % 40) for i in range(40)]

#: Nodes with their clusters, as SLPA and others return them: the small example of the docs.
TEAMS_OF = {"ann": ["red"], "bob": ["red", "blue"], "eve": ["blue"]}
TEAMS = {"red": ["ann", "bob"], "blue": ["bob", "eve"]}


def turned(mapping):
    """The values of each key as the keys of each value."""
    result = {}
    for key, values in mapping.items():
        for value in values:
            result.setdefault(value, []).append(key)
    return result


def random_cover(seed, n_nodes=300, n_clusters=20):
    """The clusters of each node, of which most have one."""
    draw = random.Random(seed)
    return {
        f"node {node}": sorted(draw.sample(range(n_clusters), draw.choice([1, 1, 1, 2, 3])))
        for node in range(n_nodes)
    }


def test_two_mappings_from_nodes_to_clusters():
    sides = Clustering.from_nodes(OVERLAPPING), Clustering.from_nodes(CRISP)
    wanted = accord.omega(*sides)
    assert round(float(wanted), 4) == 0.7383
    assert wanted == pytest.approx(float(pairs.omega(*sides)))
    assert accord.omega(OVERLAPPING, CRISP) == wanted
    assert accord.compare(OVERLAPPING, CRISP, ["omega"])["omega"] == wanted
    assert accord.rank(OVERLAPPING, {"found": CRISP}, ["omega"])["found"]["omega"] == wanted


def test_mappings_in_json_files(tmp_path):
    paths = [tmp_path / "truth.json", tmp_path / "found.json"]
    for path, mapping in zip(paths, (OVERLAPPING, CRISP), strict=True):
        path.write_text(json.dumps(mapping))
    assert round(float(accord.omega(*paths)), 4) == 0.7383
    assert accord.read(paths[0], orientation="nodes").n_nodes == 40
    assert accord.read(paths[0], orientation="clusters").n_nodes == 4


@pytest.mark.parametrize("seed", range(5))
def test_both_orientations_of_a_cover_are_recognised(seed):
    of_node = random_cover(seed)
    wanted = Clustering.from_nodes(of_node)
    for mapping in (of_node, turned(of_node)):
        clustering = accord.as_clustering(mapping)
        assert set(clustering.nodes()) == set(wanted.nodes())
        assert clustering.n_clusters == wanted.n_clusters
    other = random_cover(seed + 100)
    value = accord.omega(wanted, Clustering.from_nodes(other))
    for truth in (of_node, turned(of_node)):
        for found in (other, turned(other)):
            assert accord.omega(truth, found) == value


CLUSTERS = {
    "clusters by name": TEAMS,
    "a partition": {"red": ["ann", "bob"], "blue": ["eve"]},
    "one cluster": {"red": ["ann", "bob"]},
    "one node": {"red": ["ann"]},
    "singletons": {"red": ["ann"], "blue": ["bob"]},
    "many singletons": {0: [0, 1], 1: [2], 2: [3], 3: [4]},
    "numbers": {0: [0, 1, 2], 1: [2, 3, 4]},
    "numbers from 1": {1: [1, 2, 3], 2: [3, 4, 5]},
    "sets": {"a": {1, 2}, "b": frozenset({2, 3})},
    "shares": {"a": {1: 0.5, 2: 1.0}, "b": {1: 0.5, 3: 1.0}},
    "tuples as nodes": {"a": [(0, 0), (0, 1)], "b": [(1, 1)]},
    "two equal clusters": {"a": [1, 2, 3], "b": [1, 2, 3]},
}
NODES = {
    "one cluster each": {"ann": ["red"], "bob": ["red"], "eve": ["blue"]},
    "numbers": CRISP,
    "overlapping numbers": OVERLAPPING,
    "sets": {node: set(clusters) for node, clusters in OVERLAPPING.items()},
    "shares": {"a": {"x": 0.5, "y": 0.5}, "b": {"x": 1.0}, "c": {"y": 1.0}, "d": {"x": 1.0}},
    "nodes in no cluster": {**OVERLAPPING, 40: [], 41: []},
}


@pytest.mark.parametrize("kind", CLUSTERS)
def test_clusters_are_read_without_a_word(kind):
    mapping = CLUSTERS[kind]
    assert sets(accord.as_clustering(mapping)) == [set(nodes) for nodes in mapping.values()]


@pytest.mark.parametrize("kind", NODES)
def test_nodes_are_read_without_a_word(kind):
    mapping = NODES[kind]
    clustering = accord.as_clustering(mapping)
    assert clustering == Clustering.from_nodes(mapping)
    assert set(clustering.nodes()) == set(mapping)


@pytest.mark.parametrize(
    "truth",
    [
        {"ann": 1, "bob": 1, "eve": 2},
        [["ann", "bob"], ["bob", "eve"]],
        Clustering.from_clusters(TEAMS),
        pandas.DataFrame({"node": ["ann", "bob", "eve"], "cluster": [1, 1, 2]}),
        pandas.Series([1, 1, 2], index=["ann", "bob", "eve"]),
        {"ann": ["x"], "bob": ["x"], "eve": ["y"]},
        TEAMS,
    ],
    ids=["labels", "clusters", "Clustering", "data frame", "Series", "nodes", "clusters by name"],
)
def test_the_other_side_tells_what_nodes_are(truth):
    wanted = accord.omega(truth, Clustering.from_nodes(TEAMS_OF))
    assert accord.omega(truth, TEAMS_OF) == wanted
    assert accord.omega(TEAMS_OF, truth) == wanted
    assert accord.rank(truth, {"found": TEAMS_OF}, ["omega"])["found"]["omega"] == wanted
    assert accord.rank(TEAMS_OF, {"found": truth}, ["omega"])["found"]["omega"] == wanted


def test_result_may_be_named_truth():
    ranking = accord.rank(TEAMS, {"truth": TEAMS_OF, "found": {"all": ["ann", "bob", "eve"]}})
    assert list(ranking) == ["truth", "found"]
    assert ranking["truth"]["f1h"] == 1


def test_series_of_collections_is_a_mapping():
    series = pandas.Series(TEAMS_OF)
    assert accord.f1h(series, TEAMS) == 1
    assert accord.as_clustering(pandas.Series(TEAMS)) == Clustering.from_clusters(TEAMS)


def test_more_keys_than_values_without_any_evidence_is_an_error():
    with pytest.raises(
        InputError,
        match=r"the clustering maps 3 keys to collections of 2 values, and either may be the "
        r"nodes: "
        r"use orientation='nodes' if .* or orientation='clusters' if",
    ):
        accord.as_clustering(TEAMS_OF)
    assert accord.as_clustering(TEAMS_OF, orientation="nodes").n_nodes == 3
    assert accord.as_clustering(TEAMS_OF, orientation="clusters").n_nodes == 2


def test_same_keys_and_other_values_are_reported():
    truth = {"red": [1, 2, 3], "blue": [3, 4, 5]}
    found = {"red": [1, 2], "blue": [2, 5]}
    with pytest.warns(AccordWarning, match="is read as 2 clusters by name; use orientation="):
        value = accord.f1h(truth, found)
    assert accord.f1h(truth, found, orientation="clusters") == value
    numbered = dict(enumerate(truth.values())), dict(enumerate(found.values()))
    assert accord.f1h(*numbered) == value


def test_a_square_is_reported():
    with pytest.warns(AccordWarning, match="is read as 3 clusters by name"):
        accord.as_clustering({"a": ["x", "y"], "b": ["y", "z"], "c": ["z", "x"]})


def test_said_orientation_applies_to_all_mappings_to_collections():
    truth, found = OVERLAPPING, {i: i % 4 for i in range(40)}
    for orientation in (None, "nodes"):
        assert round(float(accord.omega(truth, found, orientation=orientation)), 4) == 0.7383
    mixed = {"ann": "red", "bob": ["red", "blue"]}
    assert accord.as_clustering(mixed, orientation="nodes") == Clustering.from_nodes(mixed)
    by_position = accord.as_clustering([[0], [0, 1], [1]], orientation="nodes")
    assert sets(by_position) == [{0, 1}, {1, 2}]


@pytest.mark.parametrize(
    "call",
    [
        accord.compare,
        accord.explain,
        accord.overlaps,
        accord.pair_counts,
        accord.named_clusters,
        accord.f1p,
        lambda *sides, **reading: accord.baseline("f1h", *sides, **reading),
        lambda *sides, **reading: accord.interval("f1h", *sides, **reading),
        lambda *sides, **reading: accord.difference("f1h", *sides, sides[1], **reading),
        lambda *sides, **reading: accord.similarity_matrix(sides, **reading),
        lambda truth, found, **reading: accord.rank(truth, {"found": found}, **reading),
        lambda truth, found, **reading: accord.quality.coverage(RING, found, **reading),
        lambda truth, found, **reading: accord.score(RING, found, **reading),
        lambda truth, found, **reading: accord.as_clustering(found, **reading),
    ],
)
def test_every_function_can_be_told_how_to_read(call):
    with pytest.raises(UnknownNameError, match="unknown orientation 'sideways'"):
        call(OVERLAPPING, CRISP, orientation="sideways")
    call(OVERLAPPING, CRISP, orientation="nodes", noise=-1, columns=None)


def test_nodes_of_a_network_tell_what_nodes_are():
    triangle = [("ann", "bob"), ("bob", "eve"), ("eve", "ann")]
    wanted = accord.quality.conductance(triangle, Clustering.from_nodes(TEAMS_OF))
    assert accord.quality.conductance(triangle, TEAMS_OF) == wanted


def test_written_json_is_read_back(tmp_path):
    clustering = Clustering.from_clusters(TEAMS_OF)  # more clusters than nodes
    accord.write(clustering, tmp_path / "a.json")
    assert accord.read(tmp_path / "a.json") == clustering


@pytest.mark.parametrize(
    "mapping",
    [
        {i: list(range(i * 100, i * 100 + 100)) for i in range(1000)},
        {i: list(range(i * 10, i * 10 + 13)) for i in range(8000)},
    ],
    ids=["partition", "overlapping"],
)
def test_large_numbered_clusters_are_recognised_quickly(mapping):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        start = time.perf_counter()
        assert find_orientations([("truth", mapping)]) == ["clusters"]
    assert time.perf_counter() - start < 5


def test_unhashable_values_are_an_error():
    with pytest.raises(InputError, match="must be hashable"):
        accord.as_clustering({"a": [[1], [2]], "b": [[3]]})
