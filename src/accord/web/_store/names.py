"""Names that users give to files."""

from __future__ import annotations

import re
import unicodedata

_LONGEST = 120


def plain_name(name: str) -> str:
    """The name of a file without folders, control characters and what else confuses.

    >>> plain_name("../../etc/pass\\x00wd")
    'passwd'
    """
    last = re.split(r"[/\\]", name)[-1]
    text = "".join(letter for letter in last if unicodedata.category(letter)[0] != "C")
    return text.strip().lstrip(".")[-_LONGEST:] or "file"
