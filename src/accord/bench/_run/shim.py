"""Runs one program within limits and says what it took: a module of its own, without anything but Python.

It is started as a fresh small interpreter, so that what it measures is not mixed with what the
harness holds. The task comes as one line of JSON on the standard input, which stays open: when it
ends, the harness has gone or wants no more, and the program is ended with all that it started. What
came of it is one JSON document on the standard output.

Whatever the program starts stays below the shim, which takes over orphans (on Linux): so the limits
are those of the whole tree, and nothing of it is left.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import sys
import time

_LOG_PART = 32_768  # bytes kept of the start of what is printed, and of its end
_PAUSE = 0.01  # seconds between two looks at the memory, at least
_SHARE = 0.02  # of the time may go into looking
_PATIENCE = 10.0  # seconds until a process that cannot be ended is given up
_DEAF_TO = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # the harness says when to stop
_PAGE = os.sysconf("SC_PAGE_SIZE")

#: Why a program was ended before its time.
TIMEOUT, MEMORY, INTERRUPTED = "timeout", "out_of_memory", "interrupted"


class Log:
    """What a program prints: its start and its end, however much it is."""

    def __init__(self) -> None:
        self.size, self._start, self._end = 0, bytearray(), bytearray()

    def add(self, data: bytes) -> None:
        self.size += len(data)
        room = _LOG_PART - len(self._start)
        self._start += data[:room]
        self._end += data[room:]
        if len(self._end) > 4 * _LOG_PART:
            del self._end[:-_LOG_PART]

    def text(self) -> str:
        end = bytes(self._end[-_LOG_PART:])
        left_out = self.size - len(self._start) - len(end)
        middle = f"\n… {left_out:,} bytes left out …\n".encode() if left_out else b""
        return (bytes(self._start) + middle + end).decode(errors="replace")


class Tree:
    """The processes below the shim: what they hold, and their end."""

    def __init__(self) -> None:
        self.user = self.system = 0.0
        self.peak = self.most = 0
        self.codes: dict[int, int] = {}

    def reap(self) -> bool:
        """Takes note of those that have ended. False where none is left."""
        while True:
            try:
                pid, status, used = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if pid == 0:
                return True
            self.codes[pid] = os.waitstatus_to_exitcode(status)
            self.user += used.ru_utime
            self.system += used.ru_stime
            unit = 1 if sys.platform == "darwin" else 1024
            self.peak = max(self.peak, used.ru_maxrss * unit)

    def pids(self) -> list[int]:
        """All processes below this one."""
        found, open_ = [], [os.getpid()]
        while open_:
            parent = open_.pop()
            children = _children(parent)
            found += children
            open_ += children
        return found

    def look(self, limit: int | None) -> bool:
        """Takes note of the memory that is held now. False where it is beyond the limit."""
        pids = self.pids()
        self.most = max(self.most, len(pids))
        held = sum(map(_resident, pids))
        if len(pids) > 1 and held > self.peak:  # pages that processes share are counted once
            held = sum(map(_proportional, pids))
        self.peak = max(self.peak, held)
        return limit is None or held <= limit

    def end(self, grace: float, limit: int | None) -> bool:
        """Ends all of them, politely at first. False where some cannot be ended."""
        if not self.reap():
            return True
        _send(self.pids(), signal.SIGTERM)
        until = time.monotonic() + grace
        while self.reap() and time.monotonic() < until and self.look(limit):
            _sleep(0.005)
        until = time.monotonic() + _PATIENCE
        while self.reap():
            _send(self.pids(), signal.SIGKILL)
            if time.monotonic() > until:
                return False
            _sleep(0.002)
        return True


def run(task: dict[str, object]) -> dict[str, object]:
    """Runs the program of a task: `command`, `folder`, `environment`, `cpus`, `printed` (a file for its output), and limits:
    `seconds`, `memory` (bytes), and `grace`, the seconds from being asked to end to being killed.
    """
    seconds, memory = task.get("seconds"), task.get("memory")
    grace = float(task.get("grace") or 2.0)  # type: ignore[arg-type]
    assert seconds is None or isinstance(seconds, int | float)
    assert memory is None or isinstance(memory, int)
    _adopt_orphans()
    kills = _kills_for_memory()
    wake = _wake_on_children()
    tree, log = Tree(), Log()
    start = time.monotonic()
    pid, printed, failure = _start(task)
    ended_by, wall, due = None, 0.0, start
    watched = [wake, 0, printed]
    while True:
        now = time.monotonic()
        if not tree.reap() or pid in tree.codes:
            wall = time.monotonic() - start
            break
        if now >= due:
            if not tree.look(memory):
                ended_by = MEMORY
            due = now + max(_PAUSE, (time.monotonic() - now) / _SHARE)
        if seconds is not None and now - start >= seconds:
            ended_by = TIMEOUT
        until = due if seconds is None else min(due, start + seconds)
        ready = (
            []
            if ended_by
            else select.select(watched, [], [], max(0.0, until - time.monotonic()))[0]
        )
        if wake in ready:
            os.read(wake, 4096)
        if printed in ready and not _drain(printed, log):
            watched.remove(printed)
        if 0 in ready and not os.read(0, 4096):
            ended_by = INTERRUPTED
        if ended_by:
            wall = time.monotonic() - start
            break
    tree.look(None)
    left = len(tree.pids()) if ended_by is None else 0
    all_ended = tree.end(grace, memory)
    if (
        ended_by is None and memory is not None and tree.peak > memory
    ):  # too short a time to be seen
        ended_by = MEMORY
    with contextlib.suppress(BlockingIOError):
        while printed in watched and _drain(printed, log):
            pass
    missing = os.read(failure, 4096).decode(errors="replace")
    code = tree.codes.get(pid)
    return {
        "ended_by": ended_by,
        "code": code,
        "missing": missing,
        "wall": wall,
        "user": tree.user,
        "system": tree.system,
        "memory": tree.peak,
        "processes": tree.most,
        "left": left,
        "all_ended": all_ended,
        "killed_for_memory": code == -signal.SIGKILL
        and ended_by is None
        and _kills_for_memory() > kills,
        "log": log.text(),
        "printed": log.size,
    }


def _start(task: dict[str, object]) -> tuple[int, int, int]:
    """Starts the program in a session of its own: its pid, what it prints, and why it could not be started."""
    command, cpus = task["command"], task.get("cpus")
    environment = {**os.environ, **task.get("environment", {})}  # type: ignore[dict-item]
    printed, to_log = os.pipe()
    failure, to_failure = os.pipe()
    shim = os.getpid()
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
            _die_with_parent()
            if os.getppid() != shim:
                os._exit(1)
            nothing = os.open(os.devnull, os.O_RDONLY)
            output = to_log
            if task.get("printed"):
                output = os.open(str(task["printed"]), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
            for source, target in ((nothing, 0), (output, 1), (to_log, 2)):
                os.dup2(source, target)
            if cpus and hasattr(os, "sched_setaffinity"):
                os.sched_setaffinity(0, cpus)  # type: ignore[arg-type]
            _limit_harm()
            os.chdir(str(task.get("folder") or "."))
            for number in (signal.SIGCHLD, signal.SIGPIPE, signal.SIGXFSZ, *_DEAF_TO):
                signal.signal(number, signal.SIG_DFL)
            os.execvpe(command[0], command, environment)  # type: ignore[index,arg-type]
        except BaseException as error:
            with contextlib.suppress(OSError):
                os.write(to_failure, str(getattr(error, "strerror", None) or error).encode()[:4000])
        os._exit(127)
    os.close(to_log)
    os.close(to_failure)
    os.set_blocking(printed, False)
    return pid, printed, failure


def _limit_harm() -> None:
    """No core files; and where memory runs out, the system ends the program and not the harness."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")


def _drain(printed: int, log: Log) -> bool:
    """Takes what was printed so far. False at its end."""
    data = os.read(printed, 1 << 18)
    log.add(data)
    return bool(data)


# ---- processes -----------------------------------------------------------------------------------


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError):
                found += map(int, _read(f"/proc/{pid}/task/{thread}/children").split())
    return found


def _resident(pid: int) -> int:
    try:
        return int(_read(f"/proc/{pid}/statm").split()[1]) * _PAGE
    except (OSError, IndexError):
        return 0


def _proportional(pid: int) -> int:
    """Memory of a process, with the pages that it shares with others counted in part."""
    try:
        for line in _read(f"/proc/{pid}/smaps_rollup").splitlines():
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) * 1024
    except (OSError, IndexError):
        pass
    return _resident(pid)


def _kills_for_memory() -> int:
    """How often the system has ended a process for want of memory."""
    with contextlib.suppress(OSError):
        for line in _read("/proc/vmstat").splitlines():
            if line.startswith(b"oom_kill "):
                return int(line.split()[1])
    return 0


def _read(path: str) -> bytes:
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, 1 << 16)
    finally:
        os.close(file)


def _send(pids: list[int], number: int) -> None:
    for pid in pids:
        with contextlib.suppress(OSError):
            os.kill(pid, number)


def _sleep(seconds: float) -> None:
    select.select([], [], [], seconds)


def _adopt_orphans() -> None:
    _prctl(36, 1)  # PR_SET_CHILD_SUBREAPER


def _die_with_parent() -> None:
    _prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _wake_on_children() -> int:
    """A file that can be read from when a child has ended."""
    wake, waker = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    return wake


def main() -> None:
    for number in _DEAF_TO:
        signal.signal(number, signal.SIG_IGN)
    task = b""
    while not task.endswith(b"\n"):
        part = os.read(0, 1 << 16)
        if not part:
            return
        task += part
    result = json.dumps(run(json.loads(task))).encode()
    with contextlib.suppress(BrokenPipeError):
        while result:
            result = result[os.write(1, result) :]
