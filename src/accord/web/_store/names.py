"""Names that users give to files."""

from __future__ import annotations

import re
import unicodedata

_LONGEST = 120
_DIGEST = re.compile(r"[0-9a-f]{64}")


def plain_name(name: str) -> str:
    """The name of a file without folders, control characters and what else confuses.

    >>> plain_name("../../etc/pass\\x00wd")
    'passwd'
    """
    last = re.split(r"[/\\]", name)[-1]
    text = "".join(letter for letter in last if unicodedata.category(letter)[0] != "C")
    return text.strip().lstrip(".")[-_LONGEST:] or "file"


def is_digest(text: str) -> bool:
    """Whether a text can be the digest of a file."""
    return _DIGEST.fullmatch(text) is not None
