"""The report on an explanation: what happened to the clusters, in pictures and tables."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

from accord._display.numbers import count, percent, readable
from accord._explain.explanation import Explanation
from accord._explain.verdicts import VERDICTS
from accord.report._clusters import clusters_section, nodes_section
from accord.report._markup import Markup, joined, tag
from accord.report._page import Section
from accord.report._pictures.flows import flows_picture
from accord.report._pictures.match_by_size import cloud_picture
from accord.report._pictures.overlap_matrix import greatest_share, matrix_picture
from accord.report._pictures.sizes import size_range, sizes_picture
from accord.report._pictures.svg import figure
from accord.report._pictures.verdicts import verdicts_picture
from accord.report._provenance import citation_section
from accord.report._sentences import MEANINGS, all_of, title_of, unit_of_total_size
from accord.report._tables import key, legend, table
from accord.views import flows, match_cloud, overlap_matrix, size_histogram

SIDES: tuple[Literal["truth"], Literal["found"]] = ("truth", "found")
#: Number of truth clusters in the matrix, and in the flows.
_CLUSTERS_IN_MATRIX = 30
_CLUSTERS_IN_FLOWS = 12


def report_on_explanation(explanation: Explanation) -> tuple[Markup, list[Section]]:
    """Return the lead of the page and its sections."""
    citing = Section("citing", "Citing", "How to cite", citation_section())
    return tag("span", title_of(explanation.summary()), "."), [
        *sections_on_clusters(explanation),
        citing,
    ]


def sections_on_clusters(explanation: Explanation) -> Iterator[Section]:
    """Return the sections on verdicts, sizes, overlaps, flows, clusters and nodes."""
    yield Section("verdicts", "Verdicts", "What happened to the clusters?", _verdicts(explanation))
    yield Section("sizes", "Sizes", "Are clusters of all sizes found?", _sizes(explanation))
    yield Section("overlaps", "Overlaps", "Which clusters share nodes?", _overlaps(explanation))
    yield Section("flows", "Flows", "Where do the nodes go?", _flows(explanation))
    yield Section(
        "clusters", "Clusters", "Which clusters cost most?", clusters_section(explanation)
    )
    yield Section("nodes", "Nodes", "Which nodes agree least?", nodes_section(explanation))


def _verdicts(explanation: Explanation) -> list[Markup]:
    tables = []
    for side, totals in explanation.totals().items():
        rows = [
            [
                joined([key(verdict, verdict), tag("small", MEANINGS[side][verdict])]),
                f"{total.clusters:,}",
                readable(total.size),
                f"{total.cost:.4f}",
            ]
            for verdict, total in totals.items()
            if total.clusters
        ]
        unit = unit_of_total_size(explanation, side)
        columns = [
            ("verdict", "verdict"),
            ("clusters", "number"),
            (unit, "number"),
            ("cost", "number"),
        ]
        tables.append(table(f"verdicts-{side}", f"Verdicts on {side} clusters", columns, rows))
    intro = (
        "Every cluster gets a verdict by how it matches the other side. "
        f"Its cost is how much better {explanation.metric} would be if this cluster alone "
        "were matched perfectly."
    )
    bars = verdicts_picture(explanation)
    return [tag("p", intro, class_="intro"), bars, tag("div", *tables, class_="columns spaced")]


def _sizes(explanation: Explanation) -> list[Markup]:
    histogram = size_histogram(explanation)
    totals = explanation.totals()
    clouds = [
        figure(
            cloud_picture(match_cloud(explanation, side), getattr(explanation, side)),
            f"F1 of {side} clusters with their best partner, by size and coloured by verdict; "
            "a line is the median of the clusters of these sizes.",
            legend({verdict: verdict for verdict, total in totals[side].items() if total.clusters}),
        )
        for side in SIDES
    ]
    sizes = figure(
        sizes_picture(histogram),
        "Number of clusters by size.",
        legend({side: side for side in SIDES}),
    )
    intro = "Cluster sizes on both sides, and how well clusters of each size are matched."
    return [
        tag("p", intro, class_="intro"),
        tag("div", sizes, _sizes_table(explanation), *clouds, class_="columns"),
    ]


def _sizes_table(explanation: Explanation) -> Markup:
    """Return the numbers of the pictures as a table."""
    histogram = size_histogram(explanation)
    medians = [match_cloud(explanation, side, max_points=0).median.tolist() for side in SIDES]
    columns = [
        ("size", ""),
        *((title, "number") for title in ("truth", "median F1", "found", "median F1")),
    ]
    rows = [
        [
            size_range(histogram.edges, index),
            f"{histogram.truth[index]:,}",
            _or_dash(medians[0][index]),
            f"{histogram.found[index]:,}",
            _or_dash(medians[1][index]),
        ]
        for index in range(len(histogram.truth))
    ]
    return table("sizes-table", "Clusters by size, and their median F1", columns, rows)


def _overlaps(explanation: Explanation) -> list[Markup]:
    matrix = overlap_matrix(explanation, _CLUSTERS_IN_MATRIX)
    which = _which_clusters(len(matrix.truth_indices), matrix.n_truth)
    intro = (
        f"{which} in the rows, and the found clusters that share most nodes with them in the "
        "columns. A single strong cell in its row and column is a match; several in a row are "
        "a split, several in a column a merger."
    )
    caption = (
        "The stronger the colour of a cell, the larger the share of the truth cluster "
        f"that is in the found cluster: up to {percent(greatest_share(matrix))}."
    )
    return [tag("p", intro, class_="intro"), figure(matrix_picture(matrix), caption)]


def _flows(explanation: Explanation) -> list[Markup]:
    shown = flows(explanation, _CLUSTERS_IN_FLOWS)
    n_shown = sum(bar.index is not None for bar in shown.truth)
    which = _which_clusters(n_shown, shown.n_truth, "costliest")
    intro = (
        f"{which} on the left, and the found clusters of their nodes on the right; "
        "the width of a band is the number of nodes they share."
    )
    caption = "A band has the colour of the verdict on its truth cluster."
    thin = len(shown.links) - len(drawn := shown.wide_links())
    if thin:
        share = 1 - sum(link.amount for link in drawn) / shown.total
        are = "is" if thin == 1 else "are"
        caption += (
            f" {count(thin, 'thin band')} with {percent(share)} of all the width {are} not drawn."
        )
    present = {bar.verdict for bar in (*shown.truth, *shown.found) if bar.verdict is not None}
    verdicts = {VERDICTS[verdict]: VERDICTS[verdict] for verdict in sorted(present)}
    return [
        tag("p", intro, class_="intro"),
        figure(flows_picture(shown), caption, legend(verdicts)),
    ]


def _which_clusters(shown: int, total: int, order: str = "largest") -> str:
    if shown < total:
        return f"The {shown} {order} truth clusters of {total:,}"
    return all_of(total, "truth cluster")


def _or_dash(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.2f}"
