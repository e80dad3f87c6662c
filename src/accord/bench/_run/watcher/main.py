"""Watch a program until it ends, or until it reaches a limit."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import time

from .disk import WrittenFiles
from .processes import ProcessTree, adopt_orphans, kills_for_memory
from .program import IGNORED_SIGNALS, Log, StartedProgram, drain, drain_all, start

TYPE_CHECKING = False  # `typing` takes longer to import than all the rest
if TYPE_CHECKING:
    from typing import Any

_PAUSE = 0.01  # seconds between two measurements of memory, at least
_DISK_PAUSE = 0.05  # seconds between two measurements of written files, at least
_MEASURING_SHARE = 0.02  # of the time, at most, is spent on measuring


def run(task: dict[str, Any]) -> dict[str, Any]:
    """Run the program of a task within its limits, and return what happened.

    A task has `command`, `folder`, `environment`, `cpus`, `stdout` (a file for standard output),
    the limits `seconds`, `memory` and `written` (bytes, in its folder), and `grace`, the seconds
    between asking the program to end and killing it.
    """
    adopt_orphans()
    kills = kills_for_memory()
    wake = _wake_on_children()
    tree, log = ProcessTree(), Log()
    started = time.monotonic()
    program = start(task)
    watch = Watch(program, task, started, tree, log)
    status = watch.until_end(wake)
    wall_seconds = time.monotonic() - started
    tree.measure(None)
    n_left = len(tree.pids()) if status is None else 0
    all_ended = tree.end(task["grace"], task["memory"])
    if status is None and task["memory"] is not None and tree.peak_memory > task["memory"]:
        status = "out_of_memory"  # exceeded between two measurements
    drain_all(program.printed, log)
    exit_code = tree.exit_codes.get(program.pid)
    if status is not None:
        reason = watch.problem or _reason_for_ending(status, task, tree.peak_memory)
    elif start_error := os.read(program.start_error, 4096).decode(errors="replace"):
        name = task["command"][0]
        status = "error"
        reason = f"{name} cannot be started: {start_error}: install it, or give its path"
    elif exit_code == -signal.SIGKILL and kills_for_memory() > kills:
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


class Watch:
    """Waits for a program, and measures it meanwhile."""

    def __init__(
        self,
        program: StartedProgram,
        task: dict[str, Any],
        started: float,
        tree: ProcessTree,
        log: Log,
    ) -> None:
        self._program, self._task, self._tree, self._log = program, task, tree, log
        self._files = WrittenFiles(task["folder"], task["written"]) if task["folder"] else None
        seconds = task["seconds"]
        self._deadline = float("inf") if seconds is None else started + seconds
        self._memory_due = self._disk_due = started
        #: What is wrong with the files that it wrote.
        self.problem = ""

    def until_end(self, wake: int) -> str | None:
        """Wait until a program ends by itself (None) or must be ended (the status it then gets)."""
        printed = self._program.printed
        watched = [wake, 0, printed]
        while self._tree.reap() and self._program.pid not in self._tree.exit_codes:
            status = self._check_limits()
            if status is not None:
                return status
            until = min(self._memory_due, self._disk_due, self._deadline)
            ready = select.select(watched, [], [], max(0.0, until - time.monotonic()))[0]
            if wake in ready:
                os.read(wake, 4096)
            if printed in ready and not drain(printed, self._log):
                watched.remove(printed)
            if 0 in ready and not os.read(0, 4096):
                return "interrupted"
        return None

    def _check_limits(self) -> str | None:
        """Measure what is due; the status of a program that is beyond a limit."""
        now = time.monotonic()
        if now >= self._deadline:
            return "timeout"
        if now >= self._memory_due:
            if not self._tree.measure(self._task["memory"]):
                return "out_of_memory"
            self._memory_due = _next(now, _PAUSE)
        now = time.monotonic()
        if now >= self._disk_due:
            self.problem = self._files.problem() if self._files else ""
            if self.problem:
                return "invalid_output"
            self._disk_due = _next(now, _DISK_PAUSE)
        return None


def _next(began: float, pause: float) -> float:
    """When to measure again after a measurement that began then."""
    return began + max(pause, (time.monotonic() - began) / _MEASURING_SHARE)


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


def _wake_on_children() -> int:
    """A file that becomes readable when a child has ended."""
    wake, waker = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    return wake


def main() -> None:
    for number in IGNORED_SIGNALS:
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
