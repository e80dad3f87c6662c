"""The task pictures: the pictures of reports, one at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from accord._explain.explanation import Explanation
from accord._explain.verdicts import VERDICTS
from accord._foundation.progress import ProgressCallback, begin_step
from accord.errors import InputError, unknown
from accord.report._pictures.flows import flows_picture
from accord.report._pictures.levels import levels_picture
from accord.report._pictures.match_by_size import cloud_picture
from accord.report._pictures.overlap_matrix import matrix_picture
from accord.report._pictures.score_dots import dots_pictures
from accord.report._pictures.similarity import similarity_picture
from accord.report._pictures.sizes import sizes_picture
from accord.report._pictures.verdicts import verdicts_picture
from accord.views import (
    flows,
    match_cloud,
    overlap_matrix,
    score_dots,
    similarity_map,
    size_histogram,
)
from accord.web._tasks.compare import comparison_of
from accord.web._tasks.explained import check_side
from accord.web._tasks.inputs import Inputs
from accord.web._tasks.rank import ranking_of
from accord.web._tasks.standalone import standalone
from accord.web._tasks.task import Document

#: Clusters in pictures unless a request says otherwise, as in reports.
_CLUSTERS = {"overlap_matrix": 30, "flows": 12}
#: Clusterings in the map of similarity.
_MAX_IN_MAP = 40

_Request = Mapping[str, Any]
_Drawn = list[str]


def pictures(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> dict[str, Any] | Document:
    """Draw a picture: for the page, or with `format` "svg" as a file that needs nothing else."""
    kind = request.get("kind") or "verdicts"
    drawn, names = _draw(kind, request, inputs, progress)
    if not drawn:
        raise InputError(f"there is nothing to draw in the picture {kind}")
    if request.get("format") == "svg":
        return Document(standalone(drawn).encode(), "image/svg+xml", f"{kind}.svg")
    svgs = [_with_namespace(svg) for svg in drawn]
    return {
        "kind": kind,
        "svg": svgs[0],
        "svgs": [{"title": _title(svg), "svg": svg} for svg in svgs],
        "caption": CAPTIONS[kind],
        "legend": [{"name": name, "colour": f"c-{name}"} for name in names],
    }


def _draw(
    kind: str, request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> tuple[_Drawn, list[str]]:
    """The drawings of a picture, and the names in its legend."""
    if kind in _OF_EXPLANATION:
        explanation = inputs.explained(request, progress).explanation
        begin_step(progress, "drawing")
        names = ["truth", "found"] if kind == "sizes" else _verdicts(explanation)
        return _svgs(_OF_EXPLANATION[kind](explanation, request)), names
    if kind == "levels":
        levels = comparison_of(request, inputs, progress).levels
        if levels is None:
            raise InputError("found has no levels: there is nothing to draw in the picture levels")
        return _svgs(levels_picture(score_dots(levels))), []
    if kind not in _OF_RANKING:
        raise unknown("picture", kind, CAPTIONS)
    if not isinstance(request["found"], list):
        request = {**request, "found": [request["found"]]}
    ranking = ranking_of(request, inputs, progress)
    begin_step(progress, "drawing")
    if kind == "similarity":
        return _svgs(similarity_picture(similarity_map(ranking, max_clusterings=_MAX_IN_MAP))), []
    return [svg for drawn in dots_pictures(score_dots(ranking)) for svg in _svgs(drawn)], []


def _matrix(explanation: Explanation, request: _Request) -> str:
    return matrix_picture(overlap_matrix(explanation, _n_clusters(request, "overlap_matrix")))


def _flows(explanation: Explanation, request: _Request) -> str:
    return flows_picture(flows(explanation, _n_clusters(request, "flows")))


def _match_by_size(explanation: Explanation, request: _Request) -> str:
    side = check_side(request.get("side") or "truth")
    cloud = match_cloud(explanation, "truth" if side == "truth" else "found")
    return cloud_picture(cloud, getattr(explanation, side))


_OF_EXPLANATION: Mapping[str, Callable[[Explanation, _Request], str]] = {
    "verdicts": lambda explanation, _: verdicts_picture(explanation),
    "flows": _flows,
    "overlap_matrix": _matrix,
    "match_by_size": _match_by_size,
    "sizes": lambda explanation, _: sizes_picture(size_histogram(explanation)),
}
_OF_RANKING = ("scores", "similarity")
#: What each picture shows.
CAPTIONS = {
    "verdicts": "Clusters by verdict, on both sides.",
    "flows": "Truth clusters on the left, and the found clusters of their nodes on the right; the "
    "width of a band is the number of nodes they share.",
    "overlap_matrix": "Truth clusters in the rows, found clusters in the columns; the stronger the "
    "colour, the larger the share of the truth cluster that is in the found cluster.",
    "match_by_size": "F1 of clusters with their best partner, by size and coloured by verdict; a "
    "line is the median of the clusters of these sizes.",
    "sizes": "Number of clusters by size.",
    "levels": "Scores of the levels, in their order.",
    "scores": "A strip for each metric; the best value has the solid dot.",
    "similarity": "Every result against every other, and against the truth; the stronger the "
    "colour, the more similar.",
}


def _n_clusters(request: _Request, kind: str) -> int:
    n_clusters: int = request.get("clusters") or _CLUSTERS[kind]
    return n_clusters


def _verdicts(explanation: Explanation) -> list[str]:
    totals = explanation.totals().values()
    return [
        verdict
        for verdict in VERDICTS
        if any(verdict in of_side and of_side[verdict].clusters for of_side in totals)
    ]


def _svgs(markup: str) -> _Drawn:
    """The drawings in a piece of a page."""
    return re.findall(r"<svg\b.*?</svg>", markup, re.DOTALL)


def _with_namespace(svg: str) -> str:
    return svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def _title(svg: str) -> str:
    """The title of a drawing, as it is in the markup without its escapes."""
    from accord.web._tasks.results import without_markup

    match = re.search(r"<title[^>]*>(.*?)</title>", svg, re.DOTALL)
    return without_markup(match[1]) if match else ""
