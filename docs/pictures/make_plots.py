"""Draw the plots of the docs by running the code on their pages.

After each block of code, the picture that is shown next is the figure of `axes`.
"""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib import pyplot, style

from accord import AccordError

FOLDER = Path(__file__).parent
PAGES = [FOLDER.parent / name for name in ("plots.md", "lfr.md")]
_BLOCK_OR_PICTURE = re.compile(
    r"^```python\n(.*?)^```$|\]\(pictures/(plots/\w+\.svg)\)", re.MULTILINE | re.DOTALL
)
#: Words stay words, and names of shapes do not change from run to run.
_SETTINGS = {"svg.fonttype": "none", "svg.hashsalt": "accord"}


def pictures() -> Iterator[tuple[str, str]]:
    """All of them, by the name of the file."""
    with style.context(["default", _SETTINGS]):  # whatever another library has set
        for page in PAGES:
            yield from _pictures_of(page)


def _pictures_of(page: Path) -> Iterator[tuple[str, str]]:
    names: dict[str, Any] = {}
    text = page.read_text(encoding="utf-8")
    for code, picture in _BLOCK_OR_PICTURE.findall(text):
        if code:
            _run(code, names)
        else:
            yield picture, as_svg(names["axes"].figure)
            pyplot.close(names["axes"].figure)


def _run(code: str, names: dict[str, Any]) -> None:
    """The statements of a session, without what they print. One that a page shows to fail may do
    so.
    """
    for statement in re.findall(r"^>>> .*\n(?:^\.\.\.(?: .*)?\n)*", code, re.MULTILINE):
        source = "\n".join(line[4:] for line in statement.splitlines())
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(AccordError):
            exec(source, names)


def as_svg(figure: Any) -> str:
    """Without the date and the version of matplotlib."""
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()) + "\n"


if __name__ == "__main__":
    matplotlib.use("Agg")
    for name, content in pictures():
        (FOLDER / name).write_text(content, encoding="utf-8")
