"""Options at random, as callers may give them with any file."""

import math
import random
from typing import Any

_CHOICES: dict[str, dict[str, tuple[Any, ...]]] = {
    "read": {
        "columns": (
            *([1, 2], [2], ["1"], ["node", "cluster"], ["a"], ["share"], ["label"], ["arr_0"]),
            *([], [0, 1], ["level=1", "2"], ["x=1"], ["node=2", "1"], ["node", "cluster", "share"]),
        ),
        "noise": (-1, 0, 1.5, "a", "-1", False, math.nan),
        "orientation": ("nodes", "clusters"),
        "header": (True, False),
        "ids": ("text", "integer"),
    },
    "read_network": {
        "columns": ([1, 2], [1, 2, 3], [3, 1], ["source", "target"], ["a"], ["weight"]),
        "weights": (True, False, "weight", "w", "1", "2", "3", 3),
        "directed": (True, False),
        "repeats": ("once", "add", "error"),
        "header": (True, False),
        "ids": ("text", "integer"),
    },
}


def choose_options(function: str, random: random.Random) -> dict[str, Any]:
    """Options of "read" or "read_network": none for half of the files."""
    if random.random() < 0.5:
        return {}
    choices = _CHOICES[function].items()
    return {name: random.choice(values) for name, values in choices if random.random() < 0.3}
