"""`tinfes-statix-iswc18`: F1 values and names of clusters by a C++ tool, to six digits.

Its authors recorded them for type inference. Values of two more programs are left out: `onmi` of
that time follows no published formula (36 of 120 are those of Lancichinetti et al. or McDaid et
al.), and `gecmi` draws at random, so that runs differ.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from recorded.values import Case, Value

# What the options of that tool mean here. It counts equal clusters and takes the union of the
# nodes, as we do.
METRIC_OF = {
    "xmeasures -fh": "f1h",
    "xmeasures -fs": "f1a",
    "xmeasures -fp": "f1p",
    "xmeasures -fh -kc": "f1h[weighting=combined]",
}

# It calls precision what is recall, and the other way round, in this output; its later versions do
# not.
LABELLING = re.compile(r"F1 labels hwmatch: (\S+) \(precision: (\S+), recall: (\S+)\)")


def cases(data: Path) -> Iterator[Case]:
    folder = data / "tinfes-statix-iswc18"
    for row in json.loads((folder / "expected.json").read_text()):
        if row["tool"] in METRIC_OF:
            values = [Value(METRIC_OF[row["tool"]], row["value"], 2e-6)]
        elif row["tool"] == "xmeasures -l":
            f1, recall, precision = map(float, LABELLING.fullmatch(row["value"]).groups())
            sides = ((None, f1), ("precision", precision), ("recall", recall))
            values = [Value("named_clusters", value, 1e-6, side) for side, value in sides]
        else:
            continue
        yield Case("xmeasures", folder / row["gt"], folder / row["clu"], values)
