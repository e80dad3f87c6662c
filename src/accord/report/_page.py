"""The page of a report: one HTML file that loads nothing else."""

from __future__ import annotations

import base64
import datetime
import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import accord
from accord._display.palette import DARK, LIGHT, Palette
from accord.report._markup import Markup, joined, tag


@dataclass(frozen=True)
class Section:
    """A section of the page: its id, name in the navigation, heading and content."""

    id: str
    name: str
    heading: str
    content: Sequence[str]


@dataclass(frozen=True)
class Foot:
    """What the foot of a page says besides the version: the command, and the date."""

    command: str | None = None
    #: None for the date of SOURCE_DATE_EPOCH if this variable is set, else today.
    date: datetime.date | None = None

    def lines(self) -> list[Markup]:
        day = _today() if self.date is None else self.date
        lines = [tag("p", f"Made by accord {accord.__version__} on {day.isoformat()}.")]
        if self.command is not None:
            lines.append(tag("pre", tag("code", self.command), tabindex="0"))
        return lines


def page(title: str, lead: str, sections: Sequence[Section], foot: Foot) -> str:
    """Return the HTML of a page; `lead` is the paragraph below its title."""
    version = accord.__version__
    style, script = Markup(_colours() + _file("page.css")), Markup(_file("page.js"))
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_policy(style, script)),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="generator", content=f"accord {version}"),
        tag("title", f"{title} – accord"),
        tag("style", style),
    )
    links = joined(tag("li", tag("a", section.name, href=f"#{section.id}")) for section in sections)
    body = tag(
        "body",
        tag("a", "Skip to the content", class_="skip", href="#content"),
        tag(
            "header",
            tag(
                "div",
                tag(
                    "p",
                    "accord",
                    tag("span", " · how well do two clusterings agree?"),
                    class_="brand",
                ),
                tag("button", "Dark", id="theme", type="button", hidden=True, aria_pressed="false"),
                class_="top",
            ),
            tag("h1", title),
            tag("p", lead, class_="lead"),
        ),
        tag("nav", tag("ul", links), aria_label="Sections"),
        tag("main", *map(_section, sections), id="content", tabindex="-1"),
        tag("footer", *foot.lines()),
        tag("div", "", id="tip", role="status", aria_live="polite", hidden=True),
        tag("script", script),
    )
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def _section(section: Section) -> Markup:
    heading = tag("h2", section.heading, id=f"{section.id}-heading")
    return tag(
        "section", heading, *section.content, id=section.id, aria_labelledby=f"{section.id}-heading"
    )


def _policy(style: str, script: str) -> str:
    """Return a policy that allows nothing but our style and script, not even injected ones."""
    style_hash, script_hash = (
        base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        for text in (style, script)
    )
    allowed = f"style-src 'sha256-{style_hash}'; script-src 'sha256-{script_hash}'"
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"


def _today() -> datetime.date:
    """Return the date, in UTC, of SOURCE_DATE_EPOCH or of now."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    now = datetime.datetime.now(datetime.UTC)
    if epoch.isdecimal():
        now = datetime.datetime.fromtimestamp(int(epoch), datetime.UTC)
    return now.date()


@cache
def _file(name: str) -> str:
    return resources.files("accord.report").joinpath(name).read_text(encoding="utf-8")


def _colours() -> str:
    """Return the colours of the palette as CSS variables and classes."""
    pairs = zip(_named(LIGHT).items(), _named(DARK).values(), strict=True)
    colours = {name: f"light-dark({light}, {dark})" for (name, light), dark in pairs}
    variables = "".join(f"--{name}: {colour}; " for name, colour in colours.items())
    classes = "".join(f".c-{name} {{ --colour: var(--{name}); }}\n" for name in colours)
    return f":root {{ {variables}}}\n{classes}"


def _named(palette: Palette) -> dict[str, str]:
    series = {f"series-{index}": colour for index, colour in enumerate(palette.series)}
    return {
        "truth": palette.truth,
        "found": palette.found,
        "none": palette.neutral,
        **palette.verdicts,
        **series,
    }
