"""Which column of a table has which role."""

import pytest

from accord import InputError
from accord._io.tables.columns import SYNONYMS, find_columns


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["node", "cluster"], {"node": 0, "cluster": 1}),
        (["cluster", "node"], {"node": 1, "cluster": 0}),
        (["Cluster", "NODE"], {"node": 1, "cluster": 0}),
        (
            ["x", "weight", "cluster", "level", "node", "share"],
            {"node": 4, "cluster": 2, "share": 5, "level": 3, "weight": 1},
        ),
        (["id", "degree", "community"], {"node": 0, "cluster": 2}),
        (["Community ID", "Node-Id", "n"], {"node": 1, "cluster": 0}),
        (["vertexId", "probability", "module"], {"node": 0, "cluster": 2, "share": 1}),
        (["record_id", "entity_id", "source"], {"node": 0, "cluster": 1}),
        (["member", "group", "resolution"], {"node": 0, "cluster": 1, "level": 2}),
        # the plain name goes before others that are there too
        (["id", "node", "name", "label", "cluster"], {"node": 1, "cluster": 4}),
        (["node", "cluster", "share", "probability"], {"node": 0, "cluster": 1, "share": 2}),
        # a label may be anything if there is another name for the cluster
        (["node", "label", "community"], {"node": 0, "cluster": 2}),
        # a membership is a share beside a cluster only
        (["node", "membership"], {"node": 0, "cluster": 1}),
        # two columns
        (["0", "1"], {"node": 0, "cluster": 1}),
        (["column_0", "column_1"], {"node": 0, "cluster": 1}),
        (["gene", "module"], {"node": 0, "cluster": 1}),
        (["cluster", "x"], {"node": 1, "cluster": 0}),
        (["x", "node"], {"node": 1, "cluster": 0}),
        (["", "community"], {"node": 0, "cluster": 1}),
    ],
    ids=str,
)
def test_columns_are_found(names, found):
    assert find_columns(names) == found


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ([], ["no columns", "node", "cluster"]),
        (["node"], ["the cluster", "'node'", "columns="]),
        (["a", "b"], ["the node and the cluster", "'a', 'b'", "rename", "columns="]),
        (["source", "target", "weight"], ["edges"]),
        (["src", "dst"], ["edges"]),
        (
            ["a", "b", "c"],
            ["the node and the cluster", "'a', 'b', 'c'", "rename", "columns="],
        ),
        (["node", "x", "y"], ["the cluster", "'node', 'x', 'y'", "rename"]),
        (["community", "x", "y"], ["the node", "rename"]),
        (["node", "share"], ["the cluster", "'node', 'share'"]),
        (["node", "Node", "cluster"], ["'node', 'Node'", "nodes", "rename"]),
        (["id", "name", "community"], ["'id', 'name'", "nodes"]),
        (["group", "class"], ["'group', 'class'", "clusters"]),
        (["node", "cluster", "membership", "probability"], ["shares"]),
        ([f"c{i}" for i in range(500)], ["'c0'", "more"]),
    ],
    ids=lambda value: str(value)[:60],
)
def test_errors_list_the_columns_and_suggest_a_fix(names, words):
    with pytest.raises(InputError) as caught:
        find_columns(names)
    for word in words:
        assert word in str(caught.value)
    assert len(str(caught.value)) < 400


def test_column_synonyms_are_unambiguous():
    names = [name for what, synonyms in SYNONYMS.items() for name in (what, *synonyms)]
    assert len(names) == len(set(names))
    assert all(name.isalnum() and name == name.casefold() for name in names)
