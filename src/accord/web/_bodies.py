"""Bodies of requests: how large, how slow and how deep they may be."""

from __future__ import annotations

import asyncio
import re
import time

from starlette.types import Message, Receive

from accord.web._problems import Problem
from accord.web._settings import Limits

#: Levels of objects and lists in a request.
_DEEPEST = 50
_GRACE = 10.0  # seconds before the speed of a client is judged
#: Bodies larger than this are looked through beside other requests.
_LARGE = 100_000
#: A string, which goes on to the end if it does not end, or a bracket. Nothing is looked at twice:
#: a text that is made for it would take hours otherwise.
_BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[{]|[\]}]', re.DOTALL)


def timed_receive(receive: Receive, limits: Limits) -> Receive:
    """Give up on a client that sends nothing for too long, or hardly anything."""
    began, n_bytes = time.monotonic(), 0

    async def receiving() -> Message:
        nonlocal n_bytes
        try:
            message = await asyncio.wait_for(receive(), limits.idle_seconds)
        except TimeoutError:
            raise _too_slow() from None
        n_bytes += len(message.get("body", b""))
        seconds = time.monotonic() - began
        if seconds > _GRACE and n_bytes < seconds * limits.slowest and message.get("more_body"):
            raise _too_slow()
        return message

    return receiving


async def read_body(receive: Receive, most: int) -> bytes:
    """The whole body of a request, which must not be larger than `most` bytes, nor too deep."""
    parts, size = [], 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Problem(400, "the request ended before it was complete")
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > most:
            raise Problem(413, f"a request may have at most {most / 1e6:,.0f} MB")
        if not message.get("more_body", False):
            break
    body = b"".join(parts)
    depth = _depth(body) if size <= _LARGE else await asyncio.to_thread(_depth, body)
    if depth > _DEEPEST:
        raise Problem(400, f"the request has more than {_DEEPEST} levels of objects and lists")
    return body


def replayed(body: bytes, receive: Receive) -> Receive:
    """Receive a body that was read before, and then what comes next."""
    is_read = False

    async def receiving() -> Message:
        nonlocal is_read
        if is_read:
            return await receive()
        is_read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receiving


def _depth(body: bytes) -> int:
    """The number of levels of JSON, or less if there are few brackets at all."""
    if body.count(b"[") + body.count(b"{") <= _DEEPEST:
        return 0
    depth = deepest = 0
    for found in _BRACKETS.finditer(body):
        sign = body[found.start()]
        if sign in b"[{":
            depth += 1
            if depth > deepest:
                deepest = depth
                if deepest > _DEEPEST:
                    break
        elif sign in b"]}":
            depth -= 1
    return deepest


def _too_slow() -> Problem:
    return Problem(408, "the request was sent too slowly", headers={"Connection": "close"})
