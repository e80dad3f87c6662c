"""Unreadable files: binary content, and missing permissions."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

BINARY_CONTENTS = {
    "NUL": b"\0",
    "NULs": bytes(1000),
    "all": bytes(range(256)) * 40,
    "PNG": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0",
    "ZIP": b"PK\x03\x04\x14\0\0\0\x08\0",
    "ELF": b"\x7fELF\x02\x01\x01\0\0\0",
    "no text": b"1 2\n3 \xff\xfe\n",
    "PAR1": b"PAR1",
    "PAR1 twice": b"PAR1\0\0\0\0PAR1",
    "ARROW1": b"ARROW1\0\0" + bytes(50),
    "gzip": b"\x1f\x8b",
    "bzip2": b"BZh9" + bytes(20),
}


@contextmanager
def as_unprivileged_user() -> Iterator[None]:
    """Run as an unprivileged user, because root may read everything."""
    user = os.geteuid()
    try:
        if user == 0:
            os.seteuid(65534)
        yield
    finally:
        if user == 0:
            os.seteuid(0)
