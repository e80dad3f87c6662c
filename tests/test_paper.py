"""The tables of docs/reproducing_the_paper.md: our values are computed, theirs are near."""

import re
from pathlib import Path

import pytest

import accord

PAGE = (Path(__file__).parent.parent / "docs/reproducing_the_paper.md").read_text(encoding="utf-8")
CONSTRAINTS = ("homogeneity", "completeness", "rag_bag", "size_vs_quantity")
TRUTH = [[1, 2, 3], [2, 3, 4], [3, 4, 1], [4, 1, 2]]
COUNTEREXAMPLE = [[[1, 2], [3, 4]], [[1, 2], [2, 3], [3, 4], [4, 1]]]


def rows(columns: int) -> list[list[str]]:
    """The cells of rows with values, of tables with this many columns of values."""
    found = [re.findall(r"[^|]+", line) for line in PAGE.splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in row] for row in found]
    return [row for row in cells if len(row) == columns + 1 and re.search(r"\d", row[1])]


def computed(metric: str, columns: int) -> list[list[float]]:
    """The values of each column of values."""
    if columns == 2:
        compare = [
            accord.compare(TRUTH, found, [metric], orientation="clusters")
            for found in COUNTEREXAMPLE
        ]
        return [[float(comparison[metric])] for comparison in compare]
    verdicts = accord.constraints(metric).to_dict()[metric]
    return [[verdicts[name]["worse"], verdicts[name]["better"]] for name in CONSTRAINTS]


@pytest.mark.parametrize("columns", [2, 4])
def test_values_of_accord_are_computed_and_those_of_the_paper_are_near(columns: int) -> None:
    table = rows(columns)
    assert len(table) >= 5
    values: list[list[float]] = []
    for name, *cells in table:
        printed = [[float(number) for number in cell.split()] for cell in cells]
        if name.startswith("`"):
            values = computed(name.strip("`"), columns)
            assert [[round(v, 6) for v in cell] for cell in values] == printed, name
        else:  # what the paper prints, with two or three digits
            for ours, theirs in zip(values, printed, strict=True):
                assert ours == pytest.approx(theirs, abs=0.005 if columns == 2 else 0.001), name
