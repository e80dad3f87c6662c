"""accord bench, run as processes."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pandas
import pytest
from click.testing import CliRunner
from command_process import output, output_of_failed_jobs, run
from misbehaving import wait_until

import accord
from accord import bench
from accord._cli import recommend as recommend_module
from accord._foundation.progress_bar import ProgressBar
from accord.bench._algorithms.registry import Algorithm
from accord.bench._results import quick

STUDY = """
repeats = 2
[limits]
seconds = 60
[[data]]
name = "ring"
network = "ring.txt"
truth = "ring.cnl"
[[algorithms]]
name = "copy"
cmd = "cp {network} {output}"
output = "cnl"
[[algorithms]]
name = "missing"
cmd = "no-such-program {network}"
output = "cnl"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ring.txt").write_text("a b\nb c\nc a\nd e\ne f\nf d\nc d\n")
    (tmp_path / "ring.cnl").write_text("a b c\nd e f\n")
    (tmp_path / "study.toml").write_text(STUDY)
    return tmp_path


def output_with_page(command: str, *arguments: str, cwd: Path) -> str:
    """Return what a command prints that also writes the page after --html, and says where."""
    done = run(command, *arguments, cwd=cwd)
    page = arguments[arguments.index("--html") + 1]
    assert (done.returncode, done.stderr.decode().splitlines()) == (0, [f"page: {page}"])
    return done.stdout.decode()


HALVES = """
[[algorithms]]
name = "halves"
cmd = "sh -c 'cat {folder}/halves.cnl' {network}"
output = "cnl"
"""


def test_run_and_report_rank_by_scores(folder: Path) -> None:
    """The network, read as clusters, has one for each edge; the nodes are numbered."""
    (folder / "halves.cnl").write_text("0 1 2\n3 4 5\n")
    (folder / "study.toml").write_text(STUDY + HALVES)
    page = ("run", "study.toml", "--html", "page.html")
    nothing = "2 of 6 jobs failed, and nothing came of missing"
    printed = output_of_failed_jobs(*page, message=nothing, cwd=folder)
    rows = [line.split()[:3] for line in printed.splitlines() if line.lstrip()[:2] in ("1 ", "2 ")]
    truth, edges = (
        [{*"abc"}, {*"def"}],
        [{*"ab"}, {*"bc"}, {*"ca"}, {*"de"}, {*"ef"}, {*"fd"}, {*"cd"}],
    )
    assert rows == [
        ["1", "halves", "1.0000"],
        ["2", "copy", f"{float(accord.f1h(truth, edges)):.4f}"],
    ]
    assert "missing: 2 × error: no-such-program cannot be started" in printed
    assert "Benchmark: study" in (folder / "page.html").read_text()
    for place in ("study.toml", "study-results"):
        data = json.loads(
            output("bench", "report", place, "--metric", "vi", "--format", "json", cwd=folder)
        )
        assert [(row["algorithm"], row["rank"]) for row in data["entries"][:2]] == [
            ("halves", 1),
            ("copy", None),
        ]
        assert data["entries"][0]["mean"] == 0  # a distance, which is for crisp clusters alone
    assert output("bench", "report", "study-results", "-q", cwd=folder).splitlines()[2].split()[
        :2
    ] == ["1", "halves"]
    done = run("bench", "report", "study-results", "--metric", "f2", cwd=folder)
    assert (done.returncode, done.stderr.decode()[:35]) == (
        2,
        "accord: error: unknown metric 'f2':",
    )


def test_without_a_truth_quality_determines_the_ranking(folder: Path) -> None:
    (folder / "halves.cnl").write_text("0 1 2\n3 4 5\n")
    (folder / "study.toml").write_text(STUDY.replace('truth = "ring.cnl"\n', "") + HALVES)
    nothing = "2 of 6 jobs failed, and nothing came of missing"
    printed = output_of_failed_jobs("run", "study.toml", message=nothing, cwd=folder)
    assert printed.startswith("modularity_shen, higher is better")
    done = run("bench", "report", "study.toml", "--metric", "f1h", cwd=folder)
    assert done.returncode == 2
    assert done.stderr == (
        b"accord: error: no run has a value of f1h, because no network has a truth: "
        b"choose another metric\n"
    )


def test_run_without_scores_reports_failures(folder: Path) -> None:
    (folder / "study.toml").write_text(STUDY.replace('cmd = "cp', 'cmd = "no-such-copy'))
    nothing = "4 of 4 jobs failed, and nothing came of copy and missing"
    printed = output_of_failed_jobs("run", "study.toml", "-q", message=nothing, cwd=folder)
    header = "algorithm  error  mean time  mean memory"
    assert printed.splitlines()[0].split() == header.split()


def test_quick_ranks_algorithms(folder: Path) -> None:
    """The chosen algorithms on one network; the store is discarded unless one is given."""
    chosen = ("-a", "igraph.leiden", "-a", "networkx.k_clique", "-a", "baseline.random")
    command = ("bench", "quick", "ring.txt", "ring.cnl", *chosen)
    printed = output_with_page(
        *command,
        "--store",
        "kept",
        "--html",
        "page.html",
        "--seconds",
        "50",
        "--memory",
        "2 GB",
        cwd=folder,
    )
    assert {
        tuple(line.split()[:3]) for line in printed.splitlines() if line.lstrip().startswith("1 ")
    } == {
        ("1", "igraph.leiden", "1.0000"),
        ("1", "networkx.k_clique", "1.0000"),
    }
    assert printed.endswith("Store: kept\n")
    assert {
        (row["limit_seconds"], row["limit_memory"]) for row in bench.status(folder / "kept")
    } == {(50.0, 2_000_000_000)}
    before = set(folder.iterdir())
    assert output(
        "bench", "quick", "ring.txt", *chosen[:4], "-q", "-m", "coverage", cwd=folder
    ).split()[:3] == [
        "rank",
        "algorithm",
        "coverage",
    ]
    assert set(folder.iterdir()) == before
    done = run("bench", "quick", "ring.txt", "no.cnl", *chosen, cwd=folder)
    assert done.returncode == 2
    assert b"no.cnl: No such file" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_quick_says_how_the_truth_was_read_until_told(folder: Path) -> None:
    (folder / "truth.csv").write_text("node,cluster\na,0\nb,0\nc,0\nd,1\ne,1\nf,-1\n")
    command = ("bench", "quick", "ring.txt", "truth.csv", "-a", "igraph.walktrap")
    done = run(*command, cwd=folder)
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith(
        "accord: warning: truth.csv: -1: 1 node forms one cluster; use --noise -1"
    )
    printed = output(*command, "--noise", "-1", cwd=folder)
    truth = accord.Clustering.from_clusters([list("abc"), list("de")], nodes=list("abcdef"))
    assert f" {float(accord.f1h(truth, [list('abc'), list('def')])):.4f} " in printed
    assert output(*command, "--no-noise", cwd=folder)


def test_quick_runs_share_a_store(folder: Path) -> None:
    (folder / "other.txt").write_text("a b\nb c\nc a\n")
    for network in ("ring.txt", "other.txt"):
        output("bench", "quick", network, "-a", "igraph.leiden", "--store", "kept", cwd=folder)
    with bench.Store(folder / "kept") as store:
        assert store.studies() == ["quick ring.txt", "quick other.txt"]
        assert {row["status"] for row in store.results()} == {"ok"}


def test_quick_uses_every_installed_algorithm(monkeypatch: pytest.MonkeyPatch) -> None:
    built_in = {
        name: algorithm
        for name, algorithm in bench.available().items()
        if algorithm.function.__module__.startswith("accord.")
    }
    monkeypatch.setattr(quick, "available", lambda: built_in)
    installed = quick.installed_algorithms(has_truth=True)
    assert {"igraph.leiden", "networkit.lfm", "networkx.k_clique", "baseline.random"} <= set(
        installed
    )
    assert quick.installed_algorithms(has_truth=False) == [
        name for name in installed if name != "baseline.random"
    ]
    monkeypatch.setattr(Algorithm, "missing", property(lambda self: list(self.packages)))
    with pytest.raises(
        accord.InputError, match=r"no algorithm is installed: pip install 'accord\[bench\]'"
    ):
        quick.installed_algorithms(has_truth=True)
    with pytest.raises(
        accord.MissingPackageError,
        match=r"the example needs igraph, .*: pip install 'accord\[bench\]'",
    ):
        bench.Study.example()


EXAMPLE = ("igraph.leiden", "networkit.lfm", "networkx.k_clique", "baseline.random")


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the store of the example, of which some algorithms were run on two networks."""
    folder = tmp_path_factory.mktemp("example")
    study = bench.Study.example(folder / "example-results")
    study.instances = [
        item for item in study.instances if item.dataset in ("lfr mu=0.2 on=0", "lfr mu=0.2 on=500")
    ]
    study.algorithms = [item for item in study.algorithms if item.name in EXAMPLE]
    assert bench.run(study) == {"ok": len(study.instances) * len(study.algorithms)}
    return folder


def test_example_study_separates_overlapping_algorithms(example: Path) -> None:
    """If half of the nodes are in two clusters, algorithms that find overlaps are ahead."""
    data = json.loads(
        output_with_page(
            "bench",
            "report",
            "example-results",
            "--html",
            "page.html",
            "--format",
            "json",
            cwd=example,
        )
    )
    assert data["metric"] == "f1h"
    found = bench.load_results(example / "example-results").only(datasets=["lfr mu=0.2 on=500"])
    best = found.leaderboard().ranked[:2]
    assert {"networkit.lfm", "networkx.k_clique"} == set(best)
    assert found.leaderboard()["random"].mean < found.leaderboard()["igraph.leiden"].mean  # type: ignore[operator]
    page = (example / "page.html").read_text()
    assert "Which algorithm for another network?" in page
    assert "always igraph.leiden" in page


def test_recommend_uses_the_store_in_the_working_directory(example: Path) -> None:
    output(
        "generate",
        "lfr",
        "900",
        "--degree",
        "14",
        "--max-degree",
        "50",
        "--mixing",
        "0.2",
        "-q",
        "-o",
        "new",
        cwd=example,
    )
    printed = output_with_page("recommend", "new/network.nse", "--html", "advice.html", cwd=example)
    found = bench.load_results(example / "example-results")
    advice = bench.recommend(accord.read_network(example / "new/network.nse"), found)
    assert advice.best is not None
    assert printed.startswith(f"use {advice.best.algorithm}: f1h of")
    assert f"how good such recommendations are: {bench.regret(found).summary()}\n" in printed
    assert f"use {advice.best.algorithm}".capitalize() in (example / "advice.html").read_text()
    data = json.loads(output("recommend", "new/network.nse", "--format", "json", cwd=example))
    assert data["advice"][0]["algorithm"] == advice.best.algorithm
    assert data["regret"]["mean"] == bench.regret(found).mean


def test_recommend_works_inside_named_steps(
    folder: Path, example: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Measuring the network and testing recommendations can take long."""
    steps: list[str] = []

    class Recorder(ProgressBar):
        def begin(self, step: str) -> None:
            steps.append(step)

    def recommend_in_step(*arguments: object) -> bench.Recommendation:
        assert steps[-1] == "measuring the network"
        return recommend(*arguments)  # type: ignore[arg-type]

    recommend = bench.recommend
    monkeypatch.setattr(recommend_module, "ProgressBar", Recorder)
    monkeypatch.setattr(bench, "recommend", recommend_in_step)
    arguments = [str(folder / "ring.txt"), "--store", str(example / "example-results")]
    done = CliRunner().invoke(recommend_module.recommend, arguments)
    assert done.exit_code == 0, done.output
    assert steps[-1] == "testing recommendations"


def test_help_of_recommend_says_what_a_store_is() -> None:
    text = " ".join(output("recommend", "--help").split())
    assert "A store is the folder where a benchmark keeps its results" in text
    assert "accord bench quick NETWORK TRUTH --store DIR" in text


def test_recommend_reports_when_no_network_is_similar(folder: Path, example: Path) -> None:
    printed = output("recommend", "ring.txt", "--store", example / "example-results", cwd=folder)
    assert printed.startswith("no data set is similar to this network: the nearest, lfr mu=0.2")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (
            ("recommend", "ring.txt"),
            "there is no store here, the folder where a benchmark keeps its results: "
            "name one with --store, or make one, with 'accord bench run STUDY.toml' or",
        ),
        (
            ("recommend", "ring.txt", "--store", "ring.txt"),
            "ring.txt, line 1, column 3: not valid TOML",
        ),
        (("bench", "run"), "give either the file of a study"),
        (("bench", "run", "study.toml", "--example"), "give either the file of a study"),
        (("bench", "report", "nothing"), "nothing: there is no store here"),
        (("bench", "quick", "no.txt"), "no.txt: No such file or directory"),
        (("bench", "quick", "ring.txt", "--seed", str(2**70)), f"seeds: {2**70} is too large"),
        (
            ("bench", "quick", "ring.txt", "-m", "f1h"),
            "no run can have a value of f1h, because no network has a truth",
        ),
        (
            ("bench", "quick", "ring.txt", "--html", "no/page.html"),
            "no/page.html: there is no folder",
        ),
        (
            ("bench", "run", "study.toml", "--html", "."),
            ".: this is a folder: name a file for --html",
        ),
        (("bench", "run", "study.toml", "-m", "f1hh"), "unknown metric 'f1hh': did you mean f1h"),
        (("bench", "run", "."), ".: this is a folder: give the TOML file of a study"),
        (("bench", "status", "no.toml"), "no.toml: No such file or directory"),
        (
            ("bench", "quick", "ring.txt", "-a", "igraph.leyden"),
            "algorithms, entry 1: unknown algorithm 'igraph.leyden'",
        ),
        (
            ("bench", "quick", "ring.txt", "--memory", "much"),
            "limits: cannot read the size",
        ),
    ],
)
def test_invalid_commands_print_one_line_and_run_nothing(
    folder: Path, command: tuple[str, ...], message: str
) -> None:
    before = set(folder.iterdir())
    done = run(*command, cwd=folder)
    assert set(folder.iterdir()) == before
    assert (done.returncode, done.stdout) == (2, b"")
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith(f"accord: error: {message}")


def test_run_status_retry_export_prune(folder: Path) -> None:
    nothing = "2 of 4 jobs failed, and nothing came of missing"
    printed = output_of_failed_jobs("run", "study.toml", message=nothing, cwd=folder)
    assert (
        f"no-such-program cannot be started: there is no file {folder}/no-such-program" in printed
    )
    assert "\nStore: study-results\n" in printed
    data = json.loads(output("bench", "status", "study.toml", "--format", "json", cwd=folder))
    assert data["algorithms"] == {"copy": {"ok": 2}, "missing": {"error": 2}}
    assert [row["attempts"] for row in data["jobs"]] == [1, 1, 1, 1]
    for chosen in (["error", "--algorithm", "missing"], ["timeout"]):  # there is no timeout
        retry = ("retry", "study.toml", "-q", "--status", *chosen)
        output_of_failed_jobs(*retry, message=nothing, cwd=folder)
    done = run("bench", "retry", "study.toml", "--algorithm", "mising", cwd=folder)
    assert (
        done.stderr
        == b"accord: error: unknown algorithm of this study 'mising': did you mean missing?\n"
    )
    for name in ("rows.csv", "rows.parquet"):
        output("bench", "export", "study.toml", name, cwd=folder)
    frame = pandas.read_parquet(folder / "rows.parquet")
    assert frame["attempts"].tolist() == [1, 1, 2, 2]
    assert frame["key"].tolist() == pandas.read_csv(folder / "rows.csv")["key"].tolist()
    changed = "The study has changed since"
    assert changed not in output("bench", "status", "study.toml", cwd=folder)
    (folder / "study.toml").write_text(STUDY.replace("repeats = 2", "repeats = 1"))
    assert changed in output("bench", "status", "study.toml", cwd=folder)
    assert changed not in output("bench", "status", "study-results", cwd=folder)
    nothing = "1 of 2 jobs failed, and nothing came of missing"
    output_of_failed_jobs("run", "study.toml", "-q", message=nothing, cwd=folder)
    assert (
        output("bench", "prune", "study-results", cwd=folder)
        == "2 jobs, 0 networks, 0 clusterings, 0 scores removed\n"
    )
    output("bench", "export", "study.toml", "scores.csv", "--scores", cwd=folder)
    assert "f1h" in set(pandas.read_csv(folder / "scores.csv")["metric"])
    lines = output("bench", "status", "study.toml", "--format", "csv", cwd=folder).splitlines()
    assert lines[0] == "algorithm,ok,error,mean time,mean memory"
    assert lines[2] == "missing,,1,,"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_run_says_so_and_resumes_later(folder: Path, number: signal.Signals) -> None:
    waiting = "cmd = \"sh -c 'touch {folder}/started; sleep 60' {network}\"\n"
    (folder / "study.toml").write_text(
        STUDY.replace('cmd = "no-such-program {network}"\n', waiting)
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "accord", "bench", "run", "study.toml"],
        cwd=folder,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until((folder / "started").exists, 60)
    wait_until(lambda: bench.status(folder / "study-results").counts()["copy"] == {"ok": 2}, 60)
    process.send_signal(number)
    kept = "finished jobs are kept in study-results, and the next run continues from there"
    assert process.communicate()[1].strip() == f"accord: error: interrupted: {kept}"
    assert process.returncode == 128 + number
    counts = bench.status(folder / "study-results").counts()
    assert counts["copy"] == {"ok": 2}
    assert "interrupted" in counts["missing"]
    assert "ok" not in counts["missing"]


def test_algorithms_are_listed() -> None:
    listed = json.loads(output("bench", "algorithms", "--format", "json"))
    assert listed["igraph.leiden"]["parameters"] == {"resolution": 1.0, "iterations": 2}
    assert listed["networkx.k_clique"]["overlapping"] is True
    assert listed["igraph.louvain"]["levels"] is True
    assert set(listed) <= set(bench.available())


def test_missing_packages_are_listed_with_the_install_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from click.testing import CliRunner

    from accord._cli.commands import cli

    algorithm = bench.available()["leidenalg.leiden"]
    assert algorithm.version.startswith("leidenalg ")
    monkeypatch.setattr(
        Algorithm,
        "missing",
        property(lambda self: [name for name in self.packages if name == "leidenalg"]),
    )
    printed = CliRunner().invoke(cli, ["bench", "algorithms"]).output
    line = next(line for line in printed.splitlines() if line.startswith("leidenalg.leiden"))
    assert "pip install leidenalg" in line
    assert printed.endswith("to install most of them: pip install 'accord[bench]'\n")
    monkeypatch.delitem(algorithm.__dict__, "version")
    assert algorithm.version.startswith("leidenalg (missing), igraph ")
    del algorithm.__dict__["version"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            STUDY.replace("repeats", "repeat"),
            "study.toml: unknown key 'repeat': did you mean repeats?",
        ),
        (
            STUDY.replace("ring.txt", "no.txt"),
            "study.toml: data, entry 1: the network no.txt does not exist: give a file",
        ),
        (STUDY.replace('"ring.txt"', '"ring.cnl"'), "ring.cnl"),
        (
            STUDY.replace('"ring.cnl"', '"labels.txt"'),
            "labels.txt: every line has two words: say whether these are a node and its cluster "
            '(truth_format = "pairs") or clusters of two nodes (truth_format = "cnl")',
        ),
    ],
)
def test_errors_are_one_line(folder: Path, text: str, message: str) -> None:
    (folder / "labels.txt").write_text("0 1\n1 1\n2 2\n3 2\n")
    (folder / "study.toml").write_text(text)
    done = run("bench", "run", "study.toml", cwd=folder)
    assert (done.returncode, done.stdout) == (2, b"")
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith(f"accord: error: {message}")


def test_status_before_the_first_run(folder: Path) -> None:
    done = run("bench", "status", "study.toml", cwd=folder)
    assert done.returncode == 2
    assert b"there is no store here" in done.stderr
