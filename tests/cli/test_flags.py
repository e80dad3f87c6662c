"""Arguments in messages: the library writes them as in Python, the command line as its options."""

from pathlib import Path

import pytest
from command_process import run

import accord

EDGES = "a b c 1 2\nb c d 3 4\n"


@pytest.mark.parametrize(
    ("text", "python", "option"),
    [
        ("a\nb\n", "format='labels'", "--input-format labels"),
        ("1 2 5\n3 x\n", "ids='text'", "--ids text"),
        ("1 2 5\n3 4:0.5\n", "shares=True", "--shares"),
    ],
)
def test_message_names_the_command_line_flag(
    tmp_path: Path, text: str, python: str, option: str
) -> None:
    path = tmp_path / "words.txt"
    path.write_text(text)
    with pytest.raises(accord.FormatError, match=python):
        accord.read(path)
    message = run("info", path).stderr.decode()
    assert option in message
    assert python not in message


def test_score_has_its_own_names_for_network_options(tmp_path: Path) -> None:
    network, clustering = tmp_path / "network.txt", tmp_path / "found.cnl"
    network.write_text(EDGES)
    clustering.write_text("a b\nc d\n")
    assert b"as in --columns 1,2\n" in run("info", "--network", network).stderr
    assert b"as in --network-columns 1,2\n" in run("score", network, clustering).stderr


def test_message_about_a_study_names_its_keys(tmp_path: Path) -> None:
    (tmp_path / "network.txt").write_text(EDGES)
    (tmp_path / "study.toml").write_text(
        '[[data]]\nnetwork = "network.txt"\n[[algorithms]]\nname = "copy"\n'
        'cmd = "cp {network} {output}"\noutput = "cnl"\n'
    )
    done = run("bench", "run", "study.toml", cwd=tmp_path)
    assert b"as in columns = [1, 2]" in done.stdout + done.stderr
