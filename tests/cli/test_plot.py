"""accord plot: figures as files."""

import re
import struct
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from accord import plot
from accord._cli.plot import CLUSTER_PLOTS, SCORE_PLOTS, TREE_PLOTS

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
TRUTH, FOUND, GUESS = (str(EXAMPLES / f"clubs_{name}.cnl") for name in ("truth", "found", "guess"))


def run(folder: Path, *arguments: str, without: str = "") -> subprocess.CompletedProcess[str]:
    """Run accord in a folder; a module can be made unavailable."""
    block = f"sys.modules[{without!r}] = None; " if without else ""
    script = f"import sys; {block}from accord._cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", script, "plot", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )


def error_line(done: subprocess.CompletedProcess[str]) -> str:
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    return line


def test_all_plots_of_the_library_are_commands() -> None:
    assert {*CLUSTER_PLOTS, *SCORE_PLOTS, *TREE_PLOTS} == set(plot.__all__)


@pytest.mark.parametrize("kind", sorted((*CLUSTER_PLOTS, *SCORE_PLOTS)))
def test_every_plot_is_written(tmp_path: Path, kind: str) -> None:
    done = run(tmp_path, kind.replace("_", "-"), TRUTH, FOUND, "-o", "figure.svg")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "figure: figure.svg\n")
    assert ElementTree.parse(tmp_path / "figure.svg").getroot().tag.endswith("svg")


def test_trees_are_nested_levels_or_newick_files(tmp_path: Path) -> None:
    (tmp_path / "truth.nwk").write_text("((1,2),((3,4),(5,6)));")
    (tmp_path / "found.csv").write_text(
        "node,cluster,level\n"
        + "".join(f"{node},{node > 2},coarse\n{node},{node // 2},fine\n" for node in range(1, 7))
    )
    tree = (str(tmp_path / "truth.nwk"),) * 2
    done = run(tmp_path, "fowlkes-mallows-curve", *tree, "-o", "figure.svg")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "figure: figure.svg\n")
    assert "expected by chance" in (tmp_path / "figure.svg").read_text()
    done = run(tmp_path, "fowlkes-mallows-curve", tree[0], "found.csv", "-o", "a.svg")
    assert "found.csv is no tree: cluster" in error_line(done)
    done = run(tmp_path, "fowlkes-mallows-curve", tree[0], TRUTH, "-o", "a.svg")
    assert "for clusters that are not nested, use accord.compare" in error_line(done)
    done = run(tmp_path, "fowlkes-mallows-curve", *tree, "-o", "a.svg", "--nodes", "union")
    assert "--nodes and --metric have no effect on fowlkes_mallows_curve" in error_line(done)


def test_equal_commands_write_equal_files(tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg"):
        run(tmp_path, "flows", TRUTH, FOUND, "-o", name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_size_is_in_inches(tmp_path: Path) -> None:
    size = ("--size", "3.5x2.5", "--font-size", "8", "--title", "Clubs $1_2")
    arguments = ("scores", TRUTH, FOUND, GUESS, "--baseline", "--repeats", "5", *size)
    assert run(tmp_path, *arguments, "-o", "figure.pdf").returncode == 0
    page = re.search(
        rb"/MediaBox \[ 0 0 ([0-9.]+) ([0-9.]+) \]", (tmp_path / "figure.pdf").read_bytes()
    )
    assert page is not None
    assert (float(page[1]), float(page[2])) == (3.5 * 72, 2.5 * 72)  # 72 points are an inch
    assert run(tmp_path, *arguments, "-o", "figure.png", "--dpi", "100").returncode == 0
    header = (tmp_path / "figure.png").read_bytes()[16:24]  # width and height in pixels
    assert struct.unpack(">II", header) == (350, 250)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("flow", TRUTH, FOUND, "-o", "a.png"), "unknown plot 'flow': did you mean flows?"),
        (("flows", TRUTH, FOUND, "-o", "a.gif"), "--output a.gif: the name must end with one of"),
        (("flows", TRUTH, FOUND), "--output"),
        (("flows", TRUTH, FOUND, GUESS, "-o", "a.png"), "flows shows one result, not 2"),
        (
            ("flows", TRUTH, FOUND, "-o", "a.png", "--side", "truth"),
            "--side has no effect on flows",
        ),
        (("flows", TRUTH, FOUND, "-o", "a.png", "--baseline"), "no effect on flows"),
        (("flows", TRUTH, FOUND, "-o", "a.png", "--size", "3"), "--size 3: write width and height"),
        (("flows", TRUTH, FOUND, "-o", "a.png", "--by", "age"), "unknown order 'age'"),
        (("flows", TRUTH, FOUND, "-o", "no/a.png"), "there is no folder"),
        (("flows", "no.cnl", FOUND, "-o", "a.png"), "no.cnl"),
        (("scores", TRUTH, FOUND, "-o", "a.png", "-m", "f2"), "f2"),
    ],
    ids=lambda value: " ".join(value[-2:]) if isinstance(value, tuple) else None,
)
def test_errors_are_one_line(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    assert message in error_line(run(tmp_path, *arguments))
    assert not list(tmp_path.iterdir())


def test_metrics_that_are_left_out_are_named(tmp_path: Path) -> None:
    clusters = "\n".join(f"0 {place} {place + 1} {place + 50}" for place in range(1, 26))
    (tmp_path / "many.cnl").write_text(clusters)
    files = ("scores", "many.cnl", "many.cnl", "-o", "scores.svg", "--interval")
    done = run(tmp_path, *files)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == (
        "accord: note: gnmi: left out, as this would take long; to compute it, use --metric gnmi\n"
        "figure: scores.svg\n"
    )
    assert run(tmp_path, *files, "--quiet").stderr == ""


def test_missing_matplotlib_is_named(tmp_path: Path) -> None:
    done = run(tmp_path, "flows", TRUTH, FOUND, "-o", "a.png", without="matplotlib")
    assert "accord[plot]" in error_line(done)
