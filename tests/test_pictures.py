"""The pictures in the docs equal the output of the script next to them."""

import importlib.util
import re
from pathlib import Path
from xml.etree import ElementTree

FOLDER = Path(__file__).parent.parent / "docs/pictures"


def test_script_reproduces_the_pictures_byte_for_byte() -> None:
    spec = importlib.util.spec_from_file_location("make_pictures", FOLDER / "make.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    made = script.pictures()
    assert {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.svg")} == made
    for content in made.values():
        assert ElementTree.fromstring(content).tag.endswith("svg")


def test_every_picture_is_shown_on_a_page() -> None:
    shown = [*FOLDER.parent.glob("*.md"), FOLDER.parents[1] / "benchmarks/README.md"]
    pages = "".join(page.read_text(encoding="utf-8") for page in shown)
    assert all(f"pictures/{path.name})" in pages for path in FOLDER.glob("*.svg"))


def test_gallery_shows_each_plot_with_the_code_that_draws_it() -> None:
    block = re.compile(
        r"^```python\n((?:(?!```).*\n)*)```\n\n!\[[^\]]*\]\(pictures/(plots/\w+\.svg)\)",
        re.MULTILINE,
    )
    docs = FOLDER.parent
    drawn = dict(map(reversed, block.findall((docs / "plots.md").read_text(encoding="utf-8"))))
    gallery = (docs / "gallery.md").read_text(encoding="utf-8")
    assert dict(map(reversed, block.findall(gallery))) == drawn
    assert all(f"](pictures/plots/{path.name})" in gallery for path in FOLDER.glob("plots/*"))
