"""Pairs of random tables of memberships, as columns, for all that a table can hold."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

Columns = dict[str, list[Any]]
Rows = list[tuple[Any, ...]]


def _memberships(
    rng: random.Random, nodes: range, clusters: int, most: int, alone: float = 0.1
) -> Rows:
    """Some nodes in none, the others in up to `most` of the clusters."""
    rows: Rows = []
    for node in nodes:
        memberships = (
            [] if rng.random() < alone else rng.sample(range(clusters), rng.randint(1, most))
        )
        rows += [(node, cluster) for cluster in memberships] or [(node, None)]
    return [*rows, (nodes[0], 0)]


def _columns(rng: random.Random, rows: Rows, *more: str) -> Columns:
    rows = rng.sample(rows, len(rows))
    names = ("node", "cluster", *more)
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}


def _crisp(rng: random.Random) -> tuple[Columns, Columns]:
    truth, found = (sorted(set(_memberships(rng, range(40), 4, 1, 0))) for _ in range(2))
    firsts = [
        list({node: (node, cluster) for node, cluster in rows}.values()) for rows in (truth, found)
    ]
    return _columns(rng, firsts[0]), _columns(rng, firsts[1])


def _crisp_with_lone_nodes(rng: random.Random) -> tuple[Columns, Columns]:
    tables = []
    for nodes in (range(40), range(5, 46)):
        rows = [(node, None if rng.random() < 0.3 else rng.randrange(4)) for node in nodes]
        tables.append(_columns(rng, [*rows, (nodes[0] - 9, 1)]))
    return tables[0], tables[1]


def _overlapping(rng: random.Random) -> tuple[Columns, Columns]:
    return _columns(rng, _memberships(rng, range(60), 5, 3)), _columns(
        rng, _memberships(rng, range(60), 4, 3)
    )


def _nested(rng: random.Random) -> tuple[Columns, Columns]:
    """Every cluster is a part of another one, but for the greatest."""
    tables = []
    for base in (2, 3):
        places = {node: rng.randrange(9) for node in range(40)}
        rows = [
            (node, place // base**level + 100 * level)
            for node, place in places.items()
            for level in range(3)
        ]
        tables.append(_columns(rng, rows))
    return tables[0], tables[1]


def _duplicates(rng: random.Random) -> tuple[Columns, Columns]:
    """Memberships given several times, and clusters that are equal."""
    truth, found = (_memberships(rng, range(40), 4, 2) for _ in range(2))
    truth += rng.choices(truth, k=30)
    found += [(node, cluster + 10) for node, cluster in found if cluster is not None]
    return _columns(rng, truth), _columns(rng, found)


def _unequal(rng: random.Random) -> tuple[Columns, Columns]:
    truth, found = _memberships(rng, range(-20, 40), 5, 2), _memberships(rng, range(50), 4, 2)
    return _columns(rng, [*truth, (-30, 77), (-31, 77)]), _columns(rng, found)


def _texts(rng: random.Random) -> tuple[Columns, Columns]:
    tables = [_overlapping, _unequal][rng.randrange(2)](rng)
    for table in tables:
        table["node"] = [f"node {node}é" for node in table["node"]]
        table["cluster"] = [
            None if cluster is None else f"c'{cluster}" for cluster in table["cluster"]
        ]
    return tables


def _with_weights(
    make: Callable[[int], float], rng: random.Random, both: bool = True
) -> tuple[Columns, Columns]:
    truth, found = _unequal(rng)
    for table in (truth, found) if both else (truth,):
        table["weight"] = [make(node) for node in table["node"]]
    return truth, found


def _weights(rng: random.Random) -> tuple[Columns, Columns]:
    return _with_weights(lambda node: 1 + node % 3, rng)


def _weights_on_one_side(rng: random.Random) -> tuple[Columns, Columns]:
    return _with_weights(lambda node: 10**6 + node % 3, rng, both=False)


def _float_weights(rng: random.Random) -> tuple[Columns, Columns]:
    return _with_weights(lambda node: 0.1 + node % 4 / 7, rng)


def _shares(rng: random.Random) -> tuple[Columns, Columns]:
    tables = []
    for nodes in (range(50), range(6, 52)):
        rows = {row: rng.choice([0.25, 0.5, 1.0, None]) for row in _memberships(rng, nodes, 4, 2)}
        tables.append(_columns(rng, [(*row, share) for row, share in rows.items()], "share"))
    return tables[0], tables[1]


def _shares_on_one_side(rng: random.Random) -> tuple[Columns, Columns]:
    return _shares(rng)[0], _overlapping(rng)[1]


def _shares_and_weights(rng: random.Random) -> tuple[Columns, Columns]:
    tables = _shares(rng)
    for table in tables:
        table["weight"] = [2 + node % 2 for node in table["node"]]
    return tables


def _floats_for_integers(rng: random.Random) -> tuple[Columns, Columns]:
    truth, found = _overlapping(rng)
    truth["node"] = [float(node) for node in truth["node"]]
    found["cluster"] = [None if cluster is None else float(cluster) for cluster in found["cluster"]]
    return truth, found


def _half_numbers(rng: random.Random) -> tuple[Columns, Columns]:
    truth, found = _overlapping(rng)
    truth["node"] = [node / 2 for node in truth["node"]]
    return truth, found


CASES: dict[str, Callable[[random.Random], tuple[Columns, Columns]]] = {
    make.__name__.lstrip("_"): make
    for make in (
        _crisp,
        _crisp_with_lone_nodes,
        _overlapping,
        _nested,
        _duplicates,
        _unequal,
        _texts,
        _weights,
        _weights_on_one_side,
        _float_weights,
        _shares,
        _shares_on_one_side,
        _shares_and_weights,
        _floats_for_integers,
        _half_numbers,
    )
}
