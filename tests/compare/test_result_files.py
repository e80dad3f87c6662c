"""Results written to files: the text that is returned without a path, and a line end."""

from pathlib import Path

import pytest

import accord
from accord._display.result import Result

TRUTH, FOUND = [[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]
RESULTS = {
    "comparison": accord.compare(TRUTH, FOUND),
    "ranking": accord.rank(TRUTH, {"a": FOUND, "b": TRUTH}),
    "explanation": accord.explain(TRUTH, FOUND),
}


@pytest.mark.parametrize("format", ["csv", "json", "markdown", "latex", "html"])
@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_the_file_holds_what_is_returned_without_a_path(
    result: Result, format: str, tmp_path: Path
) -> None:
    convert = getattr(result, f"to_{format}")
    for path in (tmp_path / "result", str(tmp_path / "again")):
        assert convert(path) is None
        assert Path(path).read_text(encoding="utf-8") == f"{convert().rstrip()}\n"


def test_options_apply_to_files_too(tmp_path: Path) -> None:
    path, comparison = tmp_path / "table", RESULTS["comparison"]
    comparison.to_json(path, indent=None)
    assert path.read_text().count("\n") == 1
    comparison.to_latex(path, caption="Two clubs")
    assert "\\caption{Two clubs}" in path.read_text()


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(accord.errors.FileError, match="missing"):
        RESULTS["comparison"].to_csv(tmp_path / "missing" / "table.csv")
