"""A question: a task and its request, with the files that the request names."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import accord
from accord.web._paths import file_below
from accord.web._problems import Problem
from accord.web._settings import Settings
from accord.web._store.files import Files


@dataclass(frozen=True)
class Question:
    """A task and a request in which files have been found."""

    task: str
    #: The digest of everything that the answer depends on.
    key: str
    #: The request as a worker gets it.
    body: bytes
    #: What it is about: digests and stamps of files and texts, and their bytes.
    inputs: frozenset[str]
    size: int
    #: Digests of uploaded files.
    files: frozenset[str]


def make_question(
    task: str, request: dict[str, Any], owner: str, files: Files, settings: Settings
) -> Question:
    """Find the files that a request names, which must be the owner's, or below the folder."""
    inputs: set[str] = set()
    uploaded: set[str] = set()
    size = 0
    for part in _dicts(request):
        part.pop("at", None)
        part.pop("stamp", None)
        if isinstance(part.get("file"), str):
            stored = files.get(owner, part["file"])
            if stored is None:
                raise Problem(404, f"there is no file {part['file'][:64]!r}: upload it again")
            files.touch(stored.file)
            uploaded.add(stored.file)
            part["stamp"] = stored.file
            size += stored.bytes
        elif isinstance(part.get("path"), str):
            _, facts = file_below(settings, part["path"])
            part["stamp"] = f"{facts.st_size}-{facts.st_mtime_ns}-{facts.st_ino}"
            size += facts.st_size
        elif isinstance(part.get("text"), str):
            inputs.add(part["text"][:1000])
            size += len(part["text"])
            continue
        else:
            continue
        inputs.add(part["stamp"])
    key = hashlib.sha256(f"{accord.__version__} {task} ".encode() + _canonical(request))
    for part in _dicts(request):
        if "stamp" not in part:
            continue
        if isinstance(part.get("file"), str):
            part["at"] = str(files.place(part["file"]))
        else:
            part["at"] = str(file_below(settings, part["path"])[0])
    return Question(
        task, key.hexdigest(), _canonical(request), frozenset(inputs), size, frozenset(uploaded)
    )


def _dicts(value: Any) -> Iterator[dict[str, Any]]:
    """All objects in a request."""
    rest = [value]
    while rest:
        part = rest.pop()
        if isinstance(part, dict):
            yield part
            rest += part.values()
        elif isinstance(part, list):
            rest += part


def _canonical(request: dict[str, Any]) -> bytes:
    try:
        return json.dumps(
            request, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
        ).encode()
    except UnicodeEncodeError:
        raise Problem(422, "the request has characters that are not valid Unicode") from None
    except (ValueError, RecursionError, TypeError):
        raise Problem(422, "the request has a number that is not finite") from None
