"""F1 and size of clusters: a point per cluster, or cells if there are many."""

from __future__ import annotations

import math

import numpy as np

from accord._display.numbers import count, readable
from accord._explain.explained_side import ExplainedSide
from accord._explain.verdicts import VERDICTS
from accord.report._markup import Markup, coordinate, joined, label, tag
from accord.report._pictures.sizes import size_range
from accord.report._pictures.svg import Frame, mark, picture, size_label, svg_text
from accord.views import MatchCells, MatchCloud, MatchPoints


def cloud_picture(cloud: MatchCloud, side: ExplainedSide) -> Markup:
    low, high = math.log2(cloud.size_edges[0]), math.log2(cloud.size_edges[-1])
    frame = Frame(
        42, 26, 436, 220, lambda size: (math.log2(size) - low) / (high - low), lambda f1: f1
    )
    parts = [
        frame.grid_across([(tenths / 10, f"{tenths / 10:g}") for tenths in range(0, 11, 2)]),
        svg_text(0, 12, "F1"),
    ]
    if cloud.points is not None:
        parts += [_median(cloud, frame), _points(cloud.points, frame, side)]
    if cloud.cells is not None:
        parts += [_cells(cloud.cells, cloud, frame), _median(cloud, frame)]
    step = math.ceil(len(cloud.median) / 10)
    parts.append(
        frame.labels_below(
            [(edge, size_label(edge)) for edge in cloud.size_edges[::step].tolist()],
            "cluster size",
        )
    )
    median = float(np.median(side.f1[side.sizes > 0])) if cloud.n_clusters else 0.0
    clusters = count(cloud.n_clusters, f"{cloud.side} cluster")
    description = f"{clusters}; half of them have an F1 of at least {median:.2f}."
    return picture(
        f"cloud-{cloud.side}",
        500,
        frame.bottom + 46,
        f"F1 and size of {cloud.side} clusters",
        description,
        parts,
    )


def _points(points: MatchPoints, frame: Frame, side: ExplainedSide) -> Markup:
    columns = zip(
        *(column.tolist() for column in (points.indices, points.sizes, points.f1, points.verdicts)),
        strict=True,
    )
    radius = 4.5 if len(points.indices) <= 100 else 3.5
    return joined(
        mark(
            "circle",
            f"{label(side.clustering.name(index))}: {side.describe(index)}, F1 {f1:.2f}, "
            f"size {readable(size)}",
            cx=frame.x(size),
            cy=frame.y(f1),
            r=radius,
            class_=f"coloured c-{VERDICTS[verdict]} point",
        )
        for index, size, f1, verdict in columns
    )


def _cells(cells: MatchCells, cloud: MatchCloud, frame: Frame) -> Markup:
    columns = (cells.size_bins, cells.f1_bins, cells.counts, cells.verdicts)
    strongest = math.log2(int(cells.counts.max()) + 1)
    drawn = []
    for size_bin, f1_bin, number, verdict in zip(
        *(column.tolist() for column in columns), strict=True
    ):
        left, right = (frame.x(edge) for edge in cloud.size_edges[size_bin : size_bin + 2])
        bottom, top = (frame.y(edge) for edge in cloud.f1_edges[f1_bin : f1_bin + 2])
        tip = (
            f"{count(number, 'cluster')} of size {size_range(cloud.size_edges, size_bin)}, "
            f"F1 {cloud.f1_edges[f1_bin]:.2f} to {cloud.f1_edges[f1_bin + 1]:.2f}, "
            f"most of them {VERDICTS[verdict]}"
        )
        drawn.append(
            mark(
                "rect",
                tip,
                x=left + 0.5,
                y=top + 0.5,
                width=right - left - 1,
                height=bottom - top - 1,
                opacity=f"{0.2 + 0.8 * math.log2(number + 1) / strongest:.2f}",
                class_=f"coloured c-{VERDICTS[verdict]}",
            )
        )
    return joined(drawn)


def _median(cloud: MatchCloud, frame: Frame) -> Markup:
    """Draw a horizontal line for each bin that has clusters."""
    steps = zip(
        cloud.size_edges[:-1].tolist(),
        cloud.size_edges[1:].tolist(),
        cloud.median.tolist(),
        strict=True,
    )
    drawn = [
        f"M{coordinate(frame.x(low))} {coordinate(frame.y(f1))}H{coordinate(frame.x(high))}"
        for low, high, f1 in steps
        if not math.isnan(f1)
    ]
    return tag("path", d="".join(drawn), class_="median")
