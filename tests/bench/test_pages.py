"""The page about a benchmark: its numbers, its pictures, and its behaviour in a real browser."""

import datetime
import itertools
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from browsing import (
    CONTRAST_SCRIPT,
    HOSTILE,
    OVERFLOWING_TEXT_SCRIPT,
    TOPS_OF_COLUMNS_SCRIPT,
    background,
    brightness,
    column,
    numbers,
    unnamed_elements,
)
from example_results import example_results
from hypothesis import given
from hypothesis import strategies as st
from run_factories import make_results, make_run

import accord
from accord._display.numbers import byte_size, duration
from accord.bench._advise.performance import performances
from accord.bench._advise.recommend import recommend
from accord.bench._advise.regret import regret
from accord.bench._pages.page import to_html, write_html
from accord.bench._results.results import Results
from accord.report._pictures.pareto_front import Point, front_of
from accord.report._pictures.svg import log_ticks

Visit = Callable[..., Any]
SECTIONS = [
    "leaderboard",
    "costs",
    "datasets",
    "levels",
    "differences",
    "recommendation",
    "failures",
    "provenance",
    "citing",
]


@pytest.fixture(scope="module")
def results() -> Results:
    """The example, with a name that contains markup."""
    found = example_results()
    return replace(found, runs=tuple(_renamed(run) for run in found.runs))


def _renamed(run: Any) -> Any:
    if run.algorithm != "spectral":
        return run
    return replace(run, spec=replace(run.spec, algorithm=f"spectral {HOSTILE}"))


@pytest.fixture(scope="module")
def path(results: Results, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bench") / "bench.html"
    write_html(
        results, path, recommendation=recommend(results.networks["LFR n=1,000 μ=0.3", "1"], results)
    )
    return path


# ---- numbers -------------------------------------------------------------------------------------


def test_equal_results_make_equal_pages(results: Results) -> None:
    again = Results(results.runs, results.facts, results.networks, results.stability)
    assert to_html(results) == to_html(again)


def test_tables_have_the_numbers_of_the_results(visit: Visit, path: Path, results: Results) -> None:
    page, board = visit(path), results.leaderboard()
    assert column(page, "leaderboard-table", 1) == list(board)
    assert column(page, "leaderboard-table", 2) == [f"{row.mean:.4f}" for row in board.entries]
    assert column(page, "leaderboard-table", 6) == [
        f"{row.n_ok}/{row.n_runs}" for row in board.entries
    ]
    assert column(page, "metrics-table", 2) == [
        f"{results.leaderboard('onmi')[name].mean:.4f}" for name in board
    ]
    worth = regret(results)
    assert numbers(column(page, "regret-table", 7)) == pytest.approx(
        [trial.regret for trial in worth.trials], abs=5e-5
    )
    assert (
        page.get_by_text(
            f"{worth.mean:.4f} behind the best on average, always leiden {worth.always_mean:.4f}"
        ).count()
        == 1
    )
    policies = {
        policy: results.leaderboard(policy=policy)["leiden"].mean
        for policy in ("blind", "best", "merged")
    }
    row = (
        page.locator("#policies-table tbody tr", has_text="leiden")
        .first.locator("td")
        .all_text_contents()
    )
    assert row[:4] == ["3", *(f"{value:.4f}" for value in policies.values())]


def test_failed_runs_are_counted_and_their_logs_shown(
    visit: Visit, path: Path, results: Results
) -> None:
    page = visit(path)
    heads = page.locator("#failures-table thead th").all_text_contents()
    for status in {run.execution.status for run in results.runs}:
        cells = column(page, "failures-table", heads.index(status.replace("_", " ")))
        assert sum(int(cell) for cell in cells if cell != "–") == sum(
            run.execution.status == status for run in results.runs
        )
    log = page.locator("#failures details", has_text="segmentation fault")
    assert not log.locator("pre").is_visible()
    log.locator("summary").focus()
    page.keyboard.press("Enter")
    assert log.locator("pre").is_visible()
    assert log.locator("pre").text_content().startswith(f"Traceback: {HOSTILE}\n")
    coloured = (
        page.locator("#failures details", has_text="walktrap on com-DBLP")
        .locator("pre")
        .text_content()
    )
    assert coloured == "iteration 17 of 100\niteration 18 of 100"


def test_cell_tooltips_show_the_scores(visit: Visit, path: Path, results: Results) -> None:
    page, known = visit(path), performances(results, "f1h", "blind")
    tips = page.locator("svg.heat rect").evaluate_all(
        "marks => marks.map(mark => mark.dataset.tip)"
    )
    datasets = sorted(
        results.datasets, key=lambda name: name.replace("10,000", "9")
    )  # as people sort numbers
    expected = itertools.product(datasets, results.leaderboard())
    for tip, (dataset, algorithm) in zip(tips, expected, strict=True):
        score = known[algorithm, dataset].score
        assert tip.startswith(f"{algorithm} on {dataset}: ")
        assert ("no value" in tip) if score is None else f"f1h {score:.4f}" in tip
    bold = page.locator("svg.heat text.best").count()
    assert bold == len(results.datasets)


def test_minimal_results_make_a_page(visit: Visit, tmp_path: Path) -> None:
    """One algorithm on one network; no values; no features, no levels, no failures."""
    few = {
        "one": make_results({"x": {"1": [0.5]}}),
        "none": Results(
            (make_run("x", "1", status="timeout", reason="", scores={}), make_run("y", "2", 0.4))
        ),
        "two": make_results({"x": {"1": [0.5], "2": [0.6]}, "y": {"1": [0.5], "2": [0.6]}}),
        "distance": Results(
            tuple(
                make_run(name, "1", scores={"nvd": {"blind": 0.3}}) for name in ("x", "y", "random")
            )
        ),
    }
    for name, results in few.items():
        path = tmp_path / f"{name}.html"
        write_html(results, path, title=name)
        page = visit(path)
        assert page.locator("h1").text_content() == name
        shown = page.locator("main > section").evaluate_all(
            "sections => sections.map(section => section.id)"
        )
        assert {"leaderboard", "datasets", "provenance", "citing"} <= set(shown) <= set(SECTIONS)
        assert not {"nan", "NaN", "None", "inf"} & set(
            re.findall(r"\w+", page.locator("main").inner_html())
        )


def test_loss_of_a_blind_choice_is_computed_by_network(visit: Visit, tmp_path: Path) -> None:
    """On the second network a blind choice has no value, so nothing is lost there."""
    scores = [{"blind": 0.5, "best": 0.6, "merged": 0.1}, {"best": 1.0, "merged": 0.1}]
    runs = [
        make_run("x", str(place), scores={"f1h": policies}, by_level={"f1h": {"0": 0.5, "1": 0.6}})
        for place, policies in enumerate(scores)
    ]
    write_html(Results(tuple(runs)), tmp_path / "page.html")
    row = visit(tmp_path / "page.html").locator("#policies-table tbody td").all_text_contents()
    assert row[1:] == ["0.5000", "0.8000", "0.1000", "0.1000"]


def test_without_scores_the_page_shows_failures(visit: Visit, tmp_path: Path) -> None:
    path = tmp_path / "failed.html"
    write_html(Results((make_run("x", "1", log="no such file"),)), path)
    page = visit(path)
    assert page.locator("nav a").all_text_contents() == ["Failures", "Provenance", "Citing"]
    assert page.locator("pre").text_content() == "no such file"


def test_results_without_runs_are_refused() -> None:
    with pytest.raises(accord.InputError, match="no runs"):
        to_html(Results(()))


def test_page_says_when_nothing_is_recommended(
    visit: Visit, tmp_path: Path, results: Results
) -> None:
    path = tmp_path / "far.html"
    write_html(results, path, recommendation=recommend({"nodes": 1e9}, results))
    assert visit(path).get_by_text("No data set is similar to this network").is_visible()


# ---- in the browser ------------------------------------------------------------------------------


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_all_sections_and_pictures_are_present(visit: Visit, path: Path, scripts: bool) -> None:
    page = visit(path, java_script_enabled=scripts)
    assert (
        page.locator("main > section").evaluate_all(
            "sections => sections.map(section => section.id)"
        )
        == SECTIONS
    )
    assert page.locator("nav a").count() == len(SECTIONS)
    pictures = page.locator("svg.picture").all()
    assert len(pictures) == 6
    for picture in pictures:
        box = picture.bounding_box()
        assert min(box["width"], box["height"]) > 100
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 1
    assert page.get_by_text(HOSTILE).count() > 0


def test_text_stays_within_its_picture(visit: Visit, path: Path) -> None:
    assert visit(path).evaluate(OVERFLOWING_TEXT_SCRIPT) == []


def test_names_on_the_front_do_not_overlap(visit: Visit, path: Path) -> None:
    hidden = visit(path).evaluate(
        "() => ['.front-seconds', '.front-memory'].flatMap(name => {"
        "const texts = [...document.querySelectorAll(name + ' text.halo')];"
        "const boxes = texts.map(text => text.getBoundingClientRect());"
        "return boxes.filter((one, at) => boxes.slice(at + 1).some(two =>"
        " one.left < two.right && two.left < one.right"
        " && one.top < two.bottom - 2 && two.top < one.bottom - 2)); }).length"
    )
    assert hidden == 0


def test_text_has_enough_contrast(visit: Visit, path: Path) -> None:
    page = visit(path)
    page.evaluate("document.querySelectorAll('details').forEach(details => details.open = true)")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        contrasts = page.evaluate(CONTRAST_SCRIPT)
        assert len(contrasts) > 500
        assert [text for text in contrasts if text[0] < 4.5] == []
        assert (brightness(background(page)) < 0.2) == (scheme == "dark")


def test_page_fits_narrow_screens(visit: Visit, path: Path) -> None:
    page = visit(path)
    page.evaluate("document.querySelectorAll('details').forEach(details => details.open = true)")
    for width in (320, 375, 768, 1600):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_leaderboard_shows_its_score_on_a_phone(visit: Visit, path: Path) -> None:
    page = visit(path, width=390)
    assert page.locator("#leaderboard-table thead th").nth(2).text_content() == "f1h"
    box = page.locator("#leaderboard-table tbody tr").first.locator("td.number").nth(1)
    assert box.bounding_box()["x"] + box.bounding_box()["width"] <= 390


def test_columns_of_a_section_start_level(visit: Visit, path: Path) -> None:
    rows = visit(path, width=1280).evaluate(TOPS_OF_COLUMNS_SCRIPT)
    assert max(map(len, rows)) >= 2
    assert all(max(tops) - min(tops) < 1 for tops in rows)


def test_foot_has_version_date_and_command(results: Results) -> None:
    text = to_html(results, command="accord bench report x", date=datetime.date(2024, 2, 29))
    foot = text[text.index("<footer>") : text.index("</footer>")]
    assert f"Made by accord {accord.__version__} on 2024-02-29." in foot
    assert "accord bench report x</code>" in foot


def test_results_write_their_page(results: Results, tmp_path: Path) -> None:
    results.to_html(tmp_path / "page.html", title="A title")
    text = results.to_html(title="A title")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == text
    assert '<section id="leaderboard"' in text


def test_leaderboards_write_the_page_of_their_results(results: Results) -> None:
    board = results.leaderboard("onmi", "best", confidence=0.8)
    text = board.to_html(title="A title")
    assert '<section id="costs"' in text
    assert "80 % interval" in text
    default = results.leaderboard("onmi", "best").to_html(title="A title")
    assert default == to_html(results, "onmi", "best", title="A title")
    with pytest.raises(accord.InputError, match="a leaderboard has its metric"):
        to_html(board, "f1h")
    with pytest.raises(accord.InputError, match="this leaderboard has no results"):
        to_html(replace(board, results=None))


@pytest.mark.parametrize("values", [[0.4938], [0.49381, 0.49382], [123456.5], [1.0], [0.0]])
def test_axes_of_scores_have_a_sensible_range(
    visit: Visit, tmp_path: Path, values: list[float]
) -> None:
    runs = [
        make_run(name, "1", scores={"split_join" if value > 1 else "f1h": {"blind": value}})
        for name, value in zip("xy", values, strict=False)
    ]
    write_html(Results(tuple(runs)), tmp_path / "page.html")
    page = visit(tmp_path / "page.html")
    picture = page.locator("svg[class*=front-]").first
    ticks = [
        float(text)
        for text in picture.locator("text").all_text_contents()
        if re.fullmatch(r"[\d.e+]+", text)
    ]
    assert len(ticks) > 3
    assert max(ticks) - min(ticks) >= 0.0999 * max(1.0, *values)
    assert max(values) > 1 or 0 <= min(ticks) < max(ticks) <= 1
    assert page.evaluate(OVERFLOWING_TEXT_SCRIPT) == []


def test_leaderboard_is_drawn_with_its_means(results: Results) -> None:
    from matplotlib import pyplot

    board = results.leaderboard("f1h")
    axes = board.plot(ax=pyplot.figure().subplots())
    labels = [label.get_text().rstrip("…") for label in axes.yaxis.get_ticklabels()]
    assert [name[: len(label)] for name, label in zip(board.ranked, labels, strict=True)] == labels
    values = [
        value for line in axes.lines for value in line.get_xdata() if line.get_marker() == "o"
    ]
    assert values == [board[name].mean for name in board.ranked]
    pyplot.close("all")


def test_everything_is_reachable_by_keyboard(visit: Visit, path: Path) -> None:
    page = visit(path)
    for picture in ("front-seconds", "heat", "curves", "ranks", "gaps"):
        page.locator(f".drawing:has(svg.{picture})").focus()
        page.keyboard.press("ArrowRight")
        assert page.locator("#tip").is_visible()
        assert page.locator("#tip").text_content()
    page.locator("#leaderboard-table th:has-text('seconds') button").focus()
    page.keyboard.press("Enter")
    assert (found := numbers(column(page, "leaderboard-table", 7))) == sorted(found, reverse=True)
    page.locator("#leaderboard-table th:has-text('networks') button").click()
    assert (
        found := [int(cell.partition("/")[0]) for cell in column(page, "leaderboard-table", 5)]
    ) == sorted(found)


def test_pictures_controls_and_tables_have_accessible_names(visit: Visit, path: Path) -> None:
    page = visit(path)
    assert [
        line for line in unnamed_elements(page) if not re.match(r" *- '?group: \W?\w", line)
    ] == []  # details
    ids = page.locator("[id]").evaluate_all("elements => elements.map(element => element.id)")
    assert len(ids) == len(set(ids))
    levels = page.locator("h1, h2, h3").evaluate_all(
        "headings => headings.map(heading => Number(heading.tagName[1]))"
    )
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
    for table in page.locator("table").all():
        assert table.locator("caption").text_content()
        assert all(heading.strip() for heading in table.locator("th").all_text_contents())


def test_page_prints_on_white(visit: Visit, path: Path) -> None:
    page = visit(path, color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    assert background(page) == "rgb(255, 255, 255)"
    assert all(page.locator(f"#{section}").is_visible() for section in SECTIONS)
    assert page.pdf(format="A4").startswith(b"%PDF")


# ---- parts ---------------------------------------------------------------------------------------

costs = st.lists(st.tuples(st.floats(1e-3, 1e3), st.floats(0, 1)), min_size=1, max_size=12)


@given(costs, st.booleans())
def test_front_is_the_set_of_unbeaten_points(found: list[tuple[float, float]], lower: bool) -> None:
    points = [Point(str(place), *of) for place, of in enumerate(found)]
    sign = -1 if lower else 1

    def beats(first: Point, second: Point) -> bool:
        gain = sign * (first.gain - second.gain)
        return first.cost <= second.cost and gain >= 0 and (first.cost < second.cost or gain > 0)

    expected = {point.name for point in points if not any(beats(other, point) for other in points)}
    assert {point.name for point in front_of(points, lower=lower)} == expected


@given(st.floats(1e-6, 1e9), st.floats(1.05, 1e6))
def test_log_axis_ticks_are_few_and_within_range(low: float, ratio: float) -> None:
    steps = log_ticks(low, low * ratio)
    assert 1 <= len(steps) <= 12
    assert steps == sorted(set(steps))
    assert all(low <= step <= low * ratio for step in steps)


@given(st.floats(1e-5, 1e7))
def test_formatted_durations_and_sizes_keep_their_value(value: float) -> None:
    units = {"ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0}
    number, unit = duration(value).split()
    assert float(number) * units[unit] == pytest.approx(value, rel=0.006)
    number, unit = byte_size(1e3 + value).split()
    assert float(number) * {"kB": 1e3, "MB": 1e6}[unit] == pytest.approx(1e3 + value, rel=0.006)
