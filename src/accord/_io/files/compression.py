"""Compressed files: recognised by their first bytes, written as their suffix says."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import Any, BinaryIO

from accord.errors import FormatError, need_package

#: The suffix of each compression, and how its data begins.
_STARTS = {".gz": b"\x1f\x8b", ".zst": b"\x28\xb5\x2f\xfd", ".xz": b"\xfd7zXZ\0", ".bz2": b"BZh"}

_PART = 1 << 20  # bytes that are decompressed at a time


def compression_of(head: bytes) -> str | None:
    """The suffix of the compression of data that begins like this; None if it is not compressed."""
    return next((suffix for suffix, start in _STARTS.items() if head.startswith(start)), None)


def without_compression(name: str) -> str:
    """A file name without the suffix of a compression."""
    return next((name[: -len(suffix)] for suffix in _STARTS if name.lower().endswith(suffix)), name)


def decompress(data: bytes, path: str) -> bytes:
    """The data, decompressed if it is compressed."""
    suffix = compression_of(data)
    if suffix is None:
        return data
    if suffix == ".zst":
        return _decompress_zstd(data, path)
    import bz2
    import gzip
    import lzma
    import zlib

    functions: dict[str, Any] = {
        ".gz": gzip.decompress,
        ".xz": lzma.decompress,
        ".bz2": bz2.decompress,
    }
    try:
        plain: bytes = functions[suffix](data)
    except (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError) as error:
        raise FormatError(f"broken {suffix[1:]} data: {error}", path) from None
    return plain


def decompressed_size(path: str | os.PathLike[str], most: int) -> int:
    """The size of a compressed file when decompressed, without keeping it; 0 if it is not one.

    Looks no further than a little beyond `most`. What is broken is left to `decompress`.
    """
    with open(path, "rb") as file:
        suffix = compression_of(file.read(8))
    if suffix is None:
        return 0
    import bz2
    import gzip
    import lzma

    opened: Any = {".gz": gzip.open, ".xz": lzma.open, ".bz2": bz2.open, ".zst": _open_zstd}
    size = 0
    with opened[suffix](path) as reader, suppress(Exception):
        while size <= most and (part := reader.read(_PART)):
            size += len(part)
    return size


def _open_zstd(path: str | os.PathLike[str]) -> Any:
    zstandard = _zstandard()
    return zstandard.ZstdDecompressor().stream_reader(open(path, "rb"), read_across_frames=True)


def _decompress_zstd(data: bytes, path: str) -> bytes:
    zstandard = _zstandard()
    frames: list[bytes] = []
    while data:
        frame = zstandard.ZstdDecompressor().decompressobj()
        try:
            frames.append(frame.decompress(data))
        except zstandard.ZstdError as error:
            raise FormatError(f"broken zst data: {error}", path) from None
        if not frame.eof:
            raise FormatError("broken zst data: it ends too early", path)
        data = frame.unused_data
    return b"".join(frames)


@contextmanager
def compress(file: BinaryIO, name: str) -> Iterator[Any]:
    """A writer into `file` that compresses as the suffix of the name says."""
    lower = name.lower()
    if lower.endswith(".gz"):
        import gzip

        with gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0) as out:
            yield out
    elif lower.endswith(".zst"):
        with _zstandard().ZstdCompressor().stream_writer(file, closefd=False) as out:
            yield out
    elif lower.endswith(".xz"):
        import lzma

        with lzma.LZMAFile(file, "wb") as xz:
            yield xz
    elif lower.endswith(".bz2"):
        import bz2

        with bz2.BZ2File(file, "wb") as bz:
            yield bz
    else:
        yield file


def _zstandard() -> ModuleType:
    try:
        import zstandard
    except ImportError:
        raise need_package("zstandard", "zstd", "a file compressed by zstd") from None
    return zstandard
