"""Labels that look like noise in other writings than -1 among numbers."""

import numpy as np
import pytest

import accord
from accord.errors import AccordWarning


def test_noise_written_as_a_float(tmp_path):
    by_numbers = accord.nmi([0, 0, -1, -1], [0, 0, 1, 2], noise=-1)
    assert accord.nmi(["0.0", "0.0", "-1.0", "-1.0"], [0, 0, 1, 2], noise=-1) == by_numbers
    path = tmp_path / "floats.csv"
    path.write_text("node,cluster\n1,0.0\n2,-1.0\n3,-1.0\n")
    assert accord.read(path, noise=-1).to_sets() == [{1}]
    with pytest.warns(AccordWarning, match="-1: 2 nodes form one cluster"):
        accord.read(path)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (np.array([0, 0, 1, -1, -2, -3]), "HDBSCAN label -2, -3"),
        (["a", "a", "b", "-1"], "-1: 1 node forms one cluster"),
        (["a", "b", "noise", "noise"], "noise: 2 nodes form one cluster; use noise='noise'"),
    ],
)
def test_what_looks_like_noise_is_said(labels, message):
    with pytest.warns(AccordWarning) as caught:
        accord.f1p(labels, range(len(labels)))
    assert any(message in str(warning.message).replace("-3, -2", "-2, -3") for warning in caught)


def test_signed_numbers_are_not_noise(recwarn):
    accord.f1p([-1, 0, -5, 5], [0, 1, 2, 3])
    assert not recwarn.list
