"""Compressed files, known by their first bytes when read and by their suffix when written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, BinaryIO

from accord.errors import FormatError, need_package

_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"


def is_compressed(head: bytes) -> bool:
    """Whether a file that starts like this is compressed in a way we can read."""
    return head.startswith((_GZIP, _ZSTD))


def decompress(data: bytes, path: str) -> bytes:
    """The data as text bytes, whatever it was compressed with."""
    if data.startswith(_GZIP):
        import gzip
        import zlib

        try:
            return gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            raise FormatError(f"broken gzip data: {error}", path) from None
    if data.startswith(_ZSTD):
        zstandard = _zstandard()
        frames: list[bytes] = []
        while data:
            frame = zstandard.ZstdDecompressor().decompressobj()
            try:
                frames.append(frame.decompress(data))
            except zstandard.ZstdError as error:
                raise FormatError(f"broken zstd data: {error}", path) from None
            if not frame.eof:
                raise FormatError("broken zstd data: it ends too early", path)
            data = frame.unused_data
        return b"".join(frames)
    return data


@contextmanager
def compress(file: BinaryIO, suffix: str) -> Iterator[Any]:
    """A writer into `file`, compressing as the suffix says."""
    if suffix == ".gz":
        import gzip

        with gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0) as out:
            yield out
    elif suffix == ".zst":
        with _zstandard().ZstdCompressor().stream_writer(file, closefd=False) as out:
            yield out
    else:
        yield file


def _zstandard() -> ModuleType:
    try:
        import zstandard
    except ImportError:
        raise need_package("zstandard", "zstd", "a file compressed by zstd") from None
    return zstandard
