"""What commands print on a terminal: a real one, made with pty."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from pseudo_terminal import on_terminal

from accord._cli.terminal import bar

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
TEAMS = [str(EXAMPLES / f"teams_{name}.cnl") for name in ("truth", "found")]
CLUBS = [str(EXAMPLES / f"clubs_{name}.cnl") for name in ("truth", "found", "guess")]
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def piped(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "accord", *arguments], capture_output=True, check=True
    )
    return done.stdout.decode()


def test_bar_length_is_proportional_to_the_value() -> None:
    assert [bar(part) for part in (0.0, 0.5, 1.0, 0.0125, 0.325, None)] == [
        "",
        "█████",
        "██████████",
        "▏",
        "███▎",
        "",
    ]
    assert bar(-0.5) == ""
    assert bar(1.5) == "█" * 10


def test_bars_follow_their_values() -> None:
    lines = ESCAPE.sub(
        "", on_terminal("compare", *TEAMS, "--metrics", "f1p,omega,vi", "--nodes", "union")
    ).splitlines()
    rows = {line.split()[0]: line for line in lines if line.startswith(("f1p", "omega", "vi"))}
    values = {
        row["name"]: row
        for row in (
            re.match(r"(?P<name>\S+)(?: ↓)?\s+(?P<value>[\d.]+)\s+(?P<bar>[█▏▎▍▌▋▊▉]*)", line)
            for line in rows.values()
        )
    }
    for name in ("f1p", "omega"):
        assert values[name]["bar"] == bar(float(values[name]["value"]))
    assert values["vi"]["bar"] == ""  # a distance has no best at the far end


def test_piped_output_is_plain_text() -> None:
    text = piped("compare", *TEAMS)
    assert "\x1b" not in text
    assert "█" not in text


def test_no_color_variable_is_honoured() -> None:
    assert ESCAPE.search(on_terminal("explain", *TEAMS))
    plain = on_terminal("explain", *TEAMS, NO_COLOR="1")
    assert "\x1b" not in plain
    assert "█" in plain
    assert ESCAPE.search(on_terminal("explain", *TEAMS, NO_COLOR=""))  # empty is as good as not set


def test_dumb_terminal_gets_plain_text() -> None:
    assert on_terminal("compare", *TEAMS, TERM="dumb") == piped("compare", *TEAMS)


def test_terminal_output_without_bars_and_colours_equals_piped_output() -> None:
    def words(text: str) -> list[str]:
        return re.sub(r"[█▏▎▍▌▋▊▉─]", " ", ESCAPE.sub("", text)).split()

    for command in (
        ("compare", *CLUBS),
        ("explain", *TEAMS),
        ("name", *CLUBS[:2]),
        ("metrics",),
        ("constraints",),
    ):
        assert words(on_terminal(*command, columns=400)) == words(piped(*command))


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_tables_fit_the_window_width(columns: int) -> None:
    lines = ESCAPE.sub(
        "", on_terminal("compare", *TEAMS, "--metrics", "f1p,f1h", columns=columns)
    ).splitlines()
    table = lines[lines.index("") + 1 :]
    assert len(table) == 4
    assert all(len(line) <= columns for line in table)
    assert table[2].endswith("…") == (columns < 120)


def test_verdicts_are_coloured() -> None:
    text = on_terminal("explain", *TEAMS)
    colour_of = {
        word: code
        for code, word in re.findall(r"\x1b\[(\d+)m(exact|split|merged|mixed|missed)", text)
    }
    assert len(set(colour_of.values())) == len(colour_of) == 5


def test_quiet_still_prints_tables() -> None:
    assert piped("compare", *TEAMS, "--quiet").splitlines()[0].startswith("metric")
    assert "does not apply" not in piped("compare", *TEAMS, "-q")
    assert piped("compare", *TEAMS, "-q", "--format", "json") == piped(
        "compare", *TEAMS, "--format", "json"
    )


def test_quiet_silences_warnings(tmp_path: Path) -> None:
    def convert(name: str, *options: str) -> subprocess.CompletedProcess[bytes]:
        command = [
            sys.executable,
            "-m",
            "accord",
            "convert",
            CLUBS[0],
            str(tmp_path / name),
            *options,
        ]
        return subprocess.run(command, capture_output=True, check=True)

    assert convert("loud.cmty.txt").stderr.startswith(b"accord: warning")
    assert convert("quiet.cmty.txt", "--quiet").stderr == b""


def test_bars_are_dropped_in_narrow_windows() -> None:
    narrow = ESCAPE.sub("", on_terminal("explain", *TEAMS, "--top", "2", columns=80))
    assert "█" in ESCAPE.sub("", on_terminal("explain", *TEAMS, "--top", "2", columns=120))
    assert "█" not in narrow.split("truth clusters, the 2 costliest")[1].split("\n\n")[1]


def test_escape_sequences_in_names_are_neutralised(tmp_path: Path) -> None:
    odd = tmp_path / "odd.json"
    odd.write_text('{"two\\nlines \\u001b[31mred": [1, 2], "' + "long" * 100 + '": [3]}')
    text = on_terminal("explain", str(odd), str(odd), NO_COLOR="1")
    assert "\x1b" not in text
    assert "two lines �[31mred" in text
    assert all(
        len(line) < 330 for line in text.splitlines()
    )  # a name, that of its partner, and numbers
