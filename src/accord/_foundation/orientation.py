"""Orientation: whether a mapping leads from clusters to their nodes, or from nodes to clusters.

`{"red": ["ann", "bob"]}` and `{"ann": ["red", "blue"]}` look alike. The caller may say which it is;
otherwise these rules are tried in this order, for all mappings of a call together:

1. The nodes of the other inputs. If only the keys, or only the values, occur among them, these are
   the nodes. This is tried before each of the other rules, as every decision makes nodes known.
2. Single values. If every key has one value, and values recur, keys are nodes: as clusters, they
   would be single nodes, many of them twice. If no value recurs and there are more values than
   keys, keys are clusters: a partition.
3. Coverage. If keys and values both occur among the nodes of another input, as numbers do, those
   that cover at least twice as much of them are the nodes.
4. Shares. If the shares of every key, and not those of every value, add up to 1, keys are nodes.
5. Numbers. If there are fewer keys than values, or one value per key and one key per value, keys
   are clusters. Two mappings with the same keys and different values leave this open, unless their
   keys are numbered from 0 or 1.
6. Duplicates. Many nodes are in exactly the same clusters, and few clusters have exactly the same
   nodes. If at least half of the keys repeat the values of another key, and fewer than half of the
   values repeat the keys of another value, keys are nodes; the other way round, clusters.

Where nothing tells, a mapping with more keys than values is an error, and any other is read as
clusters, with a warning that says so. The keys of a Series of collections are then nodes if there
are more of them than values.

A list of 20 or more collections is such a mapping from positions if it has two or more values, and
at least twice as many collections; any other holds clusters. A warning says so if it is read as the
clusters of nodes. Where nothing tells, it holds clusters, and a warning says so if an input beside
it is as long.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from typing import Any, Literal

from accord._display.numbers import count
from accord._foundation.arguments import argument
from accord._foundation.labels import IntegerLabels, Labels, TextLabels, as_integers
from accord._foundation.reading import Orientation
from accord._foundation.rows import NOWHERE
from accord.errors import InputError, warn

#: At most this many keys and values are looked up among the nodes of other inputs.
_SAMPLE = 1000
#: At most this many other inputs are looked at.
_MAX_INPUTS = 4
#: Shares add up to 1 up to this error.
_ROUNDING = 1e-6


#: What a mapping was made of: of a list, keys are positions; of a Series, its index.
MappingSource = Literal["mapping", "series", "list"]


@dataclass(frozen=True, eq=False)
class Incidence:
    """A mapping from keys to collections of values, and the counts that the rules need."""

    mapping: Mapping[Hashable, Collection[Hashable]]

    @cached_property
    def n_keys(self) -> int:
        return len(self.mapping)

    @cached_property
    def n_entries(self) -> int:
        """Number of pairs of a key and one of its values."""
        return sum(map(len, self.mapping.values()))

    @cached_property
    def values(self) -> dict[Hashable, None]:
        """The distinct values, in order of appearance."""
        return dict.fromkeys(chain.from_iterable(self.mapping.values()))

    @cached_property
    def has_long_row(self) -> bool:
        """Whether a key has more values than there are keys; shares are left to their rule."""
        rows = self.mapping.values()
        return max(map(len, rows)) > self.n_keys and not any(
            isinstance(row, Mapping) for row in rows
        )

    @property
    def n_values(self) -> int:
        return len(self.values)

    @cached_property
    def has_numbered_keys(self) -> bool:
        """Whether the keys are 0, 1, 2, … or 1, 2, 3, … in any order."""
        keys = self.mapping.keys()
        return all(type(key) is int for key in keys) and (
            keys == set(range(self.n_keys)) or keys == set(range(1, self.n_keys + 1))
        )

    def duplicate_keys(self) -> float:
        """The share of keys that have exactly the values of an earlier key."""
        return 1 - len(set(map(frozenset, self.mapping.values()))) / self.n_keys

    def duplicate_values(self) -> float:
        """The share of values that have exactly the keys of an earlier value."""
        keys_of: dict[Hashable, list[int]] = {}
        for number, values in enumerate(self.mapping.values()):
            for value in values:
                keys_of.setdefault(value, []).append(number)
        return 1 - len(set(map(tuple, keys_of.values()))) / self.n_values

    def sample_keys(self) -> list[Hashable]:
        step = -(-self.n_keys // _SAMPLE)
        return list(islice(self.mapping, 0, None, step))

    def sample_values(self) -> list[Hashable]:
        step = -(-self.n_keys // _SAMPLE)
        rows = islice(self.mapping.values(), 0, None, step)
        values = list(dict.fromkeys(chain.from_iterable(islice(row, _SAMPLE) for row in rows)))
        return values[:: -(-len(values) // _SAMPLE) or 1]


def find_orientations(
    mappings: Sequence[tuple[str, Mapping[Any, Any]]],
    known: Iterable[Labels] = (),
    sources: Sequence[MappingSource] | None = None,
) -> list[Orientation]:
    """The orientation of each named mapping; `known` are the nodes of the other inputs.

    `sources` are what the mappings were made of. Raise InputError, or warn, about those that the
    data leave open.
    """
    try:
        return _find_orientations(mappings, known, sources or ["mapping"] * len(mappings))
    except TypeError as error:
        raise InputError(f"node labels must be hashable: {error}") from None


def _find_orientations(
    mappings: Sequence[tuple[str, Mapping[Any, Any]]],
    known: Iterable[Labels],
    sources: Sequence[MappingSource],
) -> list[Orientation]:
    nodes = [_Nodes(labels) for labels in known]
    left = {position: Incidence(mapping) for position, (_, mapping) in enumerate(mappings)}
    found: dict[int, Orientation] = {}
    for rule in (*_RULES, _from_coverage):
        for position, incidence in list(left.items()):
            others = [other for other in left.values() if other is not incidence]
            orientation = _from_nodes(incidence, nodes) or rule(incidence, others, nodes)
            if orientation is not None:
                found[position] = orientation
                if orientation == "nodes" and sources[position] == "list":
                    _warn_of_nodes(mappings[position][0], incidence)
                nodes.append(_Nodes(_nodes_of(incidence, orientation)))
                del left[position]
    for position, incidence in left.items():
        name, source = mappings[position][0], sources[position]
        if source == "mapping":
            found[position] = _read_as_clusters(name, incidence)
        elif source == "series":
            found[position] = _read_series(name, incidence)
        else:
            beside = [mapping for index, (_, mapping) in enumerate(mappings) if index != position]
            found[position] = _read_list(name, incidence, beside)
    return [found[position] for position in range(len(mappings))]


def is_clearly_clusters(mapping: Mapping[Any, Any]) -> bool:
    """Whether a mapping from clusters to nodes is read as such on its own, without a warning."""
    incidence = Incidence(mapping)
    decisions = (rule(incidence, (), ()) for rule in _RULES)
    return next(filter(None, decisions), None) == "clusters"


# ---- the rules -----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Nodes:
    """The nodes of another input."""

    labels: Labels | Collection[Hashable]

    def share_of(self, items: Sequence[Hashable]) -> float:
        """The share of the items that are among these nodes."""
        return self._count(items) / len(items) if items else 0.0

    def _count(self, items: Sequence[Hashable]) -> int:
        labels = self.labels
        if isinstance(labels, IntegerLabels):
            integers = as_integers(items)
            return 0 if integers is None else int((labels.find(integers) != NOWHERE).sum())
        if isinstance(labels, TextLabels):
            if not all(isinstance(item, str) for item in items):
                return 0
            return int((labels.find(items) != NOWHERE).sum())
        known = labels if isinstance(labels, Collection) else set(labels)
        return sum(item in known for item in items)


def share_of_nodes(labels: Labels, items: Sequence[Hashable]) -> float:
    """The share of the items, or of a sample of them, that are among these nodes."""
    return _Nodes(labels).share_of(items[:: -(-len(items) // _SAMPLE) or 1])


def _nodes_of(incidence: Incidence, orientation: Orientation) -> Collection[Hashable]:
    return incidence.mapping.keys() if orientation == "nodes" else incidence.values.keys()


def _from_nodes(incidence: Incidence, known: Sequence[_Nodes]) -> Orientation | None:
    """Rule 1: only the keys, or only the values, occur among the nodes of another input."""
    keys, values = incidence.sample_keys(), incidence.sample_values()
    for nodes in known[:_MAX_INPUTS]:
        of_keys, of_values = nodes.share_of(keys), nodes.share_of(values)
        if bool(of_keys) != bool(of_values):
            return "nodes" if of_keys else "clusters"
    return None


def _from_single_values(
    incidence: Incidence, others: Sequence[Incidence], known: Sequence[_Nodes]
) -> Orientation | None:
    """Rule 2: every key has one value, or every value one key."""
    n_keys, n_entries = incidence.n_keys, incidence.n_entries
    if not others and not known and incidence.has_long_row:
        return "clusters"  # as rule 5 decides, too, after counting the values
    if n_entries == n_keys and all(map(len, incidence.mapping.values())):
        return "nodes" if incidence.n_values < n_keys else None
    return "clusters" if incidence.n_values == n_entries > n_keys else None


def _from_coverage(
    incidence: Incidence, others: Sequence[Incidence], known: Sequence[_Nodes]
) -> Orientation | None:
    """Rule 3: keys or values cover at least twice as much of the nodes of another input."""
    for nodes in known[:_MAX_INPUTS]:
        of_keys, of_values = (
            share * size / (len(nodes.labels) + (1 - share) * size)
            for share, size in (
                (nodes.share_of(incidence.sample_keys()), incidence.n_keys),
                (nodes.share_of(incidence.sample_values()), incidence.n_values),
            )
        )
        if max(of_keys, of_values) >= 2 * min(of_keys, of_values) and of_keys != of_values:
            return "nodes" if of_keys > of_values else "clusters"
    return None


def _from_shares(
    incidence: Incidence, others: Sequence[Incidence], known: Sequence[_Nodes]
) -> Orientation | None:
    """Rule 4: the shares of every key, and not those of every value, add up to 1."""
    rows = list(incidence.mapping.values())
    if not all(isinstance(row, Mapping) for row in rows):
        return None
    total_of: dict[Hashable, float] = {}
    try:
        if not all(math.isclose(sum(row.values()), 1, abs_tol=_ROUNDING) for row in rows):  # type: ignore[attr-defined]
            return None
        for row in rows:
            for value, share in row.items():  # type: ignore[attr-defined]
                total_of[value] = total_of.get(value, 0) + share
    except TypeError:  # these are not numbers, which is an error later
        return None
    whole = all(math.isclose(total, 1, abs_tol=_ROUNDING) for total in total_of.values())
    return None if whole else "nodes"


def _from_numbers(
    incidence: Incidence, others: Sequence[Incidence], known: Sequence[_Nodes]
) -> Orientation | None:
    """Rule 5: there are fewer keys than values, or each key has one value of its own."""
    n_keys, n_values = incidence.n_keys, incidence.n_values
    if n_keys > n_values or n_keys == n_values < incidence.n_entries:
        return None
    same_keys = any(
        other.mapping.keys() == incidence.mapping.keys()
        and other.values.keys() != incidence.values.keys()
        for other in others
    )
    return None if same_keys and not incidence.has_numbered_keys else "clusters"


def _from_duplicates(
    incidence: Incidence, others: Sequence[Incidence], known: Sequence[_Nodes]
) -> Orientation | None:
    """Rule 6: most keys, or most values, are duplicates of another one."""
    if not incidence.n_values:
        return None
    keys, values = incidence.duplicate_keys() >= 0.5, incidence.duplicate_values() >= 0.5
    if keys == values:
        return None
    return "nodes" if keys else "clusters"


#: Rules 2 to 6; the first one that decides counts.
_RULES = (_from_single_values, _from_coverage, _from_shares, _from_numbers, _from_duplicates)


def _read_as_clusters(name: str, incidence: Incidence) -> Orientation:
    """What to do about a mapping that no rule decides."""
    if incidence.n_keys > incidence.n_values:
        raise InputError(
            f"{name} maps {count(incidence.n_keys, 'key')} to collections of "
            f"{count(incidence.n_values, 'value')}, and either may be the nodes: "
            f"use {argument('orientation', 'nodes')} if the keys are nodes, or "
            f"{argument('orientation', 'clusters')} if they are clusters"
        )
    warn(
        f"{name} is read as {count(incidence.n_keys, 'cluster')} by name; "
        f"use {argument('orientation', 'nodes')} if the keys are nodes, or "
        f"{argument('orientation', 'clusters')} to confirm it"
    )
    return "clusters"


def _read_series(name: str, incidence: Incidence) -> Orientation:
    """What to do about a Series of collections that no rule decides."""
    if incidence.n_keys <= incidence.n_values:
        return _read_as_clusters(name, incidence)
    _warn_of_nodes(name, incidence)
    return "nodes"


def _warn_of_nodes(name: str, incidence: Incidence) -> None:
    warn(
        f"{name} is read as the clusters of {count(incidence.n_keys, 'node')}; "
        f"use {argument('orientation', 'clusters')} if it lists the nodes of clusters, or "
        f"{argument('orientation', 'nodes')} to confirm it"
    )


def _read_list(name: str, incidence: Incidence, others: Sequence[Mapping[Any, Any]]) -> Orientation:
    """What to do about a list of collections that no rule decides."""
    if any(len(other) == incidence.n_keys for other in others):
        warn(
            f"{name} is read as {count(incidence.n_keys, 'cluster')} of "
            f"{count(incidence.n_values, 'node')}; use {argument('orientation', 'nodes')} if it "
            "lists the clusters of each node, or "
            f"{argument('orientation', 'clusters')} to confirm it"
        )
    return "clusters"
