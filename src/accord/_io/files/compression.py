"""Compressed files: recognised by their first bytes, written as their suffix says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, BinaryIO

from accord.errors import need_package

#: The suffix of each compression, and how its data begins.
_STARTS = {".gz": b"\x1f\x8b", ".zst": b"\x28\xb5\x2f\xfd", ".xz": b"\xfd7zXZ\0", ".bz2": b"BZh"}


def compression_of(head: bytes) -> str | None:
    """The suffix of the compression of data that begins like this; None if it is not compressed."""
    return next((suffix for suffix, start in _STARTS.items() if head.startswith(start)), None)


def without_compression(name: str) -> str:
    """A file name without the suffix of a compression."""
    return next((name[: -len(suffix)] for suffix in _STARTS if name.lower().endswith(suffix)), name)


@contextmanager
def compress(file: BinaryIO, name: str) -> Iterator[Any]:
    """A writer into `file` that compresses as the suffix of the name says."""
    lower = name.lower()
    if lower.endswith(".gz"):
        import gzip

        with gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0) as out:
            yield out
    elif lower.endswith(".zst"):
        compressor = import_zstandard().ZstdCompressor(write_checksum=True)
        with compressor.stream_writer(file, closefd=False) as out:
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


def import_zstandard() -> ModuleType:
    """The package, or an error that says how to install it."""
    try:
        import zstandard
    except ImportError:
        raise need_package("zstandard", "zstd", "a file compressed by zstd") from None
    return zstandard
