"""Running mutations in child processes, and what they find."""

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

#: Seconds without a word after which a child is taken to hang; on a busy machine it may wait.
SILENCE = 120

#: A reader, the first mutation and the one behind the last.
Part = tuple[str, int, int]


@dataclass(frozen=True)
class Finding:
    """A mutated file that was neither read nor refused by an AccordError."""

    reader: str
    number: int
    reason: str


def run_mutations(seed: int, parts: Sequence[Part]) -> Iterator[Finding]:
    """Read mutated files in child processes; a new one goes on behind a file that ended one."""
    left = list(parts)
    while left:
        last: tuple[str, int] | None = None
        with _start(seed, left) as child:
            reason = None
            try:
                for fact in _facts(child):
                    last = fact["reader"], fact["number"]
                    if "reason" in fact:
                        yield Finding(*last, fact["reason"])
            except TimeoutError:
                child.kill()
                reason = f"no end after {SILENCE} seconds"
            code = child.wait()
        if code == 0 and last == (left[-1][0], left[-1][2] - 1):
            return
        if code == 0 or last is None:
            raise RuntimeError(f"the child ended with code {code}, and the last file was {last}")
        yield Finding(*last, reason or _describe(code))
        left = _behind(left, *last)


def _start(seed: int, parts: Sequence[Part]) -> subprocess.Popen[bytes]:
    tests = str(Path(__file__).parents[1])
    paths = os.pathsep.join(filter(None, (tests, os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, "-m", "reader_fuzz.child", json.dumps({"seed": seed, "parts": parts})],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths, "ACCORD_THREADS": "1"},
    )


def _facts(child: subprocess.Popen[bytes]) -> Iterator[dict[str, object]]:
    """What a child says; raises TimeoutError if it says nothing for long."""
    assert child.stdout is not None
    rest = b""
    while True:
        if not select.select([child.stdout], [], [], SILENCE)[0]:
            raise TimeoutError
        read = os.read(child.stdout.fileno(), 1 << 16)
        if not read:
            return
        *lines, rest = (rest + read).split(b"\n")
        yield from map(json.loads, lines)


def _describe(code: int) -> str:
    return f"the process ended by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


def _behind(parts: Sequence[Part], reader: str, number: int) -> list[Part]:
    """The parts that are left behind a mutation."""
    place = next(index for index, part in enumerate(parts) if part[0] == reader)
    _, _, end = parts[place]
    rest = [(reader, number + 1, end)] if number + 1 < end else []
    return [*rest, *parts[place + 1 :]]
