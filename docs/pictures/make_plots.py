"""Makes the pictures of docs/plots.md: `python docs/pictures/make_plots.py` runs the code of that page and writes them anew.

After each block of code, the picture that is shown next is the figure of `axes`.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib import pyplot, style

FOLDER = Path(__file__).parent
PAGE = FOLDER.parent / "plots.md"
_BLOCK_OR_PICTURE = re.compile(r"^```python\n(.*?)^```$|\]\(pictures/(plots/\w+\.svg)\)", re.MULTILINE | re.DOTALL)
#: Words stay words, and names of shapes do not change from run to run.
_SETTINGS = {"svg.fonttype": "none", "svg.hashsalt": "accord"}


def pictures() -> Iterator[tuple[str, str]]:
    """All of them, by the name of the file."""
    names: dict[str, Any] = {}
    with style.context(["default", _SETTINGS]):  # whatever another library has set
        for code, picture in _BLOCK_OR_PICTURE.findall(PAGE.read_text(encoding="utf-8")):
            if code:
                lines = (line[4:] for line in code.splitlines() if line.startswith((">>>", "...")))
                exec("\n".join(lines), names)
            else:
                yield picture, as_svg(names["axes"].figure)
                pyplot.close(names["axes"].figure)


def as_svg(figure: Any) -> str:
    """Without the date and the version of matplotlib."""
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()) + "\n"


if __name__ == "__main__":
    matplotlib.use("Agg")
    for name, content in pictures():
        (FOLDER / name).write_text(content, encoding="utf-8")
