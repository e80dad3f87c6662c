"""HTML and SVG as text: whatever is not Markup is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

#: What HTML has no place for: control characters, and halves of characters that no file can hold.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_VOID = frozenset({"br", "circle", "input", "line", "meta", "path", "polyline", "rect"})
#: Names are cut to this many characters.
_LONGEST = 120


class Markup(str):
    """Text that is HTML already, and not escaped again."""

    __slots__ = ()


def tag(name: str, /, *content: str | None, **attributes: object) -> Markup:
    """An element. Attributes that are None or False are left out; `class_` is class, `aria_sort` is aria-sort.

    >>> tag("a", "x < y", href="#1", class_="far")
    '<a href="#1" class="far">x &lt; y</a>'
    """
    start = name + "".join(_attribute(key, value) for key, value in attributes.items())
    inside = "".join(safe(part) for part in content if part is not None)
    if not inside and name in _VOID:
        return Markup(f"<{start}/>")
    return Markup(f"<{start}>{inside}</{name}>")


def joined(parts: Iterable[str], between: str = "") -> Markup:
    return Markup(safe(between).join(map(safe, parts)))


def safe(text: str) -> Markup:
    return text if isinstance(text, Markup) else Markup(escape(_FORBIDDEN.sub("\ufffd", text)))


def label(name: object) -> str:
    """What people called something, as text: in one line, cut where it is very long.

    >>> label("a  long\\nstory")
    'a long story'
    """
    text = " ".join(str(name).split()) or "\u2423"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def shortened(text: str, most: int) -> str:
    """At most this many characters, of which the last says that there were more."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def coordinate(value: float) -> str:
    """A place in a picture, to a tenth.

    >>> coordinate(3.0), coordinate(2.46), coordinate(-0.01)
    ('3', '2.5', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def amount(value: float) -> str:
    """How many nodes, or what they weigh, for people.

    >>> amount(1234567.0), amount(0.5)
    ('1,234,567', '0.5')
    """
    return f"{value:,.0f}" if value == int(value) else f"{value:,.6g}"


def percent(share: float) -> str:
    """A share for people, which is not 0 % unless it is nothing.

    >>> percent(0.256), percent(0.004), percent(0.0001), percent(0.0)
    ('26%', '0.4%', '<0.1%', '0%')
    """
    if share >= 0.01 or share == 0:
        return f"{share:.0%}"
    return f"{share:.1%}" if share >= 0.001 else "<0.1%"


def _attribute(key: str, value: object) -> str:
    if value is None or value is False:
        return ""
    name = key.removesuffix("_").replace("_", "-")
    if value is True:
        return f' {name}=""'
    text = coordinate(value) if isinstance(value, float) else str(value)
    return f' {name}="{safe(text)}"'
