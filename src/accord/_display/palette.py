"""The colours of all pictures: one for each verdict and each side.

Colour-blind readers can tell them apart, and their contrast with the paper is at least 3 : 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Palette:
    """Colours as #rrggbb."""

    paper: str
    #: Text and axes, secondary text, and grid lines.
    ink: str
    muted: str
    faint: str
    truth: str
    found: str
    verdicts: Mapping[str, str]
    #: For what has no verdict, such as "other clusters".
    neutral: str
    #: The two ends of a colour scale; the lower one is close to the paper.
    scale: tuple[str, str]
    #: Colours to assign in turn, such as to algorithms.
    series: tuple[str, ...]


LIGHT = Palette(
    paper="#ffffff",
    ink="#1f2328",
    muted="#59636e",
    faint="#d1d9e0",
    truth="#0072b2",
    found="#c25700",
    verdicts={
        "exact": "#043a2b",
        "close": "#2b975d",
        "grown": "#15652d",
        "shrunk": "#6e8cae",
        "shifted": "#757f30",
        "split": "#1397fb",
        "merged": "#c18813",
        "nested": "#013faa",
        "mixed": "#7955aa",
        "missed": "#8e0000",
        "noise": "#a7878f",
        "outside": "#79555c",
    },
    neutral="#8a939c",
    scale=("#f6f8fa", "#08417a"),
    series=("#0072b2", "#c25700", "#00805f", "#a8479a", "#8a7000", "#5b5fc7", "#b02a3a", "#4d6b70"),
)
DARK = Palette(
    paper="#0d1117",
    ink="#e6edf3",
    muted="#9ba4ae",
    faint="#30363d",
    truth="#56b4e9",
    found="#f0883e",
    verdicts={
        "exact": "#a7f6d8",
        "close": "#00b87b",
        "grown": "#d7e86e",
        "shrunk": "#92b2b3",
        "shifted": "#aa9424",
        "split": "#337cf0",
        "merged": "#ebb429",
        "nested": "#88b9ff",
        "mixed": "#a280c3",
        "missed": "#cd3737",
        "noise": "#6f778d",
        "outside": "#c9e1f7",
    },
    neutral="#6e7681",
    scale=("#161b22", "#8cc8ff"),
    series=("#56b4e9", "#f0883e", "#2fc39a", "#e08ad0", "#d4b72c", "#9aa0f5", "#ff7b86", "#9fb8bd"),
)
