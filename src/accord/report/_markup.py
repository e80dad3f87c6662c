"""HTML and SVG: text is escaped unless it is Markup."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from accord._display.names import shortened

#: Characters that are not allowed in HTML: control characters and lone surrogates.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_VOID = frozenset({"br", "circle", "input", "line", "meta", "path", "polyline", "rect"})
#: Maximum number of characters of a name.
_MAX_NAME_LENGTH = 120


class Markup(str):
    """Text that is HTML already and is not escaped again."""

    __slots__ = ()


def tag(name: str, /, *content: str | None, **attributes: object) -> Markup:
    """Return an element.

    Attributes that are None or False are left out; `class_` is class, `aria_sort` is aria-sort.

    >>> tag("a", "x < y", href="#1", class_="far")
    '<a href="#1" class="far">x &lt; y</a>'
    """
    start = name + "".join(_attribute(key, value) for key, value in attributes.items())
    inside = "".join(safe(part) for part in content if part is not None)
    if not inside and name in _VOID:
        return Markup(f"<{start}/>")
    return Markup(f"<{start}>{inside}</{name}>")


def joined(parts: Iterable[str], between: str = "") -> Markup:
    """Join parts, which are escaped unless they are Markup."""
    return Markup(safe(between).join(map(safe, parts)))


def safe(text: str) -> Markup:
    """Escape a text, unless it is Markup."""
    return text if isinstance(text, Markup) else Markup(escape(_FORBIDDEN.sub("\ufffd", text)))


def label(name: object) -> str:
    """Write a name on one line, cut if it is very long.

    >>> label("a  long\\nstory")
    'a long story'
    """
    text = " ".join(str(name).split()) or "\u2423"
    return shortened(text, _MAX_NAME_LENGTH)


def coordinate(value: float) -> str:
    """Write a coordinate of a picture, to one decimal.

    >>> coordinate(3.0), coordinate(2.46), coordinate(-0.01)
    ('3', '2.5', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _attribute(key: str, value: object) -> str:
    if value is None or value is False:
        return ""
    name = key.removesuffix("_").replace("_", "-")
    if value is True:
        return f' {name}=""'
    text = coordinate(value) if isinstance(value, float) else str(value)
    return f' {name}="{safe(text)}"'
