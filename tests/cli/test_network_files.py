"""accord info, convert and formats with networks, run as processes."""

import json
from pathlib import Path

import pytest
from command_process import output, run

import accord
from accord import Network


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.edges"
    path.write_text("1 2 0.5\n2 3 2\n2 3 2\n")
    return path


def test_info_describes_a_network(file: Path) -> None:
    facts = json.loads(output("info", "--network", file, "--format", "json"))
    assert facts == {**accord.read_network(file).facts(), "ids": "integer"}
    directed = json.loads(
        output(
            "info",
            "--network",
            "--directed",
            "--no-weights",
            "--ids",
            "text",
            file,
            "--format",
            "json",
        )
    )
    assert (directed["directed"], directed["weighted"], directed["ids"]) == (True, False, "text")
    assert "repeated edges" in output("info", "--network", file)


def test_converted_network_is_read_back(file: Path, tmp_path: Path) -> None:
    for name in ("b.nse", "c.net.gz", "d.csv", "e.graphml", "f.parquet"):
        target = tmp_path / name
        assert output("convert", "--network", file, target) == ""
        assert accord.read_network(target) == Network.from_edges([(1, 2, 0.5), (2, 3, 2)])
    added = tmp_path / "g.edges"
    output("convert", "--network", file, added, "--repeats", "add", "--directed")
    assert added.read_text() == "# Directed graph\n1 2 0.5\n2 3 4\n"
    assert (
        output("convert", "--network", file, "-", "--output-format", "ncol", "--weight", "3")
        == "1 2 0.5\n2 3 2\n"
    )


def test_formats_lists_network_formats() -> None:
    lines = output("formats").splitlines()
    assert {line.split()[0] for line in lines if line} >= {"nse", "nsa", "graphml", "cnl"}


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("info",), "this is a network (an edge list), not a clustering"),
        (("info",), "; to read it as a network, add --network"),
        (("convert", "x.cnl"), "; to read it as a network, add --network"),
        (("info", "--directed"), "add --network"),
        (("info", "--network", "--noise", "x"), "--noise applies to clusterings"),
        (("info", "--network", "--input-format", "cnl"), "unknown format of networks 'cnl'"),
        (
            ("convert", "--network", "--unique", "x.nse"),
            "a network is one file without levels or clusters",
        ),
        (("convert", "--network", "x.nsa"), "an NSA file cannot hold undirected edges"),
    ],
)
def test_mismatched_files_are_a_one_line_error(
    file: Path, arguments: tuple[str, ...], what: str
) -> None:
    command, *others = arguments
    options = [other for other in others if not other.startswith("x.")]
    targets = [file.parent / other for other in others if other.startswith("x.")]
    done = run(command, *options, file, *targets)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, b"", 1)
    assert what in done.stderr.decode()
