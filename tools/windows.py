"""Compile all kernels for Windows, and run some of them with Wine.

    python tools/windows.py

Needs MinGW (Debian: g++-mingw-w64-x86-64-posix), and for the second part Wine (wine64). The same
program is built for this system too, and must print the same.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build/windows"
COMPILER = "x86_64-w64-mingw32-g++-posix"
FLAGS = ("-std=c++20", "-O1", "-march=x86-64-v2", "-ffp-contract=off", f"-I{ROOT / 'cpp'}")


def main() -> None:
    if not shutil.which(COMPILER):
        sys.exit(f"there is no {COMPILER}: apt-get install g++-mingw-w64-x86-64-posix")
    program = build(COMPILER, BUILD / "kernels.exe")
    print(f"all kernels are compiled and linked: {program.relative_to(ROOT)}")
    wine = find_wine()
    if wine is None:
        print("there is no Wine: they are not run")
        return
    here = build("g++", BUILD / "kernels")
    printed = [run([str(here)]), run([wine, str(program)]).replace("\r\n", "\n")]
    print(printed[1], end="")
    if printed[0] != printed[1]:
        sys.exit(f"on this system, it prints otherwise:\n{printed[0]}")


def build(compiler: str, program: Path) -> Path:
    """All kernels in one program, whether it calls them or not."""
    folder = program.with_suffix(".objects")
    folder.mkdir(parents=True, exist_ok=True)
    sources = [path for path in (ROOT / "cpp").glob("*.cpp") if "bindings" not in path.name]
    sources.append(ROOT / "tests/windows/kernels.cpp")

    def compile_one(source: Path) -> Path:
        made = folder / f"{source.stem}.o"
        subprocess.run([compiler, *FLAGS, "-c", source, "-o", made], check=True)
        return made

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compile_one, sources))
    subprocess.run([compiler, "-static", "-pthread", *objects, "-o", program], check=True)
    return program


def find_wine() -> str | None:
    return shutil.which("wine64") or shutil.which("wine64", path="/usr/lib/wine")


def run(command: list[str]) -> str:
    """What a program prints; its exit code must be 0."""
    environment = {**os.environ, "WINEPREFIX": str(BUILD / "wine"), "WINEDEBUG": "-all"}
    done = subprocess.run(
        command, cwd=BUILD, env=environment, check=False, stdout=subprocess.PIPE, text=True
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\n{command[-1]} ends with exit code {done.returncode}")
    return done.stdout


if __name__ == "__main__":
    main()
