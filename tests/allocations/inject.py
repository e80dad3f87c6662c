"""Kernels and native readers run out of memory at every single allocation.

    python tests/allocations/inject.py

Builds a compiled core in which the n-th allocation fails, and calls every kernel, with small
inputs, for n = 1, 2, 3, … until it succeeds: each time it has to raise a MemoryError and to free
what it had allocated. A crash ends the run; its kernel is the last line printed.
"""

from __future__ import annotations

import ctypes
import gc
import importlib.util
import os
import subprocess
import sys
import sysconfig
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
#: Calls of each kernel, with each number of threads: the first ones.
CALLS = 4


def build(folder: Path) -> Path:
    """The core in which allocations fail."""
    options = {
        "ACCORD_FAIL_ALLOCATIONS": "ON",
        "CMAKE_BUILD_TYPE": "Release",
        "Python_EXECUTABLE": sys.executable,
        "SKBUILD_PROJECT_VERSION": "0.1.0",
    }
    defined = [f"-D{name}={value}" for name, value in options.items()]
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, *defined], check=True)
    subprocess.run(["cmake", "--build", folder, "-j", str(os.cpu_count())], check=True)
    return next(folder.glob("_core*" + sysconfig.get_config_var("SHLIB_SUFFIX")))


def load(path: Path) -> Any:
    """The core as `accord._core`, in place of the one that is installed."""
    spec = importlib.util.spec_from_file_location("accord._core", path)
    assert spec is not None
    assert spec.loader is not None
    core = importlib.util.module_from_spec(spec)
    sys.modules["accord._core"] = core
    spec.loader.exec_module(core)
    return core


class Injector:
    """Lets allocations in calls of kernels fail, one by one."""

    def __init__(self, core: Any, library: ctypes.CDLL) -> None:
        self.core, self.library = core, library
        self.calls, self.failures, self.leaks = Counter[str](), Counter[str](), list[str]()
        for name in kernels(core):
            setattr(core, name, self._wrap(name, getattr(core, name)))

    def _wrap(self, name: str, kernel: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            key = f"{name}, threads={options.get('threads')}"
            if self.calls[key] < CALLS:
                self.calls[key] += 1
                print(key, end=" ", flush=True)
                self._try_all(key, lambda: kernel(*arguments, **options))
            value = kernel(*arguments, **options)
            return Walks(value, self) if name == "NodeAgreement" else value

        return call

    def _try_all(self, key: str, call: Callable[[], Any]) -> None:
        """Call with the first, the second, ... allocation failing, until all are made."""
        call()  # what is allocated once, for all calls, is allocated now
        for n in range(1, 10**9):
            gc.collect(0)
            before = self.library.count_live()
            failed = self._fails(call, n)
            gc.collect(0)
            if self.library.count_live() != before:
                self.leaks.append(f"{key}, allocation {n}")
            if not failed:
                print(n - 1, flush=True)
                return
            self.failures[key] += 1

    def _fails(self, call: Callable[[], Any], n: int) -> bool:
        """Whether allocation n was reached: either it is made good, or there is a MemoryError."""
        self.library.fail_allocation(n)
        try:
            call()
        except MemoryError:
            return True
        finally:
            pending = self.library.is_pending()
            self.library.fail_allocation(0)
        return not pending


class Walks:
    """A NodeAgreement whose methods are called as kernels are."""

    def __init__(self, walks: Any, injector: Injector) -> None:
        self.memory = walks.memory
        self.scores = injector._wrap("NodeAgreement.scores", walks.scores)
        self.work = injector._wrap("NodeAgreement.work", walks.work)


def kernels(core: Any) -> list[str]:
    """The names of all functions of the core, and of its one class."""
    errors = ("ShareConflict", "ParseError")
    return [name for name in vars(core) if callable(getattr(core, name)) and name not in errors]


def main() -> int:
    path = build(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "allocations"))
    core = load(path)
    injector = Injector(core, ctypes.CDLL(str(path)))
    sys.path.insert(0, str(Path(__file__).parent))
    import workload  # uses accord, which is not to be imported before its core

    missing = set(kernels(core))
    workload.run(threads=1)
    workload.run(threads=2)
    missing -= {key.split(",")[0] for key in injector.calls}
    for leak in injector.leaks:
        print("not freed:", leak)
    if missing:
        print("never called:", ", ".join(sorted(missing)))
    print(f"{injector.failures.total():,} failed allocations in {injector.calls.total()} calls")
    return 1 if missing or injector.leaks else 0


if __name__ == "__main__":
    sys.exit(main())
