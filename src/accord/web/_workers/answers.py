"""The answer of a task as bytes, and the files that it has made."""

from __future__ import annotations

import hashlib
import json
import math
import os
from typing import Any

from accord.web._workers.protocol import Head


def packed_answer(answer: Any, incoming: str) -> tuple[Head, bytes]:
    """The head and the body of the message with an answer; new files are written to `incoming`."""
    head: Head = {"kind": "answer", "media_type": "application/json", "filename": None, "files": []}
    if hasattr(answer, "media_type"):  # a document
        head |= {"media_type": answer.media_type, "filename": answer.filename}
        return head, answer.content
    if hasattr(answer, "files"):
        stored = {
            key: _store(name, content, incoming) for key, (name, content) in answer.files.items()
        }
        head["files"] = list(stored.values())
        without_place = {
            key: {name: value for name, value in file.items() if name != "at"}
            for key, file in stored.items()
        }
        answer = {**answer.answer, **without_place}
    return head, _to_json(answer)


def _store(name: str, content: bytes, incoming: str) -> dict[str, Any]:
    """Write a file that the server will take over."""
    place = os.path.join(incoming, f"made-{os.urandom(8).hex()}")
    with open(place, "xb") as file:
        file.write(content)
    digest = hashlib.sha256(content).hexdigest()
    return {"file": digest, "name": name, "bytes": len(content), "at": place}


def _to_json(answer: Any) -> bytes:
    try:
        return json.dumps(answer, allow_nan=False, separators=(",", ":")).encode()
    except ValueError:
        return json.dumps(_finite(answer), allow_nan=False, separators=(",", ":")).encode()


def _finite(value: Any) -> Any:
    """The value with null in place of numbers that JSON does not have."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(part) for part in value]
    return value
