"""The page in a real browser; `visit` fails on errors, dialogs and network requests."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from browsing import (
    OVERFLOWING_TEXT_SCRIPT,
    TOPS_OF_COLUMNS_SCRIPT,
    background,
    brightness,
    column,
    numbers,
)

import accord
from accord.report import write_html

SECTIONS_OF_ONE = [
    "scores",
    "compared",
    "verdicts",
    "sizes",
    "overlaps",
    "flows",
    "clusters",
    "nodes",
    "method",
    "citing",
]
SECTIONS_OF_SEVERAL = ["ranking", "scores", "similarity", "verdicts", "method", "citing"]
Visit = Callable[..., Any]


def wait_until(page: Any, function: str, argument: object = None, seconds: float = 10) -> None:
    """Poll a function until it is true: the policy of the page forbids `wait_for_function`."""
    end = time.monotonic() + seconds
    while not page.evaluate(function, argument):
        assert time.monotonic() < end, f"not true within {seconds} s: {function}"
        page.wait_for_timeout(20)


# ---- what is there -------------------------------------------------------------------------------


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_all_sections_are_present(
    visit: Visit, one: Path, several: Path, levels: Path, scripts: bool
) -> None:
    for path, sections in (
        (one, SECTIONS_OF_ONE),
        (several, SECTIONS_OF_SEVERAL),
        (levels, ["scores", "levels", *SECTIONS_OF_ONE[1:]]),
    ):
        page = visit(path, java_script_enabled=scripts)
        assert page.locator("main > section").count() == len(sections)
        assert page.locator("nav a").count() == len(sections)
        for section in sections:
            assert page.locator(f"#{section} h2").is_visible()
        for drawing in page.locator("svg.picture").all():
            box = drawing.bounding_box()
            assert box["width"] > 100
            assert box["height"] > 15


def test_controls_that_need_scripts_are_hidden_without_them(visit: Visit, one: Path) -> None:
    page = visit(one, java_script_enabled=False)
    assert not page.locator("#theme").is_visible()
    assert not any(form.is_visible() for form in page.locator("form").all())


def test_names_are_shown_verbatim_and_never_run(visit: Visit, one: Path, several: Path) -> None:
    hostile = '</script><img src=x onerror="alert(1)">'
    for path in (one, several):
        page = visit(path)
        assert page.locator("img").count() == 0
        assert page.locator("script").count() == 1
        assert page.get_by_text(hostile).count() > 0
    page = visit(one)
    assert page.locator("h1").text_content() == f"found {hostile}"


def test_page_policy_blocks_network_access(browser: Any, one: Path) -> None:
    """The policy of the page would stop even an injected script."""
    page = browser.new_page()
    page.goto(one.as_uri())
    blocked = page.evaluate(
        "() => new Promise(done => { "
        "document.addEventListener('securitypolicyviolation', e => done(e.effectiveDirective));"
        "new Image().src = 'https://example.org/x.png'; setTimeout(() => done('nothing'), 3000); })"
    )
    page.close()
    assert blocked == "img-src"


# ---- tables --------------------------------------------------------------------------------------


def test_a_column_sorts_both_ways(visit: Visit, one: Path) -> None:
    page = visit(one)
    button = page.locator("#truth-clusters th:has-text('size') button")
    before = numbers(column(page, "truth-clusters", 2))
    button.click()
    assert numbers(column(page, "truth-clusters", 2)) == sorted(before, reverse=True)
    assert page.locator("#truth-clusters th[aria-sort]").all_inner_texts()[0].startswith("size")
    button.click()
    assert numbers(column(page, "truth-clusters", 2)) == sorted(before)
    assert page.locator("#truth-clusters th[aria-sort='ascending']").count() == 1


def test_names_sort_in_natural_order(visit: Visit, several: Path) -> None:
    page = visit(several)
    page.locator("#ranking-table th:has-text('found') button").click()
    assert column(page, "ranking-table", 1)[1:] == ["first", "third"]
    page.locator("#ranking-table th:has-text('rank') button").click()
    assert numbers(column(page, "ranking-table", 0)) == [3, 2, 1]


def test_clusters_are_filtered_by_verdict_and_by_name(
    visit: Visit, one: Path, comparison: accord.Comparison
) -> None:
    page = visit(one)
    form = page.locator("form[data-table='truth-clusters']")
    everything = column(page, "truth-clusters", 3)
    form.get_by_label("verdict").select_option("split")
    shown = column(page, "truth-clusters", 3)
    assert shown
    assert shown == [words for words in everything if words.startswith("split into")]
    assert form.locator("output").text_content() == f"{len(shown)} of {len(everything)} shown"
    form.get_by_label("verdict").select_option("")
    form.get_by_label("name").fill("GROUP 1")
    names = column(page, "truth-clusters", 0)
    assert names
    assert all("group 1" in name for name in names)
    form.get_by_role("button", name="Reset").click()
    wait_until(page, "() => document.querySelector('form output').textContent === ''")
    assert column(page, "truth-clusters", 3) == everything


@pytest.mark.parametrize("which", [0, 1, 40, -1])
def test_clicking_a_partner_goes_to_its_row(visit: Visit, one: Path, which: int) -> None:
    page = visit(one)
    link = page.locator("#truth-clusters tbody a").nth(which)
    name, target = link.text_content(), link.get_attribute("href")
    link.click()
    row = page.locator(target)
    assert row.locator("th").text_content() == name
    assert page.url.endswith(target)
    assert page.evaluate("document.activeElement.id") == target[1:]
    # Nothing is in front of the row, neither the navigation nor the heading of the table.
    wait_until(
        page,
        "target => { const row = document.querySelector(target), box = row.getBoundingClientRect();"
        "return [box.top + 3, box.bottom - 3]"
        ".every(y => row.contains(document.elementFromPoint(box.left + 30, y))); }",
        target,
    )


@pytest.mark.parametrize("width", [1280, 390])
def test_opened_members_are_within_their_table(visit: Visit, one: Path, width: int) -> None:
    page = visit(one, width=width)
    details = page.locator("#truth-clusters td.members details").first
    details.locator("summary").click()
    box = page.locator(".scroll:has(#truth-clusters)").bounding_box()
    for line in details.locator("p, li").all():
        shown = line.bounding_box()
        assert box["x"] <= shown["x"]
        assert shown["x"] + shown["width"] <= box["x"] + box["width"]


def test_link_to_a_filtered_row_shows_the_row(visit: Visit, one: Path) -> None:
    page = visit(one)
    page.locator("form[data-table='found-clusters']").get_by_label("name").fill(
        "no cluster is called so"
    )
    assert column(page, "found-clusters", 0) == []
    link = page.locator("#truth-clusters tbody a").first
    link.click()
    assert page.locator(link.get_attribute("href")).is_visible()


def test_hovering_a_long_name_shows_it_in_full(visit: Visit, one: Path) -> None:
    page = visit(one)
    name = page.locator("#found-clusters bdi[data-tip], #truth-clusters bdi[data-tip]").first
    name.hover()
    assert page.locator("#tip").text_content() == name.text_content()


# ---- pictures ------------------------------------------------------------------------------------


@pytest.mark.parametrize("section", ["verdicts", "sizes", "overlaps", "flows"])
def test_hovering_a_mark_shows_its_tooltip(visit: Visit, one: Path, section: str) -> None:
    page = visit(one)
    mark = page.locator(f"#{section} svg [data-tip]").first
    mark.scroll_into_view_if_needed()
    tip = page.locator("#tip")
    assert not tip.is_visible()
    mark.hover(force=True)
    assert tip.is_visible()
    assert tip.text_content()
    box = tip.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 1200
    page.mouse.move(2, 2)
    assert not tip.is_visible()


def test_names_are_within_their_picture(
    visit: Visit, one: Path, several: Path, levels: Path, tmp_path: Path
) -> None:
    small = tmp_path / "small.html"
    wide = {
        "AMONG WOMEN AND WORKMEN": [1, 2, 3],
        "a name that is rather long": [4, 5],
        "漢字" * 20: [6, 7],
    }
    write_html(accord.compare(wide, dict(sorted(wide.items())), "f1h"), small)
    ranked = tmp_path / "ranked.html"
    write_html(accord.rank(wide, {name: [[1, 2, 3], [4, 5, 6, 7]] for name in wide}, "f1h"), ranked)
    for path in (small, ranked, one, several, levels):
        assert visit(path).evaluate(OVERFLOWING_TEXT_SCRIPT) == []


def test_the_table_of_sizes_shows_all_its_rows(visit: Visit, one: Path) -> None:
    box = visit(one).locator(".scroll:has(> #sizes-table)")
    assert box.evaluate("box => box.scrollHeight - box.clientHeight") == 0


def test_bar_tooltips_state_the_numbers_of_clusters(
    visit: Visit, one: Path, comparison: accord.Comparison
) -> None:
    subject = comparison.subject
    assert subject is not None
    totals = accord.explain(subject.truth, subject.found).truth.totals()
    page = visit(one)
    told = page.locator("svg.verdicts-truth-clusters rect").evaluate_all(
        "marks => marks.map(mark => mark.dataset.tip)"
    )
    there = {word: total.clusters for word, total in totals.items() if total.clusters}
    assert [text.rpartition(",")[0] for text in told] == [
        f"{word}: {number} clusters" for word, number in there.items()
    ]


def test_arrow_keys_move_between_marks_of_a_picture(visit: Visit, one: Path) -> None:
    page = visit(one)
    drawing = page.locator("#sizes .drawing").first
    drawing.focus()
    tip = page.locator("#tip")
    page.keyboard.press("ArrowRight")
    first = tip.text_content()
    assert tip.is_visible()
    page.keyboard.press("ArrowRight")
    assert tip.text_content() != first
    page.keyboard.press("ArrowLeft")
    assert tip.text_content() == first
    page.keyboard.press("Escape")
    assert not tip.is_visible()


# ---- keyboard, themes, widths, paper -------------------------------------------------------------


def test_everything_works_by_keyboard(visit: Visit, one: Path) -> None:
    page = visit(one)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
    page.locator("#theme").focus()
    page.keyboard.press("Space")
    assert page.locator("#theme").get_attribute("aria-pressed") == "true"
    page.locator("#truth-clusters th:has-text('F1') button").focus()
    page.keyboard.press("Enter")
    values = numbers(column(page, "truth-clusters", 5))
    assert values == sorted(values, reverse=True)
    boxes = page.locator(".scroll").all()
    assert boxes
    assert all(box.get_attribute("tabindex") == "0" for box in boxes)


def test_focus_is_visible(visit: Visit, one: Path) -> None:
    page = visit(one)
    for _ in range(12):
        page.keyboard.press("Tab")
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none", page.evaluate("document.activeElement.outerHTML.slice(0, 80)")


def test_theme_follows_the_system_until_the_button_is_pressed(visit: Visit, one: Path) -> None:
    page = visit(one)
    light = background(page)
    page.emulate_media(color_scheme="dark")
    dark = background(page)
    assert brightness(dark) < 0.2 < 0.8 < brightness(light)
    assert page.locator("#theme").get_attribute("aria-pressed") == "true"
    page.locator("#theme").click()
    assert background(page) == light
    page.reload()
    assert background(page) == light
    page.locator("#theme").click()
    assert background(page) == dark


@pytest.mark.parametrize("width", [320, 375, 768, 1600])
@pytest.mark.parametrize("report", ["one", "several", "levels"])
def test_page_fits_narrow_screens(
    visit: Visit, request: pytest.FixtureRequest, report: str, width: int
) -> None:
    page = visit(request.getfixturevalue(report), width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("h1").is_visible()


def test_page_prints_all_sections_on_white(visit: Visit, one: Path) -> None:
    page = visit(one, color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    assert background(page) == "rgb(255, 255, 255)"
    assert not page.locator("nav").is_visible()
    assert not page.locator("#theme").is_visible()
    assert not any(form.is_visible() for form in page.locator("form").all())
    assert all(page.locator(f"#{section}").is_visible() for section in SECTIONS_OF_ONE)
    assert page.locator("#truth-clusters tbody tr:visible").count() == 30
    assert page.get_by_text(
        "The first 30 rows; the page has all of them on screen"
    ).first.is_visible()
    pdf = page.pdf(format="A4")
    assert pdf.startswith(b"%PDF")


# ---- layout --------------------------------------------------------------------------------------


def test_columns_of_a_section_start_level(visit: Visit, one: Path) -> None:
    rows = visit(one, width=1280).evaluate(TOPS_OF_COLUMNS_SCRIPT)
    assert max(map(len, rows)) >= 2
    assert all(max(tops) - min(tops) < 1 for tops in rows)


def test_ranking_shows_its_score_on_a_phone(visit: Visit, several: Path) -> None:
    page = visit(several, width=390)
    box = page.locator("#ranking-table tbody tr td.number").nth(1).bounding_box()  # after the rank
    header = page.locator("#ranking-table thead th").nth(2)
    assert header.text_content() == "f1h"
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390


def test_precision_and_recall_are_in_view_on_a_phone(visit: Visit, one: Path) -> None:
    page = visit(one, width=390)
    heads = page.locator("#scores-table thead th:visible")
    assert heads.all_text_contents()[1:4] == ["value", "precision", "recall"]
    for index in (1, 2, 3):
        box = heads.nth(index).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    assert page.locator("#scores-table .bar:visible").count() == 0


def test_boxes_that_scroll_say_so(visit: Visit, one: Path) -> None:
    page = visit(one, width=390)
    box = page.locator(".scroll", has=page.locator("#truth-clusters"))
    hint = "e => getComputedStyle(e.querySelector('caption'), '::after').content"
    mask = "e => getComputedStyle(e).maskImage"
    assert "Scroll sideways for more columns" in box.evaluate(hint)
    assert "linear-gradient(to left" in box.evaluate(mask)
    box.evaluate("e => { e.scrollLeft = e.scrollWidth; }")
    page.locator(".scroll:not(.more-right)", has=page.locator("#truth-clusters")).wait_for()
    assert "linear-gradient(to right" in box.evaluate(mask)
    drawing = page.locator("#flows figure")
    assert "Scroll the picture sideways" in drawing.evaluate(
        "e => getComputedStyle(e.querySelector('figcaption span'), '::after').content"
    )
    wide = visit(one, width=1280)
    table = wide.locator(".scroll", has=wide.locator("#scores-table"))
    assert (table.evaluate(hint), table.evaluate(mask)) == ("none", "none")


def test_matrix_fills_its_room_and_has_axis_titles(visit: Visit, one: Path, tmp_path: Path) -> None:
    page = visit(one, width=1280)
    room = page.locator("#overlaps figure").bounding_box()["width"]
    assert page.locator("svg.matrix").bounding_box()["width"] > 0.85 * room
    titles = page.locator("svg.matrix text.strong").all_text_contents()
    assert any("truth clusters" in title for title in titles)
    assert any("found clusters" in title for title in titles)
    strengths = page.locator("svg.matrix .cell").evaluate_all(
        "cells => cells.map(cell => Number(cell.getAttribute('fill-opacity')))"
    )
    assert max(strengths) > 0.9
    assert min(strengths) < 0.2


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_saved_picture_looks_the_same_alone(
    visit: Visit, browser: Any, one: Path, tmp_path: Path, scheme: str
) -> None:
    page = visit(one, color_scheme=scheme)
    seen = page.locator("svg.flows rect").first.evaluate("e => getComputedStyle(e).fill")
    with page.expect_download() as waiting:
        page.locator("#flows button.save").click()
    assert waiting.value.suggested_filename == "flows.svg"
    path = tmp_path / "flows.svg"
    waiting.value.save_as(path)
    root = ElementTree.parse(path).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    texts = ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"truth", "found"} < set(texts)
    assert "merged" in texts  # the legend
    assert not any("var(" in value for part in root.iter() for value in part.attrib.values())
    alone = browser.new_page()
    alone.goto(path.as_uri())
    fills = alone.locator("rect").evaluate_all("all => all.map(e => getComputedStyle(e).fill)")
    assert seen in fills
    assert background(page, "#flows") == fills[0]  # the paper
    alone.close()


def test_verdict_bars_are_saved_as_one_picture(visit: Visit, one: Path, tmp_path: Path) -> None:
    page = visit(one)
    with page.expect_download() as waiting:
        page.locator("#verdicts button.save").click()
    assert waiting.value.suggested_filename == "verdicts.svg"
    path = tmp_path / "verdicts.svg"
    waiting.value.save_as(path)
    namespace = "{http://www.w3.org/2000/svg}"
    root = ElementTree.parse(path).getroot()
    assert (
        len(root.findall(f"{namespace}svg")) == page.locator("#verdicts svg.picture").count() == 4
    )
    texts = ["".join(text.itertext()) for text in root.iter(f"{namespace}text")]
    assert {"truth clusters", "found clusters", "merged"} < set(texts)  # names, and the legend
    parts = [
        rect for bar in root.findall(f"{namespace}svg") for rect in bar.iter(f"{namespace}rect")
    ]
    fills = page.locator("#verdicts rect").evaluate_all(
        "all => all.map(e => getComputedStyle(e).fill)"
    )
    assert [part.get("fill") for part in parts] == fills


def test_every_figure_can_be_saved(visit: Visit, one: Path, several: Path) -> None:
    for path in (one, several):
        page = visit(path)
        assert page.locator("figure").count() == page.locator("button.save:visible").count() > 0
    assert visit(one, java_script_enabled=False).locator("button.save:visible").count() == 0
