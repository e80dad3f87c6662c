"""The program itself: how it is started, and what it prints."""

from __future__ import annotations

import contextlib
import os
import signal

from .processes import die_with_parent

TYPE_CHECKING = False  # `typing` takes longer to import than all the rest
if TYPE_CHECKING:
    from typing import Any

_LOG_PART = 32_768  # bytes kept of the start of what is printed, and of its end
IGNORED_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # the harness says when to stop


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


class StartedProgram:
    """The pid of a program that was started, and pipes with what it prints."""

    def __init__(self, pid: int, printed: int, start_error: int) -> None:
        self.pid, self.printed = pid, printed
        #: A pipe with the error if it could not be started.
        self.start_error = start_error


def start(task: dict[str, Any]) -> StartedProgram:
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
            die_with_parent()
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
            for number in (signal.SIGCHLD, signal.SIGPIPE, signal.SIGXFSZ, *IGNORED_SIGNALS):
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


def drain(printed: int, log: Log) -> bool:
    """Log what was printed so far; False at the end of the output."""
    data = os.read(printed, 1 << 18)
    log.add(data)
    return bool(data)


def drain_all(printed: int, log: Log) -> None:
    """Log the rest of what was printed."""
    with contextlib.suppress(BlockingIOError):
        while drain(printed, log):
            pass
