"""Quick checks that need only pytest and NumPy, run on every wheel."""

import math
from importlib.metadata import version

import numpy as np
import pytest

import accord


def test_version_matches_the_package_metadata():
    assert accord.__version__ == version("accord")


def test_every_public_name_exists():
    assert [name for name in accord.__all__ if not hasattr(accord, name)] == []


def test_f1p_of_two_halves_of_one_cluster():
    # The one truth cluster matches either half with probability 2²/(4·2) = 1/2, and each half
    # matches it as well.
    assert accord.f1p([{1, 2, 3, 4}], [{1, 2}, {3, 4}]) == pytest.approx(math.sqrt(1 / 2))


def test_f1p_of_equal_clusterings_is_1():
    assert accord.f1p([{1, 2}, {2, 3}], [{2, 3}, {1, 2}]) == 1


def test_nmi_of_a_split_cluster():
    # One bit in truth, two in found, of which one is shared: 1 of 1.5 on average, or of 2 at most.
    assert accord.nmi([0, 0, 1, 1], [0, 1, 2, 3]) == pytest.approx(2 / 3)
    assert accord.nmi([0, 0, 1, 1], [0, 1, 2, 3], norm="max") == pytest.approx(1 / 2)


def test_nmi_of_labels_in_an_array_and_renamed_is_1():
    assert accord.nmi(np.array([0, 0, 1]), np.array(["b", "b", "a"])) == pytest.approx(1)


def test_file_is_read_and_compared(tmp_path):
    (tmp_path / "truth.cnl").write_text("# Clusters: 2, Nodes: 3\na> 1 2\nb> 2 3\n")
    clustering = accord.read(tmp_path / "truth.cnl")
    assert list(clustering.clusters()) == [[1, 2], [2, 3]]
    assert accord.f1h(tmp_path / "truth.cnl", [[1, 2], [2, 3]]) == 1


def test_file_is_written_and_read_again(tmp_path):
    clustering = accord.Clustering.from_clusters({"a": {"x": 0.5, "y": 1}, "b": {"y": 0.25}})
    accord.write(clustering, tmp_path / "a.cnl.gz")
    assert accord.read(tmp_path / "a.cnl.gz") == clustering


def test_error_is_an_accord_error():
    with pytest.raises(accord.AccordError, match="empty"):
        accord.Clustering.from_clusters([[]])
