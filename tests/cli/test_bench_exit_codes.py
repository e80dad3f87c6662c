"""Exit codes of `accord bench`: 1 if jobs failed and nothing came of an algorithm."""

from pathlib import Path

import pytest
from command_process import output, output_of_failed_jobs

STUDY = """
repeats = 2
[[data]]
name = "ring"
network = "ring.txt"
[[algorithms]]
name = "copy"
cmd = "cp {network} {output}"
output = "cnl"
[[algorithms]]
name = "sometimes"
cmd = "sh -c 'exit 1; cat $1' {seed} {network}"
output = "cnl"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ring.cnl").write_text("a b c\nd e f\n")
    (tmp_path / "ring.txt").write_text("a b\nb c\nc a\nd e\ne f\nf d\nc d\n")
    return tmp_path


def test_failed_jobs_of_an_algorithm_that_found_something_are_told(folder: Path) -> None:
    study = STUDY.replace("exit 1; cat $1", "[ $0 = 0 ] && cat $1")
    (folder / "study.toml").write_text(study)
    line = "1 of 4 jobs failed; every algorithm has found something."
    assert line in output("bench", "run", "study.toml", cwd=folder).splitlines()
    assert line not in output("bench", "run", "study.toml", "-q", cwd=folder)
    assert line in output("bench", "retry", "study.toml", cwd=folder).splitlines()


def test_algorithm_that_found_nothing_is_a_failure(folder: Path) -> None:
    (folder / "study.toml").write_text(STUDY)
    nothing = "2 of 4 jobs failed, and nothing came of sometimes"
    for command in ("run", "retry"):
        printed = output_of_failed_jobs(command, "study.toml", message=nothing, cwd=folder)
        assert "sometimes" in printed
    output("bench", "report", "study.toml", cwd=folder)  # looking at it succeeds
    output("bench", "status", "study.toml", cwd=folder)


def test_quick_fails_if_an_algorithm_finds_nothing(folder: Path) -> None:
    chosen = ("-a", "igraph.leiden", "-a", "networkx.k_clique", "--seconds", "0.01")
    nothing = "2 of 2 jobs failed, and nothing came of igraph.leiden and networkx.k_clique"
    output_of_failed_jobs("quick", "ring.txt", *chosen, message=nothing, cwd=folder)


def test_quick_takes_algorithms_with_commas_and_functions_of_files(folder: Path) -> None:
    (folder / "mine.py").write_text(
        "import networkx as nx\n"
        "from accord import bench\n"
        "def plain(graph):\n"
        "    return nx.connected_components(graph)\n"
        "@bench.algorithm(graph='networkx')\n"
        "def told(graph):\n"
        "    return nx.connected_components(graph)\n"
    )
    chosen = ("-a", "igraph.leiden, mine.py:told", "-a", "mine.py:plain")
    nothing = "1 of 7 jobs failed, and nothing came of plain"
    command = ("quick", "ring.txt", "ring.cnl", *chosen)
    printed = output_of_failed_jobs(*command, message=nothing, cwd=folder)
    ranked = {
        line.split()[1] for line in printed.splitlines() if line.split()[:1] in (["1"], ["2"])
    }
    assert ranked == {"igraph.leiden", "told"}
    assert (
        "'Network' object has no attribute 'is_directed': the function gets a Network of "
        'accord; for a graph of networkx, decorate it with @bench.algorithm(graph="networkx"), '
        "or call network.to_networkx() in it"
    ) in " ".join(printed.split())
    assert "FILE:FUNCTION" in output("bench", "quick", "--help")
