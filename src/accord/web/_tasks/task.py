"""Task: something that a worker can do, as a function from a request to an answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from accord._foundation.progress import ProgressCallback
from accord.web._tasks.inputs import Inputs
from accord.web._tasks.json_values import as_json

#: What was asked, as it came in JSON; inputs are resolved by `Inputs`.
Request = dict[str, Any]


@dataclass(frozen=True)
class Document:
    """An answer that is a file."""

    content: bytes
    media_type: str
    filename: str


@dataclass(frozen=True)
class Made:
    """An answer with new files, each by a key of the answer, with its name and content."""

    answer: dict[str, Any]
    files: dict[str, tuple[str, bytes]]


#: An answer: an object for JSON, perhaps with new files, or a file.
Answer = dict[str, Any] | Document | Made


@dataclass(frozen=True)
class Task:
    """Something that a worker can do."""

    name: str
    function: Callable[[Request, Inputs, ProgressCallback | None], Answer]

    def run(
        self, request: Request, inputs: Inputs, progress: ProgressCallback | None = None
    ) -> Answer:
        """Answer a request; `notes` begins with what readers and functions warned of."""
        with inputs.question() as warned:
            answer = self.function(request, inputs, progress)
        if isinstance(answer, Document):
            return answer
        notes = [{"kind": "warning", "text": text} for text in warned]
        if isinstance(answer, Made):
            return Made(_with_notes(answer.answer, notes), answer.files)
        return _with_notes(answer, notes)


def _with_notes(answer: dict[str, Any], notes: list[dict[str, str]]) -> dict[str, Any]:
    noted: dict[str, Any] = as_json({**answer, "notes": notes + answer.get("notes", [])})
    return noted
