"""The code in docs/plots.md and docs/lfr.md draws the pictures that these pages show.

They are compared element by element rather than byte by byte: the last digits of coordinates depend
on the machine that laid out the words, and names of shapes are made from these digits. Words,
colours and the order of elements are the same.
"""

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

FOLDER = Path(__file__).parents[2] / "docs/pictures"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
#: Attributes that hold names of shapes, or colours and the like.
NO_PLACES = ("id", "href", "clip-path", "style")
#: In points, of pictures some hundred points wide.
TOLERANCE = 0.5


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_plots", FOLDER / "make_plots.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def elements(picture: str) -> Iterator[tuple[str, list[float]]]:
    """Every element without its numbers and names of shapes; and the numbers."""
    for element in ElementTree.fromstring(picture).iter():
        places = [(name, value) for name, value in element.items() if not name.endswith(NO_PLACES)]
        shape = [(name, NUMBER.sub("0", value)) for name, value in places]
        yield (
            str((element.tag, (element.text or "").strip(), element.get("style"), shape)),
            [float(number) for _, value in places for number in NUMBER.findall(value)],
        )


def test_code_in_docs_draws_the_pictures_in_docs() -> None:
    made = dict(script().pictures())
    assert {f"plots/{path.name}" for path in (FOLDER / "plots").glob("*")} == set(made)
    for name, picture in made.items():
        there = list(elements((FOLDER / name).read_text(encoding="utf-8")))
        drawn = list(elements(picture))
        assert [shape for shape, _ in drawn] == [shape for shape, _ in there], name
        for (_, mine), (_, theirs) in zip(drawn, there, strict=True):
            assert mine == pytest.approx(theirs, abs=TOLERANCE), name


def test_comparison_detects_changed_text_colours_and_positions() -> None:
    picture = '<svg><text x="1" style="fill: #ffffff">word</text></svg>'
    for changed in (
        picture.replace("word", "other"),
        picture.replace("#ffffff", "#fffffe"),
        picture.replace("text", "path"),
    ):
        assert [shape for shape, _ in elements(changed)] != [
            shape for shape, _ in elements(picture)
        ]
    assert [numbers for _, numbers in elements(picture.replace('"1"', '"3"'))] == [[], [3.0]]
