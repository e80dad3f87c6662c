"""The command line, run as a process: output, errors and exit codes."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import accord
from accord._cli.commands import COMMANDS, cli

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
TRUTH, FOUND, GUESS = (str(EXAMPLES / f"clubs_{name}.cnl") for name in ("truth", "found", "guess"))


def run(
    *arguments: str, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "accord", *arguments],
        input=stdin,
        capture_output=True,
        env={**os.environ, **environment},
        check=False,
    )


def error_line(done: subprocess.CompletedProcess[bytes]) -> str:
    """Return the single line of an error; fail on any other output."""
    assert done.returncode == 2
    assert done.stdout == b""
    lines = done.stderr.decode().splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("accord: error: ")
    return lines[0]


@pytest.fixture
def crisp(tmp_path: Path) -> tuple[str, str]:
    truth, found = tmp_path / "truth.cnl", tmp_path / "found.cnl"
    truth.write_text("1 2 3\n4 5\n")
    found.write_text("1 2\n3 4 5\n")
    return str(truth), str(found)


# ---- compare -------------------------------------------------------------------------------------


def test_table_has_the_default_panel_and_the_inputs(crisp: tuple[str, str]) -> None:
    done = run("compare", *crisp)
    text = done.stdout.decode()
    assert done.returncode == 0
    assert "truth: 5 nodes in 2 clusters, crisp" in text
    assert all(f"\n{name} " in text for name in accord.metrics.PANELS["crisp"])


def test_sampled_value_is_marked(tmp_path: Path) -> None:
    wheel, rim = tmp_path / "wheel.cnl", tmp_path / "rim.cnl"
    wheel.write_text(
        "".join(f"0 {i} {i % 70 + 1}\n" for i in range(1, 71))
    )  # node 0 is in 70 clusters
    rim.write_text("0 1 2 3 4\n" + "".join(f"{i} {i + 1} {i + 2}\n" for i in range(5, 71, 3)))
    sides = str(wheel), str(rim)
    assert (
        "gnmi: 1.4 % of the nodes were sampled: within "
        in run("compare", *sides, "-m", "gnmi").stdout.decode()
    )
    score = json.loads(run("compare", *sides, "-m", "gnmi", "--format", "json").stdout)["scores"][
        "gnmi"
    ]
    assert set(score) == {"value", "error", "exact_share", "events", "method"}
    header = run("compare", *sides, "-m", "gnmi", "--format", "csv").stdout.splitlines()[0]
    assert header == b"metric,value,precision,recall,error"
    assert "use method='auto'" in error_line(run("compare", *sides, "-m", "gnmi[method=exact]"))


def test_json_values_equal_the_python_functions(crisp: tuple[str, str]) -> None:
    names = ",".join(accord.METRICS)
    scores = json.loads(run("compare", *crisp, "--metrics", names, "--format", "json").stdout)[
        "scores"
    ]
    assert list(scores) == list(accord.METRICS)
    for name, score in scores.items():
        assert score["value"] == getattr(accord, name)(*crisp)


def test_csv_and_markdown_are_tables(crisp: tuple[str, str]) -> None:
    assert (
        run("compare", *crisp, "-m", "f1h", "--format", "csv").stdout
        == b"metric,value,precision,recall\nf1h,0.8,0.8,0.8\n"
    )
    markdown = run("compare", *crisp, "-m", "f1h", "--format", "markdown").stdout
    notes, table = markdown.split(b"\n\n")
    assert all(line.startswith(b"- ") for line in notes.splitlines())
    assert table.startswith(b"| metric | value |")


def test_several_results_are_ranked_by_the_first_metric(
    tmp_path: Path, crisp: tuple[str, str]
) -> None:
    done = run("compare", crisp[0], crisp[1], crisp[0], "-m", "nvd,f1p", "--format", "csv")
    header, *rows = done.stdout.decode().splitlines()
    assert header == "found,rank,nodes,clusters,not_clustered,nvd,f1p"
    assert [row.split(",")[0] for row in rows] == ["truth", "found"]  # a distance: lower is better


def test_metric_options_may_contain_commas(crisp: tuple[str, str]) -> None:
    done = run(
        "compare", *crisp, "-m", "f1p[weighting=macro,sharing=split],f1h", "--format", "json"
    )
    assert list(json.loads(done.stdout)["scores"]) == ["f1p[weighting=macro,sharing=split]", "f1h"]


def test_sharing_and_weighting_apply_to_every_metric_that_has_them() -> None:
    done = run(
        "compare",
        TRUTH,
        FOUND,
        "-m",
        "f1p,geometric_accuracy",
        "--sharing",
        "split",
        "--weighting",
        "macro",
        "--format",
        "json",
    )
    assert list(json.loads(done.stdout)["scores"]) == [
        "f1p[weighting=macro,sharing=split]",
        "geometric_accuracy",
    ]


def test_node_base_can_be_a_policy_or_a_file(tmp_path: Path) -> None:
    nodes = tmp_path / "nodes.txt"
    nodes.write_text("ann bob\neve\n")
    by_policy = json.loads(
        run("compare", TRUTH, FOUND, "--nodes", "intersection", "--format", "json").stdout
    )
    assert by_policy["nodes"]["base"] == 13
    by_file = json.loads(
        run("compare", TRUTH, FOUND, "--nodes", str(nodes), "--format", "json").stdout
    )
    assert by_file["nodes"] | {"base": 3, "node_base": "given"} == by_file["nodes"]


def test_unique_drops_duplicate_clusters(tmp_path: Path) -> None:
    double = tmp_path / "double.cnl"
    double.write_text("1 2\n1 2\n3\n")
    for option, count in (([], 3), (["--unique"], 2)):
        done = run("compare", str(double), str(double), *option, "--format", "json")
        assert json.loads(done.stdout)["truth"]["clusters"] == count


def test_dash_reads_standard_input(crisp: tuple[str, str]) -> None:
    done = run(
        "compare", crisp[0], "-", "-m", "f1h", "--format", "csv", stdin=Path(crisp[1]).read_bytes()
    )
    assert done.stdout.endswith(b"\nf1h,0.8,0.8,0.8\n")
    assert "only one" in error_line(run("compare", "-", "-"))


def test_fail_under_exits_with_1_and_still_prints(crisp: tuple[str, str]) -> None:
    assert run("compare", *crisp, "--fail-under", "f1h=0.8").returncode == 0
    done = run("compare", *crisp, "--fail-under", "f1h=0.81", "--fail-under", "f1p=0.1")
    assert done.returncode == 1
    assert b"f1h" in done.stdout
    assert done.stderr.decode().splitlines() == [
        "accord: failed: found.cnl: f1h is 0.8, below 0.81"
    ]


def test_fail_under_adds_its_metric_and_handles_distances(crisp: tuple[str, str]) -> None:
    assert run("compare", *crisp, "-m", "f1p", "--fail-under", "f1a=0.9").returncode == 1
    assert "is a distance" in error_line(run("compare", *crisp, "--fail-under", "nvd=0.1"))
    assert "f1p=0.8" in error_line(run("compare", *crisp, "--fail-under", "f1p"))


def test_fail_under_on_a_metric_that_does_not_apply_is_an_error() -> None:
    done = run("compare", TRUTH, FOUND, "--fail-under", "nmi=0.5")
    assert done.returncode == 2
    assert b"for crisp clusterings only" in done.stderr


def test_fail_under_uses_the_shared_options(crisp: tuple[str, str]) -> None:
    for floor, code in (("0.8", 0), ("0.9", 1)):
        done = run(
            "compare", *crisp, "-m", "f1h", "--weighting", "macro", "--fail-under", f"f1h={floor}"
        )
        assert done.returncode == code
    assert b"\nf1a " in run("compare", *crisp, "--fail-under", "f1a=0.5").stdout
    assert "f1p=0.8" in error_line(run("compare", *crisp, "--fail-under", "f1h=nan"))


def test_verbose_prints_timings(crisp: tuple[str, str]) -> None:
    Path(crisp[0]).write_text("1 2 3\n3 4 5\n")
    done = run("compare", *crisp, "-v", "--threads", "2")
    seconds, pairs = done.stderr.decode().splitlines()
    assert seconds.startswith("read 0.")
    assert seconds.endswith(" s, 2 threads")
    assert pairs.startswith("pairs of found.cnl: 3 node types by their items")


# ---- the others ----------------------------------------------------------------------------------


def test_constraints_lists_every_metric() -> None:
    table = json.loads(run("constraints", "--format", "json").stdout)
    assert list(table) == list(accord.METRICS)
    assert [verdict["satisfied"] for verdict in table["f1p"].values()] == [True, True, False, True]
    # A split costs completeness, which the average of both entropies shows and the larger hides.
    assert [verdict["satisfied"] for verdict in table["nmi"].values()] == [True, True, False, True]
    assert [verdict["satisfied"] for verdict in table["gnmi"].values()] == [
        True,
        False,
        False,
        True,
    ]
    assert all(name in run("constraints").stdout.decode() for name in accord.METRICS)


def test_info_describes_a_file() -> None:
    facts = json.loads(run("info", TRUTH, "--format", "json").stdout)
    assert facts["nodes"] == 13
    assert facts["overlapping_nodes"] == 5
    assert facts["ids"] == "text"


def test_metrics_lists_one_metric_per_line() -> None:
    lines = run("metrics").stdout.decode().splitlines()[2:]
    assert [line.split()[0] for line in lines] == list(accord.METRICS)
    assert max(map(len, lines)) <= 122


def test_metrics_lists_the_properties_of_every_metric() -> None:
    table = run("metrics", "--properties").stdout.decode()
    assert [line.split()[0] for line in table.split("\n\n")[0].splitlines()[2:]] == list(
        accord.METRICS
    )
    listed = json.loads(run("metrics", "--properties", "--format", "json").stdout)
    verdicts = accord.constraints().to_dict()
    for name, metric in accord.METRICS.items():
        facts = listed[name]
        assert facts["symmetric"] == metric.symmetric
        assert tuple(facts["bounds"]) == metric.bounds
        assert facts["best"] == (0 if metric.distance else 1)
        assert facts["nodes"] == metric.node_base
        assert facts["constraints"] == [
            constraint for constraint, verdict in verdicts[name].items() if verdict["satisfied"]
        ]
        assert {
            option: value["default"] for option, value in facts["options"].items()
        } == metric.defaults


def test_metrics_describes_a_metric_with_its_options() -> None:
    row = (
        run("metrics", "f1p[weighting=macro]", "--properties", "--format", "csv")
        .stdout.decode()
        .splitlines()[1]
    )
    assert row == "f1p[weighting=macro],yes,0…1,1,any,union,any,· C · S,weighting=micro sharing"
    assert (
        "| nvd | yes | 0…1 | 0 | crisp |"
        in run("metrics", "nvd", "--format", "markdown").stdout.decode()
    )


@pytest.mark.parametrize("name", accord.METRICS)
def test_metrics_describes_every_metric_in_full(name: str) -> None:
    metric = accord.METRICS[name]
    done = CliRunner().invoke(cli, ["metrics", name])
    assert done.exit_code == 0
    assert done.output.startswith(f"{name}: {metric.meaning}\n")
    assert all(f"\n{option} " in done.output for option in metric.options)
    assert metric.meaning.endswith(".")


def test_metrics_in_full_lists_the_option_values() -> None:
    lines = run("metrics", "gnmi", "nmi").stdout.decode().splitlines()
    assert "method  auto     auto, exact, sampled, adaptive" in lines
    assert "norm    max      max, sqrt, avg, min, joint" in lines
    assert "norm    avg      max, sqrt, avg, min, joint" in lines
    assert "constraints  homogeneity, size_vs_quantity" in lines
    assert any(line.startswith("nmi: ") for line in lines)


def test_metrics_describes_quality_metrics_by_name() -> None:
    text = run("metrics", "modularity").stdout.decode()
    assert text == run("metrics", "modularity", "--quality").stdout.decode()
    assert text.startswith("modularity: Share of the edges inside clusters")
    assert "one kind at a time" in error_line(run("metrics", "modularity", "nmi"))
    assert "is a quality metric" in error_line(run("compare", TRUTH, FOUND, "-m", "modularity"))


def test_version_and_help() -> None:
    assert run("--version").stdout.decode() == f"accord {accord.__version__}\n"
    assert b"compare" in run("--help").stdout
    assert run("compare", "--help").returncode == 0


def test_every_command_is_in_the_module_that_the_table_names() -> None:
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        assert isinstance(command, click.Command)
        assert command.name == name


# ---- errors --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["compare", "missing.cnl", FOUND], ["missing.cnl", "No such file"]),
        (["compare", TRUTH], ["FOUND"]),
        (["compare", TRUTH, FOUND, "--metrics", "f1pp"], ["'f1pp'", "f1p"]),
        (["compare", TRUTH, FOUND, "--metrics", "f1p[weighting=mikro]"], ["'mikro'", "micro"]),
        (["compare", TRUTH, FOUND, "--metrics", "f1p[weight=micro]"], ["'weight'", "weighting"]),
        (["compare", TRUTH, FOUND, "--metrics", "f1p[weighting]"], ["option=value"]),
        (["compare", TRUTH, FOUND, "--metrics", ","], ["no metric"]),
        (["compare", TRUTH, FOUND, "--metrics", "nmi"], ["crisp", "gnmi"]),
        (["compare", TRUTH, FOUND, "--metrics", "f1p", "--nodes", "equal"], ["in found only"]),
        (["compare", TRUTH, FOUND, "--nodes", "intersektion"], ["intersektion", "intersection"]),
        (["compare", TRUTH, FOUND, FOUND], ["twice"]),
        (["compare", TRUTH, FOUND, "--threads", "0"], ["--threads"]),
        (
            ["compare", TRUTH, FOUND, "--metrcs", "f1p"],
            ["unknown option '--metrcs': did you mean --metric?"],
        ),
        (["compair", TRUTH, FOUND], ["unknown command 'compair'", "compare"]),
        (["info", "src"], ["no files"]),
        (["completion", "tcsh"], ["tcsh", "bash"]),
        (["metrics", "gnmy"], ["'gnmy'", "gnmi"]),
        (["metrics", "ari", "--properties"], ["adjusted_rand"]),
    ],
)
def test_errors_are_one_line_and_exit_code_2(arguments: list[str], words: list[str]) -> None:
    line = error_line(run(*arguments))
    for word in words:
        assert word in line


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"", "the file is empty"),
        (b"# only a comment\n", "no clusters"),
        (b"1 2\n3 x\n", "line 2, column 3: 'x'"),
        (b"1 2\na>\n", "line 2, column 1: cluster 'a' has a name but no members"),
        (
            b"# Clusters: 1, Nodes: 1, Fuzzy: 1\n1:1.5\n",
            "line 2, column 1: share 1.5 is outside (0, 1]",
        ),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "line 1, column 1"),
    ],
)
def test_malformed_file_error_names_the_location(
    tmp_path: Path, content: bytes, place: str
) -> None:
    path = tmp_path / "bad.cnl"
    path.write_bytes(content)
    line = error_line(run("info", str(path)))
    assert str(path) in line
    assert place in line


def test_invalid_environment_variable_is_an_error() -> None:
    assert "ACCORD_THREADS" in error_line(run("info", TRUTH, ACCORD_THREADS="many"))


def test_contradicting_header_is_a_one_line_warning(tmp_path: Path) -> None:
    path = tmp_path / "header.cnl"
    path.write_text("# Clusters: 7, Nodes: 2\n1 2\n")
    done = run("info", str(path))
    assert done.returncode == 0
    assert (
        done.stderr.decode()
        == f"accord: warning: {path}: the header says 7 clusters, the file has 1\n"
    )


def test_no_arguments_print_help() -> None:
    done = run()
    assert done.returncode == 2
    assert done.stderr.decode().startswith("Usage: ")


def test_full_disk_is_a_one_line_error() -> None:
    command = f"{sys.executable} -m accord metrics > /dev/full"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert done.returncode == 2
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr


def test_closed_pipe_prints_no_traceback() -> None:
    command = f"{sys.executable} -m accord constraints --format csv | head -c 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert done.stderr == b""


def test_interrupt_exits_with_130(tmp_path: Path) -> None:
    for name, seed in (
        ("truth", 1),
        ("found", 2),
    ):  # unrelated, so that the best matching is hard to find
        cover = accord.generate_cover(200_000, 16_000, 6.0, size_exponent=10, seed=seed)
        accord.write(cover, tmp_path / f"{name}.cnl")
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "accord",
            "compare",
            "truth.cnl",
            "found.cnl",
            "-m",
            "max_matching_ratio",
        ],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    time.sleep(2.5)
    assert process.poll() is None, "this was to take long"
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=30)
    assert process.returncode == 130
    assert stderr.strip() == b"accord: error: interrupted"
    assert time.monotonic() - start < 2
