"""Recipes: networks of a study that are generated, over a grid of LFR parameters."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord._generate import generate_lfr
from accord.errors import InputError, unknown

#: Parameters that a study can set, each to a value or a list of values.
PARAMETERS = tuple(
    name
    for name in inspect.signature(generate_lfr).parameters
    if name not in ("threads", "progress")
)
#: Symbols of parameters in the names of data sets, as in the original LFR programs.
_SYMBOLS = {
    "nodes": "N",
    "average_degree": "k",
    "max_degree": "maxk",
    "mixing": "mu",
    "weight_mixing": "muw",
    "degree_exponent": "t1",
    "size_exponent": "t2",
    "min_cluster": "minc",
    "max_cluster": "maxc",
    "overlapping_nodes": "on",
    "memberships": "om",
}
_NEEDED = ("nodes", "average_degree", "max_degree", "mixing")


@dataclass(frozen=True)
class Recipe:
    """An LFR benchmark that is to be generated."""

    parameters: Mapping[str, Any]

    def generate(self) -> tuple[Network, Clustering]:
        lfr = generate_lfr(**self.parameters)
        return lfr.network, lfr.truth


def grid(name: str, parameters: Any) -> list[tuple[str, str, Recipe]]:
    """A recipe for every combination of values, with the names of its data set and instance.

    >>> lfr = {"nodes": 100, "average_degree": 5, "max_degree": 10}
    >>> lfr |= {"mixing": [0.1, 0.5], "seed": [1, 2]}
    >>> for dataset, instance, recipe in grid("lfr", lfr):
    ...     print(dataset, instance, recipe.parameters["mixing"], recipe.parameters["seed"])
    lfr mu=0.1 seed=1 0.1 1
    lfr mu=0.1 seed=2 0.1 2
    lfr mu=0.5 seed=1 0.5 1
    lfr mu=0.5 seed=2 0.5 2
    """
    if not isinstance(parameters, Mapping):
        raise InputError(
            "lfr: expected parameters with values, as in "
            f"{{nodes = 1000, mixing = [0.2, 0.4]}}, not {parameters!r}"
        )
    for key in parameters:
        if key not in PARAMETERS:
            raise unknown("parameter of lfr", key, PARAMETERS)
    for key in _NEEDED:
        if key not in parameters:
            raise InputError(f"lfr: there is no {key}: give a value, or a list of values")
    values = {key: _values(key, value) for key, value in parameters.items() if key != "seed"}
    # The seed comes last, so that the instances of a data set are together.
    values["seed"] = _values("seed", parameters.get("seed", 0))
    varied = [key for key, choices in values.items() if len(choices) > 1]
    recipes = []
    for combination in product(*values.values()):
        chosen = dict(zip(values, combination, strict=True))
        parts = [f"{_SYMBOLS.get(key, key)}={chosen[key]}" for key in varied if key != "seed"]
        instance = f"seed={chosen['seed']}" if "seed" in varied else ""
        recipes.append((" ".join([name, *parts]), instance, Recipe(chosen)))
    return recipes


def _values(key: str, value: Any) -> list[Any]:
    """The values of a parameter, which may be a single value or a list."""
    is_list = isinstance(value, Sequence) and not isinstance(value, str)
    values = list(value) if is_list else [value]
    if not values:
        raise InputError(f"lfr: there is no {key}: give a value, or a list of values")
    return values
