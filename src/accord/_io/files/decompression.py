"""Decompressing, with a limit on what a small file may become."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from accord._display.numbers import byte_size, parse_bytes
from accord._io.files.compression import compression_of, import_zstandard
from accord.errors import FormatError, InputError

#: The environment variable with the maximum size of decompressed data.
LIMIT_VARIABLE = "ACCORD_MAX_DECOMPRESSED"
_ALWAYS_ALLOWED = 1 << 30
_MAX_RATIO = 100
#: Compressed bytes per step; no format makes more than 128 MiB of them.
_STEP = 1 << 12
_XZ_MEMORY = 1 << 29
_ZEROS = re.compile(rb"\0*")


def decompress(data: bytes, path: str) -> bytes:
    """The data, decompressed if it is compressed: all its streams, or an error."""
    suffix = compression_of(data)
    if suffix is None:
        return data
    open_stream, errors = _decompressor(suffix)
    pieces, size, limit = [], 0, size_limit(len(data))
    try:
        for piece in _decompress_streams(data, open_stream, padded=suffix in (".gz", ".xz")):
            pieces.append(piece)
            size += len(piece)
            if size > limit:
                raise too_large(path, limit)
    except FormatError:
        raise
    except errors as error:
        raise FormatError(f"broken {suffix[1:]} data: {error}", path) from None
    return b"".join(pieces)


def decompressed_size(path: str | os.PathLike[str], most: int) -> int:
    """The size of a compressed file when decompressed, without keeping it; 0 if it is not one.

    Looks no further than a little beyond `most`. What is broken is left to `decompress`.
    """
    with open(path, "rb") as file:
        suffix = compression_of(file.read(8))
        if suffix is None:
            return 0
        file.seek(0)
        data = file.read()
    open_stream, errors = _decompressor(suffix)
    size = 0
    with suppress(*errors):
        for piece in _decompress_streams(data, open_stream, padded=suffix in (".gz", ".xz")):
            size += len(piece)
            if size > most:
                break
    return size


def _decompress_streams(
    data: bytes, open_stream: Callable[[], Any], padded: bool
) -> Iterator[bytes]:
    """Decompress streams that follow each other; with zeros between them if they are `padded`."""
    at, view = 0, memoryview(data)
    while at < len(data):
        stream = open_stream()
        while not stream.eof:
            if at == len(data):
                raise EOFError("it ends too early")
            step = view[at : at + _STEP]
            yield stream.decompress(step)
            at += len(step) - len(stream.unused_data)
        if padded:
            at = _ZEROS.match(data, at).end()  # type: ignore[union-attr]


def _decompressor(suffix: str) -> tuple[Callable[[], Any], tuple[type[Exception], ...]]:
    """What opens a stream of a compression, and the errors about damaged or missing data."""
    if suffix == ".zst":
        zstandard = import_zstandard()
        return lambda: zstandard.ZstdDecompressor().decompressobj(), (zstandard.ZstdError, EOFError)
    if suffix == ".gz":
        import zlib

        return lambda: zlib.decompressobj(wbits=16 + zlib.MAX_WBITS), (zlib.error, EOFError)
    if suffix == ".xz":
        import lzma

        return lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, _XZ_MEMORY), (lzma.LZMAError, EOFError)
    import bz2

    return bz2.BZ2Decompressor, (OSError, ValueError, EOFError)


def size_limit(compressed: int) -> int:
    """The size that data of a compressed size may have."""
    given = os.environ.get(LIMIT_VARIABLE)
    if not given:
        return max(_ALWAYS_ALLOWED, _MAX_RATIO * compressed)
    try:
        return parse_bytes(given)
    except InputError as error:
        raise InputError(f"{LIMIT_VARIABLE}: {error}") from None


def too_large(path: str, limit: int) -> FormatError:
    """The error about data that is larger than the limit."""
    return FormatError(
        f"it becomes more than {byte_size(limit)} when it is decompressed: "
        f"if the file is as it should be, set {LIMIT_VARIABLE} to what it may take, such as 50 GB",
        path,
    )
