"""Logs of jobs as they are sent: lines without anything that a terminal or a page would obey."""

from __future__ import annotations

import re
import unicodedata

#: Codes of terminals: of colours and the cursor, and of titles and links up to their end.
_CODES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])")
_LONGEST_LINE = 2000


def log_lines(log: str) -> list[str]:
    """The lines of a log; a line that was overwritten by the next is a line of its own."""
    plain = _CODES.sub("", log).replace("\r\n", "\n").replace("\r", "\n")
    lines = plain.rstrip("\n").split("\n") if plain.strip("\n") else []
    return [_harmless(line) for line in lines]


def _harmless(line: str) -> str:
    """A line in which control characters, and those that turn the direction, are visible."""
    cut = line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}…"
    if cut.isascii() and cut.isprintable():
        return cut
    return "".join(_visible(letter) for letter in cut)


def _visible(letter: str) -> str:
    if letter == "\t" or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp"):
        return letter
    if letter < " ":
        return chr(0x2400 + ord(letter))  # the picture of a control character
    return f"\\u{ord(letter):04x}"
