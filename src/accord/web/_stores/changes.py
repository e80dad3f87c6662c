"""Changes of a store as server-sent events."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator

from accord.web._stores.places import StorePlace

#: Seconds between two looks at a store, and after which a listener gets a sign of life.
LOOK = 1.0
_SILENCE = 15.0


async def changes(place: StorePlace, stopping: asyncio.Event) -> AsyncIterator[bytes]:
    """An event at the start and after each change, until the store is gone or the server stops."""
    last, told = None, 0.0
    while not stopping.is_set():
        stamp = await asyncio.to_thread(place.stamp)
        if stamp is None:
            yield _event("gone", place.id)
            return
        if stamp != last:
            yield _event("started" if last is None else "changed", place.id)
            last, told = stamp, time.monotonic()
        elif time.monotonic() - told > _SILENCE:
            yield b": still there\n\n"
            told = time.monotonic()
        try:
            await asyncio.wait_for(stopping.wait(), LOOK)
        except TimeoutError:
            continue


def _event(name: str, store: str) -> bytes:
    return f"event: {name}\ndata: {json.dumps({'store': store})}\n\n".encode()
