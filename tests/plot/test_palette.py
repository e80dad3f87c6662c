"""Colours are distinct from the paper and from each other, also for colour-blind people."""

from itertools import combinations

import numpy as np
import pytest

from accord._display.palette import DARK, LIGHT, Palette
from accord._explain.verdicts import VERDICTS

#: What is seen of linear red, green and blue without one kind of cones (Machado, Oliveira,
#: Fernandes 2009).
SIGHTS = {
    "all cones": np.eye(3),
    "no long": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "no middle": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.01182, 0.04294, 0.968881],
        ]
    ),
    "no short": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.3039],
        ]
    ),
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])

both = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])


def linear(colour: str) -> np.ndarray:
    parts = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def contrast(a: str, b: str) -> float:
    low, high = sorted(float(linear(colour) @ XYZ[1]) for colour in (a, b))
    return (high + 0.05) / (low + 0.05)


def lab(colour: str, sight: np.ndarray) -> np.ndarray:
    """The colour in a space with perceptual distances (CIE 1976)."""
    xyz = XYZ @ np.clip(sight @ linear(colour), 0, 1) / XYZ.sum(1)
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), xyz * 841 / 108 + 4 / 29)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@both
def test_graphics_and_text_have_enough_contrast_with_the_paper(palette: Palette) -> None:
    graphics = [
        palette.truth,
        palette.found,
        palette.neutral,
        palette.scale[1],
        *palette.verdicts.values(),
        *palette.series,
    ]
    assert min(contrast(colour, palette.paper) for colour in graphics) >= 3
    assert min(contrast(colour, palette.paper) for colour in (palette.ink, palette.muted)) >= 4.5


@both
@pytest.mark.parametrize("sight", SIGHTS)
def test_verdict_colours_are_distinguishable(palette: Palette, sight: str) -> None:
    seen = [lab(colour, SIGHTS[sight]) for colour in palette.verdicts.values()]
    assert min(np.linalg.norm(a - b) for a, b in combinations(seen, 2)) > 18


@both
@pytest.mark.parametrize("sight", SIGHTS)
def test_side_colours_are_distinguishable(palette: Palette, sight: str) -> None:
    assert (
        np.linalg.norm(lab(palette.truth, SIGHTS[sight]) - lab(palette.found, SIGHTS[sight])) > 40
    )


@both
def test_every_verdict_has_a_colour(palette: Palette) -> None:
    assert tuple(palette.verdicts) == VERDICTS
