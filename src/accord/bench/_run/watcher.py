"""The watcher: runs one program within limits and measures it, using only the standard library.

It runs in a fresh, small interpreter, so that the memory of the harness is not measured with that
of the program. The task arrives as one line of JSON on standard input, which stays open: once it
is closed, the harness has ended or wants to stop, and the program is ended together with all
processes it has started. The watcher then writes one JSON document to standard output, with the
fields of `Execution`.

All descendants of the program stay below the watcher, which adopts orphans (on Linux). The limits
therefore apply to the whole tree of processes, and none of them survives the job.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import sys
import time

TYPE_CHECKING = False  # `typing` takes longer to import than all the rest
if TYPE_CHECKING:
    from typing import Any

_LOG_PART = 32_768  # bytes kept of the start of what is printed, and of its end
_PAUSE = 0.01  # seconds between two measurements of memory, at least
_MEASURING_SHARE = 0.02  # of the time, at most, is spent on measuring
_PATIENCE = 10.0  # seconds until the watcher gives up on a process that does not end
_IGNORED_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # the harness says when to stop
_PAGE = os.sysconf("SC_PAGE_SIZE")


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


class ProcessTree:
    """All processes below the watcher: what they use, and how they are ended."""

    def __init__(self) -> None:
        self.user_seconds = self.system_seconds = 0.0
        self.peak_memory = self.n_processes = 0
        #: Exit codes of the processes that have ended, by pid.
        self.exit_codes: dict[int, int] = {}

    def reap(self) -> bool:
        """Collect the processes that have ended; False if none is left."""
        while True:
            try:
                pid, status, used = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if pid == 0:
                return True
            self.exit_codes[pid] = os.waitstatus_to_exitcode(status)
            self.user_seconds += used.ru_utime
            self.system_seconds += used.ru_stime
            unit = 1 if sys.platform == "darwin" else 1024
            self.peak_memory = max(self.peak_memory, used.ru_maxrss * unit)

    def pids(self) -> list[int]:
        """All processes below this one."""
        found, parents = [], [os.getpid()]
        while parents:
            children = _children(parents.pop())
            found += children
            parents += children
        return found

    def measure(self, limit: int | None) -> bool:
        """Measure the memory that is held now; False if it is beyond the limit."""
        pids = self.pids()
        self.n_processes = max(self.n_processes, len(pids))
        held = sum(map(_resident, pids))
        if len(pids) > 1 and held > self.peak_memory:  # count shared pages once
            held = sum(map(_proportional, pids))
        self.peak_memory = max(self.peak_memory, held)
        return limit is None or held <= limit

    def end(self, grace: float, limit: int | None) -> bool:
        """Terminate all processes, then kill those that remain; False if some do not end."""
        if not self.reap():
            return True
        _send(self.pids(), signal.SIGTERM)
        until = time.monotonic() + grace
        while self.reap() and time.monotonic() < until and self.measure(limit):
            _sleep(0.005)
        until = time.monotonic() + _PATIENCE
        while self.reap():
            _send(self.pids(), signal.SIGKILL)
            if time.monotonic() > until:
                return False
            _sleep(0.002)
        return True


def run(task: dict[str, Any]) -> dict[str, Any]:
    """Run the program of a task within its limits, and return what happened.

    A task has `command`, `folder`, `environment`, `cpus`, `stdout` (a file for standard output),
    the limits `seconds` and `memory` (bytes), and `grace`, the seconds between asking the program
    to end and killing it.
    """
    _adopt_orphans()
    kills = _kills_for_memory()
    wake = _wake_on_children()
    tree, log = ProcessTree(), Log()
    start = time.monotonic()
    program = _start(task)
    status = _watch(program, task, start, wake, tree, log)
    wall_seconds = time.monotonic() - start
    tree.measure(None)
    n_left = len(tree.pids()) if status is None else 0
    all_ended = tree.end(task["grace"], task["memory"])
    if status is None and task["memory"] is not None and tree.peak_memory > task["memory"]:
        status = "out_of_memory"  # exceeded between two measurements
    _drain_all(program.printed, log)
    exit_code = tree.exit_codes.get(program.pid)
    if status is not None:
        reason = _reason_for_ending(status, task, tree.peak_memory)
    elif start_error := os.read(program.start_error, 4096).decode(errors="replace"):
        name = task["command"][0]
        status = "error"
        reason = f"{name} cannot be started: {start_error}: install it, or give its path"
    elif exit_code == -signal.SIGKILL and _kills_for_memory() > kills:
        status, reason = "out_of_memory", "the system ran out of memory and killed it"
    else:
        status, reason = _exit_status(exit_code, log.text())
    reasons = [reason]
    if n_left:
        reasons.append(f"left {_processes(n_left)} running, which had to be ended")
    if not all_ended:
        reasons.append("some of its processes could not be ended")
    return {
        "status": status,
        "reason": "; ".join(filter(None, reasons)),
        "exit_code": exit_code,
        "wall_seconds": wall_seconds,
        "user_seconds": tree.user_seconds,
        "system_seconds": tree.system_seconds,
        "peak_memory": tree.peak_memory,
        "n_processes": tree.n_processes,
        "printed_bytes": log.size,
        "log": log.text(),
    }


def _watch(
    program: StartedProgram,
    task: dict[str, Any],
    start: float,
    wake: int,
    tree: ProcessTree,
    log: Log,
) -> str | None:
    """Wait until a program ends by itself (None) or must be ended (the status it then gets)."""
    seconds, due = task["seconds"], start
    watched = [wake, 0, program.printed]
    while tree.reap() and program.pid not in tree.exit_codes:
        now = time.monotonic()
        if seconds is not None and now - start >= seconds:
            return "timeout"
        if now >= due:
            if not tree.measure(task["memory"]):
                return "out_of_memory"
            due = now + max(_PAUSE, (time.monotonic() - now) / _MEASURING_SHARE)
        until = due if seconds is None else min(due, start + seconds)
        ready = select.select(watched, [], [], max(0.0, until - time.monotonic()))[0]
        if wake in ready:
            os.read(wake, 4096)
        if program.printed in ready and not _drain(program.printed, log):
            watched.remove(program.printed)
        if 0 in ready and not os.read(0, 4096):
            return "interrupted"
    return None


def _reason_for_ending(status: str, task: dict[str, Any], peak_memory: int) -> str:
    """Why the watcher ended a program."""
    if status == "timeout":
        return f"not finished within {task['seconds']:g} s"
    if status == "out_of_memory":
        return (
            f"used {_megabytes(peak_memory)}, more than the limit of {_megabytes(task['memory'])}"
        )
    return "the run was stopped"


def _exit_status(exit_code: int | None, log: str) -> tuple[str, str]:
    """The status of a program that ended by itself, and the reason."""
    if exit_code == 0:
        return "ok", ""
    if exit_code is not None and exit_code < 0:
        try:
            name = f" ({signal.Signals(-exit_code).name})"
        except ValueError:
            name = ""
        return "crashed", f"ended by signal {-exit_code}{name}"
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    return "error", f"exit code {exit_code}" + (f": {lines[-1][:300]}" if lines else "")


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"


def _processes(count: int) -> str:
    return "1 process" if count == 1 else f"{count} processes"


class StartedProgram:
    """The pid of a program that was started, and pipes with what it prints."""

    def __init__(self, pid: int, printed: int, start_error: int) -> None:
        self.pid, self.printed = pid, printed
        #: A pipe with the error if it could not be started.
        self.start_error = start_error


def _start(task: dict[str, Any]) -> StartedProgram:
    """Start the program of a task in its own session."""
    command, cpus = task["command"], task["cpus"]
    environment = {**os.environ, **task["environment"]}
    printed, to_log = os.pipe()
    start_error, to_start_error = os.pipe()
    watcher = os.getpid()
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
            _die_with_parent()
            if os.getppid() != watcher:
                os._exit(1)
            nothing = os.open(os.devnull, os.O_RDONLY)
            output = to_log
            if task["stdout"]:
                output = os.open(task["stdout"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
            for source, target in ((nothing, 0), (output, 1), (to_log, 2)):
                os.dup2(source, target)
            if cpus and hasattr(os, "sched_setaffinity"):
                os.sched_setaffinity(0, cpus)
            _limit_harm()
            os.chdir(task["folder"] or ".")
            for number in (signal.SIGCHLD, signal.SIGPIPE, signal.SIGXFSZ, *_IGNORED_SIGNALS):
                signal.signal(number, signal.SIG_DFL)
            os.execvpe(command[0], command, environment)
        except BaseException as error:
            with contextlib.suppress(OSError):
                message = str(getattr(error, "strerror", None) or error)
                os.write(to_start_error, message.encode()[:4000])
        os._exit(127)
    os.close(to_log)
    os.close(to_start_error)
    os.set_blocking(printed, False)
    return StartedProgram(pid, printed, start_error)


def _limit_harm() -> None:
    """Write no core files; if memory runs out, let the system kill the program, not the harness."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")


def _drain(printed: int, log: Log) -> bool:
    """Log what was printed so far; False at the end of the output."""
    data = os.read(printed, 1 << 18)
    log.add(data)
    return bool(data)


def _drain_all(printed: int, log: Log) -> None:
    """Log the rest of what was printed."""
    with contextlib.suppress(BlockingIOError):
        while _drain(printed, log):
            pass


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
    """Memory of a process, in which pages shared by n processes count as 1/n."""
    try:
        for line in _read(f"/proc/{pid}/smaps_rollup").splitlines():
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) * 1024
    except (OSError, IndexError):
        pass
    return _resident(pid)


def _kills_for_memory() -> int:
    """Number of processes that the system has killed because memory ran out."""
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
    """A file that becomes readable when a child has ended."""
    wake, waker = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    return wake


def main() -> None:
    for number in _IGNORED_SIGNALS:
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
