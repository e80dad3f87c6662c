"""Settings of the server: where it listens, what it serves, and the limits of a question."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from accord._foundation.arguments import argument
from accord._foundation.memory import total_memory
from accord.errors import InputError

_MOST_WORKERS = 4
_MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Limits:
    """What a client, a question and the state folder may use."""

    #: Bytes of an uploaded file.
    file_bytes: int = 2_000 * _MEGABYTE
    #: Bytes of any other request.
    request_bytes: int = 32 * _MEGABYTE
    #: Memberships of a clustering or edges of a network.
    memberships: int = 1_000_000_000
    #: Their nodes or clusters.
    labels: int = 200_000_000
    #: Bytes of an answer.
    answer_bytes: int = 500 * _MEGABYTE
    #: Bytes of all files and answers that are kept.
    state_bytes: int = 20_000 * _MEGABYTE
    #: Days after which unused ones are removed.
    state_days: float = 30.0
    #: Seconds of a question.
    seconds: float = 600.0
    #: Bytes of memory of a worker.
    memory: int = field(default_factory=lambda: _half_of_memory())
    #: Questions that may wait for a worker.
    waiting: int = 500
    #: Seconds without a byte after which a client is given up.
    idle_seconds: float = 20.0
    #: The least bytes per second of a client.
    slowest: float = 1_000.0
    #: Seconds after which a question ends that nobody waits for any more.
    abandoned_seconds: float = 30.0


@dataclass(frozen=True)
class Settings:
    """Settings of a server; `state` is the folder where it keeps files and answers."""

    state: str | os.PathLike[str]
    #: The folder whose files can be named by their path; None for none.
    folder: str | os.PathLike[str] | None = None
    #: The address to listen at.
    host: str = "127.0.0.1"
    #: 0 for any free one.
    port: int = 8765
    #: A file with tokens, one of which each request must show; see `accord.web._tokens`.
    token_file: str | os.PathLike[str] | None = None
    #: The file of a certificate; None for no encryption.
    tls_certificate: str | os.PathLike[str] | None = None
    #: The file of its key.
    tls_key: str | os.PathLike[str] | None = None
    #: Whether an address that others can reach may do without encryption.
    plain_http: bool = False
    #: Where others find the server if a proxy passes their requests on to it, such as
    #: "https://lab.example".
    public_address: str | None = None
    #: Stores of benchmarks that are shown.
    stores: tuple[str | os.PathLike[str], ...] = ()
    #: Number of worker processes, at least 2: one is kept free for short questions.
    workers: int = field(default_factory=lambda: _usual_workers())
    #: What clients, questions and the state folder may use.
    limits: Limits = field(default_factory=Limits)
    #: The module with the tasks of workers.
    tasks: str = "accord.web._tasks"

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65_535:
            raise InputError(f"the port must be a number from 0 to 65535, not {self.port}")
        if self.workers < 2:
            raise InputError(f"there must be at least 2 workers, not {self.workers}")
        if (self.tls_certificate is None) != (self.tls_key is None):
            raise InputError("encryption needs both a certificate and its key")
        if self.public_address is not None and not _is_address(self.public_address):
            raise InputError(
                f"{argument('public_address')}: {self.public_address!r} must be a scheme and a "
                "host, such as https://lab.example"
            )
        if self.token_file is None and not (self.is_local and self.public_address is None):
            raise InputError(
                f"others could use the server at {self.public_address or self.host}: give a file "
                f"with tokens that they must know ({argument('token_file')}), or listen at "
                "127.0.0.1 only"
            )
        if not self.is_local and self.tls_certificate is None and not self.plain_http:
            raise InputError(
                f"others could read what is sent to {self.host}: give a certificate and its key "
                f"({argument('tls_certificate')} and {argument('tls_key')}), or say that a proxy "
                f"encrypts it ({argument('plain_http', True)})"
            )

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the server."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def scheme(self) -> str:
        """The scheme of its addresses: https with a certificate, else http."""
        return "http" if self.tls_certificate is None else "https"

    @property
    def address(self) -> str:
        """The address of the page."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}/"

    @property
    def state_folder(self) -> Path:
        """Where the server keeps files and jobs."""
        return Path(self.state).absolute()

    @property
    def served_folder(self) -> Path | None:
        """The folder whose files can be opened; None if there is none."""
        return None if self.folder is None else Path(os.path.realpath(self.folder))

    @property
    def kept_back(self) -> tuple[Path, ...]:
        """What nobody gets, though it may be below the folder: the state, the tokens, the key."""
        own = (self.state, self.token_file, self.tls_key)
        return tuple(Path(os.path.realpath(path)) for path in own if path is not None)


def _is_address(text: str) -> bool:
    """Whether a text is a scheme and a host, perhaps with a port."""
    try:
        parts = urlsplit(text)
        is_host = bool(parts.hostname) and "@" not in parts.netloc and parts.port != 0
    except ValueError:
        return False
    is_plain = not (parts.path.strip("/") or parts.query or parts.fragment)
    return parts.scheme in ("http", "https") and is_host and is_plain


def usual_state_folder() -> Path:
    """The folder where a user's server keeps its state unless told otherwise."""
    base = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(base).expanduser() / "accord" / "serve"


def _usual_workers() -> int:
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    return max(2, min(cores, _MOST_WORKERS))


def _half_of_memory() -> int:
    return total_memory() // 2
