"""Numbers about speed stand in files of results, and pages say what is in these files."""

import importlib
import json
import math
import re
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "benchmarks"))  # behind `tests`, which has modules of the same names
results: Any = importlib.import_module("results")
claims: Any = importlib.import_module("claims")

FILES = sorted((ROOT / "benchmarks/results").glob("*.json"))
#: A time, or how many times as long.
_SPEED = re.compile(
    r"\d[\d.,]* ?(?:(?:ns|µs|ms|s|seconds|minutes|hours)\b|times (?:as|faster|slower|the time))"
)
_CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
#: Sentences with a time that is a limit, a setting or an example, and not measured.
NOT_MEASURED = {
    "docs/bench.md": [
        "takes at most 10 seconds",
        "within 10 minutes and half of the memory",
        "says so after 10 seconds",
    ],
    "docs/promises.md": ["110 seconds each"],
    "docs/serve.md": [
        "| time of a question |",
        "| a client that sends or takes nothing |",
        "| a question that nobody waits for any more |",
    ],
    "docs/serve_api.md": ["for up to 60 seconds", "has been gone for 30 seconds"],
    "docs/serve_group.md": [
        "processor seconds in 24 hours",
        "may wait for its answer for 60 seconds",
    ],
}


def speeds(text: str) -> list[str]:
    """Lines of a page that tell a time outside of code and of what is drawn from results."""
    prose = _CODE.sub("", claims.without_results(text))
    return [line for line in prose.splitlines() if _SPEED.search(line)]


@pytest.mark.parametrize("page", claims.PAGES, ids=lambda page: page.name)
def test_no_page_tells_a_time_that_is_not_in_a_file_of_results(page: Path) -> None:
    allowed = NOT_MEASURED.get(str(page.relative_to(ROOT)), [])
    told = [line for line in speeds(page.read_text()) if not any(a in line for a in allowed)]
    assert told == []
    assert all(any(a in line for line in speeds(page.read_text())) for a in allowed)


@pytest.mark.parametrize(
    "sentence", ["in 144 ms on two cores", "takes 3 s", "16 times as long", "12.5 times faster"]
)
def test_times_in_prose_are_found(sentence: str) -> None:
    assert speeds(sentence) == [sentence]
    assert speeds(f"<!-- claim x -->{sentence}<!-- end of claim -->") == []
    assert speeds(f"<!-- results x -->\n\n{sentence}\n\n<!-- end of results -->") == []


def test_pages_say_what_is_in_the_files() -> None:
    for page in claims.PAGES:
        text = page.read_text()
        assert claims.fill(text) == text, f"run: python tools/generate.py ({page.name})"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_file_of_results_is_shown_with_its_facts(path: Path) -> None:
    content = json.loads(path.read_text())
    assert {"title", "command", "machine", "versions", "tolerance", "tables"} <= content.keys()
    measured = {"date", "load_at_begin", "load_at_end"} <= content.keys()
    assert measured != ("recorded" in content)
    assert f"<!-- results {path.stem} -->" in (ROOT / "benchmarks/README.md").read_text()
    for rows in content["tables"].values():
        assert all(isinstance(row[next(iter(row))], str) for row in rows)


def test_rows_are_compared_with_the_first_of_their_kind() -> None:
    measured = results.Results("Title")
    measured.add("table", "accord", metric="a", seconds=0.5, value=1.0)
    measured.add("table", "other", metric="a", seconds=1.0, value=1.0 + 1e-12, why="never")
    measured.add("table", "wrong", metric="a", seconds=2.0, value=1.1, why="rounds")
    measured.add("table", "accord", metric="b", seconds=0.05, value=2.0)
    assert results.markdown_table(measured.tables["table"]).splitlines()[2:] == [
        "| a | accord | 500 ms | 1.00 | 1.000000 |  |",
        "| a | other | 1,000 ms | 2.00 | 1.000000 | yes |",
        "| a | wrong | 2,000 ms | 4.00 | 1.100000 | **no**: rounds |",
        "| b | accord | 50.0 ms | 1.00 | 2.000000 |  |",
    ]


def test_results_are_read_as_they_were_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    monkeypatch.setattr(sys, "argv", ["/some/where/run.py", "--data", "/some/data", "--save"])
    measured = results.Results.begin("Title", ["numpy", "a library that is not installed"])
    measured.add("table", "accord", seconds=0.25)
    measured.save("name")
    again = results.load_results("name")
    assert (again.title, again.tables, again.facts) == ("Title", measured.tables, measured.facts)
    assert again.facts["command"] == "python benchmarks/run.py --data data --save"
    assert again.facts["versions"].keys() == {"accord", "numpy"}
    assert math.isfinite(again.facts["load_at_begin"] + again.facts["load_at_end"])


@pytest.mark.parametrize(
    ("column", "cell", "expected"),
    [
        ("over HTTP", "1,020.5 ms", ("over_HTTP_seconds", 1.0205)),
        ("memory", "90 MB", ("memory_mb", 90.0)),
        ("answers", "12,000", ("answers", 12000.0)),
        ("note", "of one side", ("note", "of one side")),
        ("empty", "", ("empty", None)),
    ],
)
def test_texts_become_data(column: str, cell: str, expected: tuple[str, Any]) -> None:
    assert results.measured(column, cell) == expected
