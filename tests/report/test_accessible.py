"""Accessibility of the page in a browser: structure, names and contrast."""

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browsing import CONTRAST_SCRIPT, unnamed_elements

Visit = Callable[..., Any]
REPORTS = ("one", "several", "levels")


@pytest.fixture(params=REPORTS)
def report(request: pytest.FixtureRequest) -> Path:
    path: Path = request.getfixturevalue(request.param)
    return path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_enough_contrast(visit: Visit, report: Path, scheme: str) -> None:
    page = visit(report, color_scheme=scheme)
    contrasts = page.evaluate(CONTRAST_SCRIPT)
    assert len(contrasts) > 50
    assert [text for text in contrasts if text[0] < 4.5] == []


def test_low_contrast_is_detected(visit: Visit, several: Path) -> None:
    page = visit(several)
    page.evaluate("document.querySelector('h1').style.color = 'rgb(190, 190, 190)'")
    page.evaluate("document.querySelector('svg text.in-cell').style.fill = 'rgb(120, 120, 120)'")
    low = [text for text in page.evaluate(CONTRAST_SCRIPT) if text[0] < 4.5]
    assert len(low) == 2


def test_headings_are_in_order(visit: Visit, report: Path) -> None:
    page = visit(report)
    levels = page.locator("h1, h2, h3, h4").evaluate_all(
        "headings => headings.map(heading => Number(heading.tagName[1]))"
    )
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_every_picture_and_every_control_has_a_name(visit: Visit, report: Path) -> None:
    page = visit(report)
    assert unnamed_elements(page) == []
    page.evaluate("document.querySelector('svg[role=img]').removeAttribute('aria-label')")
    page.evaluate("document.querySelector('#theme').textContent = ''")
    assert len(unnamed_elements(page)) == 2


def test_pictures_have_names_without_scripts_too(visit: Visit, report: Path) -> None:
    page = visit(report, java_script_enabled=False)
    for picture in page.locator("svg[role=img]").all():
        title, description = (
            picture.get_attribute(f"aria-{kind}") for kind in ("labelledby", "describedby")
        )
        assert picture.locator(f"#{title}").text_content()
        assert picture.locator(f"#{description}").text_content()


def test_ids_are_unique_and_links_have_targets(visit: Visit, report: Path) -> None:
    page = visit(report)
    ids = page.locator("[id]").evaluate_all("elements => elements.map(element => element.id)")
    assert len(ids) == len(set(ids))
    links = page.locator("a[href]").evaluate_all(
        "links => links.map(link => link.getAttribute('href'))"
    )
    assert links
    assert {link[1:] for link in links} <= set(ids)


def test_tables_have_captions_and_headings_for_rows_and_columns(visit: Visit, report: Path) -> None:
    page = visit(report)
    for table in page.locator("table").all():
        assert table.locator("caption").text_content()
        columns = table.locator("thead th").count()
        assert columns == table.locator("thead th[scope=col]").count() > 1
        assert all(heading.strip() for heading in table.locator("th").all_text_contents())
        rows = table.locator("tbody tr").count()
        assert rows == table.locator("tbody th[scope=row]").count() > 0


def test_each_landmark_occurs_once(visit: Visit, report: Path) -> None:
    page = visit(report)
    for role in ("banner", "navigation", "main", "contentinfo"):
        assert page.get_by_role(role).count() == 1
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.title()
