"""The task convert: a clustering, as it was read or edited, or a network in another format."""

from __future__ import annotations

import os
from typing import Any

from accord._foundation.progress import ProgressCallback, begin_step
from accord._io.clusterings.formats import CLUSTERING_FORMATS
from accord._io.files.compression import without_compression
from accord._io.networks.formats import NETWORK_FORMATS
from accord.web._tasks.inputs import Inputs
from accord.web._tasks.reading import name_of
from accord.web._tasks.task import Document
from accord.web._tasks.writing import clustering_bytes, network_bytes


def convert(request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None) -> Document:
    """Write an input in another format."""
    spec, format = request["input"], request.get("format") or "cnl"
    is_network = request.get("kind") == "network"
    formats: Any = NETWORK_FORMATS if is_network else CLUSTERING_FORMATS
    chosen = formats.for_writing("-", format)
    suffix = chosen.suffixes[0] if chosen.suffixes else ".txt"
    base = os.path.basename(without_compression(name_of(spec)))
    stem = os.path.splitext(base)[0].replace("/", "_") or "clustering"
    name = f"{stem}-edited{suffix}" if spec.get("edits") else f"{stem}{suffix}"
    if is_network:
        network = inputs.network(spec, progress)
        begin_step(progress, f"writing {name}")
        content = network_bytes(network, name, format)
    else:
        clustering = inputs.clustering(spec, progress)
        if request.get("merge_levels"):
            clustering = clustering.merged()
        begin_step(progress, f"writing {name}")
        content = clustering_bytes(clustering, name, format)
    media_type = "text/plain; charset=utf-8" if chosen.is_text else "application/octet-stream"
    return Document(content, media_type, name)
