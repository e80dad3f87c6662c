"""Labels as words of text files: which ones a format can hold, and ids that look like integers."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence

import numpy as np

from accord._foundation.arguments import argument
from accord._foundation.labels import IntegerLabels, Labels, TextLabels
from accord._io.files.options import ReadOptions
from accord._io.files.source import Source
from accord._io.files.text import is_integer
from accord.errors import InputError, warn


def ids_header(labels: Labels) -> bytes:
    """A comment that says that ids are texts, if they would be read as integers without it."""
    if isinstance(labels, TextLabels) and is_integer(labels[0].encode()):
        return b"# Ids: text\n"
    return b""


def warn_of_large_ids(source: Source, options: ReadOptions, labels: Labels) -> None:
    """Warn if ids were read as text only because they do not fit into 64 bits."""
    if options.ids != "auto" or source.says_text_ids or not isinstance(labels, TextLabels):
        return
    first = labels[0]
    if re.fullmatch(r"-?[1-9][0-9]{18,}", first) and not is_integer(first.encode()):
        warn(
            f"{source.name}: ids such as {first} do not fit into 64 bits and are read as text; "
            f"say so with {argument('ids', 'text')}"
        )


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
