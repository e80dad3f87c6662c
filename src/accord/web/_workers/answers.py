"""The answer of a task as bytes, and the files that it has made."""

from __future__ import annotations

import hashlib
import json
import math
import os
from pathlib import Path
from typing import Any

from accord.web._workers.protocol import Head


def packed_answer(answer: Any, incoming: str, job: str) -> tuple[Head, bytes]:
    """The head and the body of the message with an answer; new files are written to `incoming`."""
    head: Head = {"kind": "answer", "media_type": "application/json", "filename": None, "files": []}
    if hasattr(answer, "media_type"):  # a document
        head |= {"media_type": answer.media_type, "filename": answer.filename}
        return head, answer.content
    if not hasattr(answer, "files"):
        return head, _to_json(answer)
    facts = dict(answer.answer)
    try:
        for key, (name, content) in answer.files.items():
            file = {"file": hashlib.sha256(content).hexdigest(), "name": name}
            facts[key] = {**file, "bytes": len(content)}
            head["files"].append({**facts[key], "at": f"{_prefix(job)}{key}"})
            with open(os.path.join(incoming, head["files"][-1]["at"]), "wb") as made:
                made.write(content)
    except OSError:
        remove_made(incoming, job)
        raise
    return head, _to_json(facts)


def remove_made(incoming: str | os.PathLike[str], job: str) -> None:
    """Remove the files that were made for a job, unless the server has taken them over."""
    for made in Path(incoming).glob(f"{_prefix(job)}*"):
        made.unlink(missing_ok=True)


def _prefix(job: str) -> str:
    return f"made-{job}-"


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
