"""Names with control characters, markup and formulas, as each format of the output shows them."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from pseudo_terminal import on_terminal

from accord._display.escaping import markdown_text, printable, printable_lines
from accord._display.tables import Lines, Table, as_markdown, as_text

#: Clusters whose names mean something to a terminal, a spreadsheet, a browser or Markdown.
NAMES = [
    "\x1b[31mred\x1b[0m",
    "bell\x07",
    "left\u202eright",
    "two\nlines",
    "<img src=x onerror=alert(1)>",
    "![pixel](http://example.org/x.png)",
    "a|b & *c* _d_ `e`",
    "=1+1",
    "+1+1",
    "-x",
    "@SUM(A1)",
]


@pytest.fixture
def odd(tmp_path: Path) -> str:
    path = tmp_path / "odd.json"
    path.write_text(json.dumps({name: [place] for place, name in enumerate(NAMES)}))
    return str(path)


def piped(*arguments: str) -> str:
    command = [sys.executable, "-m", "accord", *arguments]
    return subprocess.run(command, capture_output=True, check=True).stdout.decode()


def test_names_arrive_unchanged_in_csv_and_json(odd: str) -> None:
    text = piped("explain", odd, odd, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert {row["cluster"] for row in rows} == set(NAMES)
    assert set(NAMES) <= set(
        _texts(json.loads(piped("explain", odd, odd, "--top", "20", "--format", "json")))
    )


def _texts(data: object) -> list[str]:
    if isinstance(data, dict):
        return [text for item in (*data, *data.values()) for text in _texts(item)]
    if isinstance(data, list):
        return [text for item in data for text in _texts(item)]
    return [data] if isinstance(data, str) else []


@pytest.mark.parametrize("output_format", ["csv", "json", "markdown", "latex", "table"])
def test_names_send_no_control_characters_to_a_terminal(odd: str, output_format: str) -> None:
    text = on_terminal("explain", odd, odd, "--format", output_format, NO_COLOR="1")
    assert text == printable_lines(text)
    if output_format == "csv":
        assert "\ufffd[31mred\ufffd[0m" in text


def test_markdown_shows_names_literally(odd: str) -> None:
    text = piped("explain", odd, odd, "--top", "20", "--format", "markdown")
    assert "<img" not in text
    assert "&lt;img src=x onerror=alert(1)&gt;" in text
    assert r"!\[pixel\](http://example.org/x.png)" in text
    assert r"a\|b &amp; \*c\* \_d\_ \`e\`" in text


def test_names_of_files_in_messages_are_printable(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "accord", "info", str(tmp_path / "\x1b[31mred.cnl")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "\x1b" not in done.stderr
    assert "\ufffd[31mred.cnl: No such file" in done.stderr


def test_every_part_of_what_is_printed_is_escaped() -> None:
    odd = "<b>\x1b[1m"
    for block in (odd, Lines([odd], title=odd), Table([odd], [[odd]])):
        assert "\x1b" not in as_text([block])
        assert "\x1b" not in as_markdown([block])
        assert "<b>" not in as_markdown([block])


def test_printable_is_one_line() -> None:
    assert printable("a\nb\tc\x00") == "a b\ufffdc\ufffd"
    assert printable_lines("a\nb\tc\x00") == "a\nb\tc\ufffd"


def test_words_with_underscores_stay_as_they_are_in_markdown() -> None:
    assert markdown_text("max_matching_ratio 0.5") == "max_matching_ratio 0.5"
    assert markdown_text("_a_ __b__") == r"\_a\_ \_\_b\_\_"
