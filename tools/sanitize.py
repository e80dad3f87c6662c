"""Run the tests of the kernels with a sanitizer.

    python tools/sanitize.py address              # wrong memory, undefined behaviour
    python tools/sanitize.py thread               # data races
    python tools/sanitize.py thread tests/engines # these tests only; options go to pytest

Builds the compiled core with a preset of CMakePresets.json, and starts Python with the library of
the sanitizer. The Python tests are run, not C++ tests of their own, since they already call every
kernel with all kinds of input and know the right results. What is installed stays as it is: the
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
LIBRARIES = {"address": ("libasan.so", "libstdc++.so"), "thread": ("libtsan.so",)}
#: Python does not free everything at its end, and its own races are not ours.
OPTIONS = {
    "address": {"ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=1"},
    "thread": {"TSAN_OPTIONS": "ignore_noninstrumented_modules=1 exitcode=66"},
}


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1] not in LIBRARIES:
        sys.exit(f"usage: sanitize.py {'|'.join(LIBRARIES)} [pytest arguments]")
    sanitizer, *arguments = sys.argv[1:]
    folder = ROOT / "build" / sanitizer
    build(sanitizer, folder)
    python = make_environment(folder)
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


def run_tests(sanitizer: str, folder: Path, python: Path, arguments: list[str]) -> int:
    """The exit code of the tests; not 0 either if the sanitizer has reported anything."""
    reports = folder / "reports"
    shutil.rmtree(reports, ignore_errors=True)
    reports.mkdir()
    # pytest captures what is printed, so reports go to files.
    options = {
        name: f"{value} log_path={reports / name}" for name, value in OPTIONS[sanitizer].items()
    }
    preload = ":".join(map(library_path, LIBRARIES[sanitizer]))
    tests = arguments if any(map(is_test, arguments)) else [*default_tests(), *arguments]
    command = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    done = subprocess.run(
        command, env={**os.environ, **options, "LD_PRELOAD": preload}, check=False, cwd=ROOT
    )
    found = sorted(reports.iterdir())
    for report in found:
        print(report.read_text())
    print(f"{len(found)} processes with reports of the {sanitizer} sanitizer")
    return done.returncode or bool(found)


def library_path(name: str) -> str:
    command = ["g++", f"-print-file-name={name}"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def is_test(argument: str) -> bool:
    return (ROOT / argument.partition("::")[0]).exists()


def default_tests() -> list[str]:
    return [f"tests/{name}" for name in TESTS]


if __name__ == "__main__":
    main()
