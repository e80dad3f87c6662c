"""Owners of claims: the processes that run studies, with names unique across machines."""

from __future__ import annotations

import os
import socket
import uuid
from pathlib import Path


def new_owner() -> str:
    """A name for this process as the owner of claims, unique for each store that it opens."""
    return f"{_machine()} {os.getpid()} {_start_time(os.getpid())} {uuid.uuid4().hex}"


def has_ended(owner: str) -> bool:
    """Whether the process of an owner is known to have ended.

    That is known only for processes of this machine; others may still be running.
    """
    machine, pid, started, _ = owner.split(" ")
    return machine == _machine() and _start_time(int(pid)) != started


def _machine() -> str:
    """Identifier of this machine since its last boot, and of its process namespace."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}/{os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return f"{socket.gethostname()}/{uuid.getnode()}"


def _start_time(pid: int) -> str:
    """When a process was started, in ticks of the system clock; "-" if it has ended."""
    try:
        state, *rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return "-" if state in "ZX" else rest[18]
    except OSError:
        if Path("/proc/self/stat").exists():
            return "-"
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return "-"
    except PermissionError:
        pass
    return "running"
