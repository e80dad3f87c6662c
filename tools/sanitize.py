"""Run the tests of the kernels with a sanitizer.

    python tools/sanitize.py address              # wrong memory, undefined behaviour
    python tools/sanitize.py thread               # data races
    python tools/sanitize.py thread tests/engines # these tests only; options go to pytest

Builds the compiled core with a preset of CMakePresets.json, and starts Python with the library of
the sanitizer. The Python tests are run, not C++ tests of their own, since they already call every
kernel with all kinds of input and know the right results. Before them, faults that were planted
in this build are run in the same way, and must be reported. What is installed stays as it is: the
tests run in an environment in the build folder. Needs GCC, CMake, Ninja and the test dependencies.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
TESTS = (
    "engines",
    "metrics",
    "quality",
    "generate",
    "clustering",
    "io",
    "networks",
    "test_labels.py",
)
#: Tests that limit the memory of processes to less than a sanitizer reserves.
WITH_LIMITS = (
    "io/test_proportion.py",
    "io/test_oversized.py::test_word_of_a_gigabyte_is_an_error_and_takes_little_memory",
    "io/test_compressed.py::TestLimit::test_bomb_is_refused_in_bounded_memory",
)
#: Tests of how promptly a signal ends a process, which a sanitizer slows down by far.
WITH_DEADLINES = ("engines/test_threads.py::test_ctrl_c_stops_a_long_call_promptly",)
#: Of tests/sanitizers: what a sanitizer must report, and words of its report.
PLANTED = {
    "address": {
        "read_beyond_the_end": "heap-buffer-overflow",
        "overflow": "signed integer overflow",
    },
    "thread": {"race": "data race"},
}
LIBRARIES = {"address": ("libasan.so", "libstdc++.so"), "thread": ("libtsan.so",)}
#: Python does not free everything at its end, nor wait for all threads; its own races are not ours.
OPTIONS = {
    "address": {"ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=1"},
    "thread": {
        "TSAN_OPTIONS": "ignore_noninstrumented_modules=1 report_thread_leaks=0 exitcode=66"
    },
}


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1] not in LIBRARIES:
        sys.exit(f"usage: sanitize.py {'|'.join(LIBRARIES)} [pytest arguments]")
    sanitizer, *arguments = sys.argv[1:]
    folder = ROOT / "build" / sanitizer
    build(sanitizer, folder)
    python = make_environment(folder)
    check_planted_faults(sanitizer, folder, python)
    sys.exit(run_tests(sanitizer, folder, python, arguments))


def build(sanitizer: str, folder: Path) -> None:
    """Configure and build the compiled core in the folder."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    settings = [f"-DSKBUILD_PROJECT_VERSION={version}", f"-DPython_EXECUTABLE={sys.executable}"]
    subprocess.run(["cmake", "--preset", sanitizer, *settings], check=True, cwd=ROOT)
    subprocess.run(["cmake", "--build", folder], check=True)


def make_environment(folder: Path) -> Path:
    """The Python of an environment with this accord and all other libraries of the current one."""
    home = folder / "environment"
    venv.create(home, clear=True, with_pip=False)
    (site,) = home.glob("lib/python*/site-packages")
    # The packages in these folders are found, but an editable accord among them is not set up.
    libraries = [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]
    (site / "libraries.pth").write_text("\n".join(libraries) + "\n")
    package = site / "accord"
    shutil.copytree(ROOT / "src/accord", package, ignore=shutil.ignore_patterns("*.so"))
    for core in folder.glob("_core*.so"):
        shutil.copy(core, package)
    return home / "bin/python"


def check_planted_faults(sanitizer: str, folder: Path, python: Path) -> None:
    """Exit unless each planted fault of this sanitizer is reported, and fails the tests."""
    for fault, words in PLANTED[sanitizer].items():
        tests = ["tests/sanitizers/planted_faults.py", "-k", fault]
        done, reports = run_pytest(sanitizer, folder, python, tests, captured=True)
        said = "\n".join([*reports, done.stderr])
        if not done.returncode or words not in said or "planted_faults.cpp" not in said:
            sys.exit(f"{said}\nthe {sanitizer} sanitizer does not report the planted {fault}")
        print(f"{fault} was planted, and is reported: exit code {done.returncode}", flush=True)


def run_tests(sanitizer: str, folder: Path, python: Path, arguments: list[str]) -> int:
    """The exit code of the tests; not 0 either if the sanitizer has reported anything."""
    tests = [] if any(map(is_test, arguments)) else [f"tests/{name}" for name in TESTS]
    left_out = [f"--deselect=tests/{name}" for name in (*WITH_LIMITS, *WITH_DEADLINES)]
    done, reports = run_pytest(sanitizer, folder, python, [*tests, *left_out, *arguments])
    print(*reports, sep="\n")
    print(f"{len(reports)} processes with reports of the {sanitizer} sanitizer")
    return done.returncode or bool(reports)


def run_pytest(
    sanitizer: str, folder: Path, python: Path, arguments: list[str], captured: bool = False
) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Run pytest to its end; also the reports of the sanitizer, by process."""
    place = folder / "reports"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    options = {
        name: f"{value} log_path={place / name}" for name, value in OPTIONS[sanitizer].items()
    }
    preload = ":".join(map(library_path, LIBRARIES[sanitizer]))
    # Undefined behaviour is not written to log_path but to stderr, which pytest is to leave alone.
    command = [
        str(python),
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--capture=sys",
        *arguments,
    ]
    environment = {**os.environ, **options, "LD_PRELOAD": preload}
    done = subprocess.run(
        command, env=environment, check=False, cwd=ROOT, text=True, capture_output=captured
    )
    return done, [report.read_text() for report in sorted(place.iterdir())]


def library_path(name: str) -> str:
    command = ["g++", f"-print-file-name={name}"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def is_test(argument: str) -> bool:
    return (ROOT / argument.partition("::")[0]).exists()


if __name__ == "__main__":
    main()
