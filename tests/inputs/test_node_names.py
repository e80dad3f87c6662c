"""Sides that name the same nodes differently: a line says so."""

import pytest

import accord
from accord import Clustering
from accord.errors import AccordWarning


def shifted(first):
    return Clustering.from_clusters([range(first, first + 50), range(first + 50, first + 100)])


def test_nodes_from_zero_against_nodes_from_one():
    with pytest.warns(AccordWarning, match="truth has the nodes 0 to 99 and found 1 to 100"):
        accord.f1p(shifted(0), shifted(1))
    notes = [note.kind for note in accord.compare(shifted(0), shifted(1)).notes()]
    assert "shifted_nodes" in notes


@pytest.mark.parametrize(
    ("truth", "found"),
    [({"Tp53": 0, "Brca1": 1}, {"TP53": 0, "BRCA1": 1}), ({"01": 0, "02": 1}, {"1": 0, "2": 1})],
)
def test_no_node_in_common(truth, found):
    with pytest.warns(AccordWarning, match="no node in common"):
        assert accord.f1p(truth, found) == 0


def test_few_nodes_in_common():
    truth, found = (Clustering.from_clusters([range(start, start + 20)]) for start in (0, 15))
    with pytest.warns(AccordWarning, match="5 nodes in common, of 20 and 20"):
        accord.f1p(truth, found)


def test_chosen_node_base_confirms_it(recwarn):
    accord.f1p(shifted(0), shifted(1), nodes="intersection")
    assert not recwarn.list
