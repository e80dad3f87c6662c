"""Faults in the compiled core that a sanitizer must report; `tools/sanitize.py` runs them."""

import ctypes

import pytest

from accord import _core


@pytest.mark.parametrize(
    ("fault", "argument"), [("read_beyond_the_end", 8), ("overflow", 1), ("race", 2)]
)
def test_fault(fault: str, argument: int) -> None:
    ctypes.CDLL(_core.__file__)[fault](argument)
