"""accord generate: what it writes, and that it writes all of it or nothing."""

import json
from pathlib import Path

import numpy as np
import pytest
from command_process import output, run

import accord

WEIGHTED, BOTH = ["--weighted"], ["--directed", "--weighted", "--weight-mixing", "0.2"]
SMALL = ["generate", "lfr", "400", "--degree", "10", "--max-degree", "30", "--mixing", "0.3"]


@pytest.mark.parametrize("kind", [[], WEIGHTED, ["--directed"], BOTH])
def test_files_equal_the_output_of_the_library(tmp_path, kind):
    folder = tmp_path / "made"
    printed = output(
        *SMALL, "--overlapping", "40", "--memberships", "3", "--seed", "7", *kind, "-o", folder
    )
    same = accord.generate_lfr(
        400,
        10,
        30,
        0.3,
        overlapping_nodes=40,
        memberships=3,
        weights="--weighted" in kind,
        weight_mixing=0.2 if "--weight-mixing" in kind else None,
        directed="--directed" in kind,
        seed=7,
    )
    name = "network.nsa" if "--directed" in kind else "network.nse"
    assert {path.name for path in folder.iterdir()} == {name, "truth.cnl", "parameters.json"}
    network = accord.read_network(folder / name)
    assert network.directed == ("--directed" in kind)
    read, made = network.edge_columns(), same.network.edge_columns()
    assert network.nodes() == same.network.nodes()
    assert np.array_equal(read[0], made[0])
    assert np.array_equal(read[1], made[1])
    if "--weighted" in kind:
        assert np.array_equal(read[2], made[2])
    assert accord.read(folder / "truth.cnl") == same.truth
    parameters = json.loads((folder / "parameters.json").read_text())
    assert parameters == {"accord": accord.__version__, "seed": 7, **same.to_dict()}
    assert f"mixing {0.3} {same.realised['mixing']:.4g}" in " ".join(printed.split())


def test_header_describes_the_content(tmp_path):
    output(*SMALL, "-o", tmp_path / "made")
    edges = (tmp_path / "made/network.nse").read_text().splitlines()
    assert edges[0].split()[1:3] == ["Nodes:", "400"]
    assert int(edges[0].split()[4]) == len(edges) - 1


def test_quiet_prints_nothing(tmp_path):
    assert output(*SMALL, "-q", "-o", tmp_path / "made") == ""


def test_impossible_request_creates_no_files(tmp_path):
    done = run(*SMALL, "--max-cluster", "15", "-o", tmp_path / "made")
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"ask for max_cluster=22" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_nodes_without_edges_are_written(tmp_path):
    few = [
        "generate",
        "lfr",
        "8",
        "--degree",
        "2",
        "--max-degree",
        "3",
        "--mixing",
        ".9",
        "--seed",
        "1",
        "-q",
    ]
    for kind in ([], ["--directed", "--weighted"]):
        folder = tmp_path / f"made{len(kind)}"
        output(*few, *kind, "-o", folder)
        network = accord.read_network(next(folder.glob("network.*")))
        assert (network.n_nodes, network.directed, network.is_weighted) == (
            8,
            bool(kind),
            bool(kind),
        )
        if not kind:
            assert network.facts()["nodes_without_edges"] > 0


def test_folder_with_files_is_not_touched(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    done = run(*SMALL, "-o", tmp_path)
    assert done.returncode == 2
    assert b"files in this folder already" in done.stderr
    assert [path.name for path in Path(tmp_path).iterdir()] == ["mine.txt"]


def test_cover_is_generated(tmp_path):
    arguments = [
        "cover",
        "300",
        "20",
        "--memberships",
        "1.5",
        "--seed",
        "3",
        "-o",
        tmp_path / "a.cnl",
    ]
    done = run("generate", *arguments)
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.decode() == f"clusters: {tmp_path / 'a.cnl'}\n"
    assert accord.read(tmp_path / "a.cnl") == accord.generate_cover(300, 20, 1.5, seed=3)
