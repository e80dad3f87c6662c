"""Processor seconds that owners have used, by hour."""

from __future__ import annotations

import time
from collections import defaultdict

from accord.web._store.books import Books, Writer

_HOURS = 24


class Usage:
    """What each owner has used in the last 24 hours."""

    def __init__(self, books: Books, writer: Writer) -> None:
        self._writer = writer
        self._seconds: dict[str, dict[int, float]] = defaultdict(dict)
        with books.writing():
            books.execute("DELETE FROM usage WHERE hour <= ?", _hour() - _HOURS)
        for row in books.rows("SELECT * FROM usage"):
            self._seconds[row["owner"]][row["hour"]] = row["seconds"]

    def add(self, owner: str, seconds: float) -> None:
        """Note that an owner has used processor seconds; without owners nothing is counted."""
        if not owner:
            return
        hour, hours = _hour(), self._seconds[owner]
        for old in [old for old in hours if old <= hour - _HOURS]:
            del hours[old]
        total = hours[hour] = hours.get(hour, 0.0) + seconds
        row = {"owner": owner, "hour": hour, "seconds": total}
        self._writer.write_later(lambda books: books.insert("usage", row, conflict="REPLACE"))

    def seconds(self, owner: str) -> float:
        """Processor seconds of an owner in the last 24 hours."""
        hour = _hour()
        hours = self._seconds.get(owner, {})
        return sum(seconds for when, seconds in hours.items() if when > hour - _HOURS)


def _hour() -> int:
    return int(time.time() // 3600)
