"""The process that reads mutated files, one after the other, within limits.

It gets its task as JSON: a seed, and for each reader the numbers of the first mutation and of the
one behind the last. It prints a line of JSON before each file, and another one for each finding.
"""

import json
import random
import resource
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.feather
import pyarrow.parquet

import accord
from reader_fuzz.mutations import mutate
from reader_fuzz.options import choose_options
from reader_fuzz.seeds import Reader, readers

#: Memory that a file may take on top of what the process has.
MEMORY = 1 << 30
#: Seconds of the processor that a file may take.
SECONDS = 5
#: Characters that a message may have; a long word of the file is cut in it.
LETTERS = 2000


def make_input(reader: Reader, seed: int, number: int) -> bytes:
    """The mutated file of a number."""
    return mutate(reader.seeds, random.Random(f"{seed}/{reader.name}/{number}"))


def make_options(reader: Reader, seed: int, number: int) -> dict[str, Any]:
    """The options that the file of a number is read with."""
    return choose_options(reader.function, random.Random(f"{seed}/{reader.name}/{number}/options"))


def main() -> None:
    task = json.loads(sys.argv[1])
    known = readers()
    pyarrow.set_cpu_count(1)
    pyarrow.set_io_thread_count(1)
    _limit_memory()
    with tempfile.TemporaryDirectory(prefix="accord-reader-fuzz-") as folder:
        path = Path(folder) / "file"
        for name, begin, end in task["parts"]:
            for number in range(begin, end):
                _say(reader=name, number=number)
                path.write_bytes(make_input(known[name], task["seed"], number))
                options = make_options(known[name], task["seed"], number)
                reason = read(known[name], path, options)
                if reason is not None:
                    _say(reader=name, number=number, reason=reason)


def read(reader: Reader, path: Path, options: dict[str, Any]) -> str | None:
    """Read a file; the reason if it neither is read nor is an error of accord."""
    start = time.process_time()
    messages = []
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            getattr(accord, reader.function)(path, format=reader.format, threads=1, **options)
    except accord.AccordError as error:
        messages = [str(error)]
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__} at {place.name}, line {place.lineno}: {str(error)[:200]}"
    for warning in caught:
        if not issubclass(warning.category, accord.AccordWarning):
            return f"{warning.category.__name__}: {str(warning.message)[:200]}"
        messages.append(str(warning.message))
    longest = max(map(len, messages), default=0)
    if longest > LETTERS:
        return f"a message of {longest} characters"
    seconds = time.process_time() - start
    return f"{seconds:.1f} seconds" if seconds > SECONDS else None


def _limit_memory() -> None:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _say(**fact: object) -> None:
    sys.stdout.write(json.dumps(fact) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
