"""Networks of a study that are made and not read: a grid of LFR benchmarks."""

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

#: What can be chosen; all of it may be lists.
PARAMETERS = tuple(
    name
    for name in inspect.signature(generate_lfr).parameters
    if name not in ("threads", "progress")
)
#: How parameters are called in the names of data sets, as the programs of the field do.
_SHORT = {
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
    """An LFR benchmark that is to be made."""

    parameters: Mapping[str, Any]

    def generate(self) -> tuple[Network, Clustering]:
        lfr = generate_lfr(**self.parameters)
        return lfr.network, lfr.truth


def grid(name: str, told: Any) -> list[tuple[str, str, Recipe]]:
    """A recipe for every combination of values, with the name of its data set, and of the instance where there are seeds.

    >>> for data, instance, recipe in grid("lfr", {"nodes": 100, "average_degree": 5, "max_degree": 10,
    ...                                           "mixing": [0.1, 0.5], "seed": [1, 2]}):
    ...     print(data, instance, recipe.parameters["mixing"], recipe.parameters["seed"])
    lfr mu=0.1 seed=1 0.1 1
    lfr mu=0.1 seed=2 0.1 2
    lfr mu=0.5 seed=1 0.5 1
    lfr mu=0.5 seed=2 0.5 2
    """
    if not isinstance(told, Mapping):
        raise InputError(
            f"lfr: expected parameters with values, as in {{nodes = 1000, mixing = [0.2, 0.4]}}, not {told!r}"
        )
    for key in told:
        if key not in PARAMETERS:
            raise unknown("parameter of lfr", key, PARAMETERS)
    for key in _NEEDED:
        if key not in told:
            raise InputError(f"lfr: there is no {key}: give one, or a list of them")
    values = {key: _values(key, one) for key, one in told.items() if key != "seed"}
    values["seed"] = _values(
        "seed", told.get("seed", 1)
    )  # the last, so that the instances of a data set are together
    varied = [key for key, some in values.items() if len(some) > 1]
    found = []
    for chosen in product(*values.values()):
        parameters = dict(zip(values, chosen, strict=True))
        parts = [f"{_SHORT.get(key, key)}={parameters[key]}" for key in varied if key != "seed"]
        instance = f"seed={parameters['seed']}" if "seed" in varied else ""
        found.append((" ".join([name, *parts]), instance, Recipe(parameters)))
    return found


def _values(key: str, given: Any) -> list[Any]:
    values = list(given) if isinstance(given, Sequence) and not isinstance(given, str) else [given]
    if not values:
        raise InputError(f"lfr: there is no {key}: give one, or a list of them")
    return values
