"""accord convert, accord formats, and the options that say how files are read, run as processes."""

import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

import accord
from accord import Clustering
from accord._io.clusterings.formats import CLUSTERING_FORMATS

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
TRUTH, FOUND, GUESS = (str(EXAMPLES / f"clubs_{name}.cnl") for name in ("truth", "found", "guess"))


def run(
    *arguments: str | Path, cwd: Path | None = None, stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "accord", *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, cwd=cwd, check=False)


def output(*arguments: str | Path, cwd: Path | None = None, stdin: bytes = b"") -> str:
    """Return what a command prints; it must succeed without messages."""
    done = run(*arguments, cwd=cwd, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def error_line(done: subprocess.CompletedProcess[bytes]) -> str:
    """Return the single line of an error; fail on any other output."""
    assert done.returncode == 2
    assert done.stdout == b""
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("accord: error: ")
    return line


# ---- convert: what is in the files ---------------------------------------------------------------


def test_values_survive_a_chain_of_conversions(tmp_path: Path) -> None:
    chain = [TRUTH, "a.csv", "b.json.gz", "c.nmc", "d.parquet", "e.cnl.bz2"]
    for source, target in pairwise(chain):
        assert output("convert", source, target, cwd=tmp_path) == ""
        assert accord.read(tmp_path / target) == accord.read(TRUTH)
    after = json.loads(output("compare", chain[-1], FOUND, "--format", "json", cwd=tmp_path))
    assert after == json.loads(accord.compare(TRUTH, FOUND).to_json())


@pytest.mark.parametrize("target", ["crisp.labels", "crisp.cmty.txt", "crisp"])
def test_crisp_clusters_survive_simpler_formats(tmp_path: Path, target: str) -> None:
    (tmp_path / "crisp.cnl").write_text("0 1 5\n2 3\n4\n")
    (tmp_path / "found.cnl").write_text("0 1\n5 2 3 4\n")
    assert output("convert", "crisp.cnl", target, cwd=tmp_path) == ""
    text = output(
        "compare", target, "found.cnl", "-m", "nmi,f1p,omega", "--format", "csv", cwd=tmp_path
    )
    wanted = accord.compare(
        [[0, 1, 5], [2, 3], [4]], [[0, 1], [5, 2, 3, 4]], ["nmi", "f1p", "omega"]
    )
    assert text == f"{wanted.to_csv()}\n"


def test_labels_file_has_a_line_per_node(tmp_path: Path) -> None:
    (tmp_path / "crisp.json").write_text('{"b": [0, 2], "a": [1]}')
    output("convert", "crisp.json", "crisp.labels", cwd=tmp_path)
    assert (tmp_path / "crisp.labels").read_text().split() == ["b", "a", "b"]


def test_output_format_overrides_an_unknown_suffix(tmp_path: Path) -> None:
    (tmp_path / "in.cnl").write_text("x> 1 2\ny> 2\n")
    output("convert", "in.cnl", "out.xyz", "--output-format", "csv", cwd=tmp_path)
    assert (tmp_path / "out.xyz").read_text() == "node,cluster\n1,x\n2,x\n2,y\n"
    output(
        "convert", "in.cnl", "out.json", "--output-format", "tsv", cwd=tmp_path
    )  # it wins over the name
    assert (tmp_path / "out.json").read_text() == "node\tcluster\n1\tx\n2\tx\n2\ty\n"


def test_standard_input_and_output(tmp_path: Path) -> None:
    assert (
        output("convert", "-", "-", "--output-format", "csv", stdin=b"x> a b\n")
        == "node,cluster\na,x\nb,x\n"
    )
    text = output("convert", "-", "-", "--input-format", "csv", stdin=b"node,cluster\na,x\nb,x\n")
    assert [line for line in text.splitlines() if not line.startswith("#")] == ["x> a b"]


def test_unique_drops_equal_clusters(tmp_path: Path) -> None:
    (tmp_path / "in.cnl").write_text("1 2\n3\n2 1\n3\n")
    output("convert", "in.cnl", "unique.csv", "--unique", cwd=tmp_path)
    assert accord.read(tmp_path / "unique.csv") == Clustering.from_clusters([[1, 2], [3]])


# ---- convert: levels -----------------------------------------------------------------------------


@pytest.fixture
def levels(tmp_path: Path) -> Path:
    (tmp_path / "fine.cnl").write_text("a> 1 2\nb> 3 4\nc> 5\nd> 5\n")
    (tmp_path / "coarse.cnl").write_text("x> 1 2 3 4\ny> 5\n")
    return tmp_path


def test_several_files_are_levels(levels: Path) -> None:
    output("convert", "fine.cnl", "coarse.cnl", "both.csv", cwd=levels)
    both = accord.read(levels / "both.csv")
    assert both.level_names == ("fine", "coarse")
    assert both.levels() == {
        name: accord.read(levels / f"{name}.cnl") for name in ("fine", "coarse")
    }
    assert (levels / "both.csv").read_text().splitlines()[:2] == ["node,cluster,level", "1,a,fine"]


def test_folder_has_a_file_for_each_level(levels: Path) -> None:
    output("convert", "fine.cnl", "coarse.cnl", "out/", cwd=levels)
    assert sorted(os.listdir(levels / "out")) == ["coarse.cnl", "fine.cnl"]
    output("convert", "out", "tables/", "--output-format", "csv", cwd=levels)
    assert sorted(os.listdir(levels / "tables")) == ["coarse.csv", "fine.csv"]
    assert accord.read(levels / "tables" / "fine.csv") == accord.read(levels / "fine.cnl")


def test_folder_with_files_is_not_touched(levels: Path) -> None:
    (levels / "out").mkdir()
    (levels / "out" / "mine.txt").write_text("mine")
    assert "out/" in error_line(run("convert", "fine.cnl", "coarse.cnl", "out/", cwd=levels))
    assert os.listdir(levels / "out") == ["mine.txt"]
    assert not [name for name in os.listdir(levels) if name.startswith(".accord")]


def test_levels_can_be_merged(levels: Path) -> None:
    output("convert", "fine.cnl", "coarse.cnl", "merged.cnl", "--merge-levels", cwd=levels)
    merged = accord.read(levels / "merged.cnl")
    assert merged.level_names == ()
    assert [set(cluster) for cluster in merged.clusters()] == [{1, 2}, {3, 4}, {5}, {1, 2, 3, 4}]


def test_unique_applies_within_each_level(levels: Path) -> None:
    output("convert", "fine.cnl", "coarse.cnl", "both.json", "--unique", cwd=levels)
    parts = accord.read(levels / "both.json").levels()
    assert {name: part.names for name, part in parts.items()} == {
        "fine": ("a", "b", "c"),
        "coarse": ("x", "y"),
    }


def test_levels_with_different_nodes_are_written_to_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.cnl").write_text("1 2\n3 4\n")
    (tmp_path / "b.cnl").write_text("1 2 3\n")
    output("convert", "a.cnl", "b.cnl", "out/", cwd=tmp_path)
    assert [
        list(accord.read(tmp_path / "out" / name).clusters()) for name in ("a.cnl", "b.cnl")
    ] == [
        [[1, 2], [3, 4]],
        [[1, 2, 3]],
    ]


# ---- convert: what cannot be ---------------------------------------------------------------------


def test_unknown_suffix_is_an_error_and_creates_no_file(tmp_path: Path) -> None:
    line = error_line(run("convert", TRUTH, "out.xyz", cwd=tmp_path))
    assert "out.xyz" in line
    assert all(
        name in line for name, format in CLUSTERING_FORMATS.items() if format.write is not None
    )
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("source", "target", "words"),
    [
        (TRUTH, "out.labels", "several clusters"),
        ("share.cnl", "out.cmty.txt", "shares"),
        ("level.csv", "out.cnl", "levels"),
        ("weight.csv", "out.pairs", "weights"),
        ("lone.csv", "out.cnl", "no cluster"),
        ("blank.csv", "out.cnl", "'a b'"),  # found out while it is written
        ("bad.cnl", "out.csv", "line 2, column 3"),
        ("missing.cnl", "out.csv", "missing.cnl"),
    ],
)
def test_failed_conversion_keeps_the_existing_file(
    tmp_path: Path, source: str, target: str, words: str
) -> None:
    (tmp_path / "share.cnl").write_text("# Clusters: 1, Nodes: 2, Fuzzy: 1\n1:0.5 2\n")
    (tmp_path / "level.csv").write_text("node,cluster,level\n1,a,x\n1,b,y\n")
    (tmp_path / "weight.csv").write_text("node,cluster,weight\n1,a,3\n2,a,4\n")
    (tmp_path / "lone.csv").write_text("node,cluster\n1,a\n2,\n")
    (tmp_path / "blank.csv").write_text("node,cluster\nc,a\na b,a\n")
    (tmp_path / "bad.cnl").write_text("1 2\n3 x\n")
    there = {*os.listdir(tmp_path), target}
    (tmp_path / target).write_text("as it was")
    assert words in error_line(run("convert", source, target, cwd=tmp_path))
    assert (tmp_path / target).read_text() == "as it was"
    assert set(os.listdir(tmp_path)) == there


def test_dropped_names_are_a_warning(tmp_path: Path) -> None:
    done = run("convert", TRUTH, "out.cmty.txt", cwd=tmp_path)
    assert done.returncode == 0
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("accord: warning: out.cmty.txt: ")
    assert "names" in line
    wanted = [sorted(cluster) for cluster in accord.read(TRUTH).clusters()]
    assert [
        sorted(line.split()) for line in (tmp_path / "out.cmty.txt").read_text().splitlines()
    ] == wanted


@pytest.mark.parametrize("option", ["--output-format", "--input-format"])
def test_unknown_format_suggests_the_closest_match(tmp_path: Path, option: str) -> None:
    assert "did you mean" in error_line(
        run("convert", TRUTH, "out.csv", option, "cvs", cwd=tmp_path)
    )
    assert os.listdir(tmp_path) == []


# ---- formats -------------------------------------------------------------------------------------


def test_formats_lists_one_format_per_line() -> None:
    header, _, *lines = (
        output("formats").partition("\n\n")[0].splitlines()
    )  # formats of networks follow
    assert header.split() == ["clusterings", "files", "content"]
    assert [line.split()[0] for line in lines] == list(CLUSTERING_FORMATS)
    for line, format in zip(lines, CLUSTERING_FORMATS.values(), strict=True):
        assert all(suffix in line.split() for suffix in format.suffixes)
        assert line.endswith(format.description)


# ---- how files are read --------------------------------------------------------------------------


@pytest.fixture
def few(tmp_path: Path) -> Path:
    (tmp_path / "two_words").write_text("1 7\n2 7\n3 8\n4 8\n")
    (tmp_path / "found.cnl").write_text("1 2 3\n4 9\n")
    return tmp_path


def f1p(*arguments: str | Path, cwd: Path) -> float:
    return json.loads(output("compare", *arguments, "-m", "f1p", "--format", "json", cwd=cwd))[
        "scores"
    ]["f1p"]["value"]


#: What could also be nodes with their clusters.
TWO_WORDS = [[1, 7], [2, 7], [3, 8], [4, 8]]


def test_truth_format_applies_to_the_truth_only(few: Path) -> None:
    assert "two words" in error_line(run("compare", "two_words", "found.cnl", cwd=few))
    found = [[1, 2, 3], [4, 9]]
    as_pairs, as_clusters = [[1, 2], [3, 4]], Clustering.from_clusters(TWO_WORDS)
    assert f1p("two_words", "found.cnl", "--truth-format", "pairs", cwd=few) == accord.f1p(
        as_pairs, found
    )
    both = ["two_words", "./two_words", "--truth-format", "pairs", "--input-format", "cnl"]
    assert f1p(*both, cwd=few) == accord.f1p(as_pairs, as_clusters)


def test_input_format_applies_to_all_files(few: Path) -> None:
    assert f1p("two_words", "found.cnl", "--input-format", "cnl", cwd=few) == accord.f1p(
        Clustering.from_clusters(TWO_WORDS), [[1, 2, 3], [4, 9]]
    )


def test_columns_can_be_chosen_by_name_or_number(tmp_path: Path) -> None:
    rows = "g1,0.5,k,s1\ng2,1,k,s1\ng2,0.25,m,s1\ng3,1,m,s2\n"
    (tmp_path / "genes.csv").write_text(f"gene,score,family,step\n{rows}")
    (tmp_path / "no_header.csv").write_text(rows)
    (tmp_path / "truth.cnl").write_text("g1 g2\ng3\n")
    wanted = accord.f1p([["g1", "g2"], ["g3"]], [["g1", "g2"], ["g2", "g3"]])
    both = ["truth.csv", "genes.csv", "--columns", "gene,family"]
    (tmp_path / "truth.csv").write_text("family,gene\nx,g1\nx,g2\ny,g3\n")
    assert f1p(*both, cwd=tmp_path) == wanted
    done = run("compare", "truth.cnl", *both[1:], "-m", "f1p", "--format", "csv", cwd=tmp_path)
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("accord: warning: truth.cnl: --columns is not used")
    assert float(done.stdout.decode().splitlines()[1].split(",")[1]) == wanted
    shares = Clustering.from_clusters({"k": {"g1": 0.5, "g2": 1}, "m": {"g2": 0.25, "g3": 1}})
    for name, columns in (("genes.csv", "gene,family,score"), ("no_header.csv", "1,3,2")):
        output("convert", name, "fuzzy.json", "--columns", columns, cwd=tmp_path)
        assert accord.read(tmp_path / "fuzzy.json") == shares
    output(
        "convert", "genes.csv", "levels.json", "--columns", "gene,family,score,step", cwd=tmp_path
    )
    assert accord.read(tmp_path / "levels.json").level_names == ("s1", "s2")
    assert "famly" in error_line(run("info", "genes.csv", "--columns", "gene,famly", cwd=tmp_path))


def test_column_numbers_are_not_taken_for_header_names(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("3,9,1\n4,9,2\n5,8,3\n")
    output("convert", "rows.csv", "out.json", "--columns", "1,2", cwd=tmp_path)
    assert accord.read(tmp_path / "out.json") == Clustering.from_clusters({8: [5], 9: [3, 4]})


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("nodes.txt", "ann\nbob\neve\nlea\n"),
        ("nodes", "ann bob\neve lea\n"),
        ("nodes.csv", "node,cluster\nann,a\nbob,a\neve,b\nlea,b\nann,b\n"),
        ("nodes.csv", "node,cluster\nann,a\nbob,\neve,\nlea,\n"),
        ("nodes.csv", "node\nann\nbob\neve\nlea\n"),
    ],
)
def test_node_base_can_be_read_from_a_file(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    data = json.loads(
        output(
            "compare",
            TRUTH,
            FOUND,
            "-m",
            "f1p,omega",
            "--nodes",
            tmp_path / name,
            "--format",
            "json",
        )
    )
    wanted = accord.compare(TRUTH, FOUND, ["f1p", "omega"], nodes=["ann", "bob", "eve", "lea"])
    assert data == json.loads(wanted.to_json())
    assert data["nodes"]["base"] == 4


def test_ids_option_sets_the_kind_of_nodes(tmp_path: Path) -> None:
    (tmp_path / "truth.cnl").write_text("1 2\n3 x\n")
    (tmp_path / "nodes.txt").write_text("1\n2\n3\n")
    data = json.loads(
        output(
            "compare",
            "truth.cnl",
            "./truth.cnl",
            "--ids",
            "text",
            "--nodes",
            "nodes.txt",
            "--format",
            "json",
            cwd=tmp_path,
        )
    )
    assert data["nodes"]["base"] == 3
    assert data["nodes"]["dropped_truth_nodes"] == 1


def test_noise_is_reported_until_it_is_declared(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text("node,cluster\na,0\nb,0\nc,1\nd,1\n")
    (tmp_path / "found.csv").write_text("node,cluster\na,0\nb,0\nc,-1\nd,-1\n")
    command = ("compare", "truth.csv", "found.csv", "-m", "omega", "--format", "csv")
    plain = run(*command, cwd=tmp_path)
    assert plain.returncode == 0
    assert plain.stderr.decode().splitlines() == [
        "accord: warning: found.csv: -1: 2 nodes form one cluster; use --noise -1 if they are noise"
    ]
    assert output(*command, "--no-noise", cwd=tmp_path) == plain.stdout.decode()
    declared = output(*command, "--noise", "-1", cwd=tmp_path)
    assert declared != plain.stdout.decode()
    assert output(*command, "--noise", "-1", "--engine", "duckdb", cwd=tmp_path) == declared


def test_orientation_of_json(tmp_path: Path) -> None:
    of_node = {"ann": ["red"], "bob": ["red", "blue"], "eve": ["blue"]}
    (tmp_path / "a.json").write_text(json.dumps(of_node))
    line = error_line(run("info", "a.json", cwd=tmp_path))
    assert "use --orientation nodes if the keys are nodes, or --orientation clusters" in line
    for orientation, nodes in (("nodes", 3), ("clusters", 2)):
        text = output(
            "info", "a.json", "--orientation", orientation, "--format", "json", cwd=tmp_path
        )
        assert json.loads(text)["nodes"] == nodes


# ---- two columns of labels -----------------------------------------------------------------------


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    """A table with a row for each node, and its labels in two clusterings."""
    rows = "".join(f"{node % 2},{node // 10}\n" for node in range(20))
    (tmp_path / "both.csv").write_text(f"truth,found\n{rows}")
    return tmp_path


def test_truth_columns_choose_the_labels_of_the_truth(labelled: Path) -> None:
    columns = ("--columns", "found", "--truth-columns", "truth", "--format", "csv")
    table = output("compare", "both.csv", "both.csv", "-m", "rand", *columns, cwd=labelled)
    # Of 190 pairs, 90 are together in each clustering, and 40 of them in both.
    assert float(table.splitlines()[1].split(",")[1]) == pytest.approx((40 + 50) / 190)


@pytest.mark.parametrize("columns", [(), ("--columns", "truth,found")])
def test_message_about_columns_of_labels_names_the_options(
    labelled: Path, columns: tuple[str, ...]
) -> None:
    line = error_line(run("compare", "both.csv", "both.csv", *columns, cwd=labelled))
    assert "--truth-columns truth or --truth-columns found" in line


def test_info_says_how_a_file_is_read(labelled: Path) -> None:
    facts = json.loads(
        output("info", "both.csv", "--columns", "found", "--format", "json", cwd=labelled)
    )
    assert {name: facts[name] for name in list(facts)[:5]} == {
        "format": "csv",
        "separator": "comma",
        "header": True,
        "node_column": "row number",
        "cluster_column": "found",
    }
