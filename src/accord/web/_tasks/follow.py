"""The task follow: one cluster through the versions, or the levels, of a clustering."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from accord._engines.native.overlaps import overlaps_of_clusters
from accord._explain.lookup import find_cluster
from accord._explain.members import as_integer
from accord._foundation.pair import Pair
from accord._foundation.progress import ProgressCallback
from accord.errors import InputError
from accord.web._tasks.inputs import Inputs
from accord.web._tasks.json_values import as_name
from accord.web._tasks.reading import Spec, title_of

#: Clusters of a version that are followed, and links from each that are sent.
_MAX_CLUSTERS = 20
#: A cluster is followed if it shares at least this part of itself or of its neighbour.
_LEAST_SHARE = 0.1


def follow(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> dict[str, Any]:
    """Where the nodes of a cluster are in the versions before and after its own."""
    versions, names = _versions(request, inputs, progress)
    start = request.get("of") or 0
    if not 0 <= start < len(versions):
        raise InputError(
            f"there is no version {start}: there are {len(versions)}, and the first one is 0"
        )
    clustering = inputs.clustering(versions[start], progress)
    index = request.get("index")
    if index is None:
        index = find_cluster(clustering, request.get("cluster"), "followed", clustering)
    elif not 0 <= index < clustering.n_clusters:
        raise InputError(f"there is no cluster {index}: there are {clustering.n_clusters:,}")
    least = request.get("least_share")
    least = _LEAST_SHARE if least is None else least
    seen: dict[int, dict[int, float]] = {start: {}}
    links: list[dict[str, Any]] = []
    for step in (1, -1):
        at, clusters = start, [index]
        while clusters and 0 <= at + step < len(versions):
            first, second = sorted((at, at + step))
            pair = inputs.pair(versions[first], versions[second], None, progress)
            found = _links(pair, at, at + step, clusters)
            links += found["links"]
            for version in (at, at + step):
                seen.setdefault(version, {}).update(found["sizes"][version])
            at, clusters = at + step, _chosen(found["links"], step, least)
    seen[start].setdefault(index, float(len(clustering.rows.row(index))))
    links.sort(key=lambda link: (link["from_version"], -link["shared"]))
    return {
        "of": start,
        "cluster": as_name(clustering.name(index)),
        "index": index,
        "versions": [
            {
                "name": name,
                "version": version,
                "clusters": _cluster_rows(seen.get(version, {}), inputs.clustering(spec, progress)),
            }
            for version, (name, spec) in enumerate(zip(names, versions, strict=True))
        ],
        "links": links,
    }


def _versions(
    request: Mapping[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> tuple[list[Spec], list[str]]:
    """The versions that a request gives, or the levels of its input, with their names."""
    if request.get("versions"):
        return list(request["versions"]), [title_of(spec) for spec in request["versions"]]
    if not request.get("input"):
        raise InputError("give versions of a clustering, or an input that has levels")
    spec: Spec = request["input"]
    levels = inputs.clustering(spec, progress).level_names
    if len(levels) < 2:
        raise InputError("the clustering has no levels: give versions of it")
    return [{**spec, "level": str(level)} for level in levels], [as_name(name) for name in levels]


def _links(pair: Pair, at: int, to: int, clusters: Sequence[int]) -> dict[str, Any]:
    """The links of some clusters with those of the version next to theirs, and sizes."""
    forward = to > at
    side = "truth" if forward else "found"
    of_side = pair.truth if forward else pair.found
    left = [each for each in clusters if of_side.kept is None or of_side.kept[each]]
    overlaps = overlaps_of_clusters(pair, np.array(left, np.int64), side)
    old, new = (at, to) if forward else (to, at)
    links, sizes = [], {at: dict[int, float](), to: dict[int, float]()}
    order = np.argsort(-overlaps.amounts, kind="stable")
    sent: dict[int, int] = {}
    for place in order.tolist():
        truth, found = int(overlaps.truth[place]), int(overlaps.found[place])
        source = truth if forward else found
        if sent.get(source, 0) >= _MAX_CLUSTERS:
            continue
        sent[source] = sent.get(source, 0) + 1
        shared = float(overlaps.amounts[place])
        truth_size = float(overlaps.truth_sizes[truth])
        found_size = float(overlaps.found_sizes[found])
        sizes[old][truth], sizes[new][found] = truth_size, found_size
        links.append(
            {
                "from_version": old,
                "from": truth,
                "to_version": new,
                "to": found,
                "shared": as_integer(shared),
                "share_of_from": shared / truth_size,
                "share_of_to": shared / found_size,
            }
        )
    return {"links": links, "sizes": sizes}


def _chosen(links: Sequence[Mapping[str, Any]], step: int, least: float) -> list[int]:
    """The clusters to follow further: those that share enough with what led to them."""
    end = "to" if step > 0 else "from"
    strong: dict[int, None] = {}
    for link in links:
        if max(link["share_of_from"], link["share_of_to"]) >= least:
            strong[link[end]] = None
    return list(strong)[:_MAX_CLUSTERS]


def _cluster_rows(sizes: Mapping[int, float], clustering: Any) -> list[dict[str, Any]]:
    return [
        {"index": index, "cluster": as_name(clustering.name(index)), "size": as_integer(size)}
        for index, size in sorted(sizes.items(), key=lambda item: (-item[1], item[0]))
    ]
