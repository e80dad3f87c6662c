"""Drawings of a report as one SVG file that needs no style sheet.

Colours are those of the light palette, written out: programs that draw figures for papers do not
know variables of CSS.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import resources

from accord._display.palette import LIGHT
from accord.report._page import _colours

_SPACE = 8
_TITLE = 18
_FONT = "font-family: system-ui, 'Liberation Sans', Arial, sans-serif;"


def standalone(drawings: Sequence[str]) -> str:
    """One file of one or more drawings, one below the other."""
    style = f"<style>svg {{ {_FONT} }}\n{_rules(' '.join(drawings))}</style>"
    if len(drawings) == 1:
        width, height = _extent(drawings[0])
        return _file(width, height, [style, _placed(drawings[0], 0, 0, width, height)])
    parts, y, widest = [style], 0.0, 0.0
    for drawing in drawings:
        width, height = _extent(drawing)
        title = re.search(r"<title[^>]*>(.*?)</title>", drawing, re.DOTALL)
        parts.append(f'<text x="2" y="{y + 13:g}">{title[1] if title else ""}</text>')
        parts.append(_placed(drawing, 0, y + _TITLE, width, height))
        y, widest = y + _TITLE + height + _SPACE, max(widest, width)
    return _file(widest, y, parts)


def _file(width: float, height: float, parts: Sequence[str]) -> str:
    box = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    paper = f'<rect width="100%" height="100%" fill="{LIGHT.paper}"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>'
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', head, paper, *parts, "</svg>\n"])


def _extent(drawing: str) -> tuple[float, float]:
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawing)
    return (float(box[1]), float(box[2])) if box else (1000.0, 600.0)


def _placed(drawing: str, x: float, y: float, width: float, height: float) -> str:
    """A drawing at its place, of the size of its box."""
    head, rest = drawing.split(">", 1)
    head = re.sub(r'\s(width|height|x|y)="[^"]*"', "", head)
    return f'{head} x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}">{rest}'


def _rules(drawn: str) -> str:
    """The rules for drawings of the style sheet of reports, with colours written out."""
    sheet = _colours() + resources.files("accord.report").joinpath("page.css").read_text("utf-8")
    values = {
        name: re.sub(r"light-dark\((#\w+|rgb\([^)]*\)),.*\)", r"\1", value.strip())
        for name, value in re.findall(r"--([\w-]+):\s*([^;]+);", sheet)
        if name != "colour"
    }
    colours = dict(re.findall(r"\.c-([\w-]+) \{ --colour: var\(--([\w-]+)\); \}", sheet))
    present = [name for name in colours if re.search(rf"\bc-{name}\b", drawn)]
    lines = []
    for selector, body in re.findall(r"^(svg [^{}]*?)\s*\{([^{}]*)\}", sheet, re.MULTILINE):
        body = re.sub(r"light-dark\((#\w+),[^)]*\)", r"\1", body)
        for name in present if "var(--colour)" in body else [""]:
            written = body.replace(
                "var(--colour)", values.get(colours.get(name, ""), LIGHT.neutral)
            )
            written = re.sub(
                r"var\(--([\w-]+)\)", lambda use: values.get(use[1], LIGHT.ink), written
            )
            lines.append(f"{selector}{f'.c-{name}' if name else ''} {{{written}}}")
    return "\n".join(lines)
