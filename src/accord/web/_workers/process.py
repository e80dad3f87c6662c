"""What a worker does: read a question, answer it, and say how far it is."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import sys
import threading
import time
import traceback
from importlib import import_module
from typing import Any

from accord._display.escaping import printable_lines
from accord._foundation.posix import limit_memory
from accord.bench._run.watcher.processes import die_with_parent
from accord.web._failures import failure_of
from accord.web._settings import Limits
from accord.web._workers import protocol
from accord.web._workers.answers import packed_answer
from accord.web._workers.progress import Cancelled, WorkerProgress


def main() -> None:
    """Answer questions until the server ends.

    Arguments: the process of the server, the module with the tasks, a folder for new files, and the
    limits of the server as JSON.
    """
    server, tasks, incoming, text = sys.argv[1:]
    questions, answers = _take_streams()
    limits = Limits(**json.loads(text))
    _limit(limits.memory, int(server))
    worker = Worker(answers, incoming, limits)
    listener = threading.Thread(target=worker.listen, args=(questions,), daemon=True)
    worker.prepare(tasks)
    listener.start()
    worker.run()


class Worker:
    """Answers one question at a time; another thread listens for cancellations meanwhile."""

    def __init__(self, answers: int, incoming: str, limits: Limits) -> None:
        self._answers, self._incoming, self._limits = answers, incoming, limits
        self._waiting: queue.SimpleQueue[tuple[protocol.Head, bytes]] = queue.SimpleQueue()
        self._cancelled: set[str] = set()
        self._inputs: Any = None
        self._tasks: Any = None

    def prepare(self, tasks: str) -> None:
        """Import what is needed for answers, and say that questions are welcome."""
        module = import_module(tasks)
        sizes = module.SizeLimits(self._limits.memberships, self._limits.labels)
        self._tasks, self._inputs = module.TASKS, module.Inputs(sizes=sizes)
        self._send({"kind": "ready"})

    def listen(self, questions: int) -> None:
        """Take messages of the server; when it has ended, end too, whatever is being done."""
        while (message := protocol.read(questions)) is not None:
            if message[0]["kind"] == "cancel":
                self._cancelled.add(message[0]["job"])
            else:
                self._waiting.put(message)
        os._exit(0)

    def run(self) -> None:
        """Answer questions."""
        while True:
            head, body = self._waiting.get()
            job, started = head["job"], time.process_time()
            progress = WorkerProgress(job, self._send, self._cancelled)
            facts: protocol.Head
            try:
                facts, content = self._answer(job, head["task"], body, progress)
            except Cancelled:
                facts, content = {"kind": "cancelled"}, b""
            except BaseException as error:
                failure = failure_of(error)
                if failure.status == 500:
                    print(printable_lines(traceback.format_exc()), end="", file=sys.stderr)
                facts = {"kind": "failure", **vars(failure)}
                content = b""
                del error
            self._cancelled.discard(job)
            facts |= {"job": job, "seconds": time.process_time() - started}
            self._send(facts, content)
            del content

    def _answer(
        self, job: str, task: str, body: bytes, progress: WorkerProgress
    ) -> tuple[protocol.Head, bytes]:
        answer = self._tasks[task].run(json.loads(body), self._inputs, progress)
        facts, content = packed_answer(answer, self._incoming, job)
        if len(content) > self._limits.answer_bytes:
            raise MemoryError
        return facts, content

    def _send(self, head: protocol.Head, body: bytes = b"") -> None:
        try:
            protocol.write(self._answers, protocol.packed(head, body))
        except BrokenPipeError:
            os._exit(0)


def _take_streams() -> tuple[int, int]:
    """Keep the standard streams for messages: what a library prints is not one."""
    questions, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return questions, answers


def _limit(memory: int, server: int) -> None:
    """End with the server, use no more memory than allowed, and leave Ctrl-C to the server."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    die_with_parent()
    if os.getppid() != server:
        os._exit(0)
    limit_memory(memory)
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")
