"""A pair of clusterings as every kind of object: the same values, to the last bit.

Tables that their engine reduces to node types have sums of shares in another order.
"""

import cdlib
import duckdb
import igraph
import networkit
import networkx
import numpy as np
import pandas
import polars
import pyarrow
import pytest
import scipy.sparse
import strategies
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.cluster import DBSCAN

import accord
from accord import Clustering

# A clustering here is its number of nodes, which are 0, 1, 2, …, and for each cluster the shares of
# its nodes.


def entries(clusters):
    return [
        (node, index, share)
        for index, cluster in enumerate(clusters)
        for node, share in cluster.items()
    ]


# ---- kinds ---------------------------------------------------------------------------------------


def reference(count, clusters):
    return Clustering.from_clusters(clusters, nodes=range(count))


def array(count, clusters):
    matrix = np.zeros((count, max(2, len(clusters))))  # a single column would be taken for labels
    for node, cluster, share in entries(clusters):
        matrix[node, cluster] = share
    return matrix


def coordinates(count, clusters):
    """Some of the entries in two parts, which add up."""
    nodes, columns, shares = (list(column) for column in zip(*entries(clusters), strict=True))
    halves = [share / 2 for share in shares]
    parts = (nodes + nodes, columns + columns)
    return scipy.sparse.coo_array((halves + halves, parts), shape=(count, len(clusters)))


def columns(count, clusters):
    """Rows of a table: nodes in no cluster have none, and full members have no share."""
    covered = {node for cluster in clusters for node in cluster}
    rows = entries(clusters) + [(node, None, None) for node in range(count) if node not in covered]
    nodes, names, shares = zip(*rows, strict=True)
    return {
        "cluster": names,
        "share": [None if share == 1 else share for share in shares],
        "node": nodes,
    }


def texts(count, clusters):
    """Names that have the order of the numbers."""
    table = columns(count, clusters)
    table["cluster"] = [
        None if cluster is None else f"cluster {cluster:03}" for cluster in table["cluster"]
    ]
    return table


def arrow(table):
    return pyarrow.table(
        table, schema=pyarrow.schema({name: KINDS_OF_COLUMN[name](table) for name in table})
    )


KINDS_OF_COLUMN = {
    "node": lambda table: pyarrow.int64(),
    "cluster": lambda table: (
        pyarrow.string() if any(type(name) is str for name in table["cluster"]) else pyarrow.int64()
    ),
    "share": lambda table: pyarrow.float64(),
}
TABLES = {
    "pandas": lambda *data: pandas.DataFrame(columns(*data)),
    "pandas, nullable": lambda *data: pandas.DataFrame(texts(*data)).convert_dtypes(),
    "pandas, categories": lambda *data: pandas.DataFrame(texts(*data)).astype(
        {"cluster": "category"}
    ),
    "polars": lambda *data: polars.from_arrow(arrow(columns(*data))),
    "polars, lazy": lambda *data: polars.from_arrow(arrow(texts(*data))).lazy(),
    "pyarrow": lambda *data: arrow(texts(*data)),
    "pyarrow, batch": lambda *data: arrow(columns(*data)).to_batches()[0],
    "pyarrow, reader": lambda *data: arrow(texts(*data)).to_reader(max_chunksize=3),
    "duckdb": lambda *data: duckdb.from_arrow(arrow(texts(*data))),
}
#: Tables that stay in their engine.
LAZY_TABLES = [TABLES["polars, lazy"], TABLES["duckdb"]]
MATRICES = {
    "array": array,
    "csr": lambda *data: scipy.sparse.csr_array(array(*data)),
    "csc": lambda *data: scipy.sparse.csc_matrix(array(*data)),
    "coo": coordinates,
}


def allocation(count, clusters):
    of_node = {node: {} for node in range(count)}
    for node, cluster, share in entries(clusters):
        of_node[node][cluster] = share
    return cdlib.FuzzyNodeClustering([list(cluster) for cluster in clusters], of_node, None)


def igraph_cover(count, clusters):
    return igraph.VertexCover(igraph.Graph(count), [list(cluster) for cluster in clusters])


def networkit_cover(count, clusters):
    cover = networkit.structures.Cover(count)
    cover.setUpperBound(len(clusters))
    for node, cluster, _ in entries(clusters):
        cover.addToSubset(cluster, node)
    return cover


def cdlib_clustering(count, clusters):
    return cdlib.NodeClustering(
        [list(cluster) for cluster in clusters], networkx.empty_graph(count), overlap=True
    )


COVERS = {"igraph": igraph_cover, "networkit": networkit_cover, "cdlib": cdlib_clustering}


def in_order_of(make, clusters):
    """cdlib puts large clusters first, and the order changes the last bit of sums."""
    return sorted(clusters, key=len, reverse=True) if make is cdlib_clustering else clusters


def membership(count, clusters, none):
    of_node = [none] * count
    for node, cluster, _ in entries(clusters):
        of_node[node] = cluster
    return of_node


def networkit_partition(count, clusters):
    partition = networkit.structures.Partition(count)
    partition.setUpperBound(len(clusters))
    for node, cluster, _ in entries(clusters):
        partition.addToSubset(cluster, node)
    return partition


def estimator(count, clusters):
    fitted = DBSCAN()
    fitted.labels_ = np.array(membership(count, clusters, -1))
    return fitted


PARTITIONS = {
    "igraph": lambda count, clusters: igraph.VertexClustering(
        igraph.Graph(count), membership(count, clusters, None)
    ),
    "networkit": networkit_partition,
    "scikit-learn": estimator,
}


# ---- values --------------------------------------------------------------------------------------


@st.composite
def pairs(draw, kind):
    """Two clusterings on the same number of nodes, some of which may be in no cluster."""
    nodes = draw(strategies.node_ranges())
    return len(nodes), [draw(kind(nodes)) for _ in range(2)]


def whole(clusters):
    return [dict.fromkeys(sorted(cluster), 1.0) for cluster in clusters]


def crisp(nodes):
    return strategies.any_of(strategies.CRISP_KINDS, nodes, False).map(whole)


def plain(nodes):
    return strategies.any_of(strategies.PLAIN_KINDS, nodes, False).map(whole)


def fuzzy(nodes):
    return strategies.fuzzy(nodes, smallest=1e-90)


def values(truth, found, metrics):
    """Values of metrics, and their precision and recall where they have these."""
    scores = accord.compare(truth, found, metrics, noise=-1)
    parts = {name: (score, score.precision, score.recall) for name, score in scores.items()}
    return {
        (name, part): float(value)
        for name, values in parts.items()
        for part, value in enumerate(values)
        if value is not None
    }


def check(make, pair, metrics):
    count, (truth, found) = pair
    assume(make is not array or count > 1)  # one row is taken for labels, and refused
    truth, found = in_order_of(make, truth), in_order_of(make, found)
    wanted = values(reference(count, truth), reference(count, found), metrics)
    if make in LAZY_TABLES:
        wanted = pytest.approx(wanted, rel=1e-14)
    assert values(make(count, truth), make(count, found), metrics) == wanted
    assert values(make(count, truth), reference(count, found), metrics) == wanted
    assert values(reference(count, truth), make(count, found), metrics) == wanted


COUNT_METRICS = ["f1p", "f1h", "omega"]


def is_symmetric(n_nodes, clusters):
    """Whether the membership matrix could be the adjacency matrix of a network."""
    matrix = array(n_nodes, clusters)
    return matrix.shape == matrix.T.shape and (matrix == matrix.T).all()


@pytest.mark.filterwarnings("ignore:.*as if rows were clusters")
@pytest.mark.parametrize("make", [*TABLES.values(), *MATRICES.values()], ids=[*TABLES, *MATRICES])
@settings(max_examples=30)
@given(pair=pairs(fuzzy) | pairs(plain))
def test_fuzzy_clusterings_agree_in_every_form(make, pair):
    n_nodes, sides = pair
    assume(make not in MATRICES.values() or not any(is_symmetric(n_nodes, c) for c in sides))
    check(make, pair, COUNT_METRICS)


@pytest.mark.parametrize("make", COVERS.values(), ids=COVERS)
@settings(max_examples=30)
@given(pair=pairs(plain))
def test_overlapping_clusterings_agree_in_every_form(make, pair):
    check(make, pair, COUNT_METRICS)


@pytest.mark.parametrize(
    "make",
    [*PARTITIONS.values(), *COVERS.values(), *TABLES.values(), *MATRICES.values()],
    ids=[*(f"partition, {name}" for name in PARTITIONS), *COVERS, *TABLES, *MATRICES],
)
@settings(max_examples=30)
@given(pair=pairs(crisp))
def test_crisp_clusterings_agree_in_every_form(make, pair):
    check(make, pair, [*COUNT_METRICS, "nmi"])


@settings(max_examples=30)
@given(pair=pairs(fuzzy))
def test_cdlib_allocations_agree_with_shares(pair):
    check(allocation, pair, COUNT_METRICS)
