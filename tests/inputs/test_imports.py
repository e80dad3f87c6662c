"""No library is imported but the one that the object at hand comes from."""

import subprocess
import sys

import pytest

LIBRARIES = {
    "cdlib",
    "dask",
    "duckdb",
    "igraph",
    "narwhals",
    "networkit",
    "networkx",
    "pandas",
    "polars",
    "pyarrow",
    "pyspark",
    "scipy",
    "sklearn",
}

#: What is imported while objects are compared, after a library was imported and others were made
#: impossible to import.
COMPARE = """
import sys
sys.modules.update(dict.fromkeys({blocked!r}))
import accord
{build}
before = set(sys.modules)
assert accord.f1h(truth, found) == 1, accord.f1h(truth, found)
print(*sorted({{name.partition(".")[0] for name in set(sys.modules) - before}}))
"""


def imported(build, blocked):
    code = COMPARE.format(build=build, blocked=sorted(blocked))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "build",
    [
        "truth = found = [0, 0, 1]",
        "truth = found = [[1, 2], [3]]",
        "truth, found = {'a': [1, 2]}, {1: 'a', 2: 'a'}",
        "import numpy; truth = found = numpy.array([0, 0, 1])",
        "import numpy; truth = found = numpy.array([[1, 0], [0, 1]])",
        "truth, found = (frozenset(cluster) for cluster in [[1]]), iter([[1]])",
    ],
)
def test_plain_objects_need_no_library(build):
    assert imported(build, LIBRARIES).isdisjoint(LIBRARIES)
    assert imported(build, ()).isdisjoint(LIBRARIES)


COLUMNS = (
    "{'node': ['a', 'b', 'c', 'a'], 'cluster': ['x', 'x', None, 'y'], "
    "'share': [0.5, None, None, 1.0]}"
)
OBJECTS = {
    "pandas": f"import pandas; truth = found = pandas.DataFrame({COLUMNS})",
    "polars": f"import polars; truth = found = polars.DataFrame({COLUMNS})",
    "polars, lazy": f"import polars; truth = found = polars.LazyFrame({COLUMNS})",
    "duckdb": """import duckdb; truth = found = duckdb.sql(
        "select * from (values (1, 'x', 0.5), (2, 'x', null), (3, null, null), (1, 'y', 1)) "
    "as t(node, cluster, share)")""",
    "scipy": "import numpy, scipy.sparse; truth = found = scipy.sparse.csr_array(numpy.eye(3))",
    "igraph": "import igraph; truth = found = igraph.VertexClustering(igraph.Graph(3), [0, 1, 0])",
}
#: Engines that hold tables are spoken to through others; pyarrow looks for pandas by itself.
INTERMEDIARIES = {"polars, lazy": ("narwhals",), "duckdb": ("narwhals", "pandas", "pyarrow")}


@pytest.mark.parametrize("name", OBJECTS)
def test_object_needs_only_its_own_library(name):
    allowed = {name.partition(",")[0], *INTERMEDIARIES.get(name, ())}
    assert imported(OBJECTS[name], LIBRARIES - allowed).isdisjoint(LIBRARIES - allowed)
    assert imported(OBJECTS[name], ()).isdisjoint(LIBRARIES - allowed)


# These import others themselves, so that none can be blocked.
HEAVY = {
    "sklearn": "from sklearn.cluster import KMeans; truth = found = KMeans(2).fit([[0], [0], [9]])",
    "cdlib": "import cdlib; truth = found = cdlib.NodeClustering([[1, 2], [2, 3]], None)",
    "networkit": "import networkit; truth = found = networkit.structures.Partition(3); "
    "truth.allToSingletons()",
    "networkx": "import networkx as nx; "
    "truth = found = nx.community.louvain_communities(nx.path_graph(9), seed=1)",
    "pyarrow": "import pyarrow; "
    "truth = found = pyarrow.table({'node': ['a', 'b'], 'cluster': ['x', 'x']})",
}


@pytest.mark.parametrize("name", HEAVY)
def test_object_imports_only_its_own_library(name):
    assert imported(HEAVY[name], ()).isdisjoint(LIBRARIES - {name})


def test_blocked_import_is_detected():
    with pytest.raises(AssertionError, match="import of pandas halted"):
        imported("import pandas", {"pandas"})
