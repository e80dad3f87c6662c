"""Pages: a part of a long list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accord.errors import InputError

#: Rows of a page unless the request says otherwise, and at most.
DEFAULT_LIMIT = 50
MAX_LIMIT = 1000


def page_of(request: Mapping[str, Any]) -> slice:
    """The part of a list that a request asks for."""
    offset, limit = request.get("offset") or 0, request.get("limit", DEFAULT_LIMIT)
    if not isinstance(offset, int) or offset < 0:
        raise InputError(f"offset is the number of rows to leave out, from 0, not {offset!r}")
    if not isinstance(limit, int) or not 0 <= limit <= MAX_LIMIT:
        raise InputError(f"limit is a number of rows from 0 to {MAX_LIMIT:,}, not {limit!r}")
    return slice(offset, offset + limit)
