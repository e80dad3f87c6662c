"""Programs that misbehave, and helpers that check which processes are left."""

import os
import sys
import time
from pathlib import Path

#: Prints at the end how long it has run, by the system clock.
USES_MEMORY_AND_CPU = """
import os, sys, time
megabytes, seconds = float(sys.argv[1]), float(sys.argv[2])
held = bytearray(int(megabytes * 1e6))
held[::4096] = b"x" * len(held[::4096])
while time.process_time() < seconds:
    pass
ticks = int(open("/proc/self/stat").read().rpartition(")")[2].split()[19])
started = ticks / os.sysconf("SC_CLK_TCK")
print(time.clock_gettime(time.CLOCK_BOOTTIME) - started)
"""
IGNORES_SIGTERM = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("deaf", flush=True)
time.sleep(60)
"""
GROWS_MEMORY = """
held = []
while True:
    held.append(bytearray(b"x" * 1_000_000))
"""
#: Forks twice and leaves its session, as daemons do; the orphan writes its pid and sleeps.
LEAVES_ORPHAN = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        with open(sys.argv[1], "w") as file:
            file.write(str(os.getpid()))
        time.sleep(60)
    os._exit(0)
os.wait()
while not os.path.exists(sys.argv[1]) or not os.path.getsize(sys.argv[1]):
    time.sleep(0.005)
if len(sys.argv) > 2:
    time.sleep(float(sys.argv[2]))
"""
SEGFAULTS = "import ctypes; ctypes.string_at(0)"
PRINTS_MEGABYTES = """
import sys
print("first")
for _ in range(20):
    sys.stdout.write("x" * 1_000_000 + chr(10))
print("last")
"""
#: Two processes that share most of their memory.
SHARES_MEMORY = """
import os, time
held = bytearray(200_000_000)
held[::4096] = b"x" * len(held[::4096])
if os.fork() == 0:
    time.sleep(1)
    os._exit(0)
os.wait()
"""


def python(code: str, *arguments: object) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", code, *map(str, arguments)]


def is_alive(pid: int) -> bool:
    """Whether a process exists and has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def wait_until(fact: object, seconds: float = 10.0) -> None:
    """Wait until `fact()` is true; fail if that takes too long."""
    until = time.monotonic() + seconds
    while not fact():  # type: ignore[operator]
        assert time.monotonic() < until, "timed out"
        time.sleep(0.01)


def pid_in(path: Path) -> int:
    """Return the pid that a process writes into a file."""
    wait_until(lambda: path.exists() and path.read_text())
    return int(path.read_text())


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))
