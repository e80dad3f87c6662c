"""Hierarchies from inputs of every kind, their cuts, and errors."""

import gzip
import itertools
import pickle
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from oracles import hierarchies
from random_trees import newick, two_trees
from scipy.cluster.hierarchy import fcluster, linkage
from sklearn.cluster import AgglomerativeClustering

import accord
from accord import Clustering, InputError
from accord.hierarchy import Hierarchy, as_hierarchy, dendrogram_purity

POINTS = np.random.default_rng(4).random((25, 2))


def clusters_of(tree: Hierarchy) -> set[frozenset[Any]]:
    return {frozenset(x) for x in tree.to_clustering().to_sets()}


@settings(max_examples=50)
@given(trees=two_trees())
def test_newick_gives_its_clusters(trees: Any) -> None:
    tree = as_hierarchy(f"{newick(trees[0])};")
    wanted = set(hierarchies.clusters(trees[0]))
    assert clusters_of(tree) == (wanted or {hierarchies.leaves(trees[0])})
    assert tree.n_clusters == len(wanted)
    assert set(tree.nodes()) == hierarchies.leaves(trees[0])


@settings(max_examples=50)
@given(trees=two_trees())
def test_nested_clusters_give_themselves_in_any_order(trees: Any) -> None:
    wanted = sorted(hierarchies.clusters(trees[0]), key=sorted)
    if wanted:
        tree = as_hierarchy(Clustering.from_clusters([*wanted, wanted[0]]))
        assert clusters_of(tree) == set(wanted)


@settings(max_examples=60)
@given(trees=two_trees())
def test_restricted_trees_have_the_common_parts_of_clusters(trees: Any) -> None:
    kept = {node for node in hierarchies.leaves(trees[0]) if node % 3}
    if len(kept) > 1:
        tree = as_hierarchy(f"{newick(trees[0])};").restrict(kept)
        wanted = {x & kept for x in hierarchies.clusters(trees[0])}
        assert clusters_of(tree) == {x for x in wanted if len(x) > 1}
        assert tree.divided.all()


def test_names_lengths_comments_and_quotes() -> None:
    tree = as_hierarchy("[a comment] (('it''s (a)':1.5, b_c:1e-2)inner:2,\n 'd;':.5, 7)'root':1;")
    assert set(tree.nodes()) == {"it's (a)", "b_c", "d;", "7"}
    assert tree.cut(3).to_sets() == [{"it's (a)", "b_c"}, {"d;"}, {"7"}]
    assert set(as_hierarchy("(-1,(007,2));").nodes()) == {"-1", "007", "2"}
    assert set(as_hierarchy("(-1,(7,2))").nodes()) == {-1, 7, 2}


def test_branch_lengths_decide_what_is_cut_first() -> None:
    # ab is 1 high, cd is 3 high.
    assert as_hierarchy("((a:1,b:1):4,(c:3,d:3):2);").cut(3).to_sets() == [{"a", "b"}, {"c"}, {"d"}]
    # Without lengths both are as deep.
    tree = as_hierarchy("((a,b),(c,d));")
    with pytest.raises(InputError, match="cannot be cut into 3 clusters: into 2 or 4, it can"):
        tree.cut(3)
    assert tree.cut(4).n_clusters == 4
    assert tree.cut(1).to_sets() == [{"a", "b", "c", "d"}]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("((1,2);", "character 7: a parenthesis is not closed before this: ;"),
        ("((1,2)", "character 7: a parenthesis is not closed: the end"),
        ("(1,2)),3;", "character 6: no parenthesis is open here"),
        ("(1 2,3);", "character 4: a name is followed by another: 2,3);"),
        ("(1,2)(3,4);", "character 6: a comma is missing before this"),
        ("((1,),2);", "every leaf needs a name"),
        ("(1,(2,3):x);", "character 10: a length must be a number"),
        ("(1,(2,3):inf);", "a length must be a number"),
        ("(1,2);3", "character 7: there is something after the tree"),
        ("(1,'2", "character 4: this cannot be read"),
        ("(1,(2,1));", "the node 1 is in two places"),
    ],
)
def test_wrong_newick_is_explained(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        as_hierarchy(text)
    assert message in str(error.value)


@pytest.mark.parametrize("ending", [".nwk", ".newick", ".tre"])
def test_newick_files(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"tree{ending}"
    path.write_text("((1,2),(3,4));\n")
    for given_path in (path, str(path)):
        assert clusters_of(as_hierarchy(given_path)) == {
            frozenset({1, 2}), frozenset({3, 4}), frozenset({1, 2, 3, 4})
        }  # fmt: skip
    path.write_bytes(b"\xef\xbb\xbf((1,2),(3,4));")  # a byte order mark
    assert as_hierarchy(path).n_clusters == 3
    path.write_bytes(b"(\xff,2);")
    with pytest.raises(InputError, match="no text in UTF-8"):
        as_hierarchy(path)
    with pytest.raises(accord.MissingFileError):
        as_hierarchy(tmp_path / "missing.nwk")


@pytest.mark.parametrize("name", ["tree.NWK", "tree.nwk.gz", "tree.tree", "(a).nwk"])
def test_newick_files_of_other_names(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = b"((1,2),(3,4));"
    (tmp_path / name).write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    assert as_hierarchy(tmp_path / name).n_clusters == as_hierarchy(name).n_clusters == 3


@pytest.mark.parametrize("text", ["", "\n", ";", "[nothing];"])
def test_an_empty_newick_file_is_said_to_be_empty(tmp_path: Path, text: str) -> None:
    (tmp_path / "tree.nwk").write_text(text)
    with pytest.raises(InputError, match="is empty: expected a tree"):
        as_hierarchy(tmp_path / "tree.nwk")


def test_infomap_trees_are_nested_levels(tmp_path: Path) -> None:
    path = tmp_path / "found.tree"
    names = {"1:1:1": "a", "1:1:2": "b", "1:2:1": "c", "1:2:2": "d", "2:1": "e", "2:2": "f"}
    lines = [f'{p} 0.1 "{name}" {i}' for i, (p, name) in enumerate(names.items(), 1)]
    path.write_text("# path flow name node_id\n" + "\n".join(lines) + "\n")
    tree = as_hierarchy(path)
    assert clusters_of(tree) == {frozenset(x) for x in ("ab", "cd", "ef", "abcd", "abcdef")}
    assert sorted(map(sorted, tree.cut(3).to_sets())) == [["a", "b"], ["c", "d"], ["e", "f"]]
    assert [n for n, _ in tree.splits] == [2, 3]


def test_nodes_in_no_cluster_of_a_level_are_alone_there() -> None:
    fine = Clustering.from_labels([0, 0, -1, 1, 1, -1], noise=-1)
    coarse = Clustering.from_labels([0, 0, 0, 1, 1, -1], noise=-1)
    tree = as_hierarchy(Clustering.from_levels({"coarse": coarse, "fine": fine}))
    assert clusters_of(tree) == {
        frozenset(x) for x in ((0, 1), (0, 1, 2), (3, 4), (0, 1, 2, 3, 4, 5))
    }
    assert sorted(map(sorted, tree.cut(4).to_sets())) == [[0, 1], [2], [3, 4], [5]]


@pytest.mark.parametrize("order", [*itertools.permutations(range(3))])
def test_levels_are_cut_from_the_top_if_few_clusters_are_divided(order: tuple[int, ...]) -> None:
    levels = [
        [[0, 1, 2, 3, 4, 5, 6, 7], [8, 9], [10, 11], [12, 13]],
        [[0, 1, 2, 3], [4, 5, 6, 7]],
        [[0, 1], [2, 3], [4, 5], [6, 7]],
    ]
    tree = as_hierarchy(
        Clustering.from_levels([Clustering.from_clusters(levels[i]) for i in order])
    )
    assert [n for n, _ in tree.splits] == [4, 5, 7]
    assert tree.cut(5).to_sets()[:2] == [{0, 1, 2, 3}, {4, 5, 6, 7}]


def test_levels_that_are_parts_of_each_other_are_a_tree() -> None:
    levels = [[[0, 1, 2, 3], [4, 5]], [[0, 1], [4, 5, 6, 7]], [[4], [0]]]
    tree = as_hierarchy(Clustering.from_levels([Clustering.from_clusters(x) for x in levels]))
    assert clusters_of(tree) == {
        frozenset(x) for x in (range(8), range(4), range(4, 8), (0, 1), (4, 5))
    }
    assert tree.cut(2).to_sets() == [{0, 1, 2, 3}, {4, 5, 6, 7}]


def test_levels_that_are_not_nested_are_refused_with_what_to_use() -> None:
    first, second = (Clustering.from_labels(x) for x in ([0, 0, 1, 1], [0, 1, 1, 2]))
    with pytest.raises(InputError) as error:
        as_hierarchy(Clustering.from_levels({"a": first, "b": second}), name="found")
    assert str(error.value) == (
        "found is no tree: cluster 1 of level b and cluster 0 of level a overlap, and neither is "
        "inside the other; for levels that are not nested, use accord.compare"
    )
    with pytest.raises(InputError, match=r"for clusters that are not nested, use accord\.compare"):
        as_hierarchy([[1, 2], [2, 3]])
    with pytest.raises(InputError, match="has shares"):
        as_hierarchy([{1: 0.5, 2: 1.0}, {3: 1.0}])
    weighted = Clustering.from_labels([0, 0, 1], weights=[1, 2, 3])
    with pytest.raises(InputError, match="the hierarchy has weights of nodes"):
        as_hierarchy(weighted)
    with pytest.raises(InputError, match="truth has weights of nodes"):
        dendrogram_purity(weighted, "((0,1),2);")
    with pytest.raises(InputError, match="truth has shares: for dendrogram_purity"):
        dendrogram_purity([{1: 0.5, 2: 0.5}, {3: 1.0}], "((1,2),3);")


@pytest.mark.parametrize("method", ["single", "average", "ward", "centroid"])
def test_linkages_are_cut_as_scipy_cuts_them(method: str) -> None:
    merges = linkage(POINTS, method)
    tree = as_hierarchy(merges)
    for k in range(1, 26):
        cut = tree.cut(k)
        assert cut.n_clusters == k
        if method != "centroid":  # whose merges may be lower than those before
            assert accord.adjusted_rand(cut, fcluster(merges, k, "maxclust")) == 1.0
    named = as_hierarchy(merges, nodes=[f"n{i}" for i in range(25)])
    assert set(named.nodes()) == {f"n{i}" for i in range(25)}


def test_agglomerative_clustering_of_scikit_learn() -> None:
    fitted = AgglomerativeClustering(4, linkage="average").fit(POINTS)
    assert accord.adjusted_rand(as_hierarchy(fitted).cut(4), fitted.labels_) == 1.0
    partial = AgglomerativeClustering(
        4, connectivity=np.ones((25, 25), bool), compute_full_tree=False
    ).fit(POINTS)
    with pytest.raises(InputError, match="25 nodes, and 21 merges of two groups; fit the estim"):
        as_hierarchy(partial)


def test_a_matrix_of_four_clusters_is_no_linkage() -> None:
    matrix = np.array([[1, 1, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, 1]])
    assert clusters_of(as_hierarchy(matrix)) == {frozenset({0, 1}), frozenset(range(4))}


def test_wrong_linkages_are_explained() -> None:
    merges = linkage(POINTS, "average")
    twice = merges.copy()
    twice[-1, 0] = twice[0, 0]
    with pytest.raises(InputError, match=r"row 24 merges group .*, which is not there or was"):
        as_hierarchy(twice)
    for wrong, message in (
        (merges[:-1], "its 23 rows merge 24 nodes, and the last row has"),
        (merges[::-1], "a row is missing, or the array is something else"),
        (np.where(merges == merges[3, 2], np.nan, merges), "it has nan in row 3, column 2"),
    ):
        with pytest.raises(InputError, match=message):
            as_hierarchy(wrong)
    with pytest.raises(InputError, match="nodes must be the labels of the leaves, not 25"):
        as_hierarchy(merges, nodes=25)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="merges 25 nodes, and there are 3 labels"):
        as_hierarchy(merges, nodes=[1, 2, 3])
    with pytest.raises(InputError, match="the first two columns must be whole numbers"):
        as_hierarchy(merges + np.array([0.5, 0, 0, 0]))
    with pytest.raises(InputError, match="nodes are the leaves of a linkage"):
        as_hierarchy("(1,2);", nodes=[1, 2])


def test_trees_of_networkx() -> None:
    edges = [("r", "a"), ("r", "b"), ("a", 1), ("a", 2), ("b", "c"), ("c", 3), ("c", 4)]
    tree = as_hierarchy(nx.DiGraph(edges))
    assert clusters_of(tree) == {frozenset(x) for x in ((1, 2), (3, 4), (1, 2, 3, 4))}
    for graph, message in (
        (nx.Graph(edges), "a graph without directions"),
        (nx.DiGraph([*edges, ("b", 1)]), "is no tree"),
        (nx.DiGraph([*edges, ("x", "y")]), "is no tree"),
        (nx.DiGraph([(1, 2), (2, 1)]), "is no tree"),
        (nx.DiGraph([(0, 1), (2, 3), (3, 2)]), "is no tree"),
    ):
        with pytest.raises(InputError, match=message):
            as_hierarchy(graph)


def test_arguments_of_a_wrong_type_are_explained() -> None:
    tree: Any = as_hierarchy("((1,2),3);")
    for k in ("2", None, [2], 2.5, True):
        with pytest.raises(InputError, match="the number of clusters must be an integer, not"):
            tree.cut(k)
    assert tree.cut(np.int64(2)).n_clusters == 2
    for nodes in (5, None, [[1]]):
        with pytest.raises(InputError, match="nodes must be a collection of nodes, not"):
            tree.restrict(nodes)


def test_hierarchies_do_not_change() -> None:
    tree = as_hierarchy("((1,2),3);")
    assert as_hierarchy(tree) is tree
    assert repr(tree) == "Hierarchy: 3 nodes in 2 clusters, up to 2 deep"
    with pytest.raises(AttributeError, match="cannot be changed"):
        tree.heights = tree.heights
    with pytest.raises(ValueError, match="read-only"):
        tree.parents[0] = 0
    with pytest.raises(InputError, match="none of these nodes is in the tree"):
        tree.restrict([9])
    again = pickle.loads(pickle.dumps(tree))
    assert again.to_clustering() == tree.to_clustering()
