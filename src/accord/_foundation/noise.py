"""Noise: nodes whose label says that they are in no cluster.

A label is noise only if the caller says so. Its nodes then stay as nodes in no cluster. Labels that
look like noise, -1 beside numbers from 0 or words, or the word noise, are reported if nothing was
said.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from accord._display.numbers import count
from accord._foundation.arguments import argument
from accord._foundation.columns import is_missing
from accord.errors import InputError, warn

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._foundation.clustering import Clustering

#: What becomes of the nodes with the label of noise.
NoisePolicy = Literal["unclustered", "drop", "alone", "cluster", "error"]
NOISE_POLICIES: tuple[NoisePolicy, ...] = get_args(NoisePolicy)
#: Names of clusters that look like noise, and those that HDBSCAN uses for it.
_NOISE = frozenset({-1, "-1", "-1.0", "noise", "Noise"})
_OF_HDBSCAN = frozenset({"-1", "-2", "-3"})


def is_said(noise: object) -> bool:
    """Whether a label was declared as noise; None and False declare none."""
    return noise is not None and noise is not False


def is_missing_label(noise: object) -> bool:
    """Whether the declared noise is what has no label: NaN or the NA of pandas."""
    return is_said(noise) and is_missing(noise)


def declare_noise(clustering: Clustering, noise: object, where: str) -> Clustering:
    """A clustering without its noise; if nothing was said, warn of what looks like noise.

    `where` is what the clustering was read from.
    """
    if is_said(noise):
        return clustering.without(noise)
    if noise is None:
        rows, multiplicity = clustering.rows, clustering.multiplicity
        sizes = rows.sizes if multiplicity is None else rows.sums(multiplicity[rows.members])
        warn_of_noise(clustering.names, sizes, where)
    return clustering


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


def warn_of_noise(
    names: Sequence[Hashable] | None, sizes: NDArray[np.int64], where: str = ""
) -> None:
    """Warn if a cluster is called -1 or noise, and no other has a negative number as its name.

    `sizes` are the numbers of nodes of the clusters, and `where` is the input. HDBSCAN also labels
    samples with infinite and with missing values: -2 and -3.
    """
    if names is None or _NOISE.isdisjoint(names):
        return
    written = [str(name).removesuffix(".0") for name in names]
    prefix = f"{where}: " if where else ""
    for label in (-1, "noise", "Noise"):
        noisy = np.array([name == str(label) for name in written])
        others = (name for name in names if str(name).removesuffix(".0") not in _OF_HDBSCAN)
        if not noisy.any() or (label == -1 and not all(map(_may_be_cluster, others))):
            continue
        n_nodes = int(sizes[noisy].sum())
        further = [name for name in written if name in ("-2", "-3")] if label == -1 else []
        hint = (
            f"; so does HDBSCAN label {', '.join(further)}: make these -1, too" if further else ""
        )
        warn(
            f"{prefix}{label}: {count(n_nodes, 'node')} form{'s' if n_nodes == 1 else ''} "
            f"one cluster; use {argument('noise', label)} if they are noise{hint}"
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
