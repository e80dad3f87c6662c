"""The Newick format: `((a,b),(c:1.5,d))name;`, with branch lengths, quoted names and comments."""

from __future__ import annotations

import math
import re

from accord._display.names import shortened
from accord.errors import InputError
from accord.hierarchy._tree import NO_PARENT, Hierarchy, make_hierarchy

#: A sign, a name in quotes, a comment in brackets, or a bare name or number.
_TOKEN = re.compile(r"\s*(?:([(),:;])|'((?:[^']|'')*)'|(\[[^\]]*\])|([^\s()\[\]':;,]+))")
_INTEGER = re.compile(r"-?[1-9][0-9]{0,17}|0")


def is_newick(text: str) -> bool:
    """Whether a text is a tree in the Newick format, and not the path of a file."""
    return text.lstrip().startswith(("(", "[")) or text.rstrip().endswith(";")


def read_newick(text: str, name: str) -> Hierarchy:
    """A tree from its text; `name` is what messages call it.

    Leaves must have names; if all of these are integers, so are the nodes. If every branch but
    that of the root has a length, clusters are as high as their farthest leaf is far.
    """
    tree = _Tree(name)
    tree.parse(text)
    return tree.finish()


class _Tree:
    """What has been read so far: places in the order in which they begin."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._parents: list[int] = []
        self._labels: list[str | None] = []
        self._lengths: list[float | None] = []
        self._is_leaf: list[bool] = []

    def parse(self, text: str) -> None:
        at, end, here = 0, len(text.rstrip()), self._begin(NO_PARENT)
        closed = False  # the place is complete but for its name and length
        while at < end:
            token = _TOKEN.match(text, at)
            if token is None:
                raise self._error(text, at, "this cannot be read")
            sign, quoted, comment, word = token.groups()
            start, at = token.start(token.lastindex or 0), token.end()
            if comment is not None:
                continue
            if sign is None:
                label = quoted.replace("''", "'") if quoted is not None else word
                if self._labels[here] is not None or self._lengths[here] is not None:
                    raise self._error(text, start, "a name is followed by another")
                self._labels[here], closed = label, True
            elif sign == "(":
                if closed:
                    raise self._error(text, start, "a comma is missing before this")
                self._is_leaf[here] = False
                here = self._begin(here)
            elif sign == ":":
                token = _TOKEN.match(text, at)
                self._lengths[here] = self._length(text, at, token and token.group(4))
                at, closed = token.end() if token else at, True
            elif sign == ";":
                if self._parents[here] != NO_PARENT:
                    raise self._error(text, start, "a parenthesis is not closed before this")
                if text[at:].strip():
                    raise self._error(text, at, "there is something after the tree")
                return
            else:  # a comma or a closing parenthesis
                parent = self._parents[here]
                if parent == NO_PARENT:
                    raise self._error(text, start, "no parenthesis is open here")
                here, closed = (self._begin(parent), False) if sign == "," else (parent, True)
        if self._parents[here] != NO_PARENT:
            raise self._error(text, end, "a parenthesis is not closed")

    def finish(self) -> Hierarchy:
        """The tree, with parts before the clusters that they are in."""
        leaves = [at for at, is_leaf in enumerate(self._is_leaf) if is_leaf]
        if self._labels == [None]:
            raise InputError(f"{self._name} is empty: expected a tree, such as ((a,b),(c,d));")
        labels = [self._labels[at] or "" for at in leaves]
        if not all(labels):
            raise InputError(f"{self._name}: every leaf needs a name, and one has none")
        inner = [at for at in range(len(self._parents) - 1, -1, -1) if not self._is_leaf[at]]
        number = {at: place for place, at in enumerate([*leaves, *inner])} | {NO_PARENT: NO_PARENT}
        parents = [number[self._parents[at]] for at in (*leaves, *inner)]
        integers = all(_INTEGER.fullmatch(label) for label in labels)
        nodes = [int(label) for label in labels] if integers else labels
        return make_hierarchy(nodes, parents, self._heights(inner))

    def _heights(self, inner: list[int]) -> list[float] | None:
        if None in self._lengths[1:]:
            return None
        height = [0.0] * len(self._parents)
        for at in range(len(self._parents) - 1, 0, -1):
            parent = self._parents[at]
            height[parent] = max(height[parent], height[at] + (self._lengths[at] or 0.0))
        return [height[at] for at in inner]

    def _begin(self, parent: int) -> int:
        self._parents.append(parent)
        self._labels.append(None)
        self._lengths.append(None)
        self._is_leaf.append(True)
        return len(self._parents) - 1

    def _length(self, text: str, at: int, word: str | None) -> float:
        try:
            length = float(word or "")
        except ValueError:
            length = math.nan
        if not math.isfinite(length):
            raise self._error(text, at, "a length must be a number")
        return length

    def _error(self, text: str, at: int, what: str) -> InputError:
        near = shortened(text[at:].strip() or "the end")
        return InputError(f"{self._name}, character {at + 1}: {what}: {near}")
