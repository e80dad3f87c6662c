"""A real browser for pages, and queries on a page that is open in it."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
HOSTILE = '</script><img src=x onerror="alert(1)">'


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip(f"no browser is installed: install one of {', '.join(BROWSERS)}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(BROWSER_ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open a file in a fresh browser context; fail later on any console message or request."""
    visits = []

    def visit(path: Path, *, width: int = 1200, height: int = 900, **settings: Any) -> Any:
        context = browser.new_context(
            viewport={"width": width, "height": height}, offline=True, **settings
        )
        page = context.new_page()
        trouble: list[str] = []
        page.on("console", lambda message: trouble.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on(
            "dialog", lambda dialog: (trouble.append(f"dialog: {dialog.message}"), dialog.dismiss())
        )
        page.on(
            "request",
            lambda request: None if request.url == path.as_uri() else trouble.append(request.url),
        )
        page.goto(path.as_uri())
        visits.append((context, trouble))
        return page

    yield visit
    for context, trouble in visits:
        context.close()
        assert trouble == []


def column(page: Any, table: str, index: int) -> list[str]:
    """The texts of a column in the visible rows."""
    rows = page.locator(f"#{table} tbody tr:visible")
    return [
        text.strip()
        for text in rows.evaluate_all(f"rows => rows.map(row => row.cells[{index}].textContent)")
    ]


def numbers(texts: list[str]) -> list[float]:
    return [float(text.replace(",", "")) for text in texts]


def background(page: Any, selector: str = "body") -> str:
    return str(
        page.locator(selector).first.evaluate(
            "element => getComputedStyle(element).backgroundColor"
        )
    )


def brightness(colour: str) -> float:
    return sum(map(int, colour.removeprefix("rgb(").removesuffix(")").split(","))) / (3 * 255)


def unnamed_elements(page: Any) -> list[str]:
    """Pictures, controls and regions without an accessible name."""
    kinds = "img|button|combobox|searchbox|link|table|region|navigation|group|form"
    return [
        line
        for line in page.locator("body").aria_snapshot().splitlines()
        if re.match(rf" *- '?({kinds})(?! [\"/])", line)
    ]


#: Every visible text with its contrast to the background, as WCAG 2 defines it.
CONTRAST_SCRIPT = r"""
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
    const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    const [x, y, z] = [r, g, b].map((v) => linear(v / 255));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      layers.unshift(parse(getComputedStyle(at).backgroundColor));
    }
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
      if (shape.tagName !== "rect") continue;
      if (x < at.left || x > at.right || y < at.top || y > at.bottom) continue;
      const style = getComputedStyle(shape);
      const fill = parse(style.fill);
      back = over({ ...fill, a: fill.a * Number(style.fillOpacity) * Number(style.opacity) }, back);
    }
    return back;
  };
  const results = [];
  for (const element of document.querySelectorAll("body *")) {
    const isText = (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim();
    if (![...element.childNodes].some(isText) || !element.checkVisibility()) continue;
    if (["SCRIPT", "title", "desc", "OPTION"].includes(element.tagName)) continue;
    const style = getComputedStyle(element);
    const inPicture = element instanceof SVGElement;
    const back = inPicture ? behindInPicture(element) : behind(element);
    const front = over(parse(inPicture ? style.fill : style.color), back);
    const [high, low] = [luminance(front), luminance(back)].sort((a, b) => b - a);
    const contrast = (high + 0.05) / (low + 0.05);
    const text = element.textContent.trim().slice(0, 40);
    results.push([contrast, text, element.getAttribute("class")]);
  }
  return results;
}
"""

#: Texts that extend beyond their picture.
OVERFLOWING_TEXT_SCRIPT = (
    "() => [...document.querySelectorAll('svg.picture text')].filter(text => {"
    "const box = text.getBoundingClientRect(), all = text.ownerSVGElement.getBoundingClientRect();"
    "return ['left', 'top'].some(edge => box[edge] < all[edge] - 1) ||"
    "['right', 'bottom'].some(edge => box[edge] > all[edge] + 1);"
    "}).map(text => text.textContent)"
)

#: The tops of the children of each group of columns, by the row of the grid that they are in.
TOPS_OF_COLUMNS_SCRIPT = (
    "() => [...document.querySelectorAll('.columns')].flatMap(group => {"
    "const boxes = [...group.children].map(child => child.getBoundingClientRect());"
    "const across = Math.max(1, new Set(boxes.map(box => Math.round(box.left))).size);"
    "const rows = [];"
    "boxes.forEach((box, index) => (rows[Math.floor(index / across)] ??= []).push(box.top));"
    "return rows;})"
)
