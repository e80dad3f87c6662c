"""Harnesses that are killed at random moments: `tests/kill_harnesses.py` with a few kills."""

import random
from pathlib import Path

import pytest
from kill_harnesses import Round


@pytest.mark.parametrize("n_harnesses", [1, 2, 4])
def test_killed_harnesses_lose_leave_and_repeat_nothing(tmp_path: Path, n_harnesses: int) -> None:
    one = Round(tmp_path, n_harnesses, 8, random.Random(n_harnesses))
    one.run(3)
