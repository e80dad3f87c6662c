"""The task inspect: what an input is, and how it is read."""

from __future__ import annotations

import os
from typing import Any

from accord._foundation.clustering import Clustering
from accord._foundation.progress import ProgressCallback
from accord._io.clusterings.formats import CLUSTERING_FORMATS
from accord._io.networks.formats import NETWORK_FORMATS
from accord._io.wrong_kind import NetworkAsClusteringError
from accord.errors import AccordError, FormatError, unknown
from accord.web._tasks.inputs import Inputs
from accord.web._tasks.json_values import as_name, kind_of_names
from accord.web._tasks.reading import Spec, name_of, open_source

_KINDS = ("clustering", "network", "table")
#: Clusters, nodes and rows that an answer shows.
_SHOWN = 5


def inspect(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> dict[str, Any]:
    """Say whether an input is a clustering, a network or a table of attributes, and its facts."""
    spec, kind = request["input"], request.get("kind")
    if kind is not None and kind not in _KINDS:
        raise unknown("kind of input", kind, _KINDS)
    format = (spec.get("reading") or {}).get("format")
    if kind is None and format in NETWORK_FORMATS and format not in CLUSTERING_FORMATS:
        kind = "network"
    if kind == "network":
        return _network(spec, inputs, progress)
    if kind == "table":
        return _table(spec, inputs)
    try:
        return _clustering(spec, inputs, progress)
    except NetworkAsClusteringError:
        if kind is not None:
            raise
        return _network(spec, inputs, progress)
    except FormatError as error:
        if kind is not None or spec.get("reading") or (error.line or 1) > 1:
            raise
        try:
            table = _table(spec, inputs)
        except AccordError:
            raise error from None
        why = f"read as a table of attributes, since it is not clear as a clustering: {error}"
        return {**table, "notes": [{"kind": "clustering", "text": why}]}


def _clustering(spec: Spec, inputs: Inputs, progress: ProgressCallback | None) -> dict[str, Any]:
    clustering = inputs.clustering(spec, progress)
    names = clustering.cluster_names()
    sizes = clustering.rows.sizes[:_SHOWN].tolist()
    return {
        "kind": "clustering",
        "name": name_of(spec),
        "format": _format_of(spec, CLUSTERING_FORMATS),
        "summary": clustering.summary(),
        "facts": clustering.facts(),
        "kinds": {
            "nodes": clustering.node_labels.kind,
            "clusters": kind_of_names(clustering.names),
        },
        "levels": _levels(clustering),
        "clusters": [
            {"index": index, "cluster": as_name(names[index]), "size": size}
            for index, size in enumerate(sizes)
        ],
        "nodes": [
            as_name(clustering.node_labels[index])
            for index in range(min(_SHOWN, clustering.n_nodes))
        ],
    }


def _levels(clustering: Clustering) -> list[dict[str, Any]]:
    of_cluster = clustering.level_of_cluster
    if of_cluster is None:
        return []
    return [
        {"name": as_name(name), "clusters": int((of_cluster == level).sum())}
        for level, name in enumerate(clustering.level_names)
    ]


def _network(spec: Spec, inputs: Inputs, progress: ProgressCallback | None) -> dict[str, Any]:
    network = inputs.network(spec, progress)
    return {
        "kind": "network",
        "name": name_of(spec),
        "format": _format_of(spec, NETWORK_FORMATS),
        "facts": network.facts(),
        "kinds": {"nodes": network.node_labels.kind},
        "levels": [],
        "nodes": [
            as_name(network.node_labels[index])
            for index in range(min(_SHOWN, len(network.node_labels)))
        ],
    }


def _table(spec: Spec, inputs: Inputs) -> dict[str, Any]:
    table = inputs.table(spec)
    first = next(iter(table.values()))
    return {
        "kind": "table",
        "name": name_of(spec),
        "format": "csv",
        "facts": {"nodes": len(table), "attributes": len(first)},
        "attributes": list(first),
        "kinds": {"nodes": "text"},
        "levels": [],
        "nodes": [as_name(node) for node in list(table)[:_SHOWN]],
    }


def _format_of(spec: Spec, formats: Any) -> str | None:
    """The name of the format that an input was read in; None for a folder of files."""
    if os.path.isdir(spec.get("at", "")):
        return None
    name: str = formats.for_reading(
        open_source(spec), (spec.get("reading") or {}).get("format")
    ).name
    return name
