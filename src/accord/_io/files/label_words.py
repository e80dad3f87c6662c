"""Labels as words of text files: which ones a format can hold, and ids that look like integers."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence

import numpy as np

from accord._foundation.labels import IntegerLabels, Labels, TextLabels
from accord._io.files.text import is_integer
from accord.errors import InputError


def ids_header(labels: Labels) -> bytes:
    """A comment that says that ids are texts, if they would be read as integers without it."""
    if isinstance(labels, TextLabels) and is_integer(labels[0].encode()):
        return b"# Ids: text\n"
    return b""


def check_words(
    labels: Labels | Sequence[Hashable],
    title: str,
    special: str = r"(?!)",
    kind: str = "node",
) -> None:
    """Raise InputError if a label cannot be a word of a text file, or matches `special`.

    `title` is that of the format and `kind` what is labelled, both for the message.
    """
    for word in () if isinstance(labels, IntegerLabels) else map(str, labels):
        if not word or re.search(r"[\x00-\x20\x7f\ud800-\udfff]|^\ufeff", word):
            raise InputError(
                f"{title} cannot hold the {kind} {word!r}: "
                "it is empty, or has blanks or control characters"
            )
        if re.search(special, word):
            raise InputError(
                f"{title} cannot hold the {kind} {word!r}: it would be read as something else"
            )


def need_numbered(labels: Labels, title: str, first: int) -> None:
    """Raise InputError if the labels are not first, first + 1, and so on."""
    wanted = np.arange(first, first + len(labels))
    if not isinstance(labels, IntegerLabels) or not np.array_equal(labels.values, wanted):
        raise InputError(
            f"{title} cannot hold these nodes: it numbers them {first}, {first + 1}, {first + 2}, …"
        )
