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
        "exact": "#135043",
        "close": "#058755",
        "partial": "#749d4e",
        "split": "#3195f7",
        "merged": "#c08611",
        "mixed": "#7d469b",
        "missed": "#a41405",
        "noise": "#8f7f91",
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
        "exact": "#a8f6da",
        "close": "#21bc7e",
        "partial": "#bbe168",
        "split": "#1f7ff5",
        "merged": "#dba61a",
        "mixed": "#c2a4ef",
        "missed": "#dc433a",
        "noise": "#717b92",
    },
    neutral="#6e7681",
    scale=("#161b22", "#8cc8ff"),
    series=("#56b4e9", "#f0883e", "#2fc39a", "#e08ad0", "#d4b72c", "#9aa0f5", "#ff7b86", "#9fb8bd"),
)
