"""The colours of all pictures: one for each verdict and each side, apart from each other for colour-blind people too.

Each has a contrast of at least 3 : 1 to the paper it is on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Palette:
    """Colours as #rrggbb."""

    paper: str
    #: Words and axes, lesser words, and lines that hardly matter.
    ink: str
    muted: str
    faint: str
    truth: str
    found: str
    #: By verdict; the last is for what has none, as "other clusters".
    verdicts: Mapping[str, str]
    neutral: str
    #: The two ends of a scale from nothing to all.
    scale: tuple[str, str]


LIGHT = Palette(
    paper="#ffffff",
    ink="#1f2328",
    muted="#59636e",
    faint="#d1d9e0",
    truth="#0072b2",
    found="#c25700",
    verdicts={
        "exact": "#00694d",
        "close": "#2f9e77",
        "split": "#3b8bd4",
        "merged": "#b67a00",
        "mixed": "#9a5fa8",
        "missed": "#c8352b",
        "noise": "#6e7781",
    },
    neutral="#8a939c",
    scale=("#ffffff", "#08417a"),
)
DARK = Palette(
    paper="#0d1117",
    ink="#e6edf3",
    muted="#9ba4ae",
    faint="#30363d",
    truth="#56b4e9",
    found="#f0883e",
    verdicts={
        "exact": "#7fe0b8",
        "close": "#2ea57a",
        "split": "#4493f8",
        "merged": "#e0a82e",
        "mixed": "#c58ad4",
        "missed": "#ff6b5e",
        "noise": "#8b949e",
    },
    neutral="#6e7681",
    scale=("#0d1117", "#8cc8ff"),
)
