"""Noise: nodes whose label says that they are in no cluster.

A label is noise only if the caller says so. Its nodes then stay as nodes in no cluster. Labels that
look like noise, -1 beside numbers from 0 or words, or a word such as noise or NA, are reported
unless it was said that there is none.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from accord._display.numbers import count
from accord._foundation.arguments import argument
from accord._foundation.checks import counted
from accord._foundation.clustering_parts import DeclaredNoise
from accord._foundation.columns import is_missing
from accord.errors import InputError, warn

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._foundation.clustering import Clustering

#: What becomes of the nodes with the label of noise.
NoisePolicy = Literal["unclustered", "drop", "alone", "cluster", "error"]
NOISE_POLICIES: tuple[NoisePolicy, ...] = get_args(NoisePolicy)

#: How -1 is written as the name of a cluster; -1.0 equals -1.
_MINUS_ONE: frozenset[Hashable] = frozenset({-1, "-1", "-1.0"})
#: What HDBSCAN labels samples with infinite and with missing values with.
_OF_HDBSCAN: frozenset[Hashable] = frozenset({-2, "-2", "-2.0", -3, "-3", "-3.0"})
#: Words for noise and for a missing value.
_WORDS: frozenset[Hashable] = frozenset(
    {"noise", "Noise", "", "NA", "N/A", "<NA>", "NaN", "nan", "null", "NULL", "None"}
)
_SUSPECTS = _MINUS_ONE | _WORDS


def is_said(noise: object) -> bool:
    """Whether a label was declared as noise; None and False declare none."""
    return noise is not None and noise is not False


def is_missing_label(noise: object) -> bool:
    """Whether the declared noise is what has no label: NaN or the NA of pandas."""
    return is_said(noise) and is_missing(noise)


def declare_noise(clustering: Clustering, noise: object, where: str) -> Clustering:
    """A clustering without its noise; warn of what looks like noise and was not declared.

    `where` is what the clustering was read from.
    """
    declared = mark_noise(clustering, noise)
    warn_of_possible_noise(declared, where)
    return declared


def mark_noise(clustering: Clustering, noise: object) -> Clustering:
    """A clustering without its noise, which remembers what was said about it."""
    if noise is None:
        return clustering
    n_nodes = _count_noise(clustering, noise)
    cleaned = clustering.without(noise) if is_said(noise) else clustering
    earlier = clustering.parts.declared_noise
    if earlier is not None and str(earlier.label) == str(noise):
        n_nodes = max(n_nodes, earlier.n_nodes)
    declared = DeclaredNoise(noise, n_nodes)
    return type(clustering)(replace(cleaned.parts, declared_noise=declared))


def _count_noise(clustering: Clustering, noise: object) -> int:
    """The number of nodes with the label of noise."""
    if not is_said(noise):
        return 0
    named = np.array([str(name) == str(noise) for name in clustering.cluster_names()])
    n_nodes = int(cluster_sizes(clustering)[named].sum())
    if is_missing_label(noise):
        n_nodes += counted(clustering.memberships_of_node == 0, clustering.multiplicity)
    return n_nodes


def cluster_sizes(clustering: Clustering) -> NDArray[np.int64]:
    """The number of nodes of each cluster."""
    rows, multiplicity = clustering.rows, clustering.multiplicity
    return rows.sizes if multiplicity is None else rows.sums(multiplicity[rows.members])


# ---- what was said and has no effect -------------------------------------------------------------


def unused_noise(clusterings: Iterable[Clustering], noise: object) -> str | None:
    """The label that was declared as noise if none of the clusterings has it, else None.

    -1 is the label that everybody uses, and a result without noise is no surprise.
    """
    if not is_said(noise) or str(noise) in _MINUS_ONE:
        return None
    declared = [clustering.parts.declared_noise for clustering in clusterings]
    return None if any(each is None or each.n_nodes for each in declared) else str(noise)


def describe_unused_noise(label: str) -> str:
    return f"no node has the label {label}, which was declared as noise"


def warn_of_unused_noise(clusterings: Iterable[Clustering], noise: object) -> None:
    """Warn if none of the clusterings has the label that was declared as noise."""
    label = unused_noise(clusterings, noise)
    if label is not None:
        warn(describe_unused_noise(label))


# ---- policies ------------------------------------------------------------------------------------


def apply_noise(
    cluster: NDArray[np.int64], names: list[Hashable], noise: object, policy: NoisePolicy
) -> tuple[NDArray[np.int64], list[Hashable]]:
    """Apply a noise policy: the cluster of each node, -1 for none, and the names of clusters.

    Nodes without a label have the cluster -1 already. "drop" is left to the caller.
    """
    noisy = cluster < 0 if is_missing_label(noise) else _nodes_of(cluster, names, noise)
    if policy == "error" and noisy.any():
        raise InputError(
            f"{count(int(noisy.sum()), 'node')} with the noise label {noise!r}: "
            "remove them, or choose another noise_policy"
        )
    if not noisy.any() or (policy == "cluster" and not is_missing_label(noise)):
        return cluster, names
    numbers = np.flatnonzero(noisy).tolist()
    if policy == "cluster":
        return np.where(noisy, len(names), cluster), [*names, str(noise)]
    if not is_missing_label(noise):
        noisy_cluster = names.index(noise)
        names = names[:noisy_cluster] + names[noisy_cluster + 1 :]
        cluster = np.where(noisy, -1, cluster - (cluster > noisy_cluster))
    if policy == "alone":
        cluster = cluster.copy()
        cluster[noisy] = len(names) + np.arange(len(numbers))
        names = [*names, *(f"{noise}:{index}" for index in numbers)]
    return cluster, names


def count_noise(cluster: NDArray[np.int64], names: list[Hashable], noise: object) -> int:
    """The number of nodes with the label of noise, before a policy is applied."""
    noisy = cluster < 0 if is_missing_label(noise) else _nodes_of(cluster, names, noise)
    return int(np.count_nonzero(noisy))


def _nodes_of(
    cluster: NDArray[np.int64], names: list[Hashable], noise: object
) -> NDArray[np.bool_]:
    """The nodes with the label of noise."""
    if not is_said(noise) or noise not in names:
        if is_said(noise) and names and isinstance(noise, str) != isinstance(names[0], str):
            raise InputError(
                f"the noise label {noise!r} is of another type than labels such as {names[0]!r}: "
                "give it as one of the labels"
            )
        return np.zeros(len(cluster), bool)
    noisy: NDArray[np.bool_] = cluster == names.index(noise)
    return noisy


# ---- what looks like noise -----------------------------------------------------------------------


@dataclass(frozen=True)
class PossibleNoise:
    """A label that looks like noise and is a cluster, as nothing else was said."""

    label: int | str
    n_nodes: int
    labels_of_hdbscan: tuple[str, ...] = ()  # further noise, beside -1

    def describe(self, where: str = "") -> str:
        """Say that its nodes form a cluster, and how to declare them as noise."""
        prefix = f"{where}: " if where else ""
        verb, they_are = ("forms", "it is") if self.n_nodes == 1 else ("form", "they are")
        hint = ""
        if self.labels_of_hdbscan:
            further = ", ".join(self.labels_of_hdbscan)
            hint = f"; so does HDBSCAN label {further}: make these -1, too"
        return (
            f"{prefix}{self.label if self.label != '' else repr('')}: "
            f"{count(self.n_nodes, 'node')} {verb} one cluster; "
            f"use {argument('noise', self.label)} if {they_are} noise{hint}"
        )


def find_possible_noise(clustering: Clustering) -> tuple[PossibleNoise, ...]:
    """The labels of a clustering that look like noise; none if that was denied."""
    declared, names = clustering.parts.declared_noise, clustering.names
    if names is None or (declared is not None and declared.label is False):
        return ()
    possible = _possible_noise(names, cluster_sizes(clustering))
    said = None if declared is None else str(declared.label)
    return tuple(each for each in possible if str(each.label) != said)


def warn_of_possible_noise(clustering: Clustering, where: str = "") -> None:
    """Warn of labels that look like noise; `where` is what they were read from."""
    for possible in find_possible_noise(clustering):
        warn(possible.describe(where))


def _possible_noise(
    names: Sequence[Hashable], sizes: NDArray[np.int64]
) -> tuple[PossibleNoise, ...]:
    """The names of clusters that look like noise, with their numbers of nodes.

    These are words, and -1 if no other name is a negative number or a fraction.
    """
    suspects = [index for index, name in enumerate(names) if name in _SUSPECTS]
    if not suspects:
        return ()
    others = [name for name in names if name not in _SUSPECTS]
    is_noise = all(name in _OF_HDBSCAN or _may_be_cluster(name) for name in others)
    n_nodes: dict[int | str, int] = {}
    for index in suspects:
        label = -1 if names[index] in _MINUS_ONE else str(names[index])
        if label != -1 or is_noise:
            n_nodes[label] = n_nodes.get(label, 0) + int(sizes[index])
    further = sorted(str(name).removesuffix(".0") for name in others if name in _OF_HDBSCAN)
    return tuple(
        PossibleNoise(label, number, tuple(further) if label == -1 else ())
        for label, number in n_nodes.items()
    )


def _may_be_cluster(name: Hashable) -> bool:
    """Whether a name beside -1 is that of a cluster: a whole number from 0, or a word."""
    if isinstance(name, str):
        try:
            float(name)
        except ValueError:
            return True
        return _is_natural(name.removesuffix(".0"))
    return _is_natural(name)


def _is_natural(name: Hashable) -> bool:
    """Whether the name of a cluster is a whole number from 0, or such a number as text."""
    if isinstance(name, str):
        return name.isdecimal()
    is_number = isinstance(name, int | float | np.integer)
    return is_number and float(name) >= 0 and float(name).is_integer()  # type: ignore[arg-type]
