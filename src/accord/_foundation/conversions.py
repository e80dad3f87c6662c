"""A clustering as labels, and as a data frame of pandas."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.columns import data_frame
from accord._display.numbers import count
from accord._foundation.checks import need_every_node
from accord._foundation.labels import is_int64
from accord.errors import InputError, OverlapError

if TYPE_CHECKING:
    import pandas

    from accord._foundation.clustering import Clustering


def label_of_node(clustering: Clustering, noise: Hashable) -> list[Any]:
    """The name or number of the cluster of each node, `noise` for none."""
    need_every_node(clustering.multiplicity, "the label of each node")
    if clustering.level_names:
        raise OverlapError(
            f"there are {len(clustering.level_names)} levels, and labels need one: "
            "choose one of levels(), or use to_pandas()"
        )
    if not clustering.is_crisp:
        raise OverlapError(
            "labels need a crisp clustering, and this one has "
            f"{count(clustering.n_overlapping, 'node')} in several clusters: "
            "use to_sets() or to_pandas()"
        )
    names, cluster = clustering.cluster_names(), clustering.cluster_of_node
    if (cluster < 0).any() and (
        noise in names or isinstance(noise, str) != isinstance(names[0], str)
    ):
        raise InputError(
            f"the noise label {noise!r} is the name of a cluster, or of another kind than names "
            f"such as {names[0]!r}: choose another one"
        )
    return [noise if index < 0 else names[index] for index in cluster.tolist()]


def membership_frame(clustering: Clustering) -> pandas.DataFrame:
    """A data frame with a row for each membership, then one for each node in no cluster."""
    need_every_node(clustering.multiplicity, "all memberships")
    rows, level_of = clustering.rows, clustering.level_of_cluster
    alone = np.flatnonzero(clustering.memberships_of_node == 0).tolist()
    nodes = [*rows.members.tolist(), *alone]
    cluster_of = rows.row_of_membership().tolist()
    columns: dict[str, Any] = {"node": [clustering.node_labels[node] for node in nodes]}
    names = {"cluster": clustering.cluster_names()}
    if level_of is not None:
        names["level"] = [clustering.level_names[level] for level in level_of.tolist()]
    for column, of_cluster in names.items():
        values = [*(of_cluster[cluster] for cluster in cluster_of), *[None] * len(alone)]
        columns[column] = np.fromiter(values, object, len(values)) if alone else values
    if rows.shares is not None:
        columns["share"] = np.append(rows.shares, np.full(len(alone), np.nan))
    if clustering.weights is not None:
        columns["weight"] = clustering.weights[nodes]
    integers = [column for column in names if alone and all(map(is_int64, names[column]))]
    frame: pandas.DataFrame = data_frame(columns).astype(dict.fromkeys(integers, "Int64"))
    return frame
