"""Read text as a file, and get the error and its location."""

import pytest

import accord
from accord import Clustering, FormatError

BLOCK = 2**18  # bytes that the reader parses at once


def read_text(path, data: str | bytes, **options) -> Clustering:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return accord.read(path, **options)


def error_of(path, data: str | bytes, **options) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read_text(path, data, **options)
    return caught.value


def location_of(path, data: str | bytes, **options) -> tuple[int | None, int | None]:
    error = error_of(path, data, **options)
    return error.line, error.column
