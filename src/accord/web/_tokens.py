"""Tokens: who may use a server that others can reach, and how much.

A token file has a line per token: a name, the SHA-256 of the token, and quotas that differ from the
usual ones, as in `alice 3fa4… bytes=5e9 jobs=20 seconds=36000`. The token itself is in no file: it
is shown once, when it is made. The file is read again when it changes.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import re
import secrets
import time
from dataclasses import dataclass, replace
from pathlib import Path

from accord._io.files.atomic import atomic_file, system_errors
from accord.errors import FormatError, InputError

_NAME = re.compile(r"[A-Za-z0-9_.@-]{1,64}")
_LOOK_SECONDS = 1.0  # between two looks at the file


@dataclass(frozen=True)
class Quota:
    """What the owner of a token may use: bytes of files, jobs at a time, seconds of processors."""

    bytes: float = 5e9
    jobs: float = 20
    seconds: float = 36_000


@dataclass(frozen=True)
class Owner:
    """The owner of a token."""

    name: str
    quota: Quota


#: Who asks if there are no tokens.
EVERYBODY = Owner("", Quota(float("inf"), float("inf"), float("inf")))


class Tokens:
    """The tokens of a file."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)
        self._owners: list[tuple[bytes, Owner]] = []
        self._stamp: tuple[int, int] | None = None
        self._due = 0.0
        self._read()

    def owner(self, token: str) -> Owner | None:
        """The owner of a token. It takes as long for wrong tokens as for right ones."""
        if time.monotonic() >= self._due:
            with contextlib.suppress(OSError, InputError):  # what was read last stays valid
                self._read()
            self._due = time.monotonic() + _LOOK_SECONDS
        digest, found = _digest(token), None
        for known, owner in self._owners:
            if hmac.compare_digest(known, digest):
                found = owner
        return found

    def _read(self) -> None:
        with system_errors(str(self._path)):
            facts = self._path.stat()
            stamp = facts.st_mtime_ns, facts.st_ino
            if stamp == self._stamp:
                return
            lines = self._path.read_text(encoding="utf-8", errors="replace").splitlines()
        owners = [
            _parsed(line, str(self._path), number)
            for number, line in enumerate(lines, 1)
            if line.strip() and not line.startswith("#")
        ]
        if not owners:
            raise InputError(
                f"{self._path}: there is no token in this file: make one with "
                f"'accord serve --new-token {self._path}'"
            )
        self._owners, self._stamp = owners, stamp


def add_token(path: str | os.PathLike[str], name: str) -> str:
    """Add a new token to a file, which only its owner can read, and return the token."""
    if _NAME.fullmatch(name) is None:
        raise InputError(
            f"{name!r} cannot be the name of a token: use letters, digits, and the signs _ . @ -"
        )
    target = Path(path)
    with system_errors(str(target)):
        lines = target.read_text(encoding="utf-8").splitlines() if target.exists() else []
        if any(line.split()[:1] == [name] for line in lines):
            raise InputError(f"{target}: there is a token of the name {name!r} already")
        token = f"accord_{secrets.token_urlsafe(32)}"
        lines.append(f"{name} {_digest(token).hex()}")
        with atomic_file(target) as file:
            os.chmod(file.fileno(), 0o600)
            file.write("".join(f"{line}\n" for line in lines).encode())
    return token


def _parsed(line: str, path: str, number: int) -> tuple[bytes, Owner]:
    name, *rest = line.split()
    try:
        digest = bytes.fromhex(rest[0])
        quotas = {key: float(value) for key, _, value in (part.partition("=") for part in rest[1:])}
        if len(digest) != 32 or _NAME.fullmatch(name) is None:
            raise ValueError
        if not all(quota >= 0 for quota in quotas.values()):  # nor NaN
            raise ValueError
        return digest, Owner(name, replace(Quota(), **quotas))
    except (ValueError, IndexError, TypeError):
        raise FormatError(
            "this is not a name, the SHA-256 of a token, and quotas (bytes=, jobs=, seconds=)",
            path,
            number,
            1,
        ) from None


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
