"""similarity_matrix: a metric for all pairs of several clusterings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from accord._engines.choose import as_clusterings
from accord._engines.native.engine import NativeEngine
from accord._foundation.node_base import NodeBase, fixed_base
from accord._foundation.node_index import NodeIndex
from accord._foundation.reading import Orientation, Reading
from accord._foundation.threads import thread_count
from accord._io.objects.results import is_frame, label_columns
from accord.errors import InputError
from accord.metrics._requests import DEFAULT_METRIC, one_metric

if TYPE_CHECKING:
    import pandas
    from numpy.typing import NDArray

    from accord._foundation.types import ClusteringLike


def similarity_matrix(
    clusterings: Sequence[ClusteringLike] | Mapping[str, ClusteringLike] | pandas.DataFrame,
    metric: str = DEFAULT_METRIC,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> NDArray[np.float64]:
    """Compute a metric for all pairs of clusterings.

    Each column of a data frame is a clustering, with a label for every node.
    Row i, column j has clustering i as truth and clustering j as found. `nodes` applies to each
    pair: "truth" means the nodes of clustering i, a different node base in each row, which makes
    any metric asymmetric if the nodes differ. Give the nodes themselves to compare all pairs on the
    same nodes.

    >>> from accord import similarity_matrix
    >>> similarity_matrix([[[1, 2], [3, 4]], [[1, 2], [3], [4]]], "nmi").round(3)
    array([[1. , 0.8],
           [0.8, 1. ]])
    """
    _, (chosen, options) = one_metric(metric)
    count = thread_count(threads)
    reading = Reading(orientation, noise, columns, nodes)
    if not len(clusterings):
        raise InputError("there are no clusterings")
    if is_frame(clusterings):
        clusterings = label_columns(clusterings)
    named = clusterings.items() if isinstance(clusterings, Mapping) else enumerate(clusterings)
    sides = as_clusterings(
        [(f"clustering {name}", data) for name, data in named], reading, threads=count
    )
    index = NodeIndex(sides, count)
    nodes = fixed_base(nodes)
    symmetric = chosen.is_symmetric(options, nodes)
    matrix = np.empty((len(clusterings), len(clusterings)))
    for i in range(len(clusterings)):
        for j in range(i if symmetric else 0, len(clusterings)):
            matrix[i, j] = chosen.score(NativeEngine(index.pair(i, j, nodes)), **options)
            if symmetric:
                matrix[j, i] = matrix[i, j]
    return matrix
