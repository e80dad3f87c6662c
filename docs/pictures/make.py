"""Draw the pictures of docs/which_metric.md, docs/large_data.md and benchmarks/README.md as plain
SVG.

No drawing library is needed, and equal versions of accord write equal files.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

import accord
from accord._compare.constraints import SAMPLES, Clusters, Sample

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
import results

COLOURS = (
    "#3b76c4",
    "#e07b39",
    "#4c9f50",
    "#c0392b",
    "#8e5bb5",
    "#8a6d3b",
    "#c2559d",
    "#5f6b76",
    "#1c9e9e",
)
PAPER, INK, FAINT = "#ffffff", "#24292f", "#d0d7de"
#: What the curves are of, in the order of their colours: the last of their names.
CURVES = (
    "f1p",
    "gnmi",
    "bcubed",
    "omega",
    "element_centric",
    "purity",
    "onmi",
    "ami",
    "element_centric[alpha=0.1]",
)
#: Nodes, and lines of nodes in a cluster.
RADIUS, STEP, PADDING, GAP = 12, 30, 8, 14


def pictures() -> dict[str, str]:
    """All of them, by file name."""
    samples = {f"{sample.constraint}.svg": sample_picture(sample) for sample in SAMPLES}
    return {
        **samples,
        "chance.svg": chance_picture(),
        "damage.svg": damage_picture(),
        "reduction.svg": reduction_picture(),
        "rivals.svg": rivals_picture(),
    }


# ---- samples: truth as colour, found clusters as outlines ----------------------------------------


def sample_picture(sample: Sample) -> str:
    colour = {
        node: COLOURS[place] for place, cluster in enumerate(sample.truth) for node in cluster
    }
    width = 330
    parts, heights = [], []
    for place, (title, found) in enumerate((("worse", sample.worse), ("better", sample.better))):
        drawn, height = found_clusters(found, colour, 20 + place * (width + 20), 44, width)
        parts += [text(20 + place * (width + 20), 28, title, bold=True), *drawn]
        heights.append(height)
    return svg(2 * width + 60, 44 + max(heights) + 16, sample.meaning, parts)


def found_clusters(
    found: Clusters, colour: Mapping[str, str], left: int, top: int, width: int
) -> tuple[list[str], int]:
    """Clusters from left to right, in lines; and how high they are together."""
    parts, x, y, height = [], left, top, 2 * RADIUS + 2 * PADDING
    for cluster in found:
        size = STEP * len(cluster) + 2 * PADDING - (STEP - 2 * RADIUS)
        if x > left and x + size > left + width:
            x, y = left, y + height + GAP
        parts.append(
            f'<rect x="{x}" y="{y}" width="{size}" height="{height}" '
            f'rx="{height // 2}" fill="none" '
            f'stroke="{INK}" stroke-width="2"/>'
        )
        for place, node in enumerate(cluster):
            middle_x, middle_y = x + PADDING + RADIUS + place * STEP, y + height // 2
            parts.append(
                f'<circle cx="{middle_x}" cy="{middle_y}" r="{RADIUS}" fill="{colour[node]}"/>'
            )
            parts.append(
                text(middle_x, middle_y + 5, node, colour=PAPER, anchor="middle", bold=True)
            )
        x += size + GAP
    return parts, y + height - top


# ---- curves --------------------------------------------------------------------------------------


def chance_picture() -> str:
    """Random clusters, of which nothing should be expected."""
    nodes, truth_clusters = 1000, 20
    counts = [2**power for power in range(1, 10)]
    drawing = random.Random(1)
    truth = [node % truth_clusters for node in range(nodes)]
    curves = curves_of(
        (
            "f1p",
            "nmi[norm=max]",
            "ami",
            "adjusted_rand",
            "onmi",
            "bcubed",
            "element_centric",
            "purity",
        ),
        [(truth, [drawing.randrange(count) for _ in range(nodes)]) for count in counts],
    )
    curves["nmi[norm=max], gnmi"], curves["adjusted_rand, omega"] = (
        curves.pop("nmi[norm=max]"),
        curves.pop("adjusted_rand"),
    )
    return chart(
        f"{nodes} nodes in {truth_clusters} clusters, against clusters drawn at random",
        "number of random clusters",
        [str(count) for count in counts],
        curves,
    )


def damage_picture() -> str:
    """A cover, and what is left of it when memberships are moved to other clusters."""
    truth = accord.generate_cover(nodes=1000, clusters=50, memberships=2, seed=1)
    moved = [tenths / 10 for tenths in range(11)]
    curves = curves_of(
        ("f1p", "omega", "gnmi", "onmi", "bcubed", "element_centric", "element_centric[alpha=0.1]"),
        [(truth, accord.perturb(truth, move=share, seed=2)) for share in moved],
    )
    title = "1000 nodes in 50 overlapping clusters, against the same with memberships moved"
    return chart(
        title,
        "share of memberships moved to another cluster",
        [f"{share:g}" for share in moved],
        curves,
    )


def curves_of(
    metrics: Sequence[str], pairs: Sequence[tuple[object, object]]
) -> dict[str, list[float]]:
    scores = [accord.compare(truth, found, metrics, nodes="union") for truth, found in pairs]
    return {metric: [float(score[metric]) for score in scores] for metric in metrics}


def chart(
    title: str, below: str, ticks: Sequence[str], curves: Mapping[str, Sequence[float]]
) -> str:
    """Values from 0 to 1 above ticks that are equally far apart; each curve is named at its end."""
    left, top, width, height = 48, 52, 460, 260

    def x(place: int) -> float:
        return left + width * place / (len(ticks) - 1)

    def y(value: float) -> float:
        return top + height * (1 - value)

    parts = [text(left, 28, title, bold=True)]
    for tenths in range(0, 11, 2):
        parts.append(line(left, y(tenths / 10), left + width, y(tenths / 10), FAINT))
        parts.append(text(left - 8, y(tenths / 10) + 4, f"{tenths / 10:g}", anchor="end"))
    parts += [
        text(x(place), top + height + 20, tick, anchor="middle") for place, tick in enumerate(ticks)
    ]
    parts.append(text(left + width / 2, top + height + 42, below, anchor="middle"))
    names = sorted(curves, key=lambda name: -curves[name][-1])
    heights = apart([y(curves[name][-1]) for name in names], 17, top + height)
    for name, at in zip(names, heights, strict=True):
        points = " ".join(f"{x(i):.1f},{y(value):.1f}" for i, value in enumerate(curves[name]))
        colour = COLOURS[CURVES.index(name.split(", ")[-1])]
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"/>'
        )
        parts.append(line(left + width + 3, y(curves[name][-1]), left + width + 16, at, colour))
        parts.append(text(left + width + 20, at + 4, name, colour=colour, bold=True))
    return svg(left + width + 230, top + height + 58, title, parts)


def apart(wished: Sequence[float], step: float, most: float) -> list[float]:
    """Ascending heights at least a step apart, at most `most`, near those wished for."""
    heights: list[float] = []
    for height in wished:
        heights.append(max(height, heights[-1] + step) if heights else height)
    for place in reversed(range(len(heights))):
        below = heights[place + 1] - step if place + 1 < len(heights) else most
        heights[place] = min(heights[place], below)
    return heights


# ---- the reduction of tables to node types -------------------------------------------------------


def reduction_picture() -> str:
    """Two small tables on their way to node types, with one key of two digits instead of four of 31
    bits.
    """
    sides = ({"a": (1, 2, 3, 4), "b": (3, 4, 5, 6)}, {"x": (1, 2, 3, 4), "y": (5, 6)})
    keys = {"a": 17, "b": 52, "x": 38, "y": 61}
    nodes = range(1, 7)
    clusters = [
        {node: [name for name, members in side.items() if node in members] for node in nodes}
        for side in sides
    ]
    sums = {node: sum(keys[name] for side in clusters for name in side[node]) for node in nodes}
    types = {total: [node for node in nodes if sums[node] == total] for total in sums.values()}
    colours = {total: COLOURS[place] for place, total in enumerate(types)}
    rows = [
        [(str(node), name, colours[sums[node]]) for node in nodes for name in side[node]]
        for side in clusters
    ]
    parts = [
        *small_table(20, "truth", ("node", "cluster"), rows[0]),
        *small_table(150, "found", ("node", "cluster"), rows[1]),
        *small_table(
            300,
            "random keys",
            ("cluster", "key"),
            [(name, str(key), INK) for name, key in keys.items()],
        ),
        *small_table(
            450,
            "sums of keys",
            ("node", "sum"),
            [(str(node), str(sums[node]), colours[sums[node]]) for node in nodes],
        ),
        *small_table(
            600,
            "node types",
            ("least", "count", "clusters"),
            [
                (
                    str(min(alike)),
                    str(len(alike)),
                    " ".join(name for side in clusters for name in side[min(alike)]),
                    colours[total],
                )
                for total, alike in types.items()
            ],
        ),
    ]
    parts += [text(x, 110, "→", anchor="middle", bold=True) for x in (284, 434, 584)]
    parts += [text(600, 170, "these come back, and"), text(600, 188, "the kernels finish")]
    return svg(790, 240, "From two tables of memberships to node types", parts)


def small_table(
    left: float, title: str, names: Sequence[str], rows: Sequence[Sequence[str]]
) -> list[str]:
    """A table in text; the last entry of a row is its colour."""
    parts = [text(left, 30, title, bold=True), line(left, 58, left + 55 * len(names), 58, FAINT)]
    parts += [
        text(left + 55 * column, 52, name, colour=COLOURS[7]) for column, name in enumerate(names)
    ]
    for place, (*words, colour) in enumerate(rows):
        parts += [
            text(left + 55 * column, 78 + 20 * place, word, colour=colour)
            for column, word in enumerate(words)
        ]
    return parts


# ---- times of accord and of others ---------------------------------------------------------------


def rivals_picture() -> str:
    """A line for each tool and task, on an axis of powers of ten."""
    tasks = [*rival_tasks("run", "seconds"), *rival_tasks("quality_com_dblp", "processor_seconds")]
    times = [seconds for _, lines in tasks for _, seconds, _ in lines]
    powers = range(math.floor(math.log10(min(times))), math.ceil(math.log10(max(times))) + 1)
    left, top, width, step = 150, 76, 480, 19
    bottom = top + step * sum(len(lines) + 1 for _, lines in tasks)

    def x(seconds: float) -> float:
        return left + width * (math.log10(seconds) - powers[0]) / (len(powers) - 1)

    parts = [text(20, 28, "Times of accord and of other tools on the same input", bold=True)]
    parts += key_of_marks(left, 50)
    for power in powers:
        parts.append(line(x(10.0**power), top, x(10.0**power), bottom, FAINT))
        tick = results.duration(10.0**power, milliseconds=power < 0).replace(".00", "")
        parts.append(text(x(10.0**power), bottom + 18, tick.replace(".0 ", " "), anchor="middle"))
    y = top
    for title, lines in tasks:
        y += step
        parts.append(text(20, y, title, bold=True))
        for tool, seconds, agrees in lines:
            y += step
            parts.append(text(left - 10, y, tool, anchor="end"))
            parts.append(mark(x(seconds), y - 4, agrees))
            shown = results.duration(seconds, milliseconds=seconds < 1)
            parts.append(text(x(seconds) + 10, y, shown, colour=MARKS[agrees][0]))
    return svg(left + width + 90, bottom + 34, "Times of accord and of other tools", parts)


def rival_tasks(name: str, column: str) -> list[tuple[str, list[tuple[str, float, bool | None]]]]:
    """What other tools did too: tools with their times, and whether they got the same value."""
    tasks: dict[str, list[tuple[str, float, bool | None]]] = {}
    for table, rows in results.load_results(name).tables.items():
        for row in rows:
            if column in row and "value" in row:
                title = ", ".join(results.kind(row)) or table
                title += " (processor time)" if column.startswith("processor") else ""
                same = row.get("agrees")
                tasks.setdefault(title, []).append((row["tool"], row[column], same))
    return [
        (title, lines)
        for title, lines in tasks.items()
        if any(not tool.startswith("accord") for tool, _, _ in lines)
    ]


#: Colour and meaning of what a tool computed: accord's own value, the same value, another one.
MARKS = {
    None: (COLOURS[0], "accord"),
    True: (COLOURS[2], "the same value"),
    False: (COLOURS[3], "a wrong value"),
}


def key_of_marks(left: float, y: float) -> list[str]:
    parts = []
    for place, (agrees, (colour, meaning)) in enumerate(MARKS.items()):
        x = left + 150 * place
        parts += [mark(x, y - 4, agrees), text(x + 10, y, meaning, colour=colour)]
    return parts


def mark(x: float, y: float, agrees: bool | None) -> str:
    """A disc for a right value and a cross for a wrong one, so that no one needs the colour."""
    colour = MARKS[agrees][0]
    if agrees is False:
        arms = f"M{x - 5:.1f},{y - 5:.1f}l10,10M{x - 5:.1f},{y + 5:.1f}l10,-10"
        return f'<path d="{arms}" stroke="{colour}" stroke-width="3"/>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}"/>'


# ---- SVG -----------------------------------------------------------------------------------------


def svg(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    """On paper of its own, so that it can be read on any background."""
    size = f'width="{math.ceil(width)}" height="{math.ceil(height)}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
            f'viewBox="0 0 {math.ceil(width)} {math.ceil(height)}" '
            'font-family="Helvetica, Arial, sans-serif" font-size="13" role="img">',
            f"<title>{escape(title)}</title>",
            f'<rect width="100%" height="100%" rx="10" fill="{PAPER}" stroke="{FAINT}"/>',
            *parts,
            "</svg>",
            "",
        ]
    )


def text(
    x: float, y: float, words: str, *, colour: str = INK, anchor: str = "start", bold: bool = False
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    position = f'x="{x:.1f}" y="{y:.1f}"'
    style = f'fill="{colour}" text-anchor="{anchor}"{weight}'
    return f"<text {position} {style}>{escape(words)}</text>"


def line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


if __name__ == "__main__":
    for name, content in pictures().items():
        (Path(__file__).parent / name).write_text(content, encoding="utf-8")
