"""A store of a benchmark on the page, while jobs are added to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from benchmark_store import SCRIPTS, make_store
from serving import serving
from web.page.conftest import OpenPage
from web_page import address_of, check_looks, column, rows, settle


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_store(tmp_path_factory.mktemp("benchmarks") / "study")


@pytest.fixture(scope="module")
def bench_server(results: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    state = tmp_path_factory.mktemp("state")
    with serving(state, "--folder", results.parent.parent, "--no-open") as client:
        yield client


def test_store_is_shown_and_its_rows_change(
    open_page: OpenPage, bench_server: httpx.Client, results: Path
) -> None:
    page = open_page(base=str(bench_server.base_url))
    page.locator("#view-stores").click()
    page.get_by_role("link", name="results").click()
    page.locator('[aria-label="List of jobs"]').wait_for()
    settle(page)
    assert page.locator("p.lead").first.inner_text() == "test: 9 jobs, 3 data sets, 3 algorithms."
    assert rows(page, "Jobs by algorithm")[2] == ["broken", "–", "3"]
    assert [row[1] for row in rows(page, "Ranking")] == ["good", "half", "broken"]
    assert page.locator("figure svg").count() >= 1

    page.select_option("#job-status", "error")
    settle(page)
    assert column(page, "List of jobs", 0) == ["broken"] * 3
    page.get_by_role("link", name="broken").last.click()
    page.get_by_role("heading", name="broken on").wait_for()
    settle(page)
    assert "what went wrong" in page.locator("pre.log").inner_text()
    assert "60 s, 1 thread" in page.locator('section[aria-label="Job"]').inner_text()
    page.get_by_role("link", name="All jobs").click()
    settle(page)

    make_store(results.parent, {**SCRIPTS, "late": SCRIPTS["half"]})
    page.get_by_text("test: 12 jobs, 3 data sets, 4 algorithms.").wait_for()
    settle(page)
    assert [row[0] for row in rows(page, "Jobs by algorithm")] == [*SCRIPTS, "late"]


@pytest.fixture(scope="module")
def store(bench_server: httpx.Client) -> str:
    (store,) = bench_server.get("/api/v1/stores").json()["stores"]
    return str(store["id"])


def test_study_can_be_taken_along(
    open_page: OpenPage, bench_server: httpx.Client, store: str
) -> None:
    page = open_page(address_of("stores", store=store), base=str(bench_server.base_url))
    for words, start in {
        "Page (HTML)": "<!DOCTYPE html>",
        "Table (CSV)": "algorithm,rank,",
        "Data (JSON)": "{",
        "LaTeX": "",
        "Markdown": "",
    }.items():
        with page.expect_download() as download:
            page.get_by_role("button", name=words, exact=True).click()
        text = Path(download.value.path()).read_text()
        assert text.startswith(start), text[:80]
        assert "half" in text
    with page.expect_download() as download:
        page.get_by_role("button", name="Save SVG").click()
    assert "</svg>" in Path(download.value.path()).read_text()
    shell = page.get_by_label("In the shell", exact=True).inner_text()
    assert shell.strip() == "accord bench report study/results --study test"
    python = page.get_by_label("In Python", exact=True).inner_text()
    assert "accord.bench.load_results('study/results', 'test').leaderboard()" in python


def test_study_and_job_are_accessible_and_fit_a_phone(
    open_page: OpenPage, bench_server: httpx.Client, store: str
) -> None:
    base = str(bench_server.base_url)
    jobs = bench_server.get(f"/api/v1/stores/{store}/jobs").json()["jobs"]
    for state in ({}, {"job": jobs[-1]["key"]}):
        for scheme, width in (("light", 1280), ("dark", 390)):
            address = address_of("stores", store=store, **state)
            check_looks(open_page(address, base=base, color_scheme=scheme, width=width), scheme)


def test_result_of_a_job_is_explained_and_a_network_gets_advice(
    open_page: OpenPage, bench_server: httpx.Client, store: str, tmp_path: Path
) -> None:
    page = open_page(address_of("stores", store=store), base=str(bench_server.base_url))
    network = tmp_path / "mine.edges"
    network.write_text("0 1\n1 2\n2 0\n3 4\n4 5\n5 3\n6 7\n7 8\n8 6\n2 3\n5 6\n")
    page.set_input_files("[data-role=network]", network)
    page.locator('[aria-label="Recommendation"]').wait_for()
    assert "mine.edges" in page.locator("section", has_text="Which algorithm").last.inner_text()

    page.get_by_role("link", name="half").last.click()
    page.get_by_role("link", name="Look at this result").click()
    page.locator("h1.lead").wait_for()
    settle(page)
    assert page.locator("h1.lead").inner_text().startswith("F1h 0.7778")
