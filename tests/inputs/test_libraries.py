"""Clusterings as other libraries make them: the real objects of the real libraries."""

import cdlib
import igraph
import networkit
import networkx
import numpy as np
import pytest
from contents import named, sets, shares
from sklearn.cluster import DBSCAN, HDBSCAN, AgglomerativeClustering, KMeans
from sklearn.mixture import GaussianMixture

import accord
from accord import AccordWarning, Clustering, InputError
from accord._engines.choose import as_clusterings
from accord._foundation.reading import Reading
from accord._io.objects.clusterings import as_clustering
from accord._io.objects.label_sequences import is_flat

#: Two groups of points, and one far from all.
POINTS = np.array([[0.0], [0.1], [0.2], [5.0], [5.1], [5.2], [99.0]])
GROUPS = [{0, 1, 2}, {3, 4, 5}]


def two_triangles():
    """Two triangles joined by an edge."""
    return networkx.Graph(
        [("a", "b"), ("b", "c"), ("c", "a"), ("d", "e"), ("e", "f"), ("f", "d"), ("c", "d")]
    )


# ---- scikit-learn --------------------------------------------------------------------------------


def test_estimator_noise_is_a_node_in_no_cluster():
    clustering = as_clustering(DBSCAN(eps=1, min_samples=2).fit(POINTS), noise=-1)
    assert sets(clustering) == GROUPS
    assert clustering.nodes() == list(range(7))


def test_infinite_and_missing_samples_are_noise():
    points = np.vstack([POINTS, [[np.inf], [np.nan]]])
    estimator = HDBSCAN(min_cluster_size=2, copy=True).fit(points)
    assert {-2, -3} <= set(estimator.labels_.tolist())
    clustering = as_clustering(estimator, noise=-1)
    assert clustering.n_nodes == 9
    assert {7, 8}.isdisjoint(set().union(*sets(clustering)))


@pytest.mark.parametrize("kind", [KMeans, AgglomerativeClustering])
def test_estimators_without_noise(kind):
    assert sorted(map(sorted, as_clustering(kind(2).fit(POINTS[:6])).clusters())) == [
        [0, 1, 2],
        [3, 4, 5],
    ]


@pytest.mark.parametrize(
    "estimator",
    [KMeans(2), DBSCAN(), GaussianMixture(2).fit(POINTS)],
    ids=lambda estimator: type(estimator).__name__,
)
def test_unfitted_estimator_is_an_error_that_says_what_to_do(estimator):
    name = type(estimator).__name__
    for sides in ([[[0, 1], [2]], estimator], [[0, 0, 1], estimator], [estimator, estimator]):
        with pytest.raises(
            InputError, match=rf"is {name} without labels_: fit it first, or if it has none"
        ):
            accord.f1h(*sides)


def test_estimator_compares_with_labels_by_position():
    estimator = DBSCAN(eps=1, min_samples=2).fit(POINTS)
    assert is_flat(estimator)
    labels = ["x", "x", "x", "y", "y", "y", "z"]
    for truth, found in ((labels, estimator), (estimator, np.array(labels))):
        sides = as_clusterings([("truth", truth), ("found", found)], Reading(noise=-1))
        assert sorted(map(sets, sides), key=len) == [GROUPS, [*GROUPS, {6}]]
    with pytest.raises(InputError, match="truth has 7 labels and found 3"):
        accord.f1h(estimator, [0, 0, 1])
    with pytest.raises(InputError, match="truth has 7 labels and found 6"):
        accord.f1h(estimator, KMeans(2).fit(POINTS[:6]))


def test_estimator_compares_with_clusters_by_position():
    estimator = DBSCAN(eps=1, min_samples=2).fit(POINTS)
    for other in (
        GROUPS,
        Clustering.from_clusters(GROUPS, nodes=[6]),
        {"a": [0, 1, 2], "b": [3, 4, 5]},
    ):
        assert accord.f1h(estimator, other, noise=-1) == accord.f1h(other, estimator, noise=-1) == 1
    truth = Clustering.from_clusters(GROUPS, nodes=[6])
    assert accord.omega(estimator, truth, noise=-1) == 1


def test_estimators_can_be_ranked_with_labels_and_with_clusters():
    fitted = {count: KMeans(count, random_state=0).fit(POINTS) for count in (2, 3)}
    labels = fitted[3].labels_.tolist()
    for truth in (fitted[3], labels, Clustering.from_labels(labels)):
        assert list(accord.rank(truth, {"two": fitted[2], "three": fitted[3]}, "f1p")) == [
            "three",
            "two",
        ]
    assert accord.rank(fitted[3], {"labels": labels}, "f1p")["labels"]["f1p"] == 1
    assert accord.rank(fitted[3], {"clusters": [*GROUPS, {6}]}, "f1p")["clusters"]["f1p"] == 1


def test_labels_clusters_and_an_estimator_are_of_the_same_nodes():
    estimator = KMeans(2, random_state=0, n_init=3).fit(POINTS)
    labels = [0, 0, 0, 1, 1, 1, 1]
    as_clusters = [{0, 1, 2}, {3, 4, 5, 6}]
    results = {
        "labels": labels,
        "clusters": as_clusters,
        "clustering": Clustering.from_labels(labels),
    }
    ranking = accord.rank(estimator, results, "f1p")
    assert len({ranking[name]["f1p"] for name in results}) == 1
    with pytest.raises(InputError, match="the nodes of clusters are others"):
        accord.rank(estimator, {"labels": labels, "clusters": [{1, 2, 3}, {4, 5, 6, 7}]}, "f1p")


def test_estimator_with_only_noise_is_an_error():
    with pytest.raises(InputError, match="every cluster is the noise -1"):
        as_clustering(DBSCAN(eps=1e-9, min_samples=2).fit(POINTS), noise=-1)


# ---- igraph --------------------------------------------------------------------------------------


def test_igraph_vertices_are_numbered():
    clustering = as_clustering(igraph.VertexClustering(igraph.Graph(5), [0, 1, 1, 0, 1]))
    assert sets(clustering) == [{0, 3}, {1, 2, 4}]
    assert clustering.names is None


def test_igraph_names_are_the_nodes():
    graph = igraph.Graph.TupleList(two_triangles().edges)
    communities = graph.community_multilevel()
    assert sorted(map(sorted, as_clustering(communities).clusters())) == [
        ["a", "b", "c"],
        ["d", "e", "f"],
    ]
    assert accord.nmi(
        communities, networkx.community.louvain_communities(two_triangles(), seed=1)
    ) == pytest.approx(1)


def test_igraph_clusters_without_vertices_are_left_out():
    assert named(as_clustering(igraph.VertexClustering(igraph.Graph(4), [2, 5, 2, 5]))) == {
        2: {0, 2},
        5: {1, 3},
    }


def test_igraph_vertices_without_cluster_stay_nodes():
    clustering = as_clustering(igraph.Clustering([0, None, 0]))
    assert (sets(clustering), clustering.nodes()) == ([{0, 2}], [0, 1, 2])


def test_igraph_cover():
    graph = igraph.Graph(6)
    graph.vs["name"] = list("uvwxyz")
    cover = igraph.VertexCover(graph, [[0, 1], [], [1, 2, 3]])
    clustering = as_clustering(cover)
    assert named(clustering) == {0: {"u", "v"}, 2: {"v", "w", "x"}}
    assert sorted(clustering.nodes()) == list("uvwxyz")
    assert sets(as_clustering(igraph.Cover([[0, 1], [1, 2]], n=5))) == [{0, 1}, {1, 2}]
    assert as_clustering(igraph.Cover([[0, 1], [1, 2]], n=5)).n_nodes == 5


def test_igraph_subclasses_are_read():
    class MutableVertexPartition(igraph.VertexClustering):
        """As leidenalg has it."""

    assert sets(as_clustering(MutableVertexPartition(igraph.Graph(3), [0, 1, 0]))) == [{0, 2}, {1}]
    blocks = igraph.Graph.Full(4).cohesive_blocks()
    assert sets(as_clustering(blocks)) == [{0, 1, 2, 3}]


def test_duplicate_vertex_names_are_an_error():
    graph = igraph.Graph(3)
    graph.vs["name"] = ["a", "b", "a"]
    with pytest.raises(InputError, match=r"names of nodes are not unique \(1 repetition\)"):
        as_clustering(igraph.VertexClustering(graph, [0, 1, 0]))


def test_missing_vertex_name_is_an_error():
    graph = igraph.Graph(3)
    graph.vs[0]["name"] = "a"
    with pytest.raises(InputError, match="None, at position 1, cannot be a node label"):
        as_clustering(igraph.VertexClustering(graph, [0, 1, 0]))


def test_dendrogram_is_cut_at_its_optimal_count():
    graph = igraph.Graph.TupleList(two_triangles().edges)
    dendrogram = graph.community_fastgreedy()
    with pytest.warns(AccordWarning, match=r"cut into 2 clusters.*as_clustering\(n\)"):
        clustering = as_clustering(dendrogram)
    assert sorted(map(sorted, clustering)) == [["a", "b", "c"], ["d", "e", "f"]]
    assert accord.f1h(dendrogram.as_clustering(2), clustering) == 1


def test_dendrogram_without_a_graph_is_an_error():
    with pytest.raises(InputError, match="pass a VertexDendrogram"):
        as_clustering(igraph.Dendrogram([[0, 1], [2, 3]]))


# ---- networkit -----------------------------------------------------------------------------------


def test_networkit_partition():
    partition = networkit.structures.Partition(5)
    partition.setUpperBound(9)
    for element, subset in {0: 8, 1: 2, 3: 8}.items():
        partition.addToSubset(subset, element)
    clustering = as_clustering(partition)
    assert named(clustering) == {2: {1}, 8: {0, 3}}
    assert clustering.nodes() == [0, 1, 2, 3, 4]


def test_networkit_partition_from_an_algorithm():
    graph = networkit.nxadapter.nx2nk(two_triangles())
    partition = networkit.community.detectCommunities(
        graph, algo=networkit.community.PLM(graph), inspect=False
    )
    assert accord.nmi(partition, [{0, 1, 2}, {3, 4, 5}]) == pytest.approx(1)


def test_networkit_cover():
    cover = networkit.structures.Cover(6)
    cover.setUpperBound(9)
    for subset, elements in {7: [0, 1], 2: [1, 2, 5]}.items():
        for element in elements:
            cover.addToSubset(subset, element)
    clustering = as_clustering(cover)
    assert named(clustering) == {2: {1, 2, 5}, 7: {0, 1}}
    assert clustering.nodes() == [0, 1, 2, 3, 4, 5]


def test_networkit_structures_without_subsets_are_an_error():
    for empty in (
        networkit.structures.Partition(3),
        networkit.structures.Cover(3),
        networkit.structures.Partition(0),
    ):
        with pytest.raises(InputError, match="no node is in any cluster"):
            as_clustering(empty)


# ---- networkx ------------------------------------------------------------------------------------

COMMUNITIES = networkx.community


@pytest.mark.parametrize(
    "find",
    [
        COMMUNITIES.greedy_modularity_communities,  # a list of frozensets
        lambda graph: COMMUNITIES.louvain_communities(graph, seed=1),  # a list of sets
        lambda graph: COMMUNITIES.label_propagation_communities(
            graph
        ),  # a view of the values of a dict
        lambda graph: COMMUNITIES.asyn_fluidc(graph, 2, seed=1),  # an iterator of sets
        lambda graph: COMMUNITIES.k_clique_communities(graph, 3),  # a generator of frozensets
        lambda graph: next(COMMUNITIES.girvan_newman(graph)),  # a tuple of sets
        lambda graph: {node: int(node > "c") for node in graph},  # a dict of communities
        lambda graph: frozenset(COMMUNITIES.greedy_modularity_communities(graph)),
    ],
)
def test_networkx_communities_are_clusters(find):
    clustering = as_clustering(find(two_triangles()))
    assert sorted(map(sorted, clustering.clusters())) == [["a", "b", "c"], ["d", "e", "f"]]


def test_graph_is_not_a_clustering():
    with pytest.raises(InputError, match="is a Graph, not a clustering"):
        as_clustering(two_triangles())


# ---- cdlib ---------------------------------------------------------------------------------------


def test_cdlib_clustering_from_an_algorithm():
    from cdlib import algorithms

    found = algorithms.greedy_modularity(two_triangles())
    assert sorted(map(sorted, as_clustering(found).clusters())) == [
        ["a", "b", "c"],
        ["d", "e", "f"],
    ]


@pytest.mark.parametrize(
    "graph", [networkx.path_graph(5), igraph.Graph(5)], ids=["networkx", "igraph"]
)
def test_cdlib_keeps_the_nodes_of_the_graph(graph):
    clustering = as_clustering(
        cdlib.NodeClustering([[0, 1], [], [1, 2, 3]], graph, "by hand", overlap=True)
    )
    assert sets(clustering) == [{1, 2, 3}, {0, 1}]
    assert sorted(clustering.nodes()) == [0, 1, 2, 3, 4]


def test_cdlib_uses_igraph_vertex_names():
    graph = igraph.Graph(3)
    graph.vs["name"] = ["a", "b", "c"]
    assert sorted(as_clustering(cdlib.NodeClustering([["a", "b"]], graph)).nodes()) == [
        "a",
        "b",
        "c",
    ]


def test_cdlib_without_a_graph_uses_the_nodes_of_its_clusters():
    clustering = as_clustering(cdlib.NodeClustering([["x", "y"], ["y", "z"]], None, "by hand"))
    assert (sets(clustering), clustering.n_nodes) == ([{"x", "y"}, {"y", "z"}], 3)


def test_cdlib_fuzzy_clusterings_have_shares():
    allocation = {0: {0: 0.75, 1: 0.25}, 1: {1: 1.0}, 2: {}, 3: {0: 0.0, 1: 0.5}}
    found = cdlib.FuzzyNodeClustering([[1, 3], [0]], allocation, networkx.path_graph(5), "by hand")
    clustering = as_clustering(found)
    assert shares(clustering) == [{0: 0.75}, {0: 0.25, 1: 1.0, 3: 0.5}]
    assert sorted(clustering.nodes()) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("allocation", [None, {}])
def test_cdlib_fuzzy_clustering_without_allocation_is_read_as_clusters(allocation):
    found = cdlib.FuzzyNodeClustering([[0, 1], [2]], allocation, None, "by hand")
    assert sets(as_clustering(found)) == [{0, 1}, {2}]


def test_cdlib_fuzzy_clustering_from_an_algorithm():
    """principled_clustering gives percent, and instead of 0 numbers as small as 1e-111."""
    from cdlib import algorithms

    np.random.seed(1)
    found = algorithms.principled_clustering(networkx.karate_club_graph(), 3)
    clustering = as_clustering(found)
    assert clustering.n_nodes == 34
    assert clustering.is_fuzzy
    of_node = dict.fromkeys(range(34), 0.0)
    for node, _, share in clustering.memberships():
        of_node[node] += share
    assert list(of_node.values()) == pytest.approx([1] * 34)
    assert accord.f1p(clustering, found) == 1


@pytest.mark.parametrize(
    ("allocation", "words"),
    [
        ({0: {0: -0.5}, 1: {0: 1.0}}, r"node 0 has share -0\.5"),
        ({0: {0: 101.0}}, r"node 0 has share 1\.01"),
        ({0: {0: float("nan")}}, "node 0 has share nan"),
        ({0: [0.5, 0.5]}, "must map each node to its clusters"),
        ({0: {0: 0.0}}, "no node is in any cluster"),
    ],
    ids=str,
)
def test_invalid_cdlib_allocations_are_an_error(allocation, words):
    with pytest.raises(InputError, match=words):
        as_clustering(cdlib.FuzzyNodeClustering([[0]], allocation, None))


def test_cdlib_edge_clustering_is_an_error():
    found = cdlib.EdgeClustering([[(0, 1), (1, 2)]], networkx.path_graph(3), "by hand")
    with pytest.raises(InputError, match="found is EdgeClustering"):
        accord.f1h([[0, 1]], found)


# ---- clusim, without installing it -------------------------------------------------------------


def test_clusim_clustering():
    clustering = type("Clustering", (), {"__module__": "clusim.clustering"})()
    clustering.elm2clu_dict = {"a": ["x"], "b": ["x", "y"], "c": ["y"]}
    assert as_clustering(clustering) == Clustering.from_nodes(clustering.elm2clu_dict)
    assert accord.f1h(clustering, [["a", "b"], ["b", "c"]]) == 1
