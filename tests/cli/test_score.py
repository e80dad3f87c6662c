"""accord score, run as a process: one clustering, several, per cluster; and its metrics."""

import csv
import io
import json
from functools import partial
from pathlib import Path

import command_process
import pytest

import accord
from accord import QUALITIES, quality

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
FRIENDS, FOUND, TRUTH = (
    EXAMPLES / name for name in ("clubs_friends.ncol", "clubs_found.cnl", "clubs_truth.cnl")
)

run = partial(command_process.run, "score")
output = partial(command_process.output, "score")


def test_values_equal_those_of_the_library() -> None:
    scores = json.loads(output(FRIENDS, FOUND, "--format", "json"))["scores"]
    network = accord.read_network(FRIENDS)
    assert set(scores) == {name for name, metric in QUALITIES.items() if not metric.crisp}
    for name, summary in scores.items():
        assert summary["value"] == getattr(quality, name)(network, FOUND)


def test_metrics_have_options() -> None:
    rows = list(
        csv.DictReader(
            io.StringIO(
                output(
                    FRIENDS,
                    FOUND,
                    "-m",
                    "conductance,normalized_cut[form=yang_leskovec]",
                    "--format",
                    "csv",
                )
            )
        )
    )
    assert [row["metric"] for row in rows] == ["conductance", "normalized_cut[form=yang_leskovec]"]
    value = quality.normalized_cut(FRIENDS, FOUND, form="yang_leskovec")
    assert float(rows[1]["value"]) == value
    assert float(rows[1]["median"]) == value.median


def test_per_cluster_values_are_listed() -> None:
    rows = list(
        csv.DictReader(
            io.StringIO(
                output(FRIENDS, FOUND, "--per-cluster", "-m", "expansion", "--format", "csv")
            )
        )
    )
    assert [row["cluster"] for row in rows] == ["a", "b", "c", "d"]
    assert [float(row["expansion"]) for row in rows] == quality.expansion(
        FRIENDS, FOUND
    ).per_cluster.tolist()


def test_several_clusterings_are_columns() -> None:
    lines = output(FRIENDS, FOUND, TRUTH, "-m", "coverage", "--quiet").splitlines()
    assert lines[0].split() == ["metric", "found", "truth", "better"]
    assert lines[2].split() == [
        "coverage",
        *(f"{quality.coverage(FRIENDS, file):.4f}" for file in (FOUND, TRUTH)),
        "high",
    ]
    assert "| coverage |" in output(FRIENDS, FOUND, TRUTH, "-m", "coverage", "--format", "markdown")


def test_network_columns_and_clustering_columns_have_separate_options(
    tmp_path: Path,
) -> None:
    network, found = tmp_path / "out.x", tmp_path / "found.tsv"
    network.write_text("% asym\n1 2 9 0.5\n2 3 9 2\n")
    found.write_text("who\twhere\n1\ta\n2\ta\n3\tb\n")
    done = run(network, found, "--columns", "who,where")
    assert "which of the 4 columns" in done.stderr.decode()
    assert "--network-columns 1,2" in done.stderr.decode()
    columns = ("--columns", "who,where", "--network-columns", "1,2,4")
    scores = json.loads(output(network, found, *columns, "-m", "coverage", "--format", "json"))[
        "scores"
    ]
    assert scores["coverage"]["value"] == 0.5 / 2.5


@pytest.mark.parametrize(("option", "directed"), [("--directed", True), ("--undirected", False)])
def test_directed_option_sets_the_direction_of_edges(
    tmp_path: Path, option: str, directed: bool
) -> None:
    network, found = tmp_path / "edges.ncol", tmp_path / "found.cnl"
    network.write_text("1 2\n2 1\n2 3\n")
    found.write_text("1 2\n3\n")
    scores = json.loads(output(network, found, option, "-m", "modularity", "--format", "json"))[
        "scores"
    ]
    edges = accord.Network.from_edges([(1, 2), (2, 1), (2, 3)], directed=directed)
    assert scores["modularity"]["value"] == quality.modularity(edges, [[1, 2], [3]])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([FRIENDS, FOUND, "-m", "modularity"], "modularity: for crisp clusterings only"),
        ([FRIENDS, FOUND, "-m", "f1p"], "unknown metric 'f1p'"),
        ([FRIENDS, FOUND, TRUTH, "--per-cluster"], "--per-cluster needs a single clustering"),
        ([FRIENDS, FRIENDS.with_name("nowhere.cnl")], "No such file"),
        (["-", "-"], "only one file can be the standard input"),
        ([FRIENDS], "CLUSTERING is missing: write"),
    ],
)
def test_invalid_requests_are_refused(arguments: list[str | Path], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr.decode()


def test_nodes_missing_in_the_network_are_a_warning() -> None:
    done = run(FRIENDS, EXAMPLES / "teams_found.cnl", "-m", "coverage")
    assert done.returncode == 0
    assert (
        "accord: warning: 32 nodes of the clustering are not in the network" in done.stderr.decode()
    )
    assert run(FRIENDS, EXAMPLES / "teams_found.cnl", "-m", "coverage", "--quiet").stderr == b""


def test_listed_metrics_are_those_of_the_registry() -> None:
    scores = json.loads(command_process.output("metrics", "--quality", "--format", "json"))
    assert list(scores) == list(QUALITIES)
    assert scores["conductance"]["better"] == "low"
    text = command_process.output("metrics", "--quality", "modularity")
    assert text.startswith(f"modularity: {QUALITIES['modularity'].meaning}")
    assert "resolution=1.0 (a number, at least 0)" in text
