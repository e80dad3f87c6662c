"""Coreference in CoNLL columns: a token per line, and in the last column its entities.

    #begin document (news/1); part 000
    news/1  0  0  Ann   (7)
    news/1  0  1  her   (7|(3
    news/1  0  2  dog   3)|7)
    #end document

The last column has the entities that begin and end at the token. A mention is a node,
`document:part:first-last` with the numbers of its tokens; an entity is a cluster,
`document:part:number`.
"""

from __future__ import annotations

import re
from typing import BinaryIO

from accord._display.names import shortened
from accord._foundation.clustering import Clustering
from accord._foundation.columns import make_column
from accord._foundation.number_words import parse_count
from accord._foundation.pack_clustering import pack_memberships
from accord._io.files.options import ReadOptions
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord.errors import FormatError, InputError

_BEGIN = re.compile(r"#begin document \(?(.*?)\)?(?:;\s*part\s+([0-9]+))?\s*")
_NUMBER = "(0|[1-9][0-9]{0,17})"
_MAX_TOKENS = 10_000_000
_MENTION = re.compile(f"(.+):{_NUMBER}:{_NUMBER}-{_NUMBER}", re.DOTALL)


def is_coreference(preview: Preview) -> bool:
    """Whether a document begins in it."""
    return preview.comments_match(rb"#begin document")


def read_coreference(source: Source, options: ReadOptions) -> Clustering:
    mentions: list[str] = []
    entities: list[str] = []
    for document in _documents(source):
        document.read_into(mentions, entities)
    if not mentions:
        raise FormatError(
            "there are no mentions in it: expected entities such as (7) in the last column",
            source.name,
        )
    return Clustering(
        pack_memberships(make_column(mentions, "node"), make_column(entities, "cluster"))
    )


class _Document:
    """One part of a document: line, column and text of the last field of each token."""

    def __init__(self, source: Source, name: str, line: int) -> None:
        self.source, self.name, self.line = source, name, line
        self.tokens: list[tuple[int, int, str]] = []

    def read_into(self, mentions: list[str], entities: list[str]) -> None:
        # For each entity, the tokens at which its open mentions begin.
        open_since: dict[str, list[int]] = {}
        for token, (_, _, field) in enumerate(self.tokens):
            for part in [] if field in ("-", "_", "*") else field.split("|"):
                match = re.fullmatch(r"(\()?([^()|\s]+?)(\))?", part)
                if match is None or not (match.group(1) or match.group(3)):
                    raise self._error(
                        f"{shortened(field)!r} is not a coreference field such as (7|3) or -", token
                    )
                opens, entity, closes = match.groups()
                if opens:
                    open_since.setdefault(entity, []).append(token)
                if closes:
                    if not open_since.get(entity):
                        raise self._error(
                            f"entity {shortened(entity)} ends here and has not begun", token
                        )
                    first = open_since[entity].pop()
                    mentions.append(f"{self.name}:{first}-{token}")
                    entities.append(f"{self.name}:{entity}")
        for entity, begins in open_since.items():
            if begins:
                raise self._error(
                    f"a mention of entity {shortened(entity)} begins here and never ends",
                    begins[-1],
                )

    def _error(self, what: str, token: int) -> FormatError:
        line, column, _ = self.tokens[token]
        return FormatError(what, self.source.name, line, column)


def _documents(source: Source) -> list[_Document]:
    documents: list[_Document] = []
    current: _Document | None = None
    names: set[str] = set()
    for number, line in source.decoded_lines():
        begin = _BEGIN.fullmatch(line)
        if begin is not None:
            part = parse_count(begin.group(2) or "0")
            if part is None:
                raise FormatError("the number of a part is too long", source.name, number, 1)
            name = f"{begin.group(1)}:{part}"
            if name in names:
                raise FormatError(
                    f"document {shortened(name)} begins a second time", source.name, number, 1
                )
            names.add(name)
            current = _Document(source, name, number)
            documents.append(current)
        elif line.startswith("#end document"):
            current = None
        elif line.strip() and not line.startswith("#"):
            if current is None:
                raise FormatError(
                    "a token outside of a document: expected '#begin document' first",
                    source.name,
                    number,
                    1,
                )
            words = line.split()
            if len(words) < 2:
                raise FormatError(
                    "expected columns, the last with the entities of a token",
                    source.name,
                    number,
                    1,
                )
            current.tokens.append((number, line.rindex(words[-1]) + 1, words[-1]))
    if current is not None:
        raise FormatError(
            "the file ends within this document: '#end document' is missing",
            source.name,
            current.line,
            1,
        )
    return documents


# ---- writing -------------------------------------------------------------------------------------


def write_coreference(clustering: Clustering, out: BinaryIO) -> None:
    """Write mentions, nodes such as `document:part:first-last`; unknown words are written `_`."""
    documents: dict[tuple[str, int], dict[int, _Brackets]] = {}
    entities: set[tuple[tuple[str, int], str]] = set()
    for index, cluster in enumerate(clustering.clusters()):
        name = clustering.name(index)
        mentions = [_mention(node) for node in cluster]
        document = mentions[0][0]
        entity = str(name).removeprefix(f"{document[0]}:{document[1]}:")
        if not re.fullmatch(r"[^()|\s]+", entity):
            raise InputError(
                f"a CoNLL file cannot hold the cluster {name!r}: "
                "blanks, '(', ')' and '|' have a meaning there"
            )
        if any(other != document for other, _, _ in mentions) or (document, entity) in entities:
            raise InputError(
                f"a CoNLL file cannot hold the cluster {name!r}: "
                "an entity has its own name, and one document"
            )
        entities.add((document, entity))
        spans = sorted(
            ((first, last) for _, first, last in mentions), key=lambda span: (span[0], -span[1])
        )
        if _cross(spans):
            raise InputError(
                "a CoNLL file cannot hold mentions of one entity that cross, "
                f"as in cluster {name!r}"
            )
        tokens = documents.setdefault(document, {})
        for first, last in spans:
            tokens.setdefault(first, _Brackets()).open(entity, whole=first == last)
            if first != last:
                tokens.setdefault(last, _Brackets()).closing.append(f"{entity})")
    for (document_name, part), tokens in documents.items():
        if max(tokens) > _MAX_TOKENS:
            raise InputError(
                f"a CoNLL file has a line for each token, and document {document_name} would have "
                f"{max(tokens) + 1}"
            )
        out.write(f"#begin document ({document_name}); part {part:03d}\n".encode())
        for token in range(max(tokens) + 1):
            out.write(f"{document_name}\t{part}\t{token}\t_\t{tokens.get(token, '-')}\n".encode())
        out.write(b"\n#end document\n")


def _cross(spans: list[tuple[int, int]]) -> bool:
    """Whether two spans overlap without one containing the other.

    Spans are sorted by their beginning, and by decreasing length.
    """
    around: list[int] = []  # ends of the spans that contain the present one
    for first, last in spans:
        while around and around[-1] <= first:
            around.pop()
        if around and last > around[-1]:
            return True
        around.append(last)
    return False


class _Brackets:
    """The entities that end, and those that begin, at a token."""

    def __init__(self) -> None:
        self.closing: list[str] = []
        self.opening: list[str] = []

    def open(self, entity: str, whole: bool) -> None:
        if whole:
            self.opening.insert(0, f"({entity})")
        else:
            self.opening.append(f"({entity}")

    def __str__(self) -> str:
        return "|".join(self.closing + self.opening)


def _mention(node: object) -> tuple[tuple[str, int], int, int]:
    """The document with its part, the first and the last token of a mention."""
    match = _MENTION.fullmatch(node) if isinstance(node, str) else None
    if match is not None:
        name, part, first, last = match.groups()
        if not re.search(r"[\s()]|^#|;\s*part", name) and int(first) <= int(last):
            return (name, int(part)), int(first), int(last)
    raise InputError(
        f"a CoNLL file cannot hold the node {node!r}: it is not a mention such as news/1:0:3-5"
    )
