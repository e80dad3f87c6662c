"""accord compare --html: a page beside what is printed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
TRUTH, FOUND, GUESS = (str(EXAMPLES / f"clubs_{name}.cnl") for name in ("truth", "found", "guess"))


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "accord", *arguments], capture_output=True, text=True, check=False
    )


def error_line(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line


def test_page_is_written_and_the_table_printed(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    done = run("compare", TRUTH, FOUND, "--html", str(path))
    assert (done.returncode, done.stderr) == (0, f"page: {path}\n")
    assert "\nf1p " in done.stdout
    text = path.read_text(encoding="utf-8")
    assert f"accord compare {TRUTH} {FOUND} --html {path}</code>" in text
    assert "<h1>clubs_found.cnl against clubs_truth.cnl</h1>" in text
    assert "by chance" in text  # the input is small
    assert os.listdir(tmp_path) == ["report.html"]


def test_quiet_does_not_print_the_path(tmp_path: Path) -> None:
    done = run("compare", TRUTH, FOUND, "--quiet", "--html", str(tmp_path / "page.html"))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("form", ["table", "csv", "json", "markdown"])
@pytest.mark.parametrize(
    "files", [[FOUND], [FOUND, GUESS], [FOUND, GUESS, "--as-levels"]], ids=["one", "two", "levels"]
)
def test_printed_output_does_not_depend_on_the_page(
    tmp_path: Path, files: list[str], form: str
) -> None:
    page = tmp_path / "page.html"
    arguments = ("compare", TRUTH, *files, "--format", form)
    assert run(*arguments, "--html", str(page)).stdout == run(*arguments).stdout
    assert "random clusters of the same sizes would score" in page.read_text()


def test_large_truth_gets_a_baseline_only_on_request(tmp_path: Path) -> None:
    truth, page = tmp_path / "truth.cnl", tmp_path / "page.html"
    truth.write_text("\n".join(f"{2 * node} {2 * node + 1}" for node in range(50_001)))
    done = run("compare", str(truth), str(truth), "--metrics", "f1h", "--html", str(page))
    assert (done.returncode, done.stderr) == (0, f"page: {page}\n")
    text = page.read_text()
    assert "by chance" not in text
    assert "was not computed because the input is large; --baseline computes it." in text


def test_page_shows_the_requested_intervals_and_baseline(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    run("compare", TRUTH, FOUND, "--html", str(page), "--interval", "--confidence", "0.9")
    text = page.read_text()
    assert "90 % interval" in text
    assert "by chance" not in text
    run("compare", TRUTH, FOUND, "--html", str(page), "--baseline", "--repeats", "7")
    assert "the mean of 7 comparisons" in page.read_text()


def test_several_results_and_levels_have_pages(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert run("compare", TRUTH, FOUND, GUESS, "--html", str(page)).returncode == 0
    assert "<h1>2 results against clubs_truth.cnl</h1>" in page.read_text()
    assert run("compare", TRUTH, FOUND, GUESS, "--as-levels", "--html", str(page)).returncode == 0
    assert "Which level is best?" in page.read_text()
    assert (
        run(
            "compare", TRUTH, FOUND, GUESS, "--as-levels", "--levels", "each", "--html", str(page)
        ).returncode
        == 0
    )


def test_standard_input_is_read_once(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    with open(FOUND, "rb") as stdin:
        done = subprocess.run(
            [sys.executable, "-m", "accord", "compare", TRUTH, "-", GUESS, "--html", str(page)],
            stdin=stdin,
            capture_output=True,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, f"page: {page}\n")
    assert "How similar are they?" in page.read_text()


@pytest.mark.parametrize("folder", ["no such folder", "a file"])
def test_unwritable_file_is_a_one_line_error_at_once(tmp_path: Path, folder: str) -> None:
    (tmp_path / "a file").write_text("")
    done = run("compare", "no such truth", FOUND, "--html", str(tmp_path / folder / "page.html"))
    assert f"{folder}/page.html" in error_line(done)  # said before anything is read


@pytest.mark.parametrize(("path", "shown"), [("-", "-"), ("", "''")])
def test_page_cannot_go_to_standard_output_or_an_empty_name(path: str, shown: str) -> None:
    assert f"--html {shown}: name a file" in error_line(
        run("compare", TRUTH, FOUND, "--html", path)
    )


def test_explain_help_refers_to_compare_html() -> None:
    assert "accord compare TRUTH FOUND --html FILE" in " ".join(
        run("explain", "--help").stdout.split()
    )


def test_error_keeps_the_old_page(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("old")
    assert "no such file" in error_line(run("compare", TRUTH, "no such file", "--html", str(page)))
    assert page.read_text() == "old"
    assert os.listdir(tmp_path) == ["page.html"]
