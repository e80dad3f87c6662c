"""Messages between the server and a worker: a small head in JSON, and a body of bytes."""

from __future__ import annotations

import asyncio
import json
import os
import struct
from typing import Any

#: Lengths of the head and of the body.
_LENGTHS = struct.Struct(">IQ")
_LONGEST_HEAD = 1 << 24

Head = dict[str, Any]


def packed(head: Head, body: bytes = b"") -> bytes:
    """A message as bytes."""
    text = json.dumps(head).encode()
    return _LENGTHS.pack(len(text), len(body)) + text + body


async def receive(stream: asyncio.StreamReader, most: int) -> tuple[Head, bytes] | None:
    """The next message of a worker; None at its end, or if it is larger than `most` bytes."""
    try:
        n_head, n_body = _LENGTHS.unpack(await stream.readexactly(_LENGTHS.size))
        if n_head > _LONGEST_HEAD or n_body > most:
            return None
        head = json.loads(await stream.readexactly(n_head))
        return head, await stream.readexactly(n_body)
    except (asyncio.IncompleteReadError, ConnectionError):
        return None


def read(file: int) -> tuple[Head, bytes] | None:
    """The next message of the server; None at its end."""
    lengths = _read_exactly(file, _LENGTHS.size)
    if lengths is None:
        return None
    n_head, n_body = _LENGTHS.unpack(lengths)
    head, body = _read_exactly(file, n_head), _read_exactly(file, n_body)
    return None if head is None or body is None else (json.loads(head), body)


def write(file: int, message: bytes) -> None:
    """Write a whole message."""
    rest = memoryview(message)
    while rest:
        rest = rest[os.write(file, rest) :]


def _read_exactly(file: int, size: int) -> bytes | None:
    parts = []
    while size:
        part = os.read(file, min(size, 1 << 20))
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
