"""Owners of claims: the processes that run studies, with names unique across machines.

A name has four words: the machine, the process, when that was started, and a random word for each
store that it opens.
"""

from __future__ import annotations

import hashlib
import os
import re
import socket
import sys
import uuid
from pathlib import Path

_FOLDER = re.compile(r"[0-9a-f]{16}-\d+-(\d+|running)-[0-9a-f]{32}")
#: The owners of this process whose stores are open.
_open: set[str] = set()


def new_owner() -> str:
    """A name for this process as the owner of claims, until `end_owner`."""
    owner = f"{_machine()} {os.getpid()} {_start_time(os.getpid())} {uuid.uuid4().hex}"
    _open.add(owner)
    return owner


def end_owner(owner: str) -> None:
    """End an owner of this process: its claims are void, also if they could not be released."""
    _open.discard(owner)


def is_alive(owner: str) -> bool | None:
    """Whether the process of an owner is running, though perhaps paused.

    None if nobody knows, because it belongs to another machine.
    """
    words = owner.split(" ")
    if len(words) != 4 or words[0] != _machine() or not words[1].isdecimal():
        return None
    pid, started = int(words[1]), words[2]
    if pid == os.getpid() and started == _start_time(pid):
        return owner in _open
    return _start_time(pid) == started


def folder_name(owner: str) -> str:
    """A name for the folder of an owner."""
    return owner.replace(" ", "-")


def owner_of_folder(name: str) -> str | None:
    """The owner of a folder; None if its name is another one."""
    return name.replace("-", " ") if _FOLDER.fullmatch(name) else None


def _machine() -> str:
    """A digest of this machine since its last boot, and of its process namespace."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        name = f"{boot}/{os.readlink('/proc/self/ns/pid')}"
    except OSError:
        name = f"{socket.gethostname()}/{uuid.getnode()}"
    return hashlib.sha256(name.encode()).hexdigest()[:16]


def _start_time(pid: int) -> str:
    """When a process was started, in ticks of the system clock; "-" if it has ended."""
    try:
        state, *rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return "-" if state in "ZX" else rest[18]
    except OSError:
        if Path("/proc/self/stat").exists():
            return "-"
    if sys.platform == "win32":  # os.kill would end the process
        return "running"
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return "-"
    except (PermissionError, OverflowError):
        pass
    return "running"
