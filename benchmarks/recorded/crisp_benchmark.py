"""`gagolewski-clustbench`: 4982 results of some twenty algorithms, to all digits.

They are for Gagolewski's benchmark suite, by genieclust. Label 0 is noise, and such points are left
out. Of its eleven columns, accord has five.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from recorded.values import Case, Value

METRIC_OF = {
    "ar": "adjusted_rand",
    "r": "rand",
    "fm": "fowlkes_mallows",
    "nmi": "nmi[norm=avg]",
    "ami": "ami",
}
OTHERS = {
    "afm": "Fowlkes-Mallows corrected for chance",
    "mi": "mutual information as it is",
    "npa": "normalised pivoted accuracy",
    "psi": "pair sets index",
    "spsi": "simplified pair sets index",
    "nca": "normalised clustering accuracy",
}


@lru_cache(maxsize=8)
def columns(path: Path) -> NDArray[np.int64]:
    """The labels of a file: of the truth, or a column for each method, which the header names."""
    header = 1 if ".result" in path.name else 0
    return np.loadtxt(path, dtype=np.int64, delimiter=",", skiprows=header, ndmin=2)


def cases(data: Path) -> Iterator[Case]:
    folder = data / "gagolewski-clustbench"
    with (folder / "expected.csv").open() as table:
        for row in csv.DictReader(table):
            truth = columns(folder / "labels" / row["labels_file"])[:, 0]
            found = columns(folder / row["result_file"])[:, int(row["column"])]
            values = [Value(metric, float(row[column])) for column, metric in METRIC_OF.items()]
            values += [
                Value("", float(row[column]), remark=f"no counterpart: {name}")
                for column, name in OTHERS.items()
            ]
            yield Case("genieclust", truth[truth != 0], found[truth != 0], values)
