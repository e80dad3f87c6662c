"""Everyone can read the page: structure, names and colours, as the browser has them."""

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Visit = Callable[..., Any]
REPORTS = ("one", "several", "levels")

#: Every text that is seen, with its contrast to what is behind it, by WCAG 2.
CONTRASTS = r"""
() => {
  const parse = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
    return { r, g, b, a };
  };
  const over = (front, back) => ({
    r: front.r * front.a + back.r * (1 - front.a),
    g: front.g * front.a + back.g * (1 - front.a),
    b: front.b * front.a + back.b * (1 - front.a),
    a: 1,
  });
  const luminance = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.unshift(parse(getComputedStyle(at).backgroundColor));
    return layers.reduce((back, front) => over(front, back), parse("rgb(255, 255, 255)"));
  };
  // In a picture, shapes drawn before a text are behind it.
  const behindInPicture = (text) => {
    const picture = text.ownerSVGElement;
    const box = text.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    let back = behind(picture.parentElement);
    for (const shape of picture.querySelectorAll("rect, circle, path")) {
      if (!(shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING)) break;
      const at = shape.getBoundingClientRect();
      if (shape.tagName !== "rect" || x < at.left || x > at.right || y < at.top || y > at.bottom) continue;
      const style = getComputedStyle(shape);
      const fill = parse(style.fill);
      back = over({ ...fill, a: fill.a * Number(style.fillOpacity) * Number(style.opacity) }, back);
    }
    return back;
  };
  const results = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    if (!own || !element.checkVisibility() || ["SCRIPT", "title", "desc", "OPTION"].includes(element.tagName)) continue;
    const style = getComputedStyle(element);
    const inPicture = element instanceof SVGElement;
    const back = inPicture ? behindInPicture(element) : behind(element);
    const front = over(parse(inPicture ? style.fill : style.color), back);
    const [high, low] = [luminance(front), luminance(back)].sort((a, b) => b - a);
    const contrast = (high + 0.05) / (low + 0.05);
    results.push([contrast, element.textContent.trim().slice(0, 40), element.getAttribute("class")]);
  }
  return results;
}
"""


@pytest.fixture(params=REPORTS)
def report(request: pytest.FixtureRequest) -> Path:
    path: Path = request.getfixturevalue(request.param)
    return path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_what_is_behind_it(visit: Visit, report: Path, scheme: str) -> None:
    page = visit(report, color_scheme=scheme)
    contrasts = page.evaluate(CONTRASTS)
    assert len(contrasts) > 50
    assert [text for text in contrasts if text[0] < 4.5] == []


def test_a_contrast_that_is_too_low_would_be_noticed(visit: Visit, several: Path) -> None:
    page = visit(several)
    page.evaluate("document.querySelector('h1').style.color = 'rgb(190, 190, 190)'")
    page.evaluate("document.querySelector('svg text.in-cell').style.fill = 'rgb(120, 120, 120)'")
    low = [text for text in page.evaluate(CONTRASTS) if text[0] < 4.5]
    assert len(low) == 2


def test_headings_are_in_order(visit: Visit, report: Path) -> None:
    page = visit(report)
    levels = page.locator("h1, h2, h3, h4").evaluate_all("headings => headings.map(heading => Number(heading.tagName[1]))")
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def unnamed(page: Any) -> list[str]:
    """What the browser would read out as a picture, control or box without saying which."""
    kinds = "img|button|combobox|searchbox|link|table|region|navigation|group|form"
    return [
        line for line in page.locator("body").aria_snapshot().splitlines() if re.match(rf" *- '?({kinds})(?! [\"/])", line)
    ]


def test_every_picture_and_every_control_has_a_name(visit: Visit, report: Path) -> None:
    page = visit(report)
    assert unnamed(page) == []
    page.evaluate("document.querySelector('svg[role=img]').removeAttribute('aria-label')")
    page.evaluate("document.querySelector('#theme').textContent = ''")
    assert len(unnamed(page)) == 2


def test_pictures_have_names_without_scripts_too(visit: Visit, report: Path) -> None:
    page = visit(report, java_script_enabled=False)
    for picture in page.locator("svg[role=img]").all():
        title, description = (picture.get_attribute(f"aria-{kind}") for kind in ("labelledby", "describedby"))
        assert picture.locator(f"#{title}").text_content()
        assert picture.locator(f"#{description}").text_content()


def test_ids_are_unique_and_links_lead_somewhere(visit: Visit, report: Path) -> None:
    page = visit(report)
    ids = page.locator("[id]").evaluate_all("elements => elements.map(element => element.id)")
    assert len(ids) == len(set(ids))
    links = page.locator("a[href]").evaluate_all("links => links.map(link => link.getAttribute('href'))")
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


def test_landmarks_are_there_once(visit: Visit, report: Path) -> None:
    page = visit(report)
    for role in ("banner", "navigation", "main", "contentinfo"):
        assert page.get_by_role(role).count() == 1
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.title()
