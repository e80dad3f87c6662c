"""`vanschie-overlap-bench`: Omega and ONMI of three algorithms on 155 networks.

Omega is by a Python package that looks at all pairs, to all digits, and ONMI by the program of
Lancichinetti, to six.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from recorded.values import Case, Value

SOURCES = {"Omega": "omega-index-py3", "ONMI_LFK": "mutual (Lancichinetti)"}
OFF = {("real-Facebook-ego", "Demon", "ONMI_LFK"): "off by 0.003, for a reason unknown"}


def cases(data: Path) -> Iterator[Case]:
    folder = data / "vanschie-overlap-bench"
    for row in json.loads((folder / "expected.json").read_text()):
        remark = OFF.get((row["net"], row["algo"], row["metric"]), "")
        if row["metric"] == "Omega":
            value = Value("omega", row["value"], remark=remark)
        else:
            value = Value("onmi[norm=lfk]", row["value"], 2e-6, remark=remark)
        files = folder / "files" / row["net"]
        yield Case(
            SOURCES[row["metric"]],
            files / "ground-truth.txt",
            files / f"{row['algo']}.txt",
            [value],
        )
