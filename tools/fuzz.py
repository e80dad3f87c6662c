"""Feed the native readers with broken input: files that accord wrote, changed at random.

    python tools/fuzz.py                            # the same inputs each time; any C++20 compiler
    python tools/fuzz.py --libfuzzer --seconds 600  # new inputs, guided by coverage; needs clang
    python tools/fuzz.py --sanitizers thread        # look for data races instead

Readers must not crash, nor read beyond their memory, and must read the same with any number of
threads and blocks of any size, or give the same error at the same place. An input that fails is
kept in the build folder; once the fault is mended, add it to tests/native_fuzz/found/TARGET, which
is replayed by each run.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent.parent
FUZZ = ROOT / "tests/native_fuzz"
TARGETS = ("cluster_lists", "tables", "labels", "words", "chunks")
KERNELS = ("label_index", "parallel", "rows", "system", "text_blocks", "text_columns")
KERNELS += ("text_index", "text_rows", "text_source", "text_writer")
FLAGS = ("-std=c++20", "-g1", "-fno-omit-frame-pointer", "-pthread", f"-I{ROOT / 'cpp'}")


def main() -> None:
    options = parse_options()
    folder = options.build.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if options.libfuzzer:
        for target in options.target:
            explore(target, folder, options.seconds)
        return
    program = build_replay(folder, options.sanitizers)
    for target in options.target:
        replay(program, target, corpora(target, folder), options.mutations)


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--target", action="append", help=f"of {', '.join(TARGETS)} (repeatable)")
    parser.add_argument("--mutations", type=int, default=2000, help="changed copies per target")
    parser.add_argument(
        "--sanitizers", default="address,undefined", help="as the compiler names them; '' for none"
    )
    parser.add_argument("--libfuzzer", action="store_true", help="explore with libFuzzer")
    parser.add_argument("--seconds", type=int, default=600, help="per target, with --libfuzzer")
    parser.add_argument("--build", type=Path, default=ROOT / "build/fuzz", help="build folder")
    options = parser.parse_args()
    options.target = options.target or TARGETS
    return options


def corpora(target: str, folder: Path) -> list[Path]:
    """The folders with inputs for a target: seeds, and what once failed."""
    seeds = folder / "seeds"
    if not seeds.exists():
        subprocess.run([sys.executable, FUZZ / "seeds.py", seeds], check=True)
    return [place for place in (seeds / target, FUZZ / "found" / target) if place.exists()]


def build_replay(folder: Path, sanitizers: str) -> Path:
    """The program that replays inputs, built with the compiler that there is.

    It is not optimized: compiling takes longer than replaying.
    """
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++") or "clang++"
    flags = sanitizer_flags(sanitizers)
    if flags and not can_link(compiler, flags, folder):
        print(f"{compiler} has no library for {flags[0]}: building without it")
        flags = ()
    sources = [FUZZ / f"{name}.cpp" for name in (*TARGETS, "planted_faults", "mutate", "replay")]
    objects = compile_all(compiler, flags, sources, folder / f"replay-{sanitizers or 'plain'}")
    return link(compiler, flags, objects, folder / f"replay-{sanitizers or 'plain'}/replay")


def replay(program: Path, target: str, folders: Sequence[Path], mutations: int) -> None:
    """Run a target on its inputs and on changed copies of them."""
    command = [program, target, str(mutations), *folders]
    if subprocess.run(command, check=False, cwd=program.parent).returncode:
        sys.exit(f"{target} failed; the input is in {program.parent / f'failed-{target}'}")


def explore(target: str, folder: Path, seconds: int) -> None:
    """Run libFuzzer on a target; it keeps what it learns in the build folder."""
    flags = ("-O1", *sanitizer_flags("address,undefined"), "-fsanitize=fuzzer-no-link")
    sources = [FUZZ / "mutate.cpp", *(FUZZ / f"{name}.cpp" for name in TARGETS)]
    objects = compile_all("clang++", flags, sources, folder / "libfuzzer")
    entry = folder / f"libfuzzer/{target}.entry.o"
    source = FUZZ / "libfuzzer.cpp"
    run_compiler("clang++", *FLAGS, *flags, f"-DTARGET={target}", "-c", source, "-o", entry)
    flags = (*flags, "-fsanitize=fuzzer")
    program = link("clang++", flags, [*objects, entry], folder / "libfuzzer" / target)
    learned = folder / "learned" / target
    learned.mkdir(parents=True, exist_ok=True)
    limits = (f"-max_total_time={seconds}", "-timeout=60", "-max_len=4096", "-print_final_stats=1")
    kept = f"-artifact_prefix={folder}/{target}-"
    command = [program, *limits, kept, learned, *corpora(target, folder)]
    if subprocess.run(command, check=False).returncode:
        sys.exit(f"{target} failed; the input is in {folder}")


def sanitizer_flags(sanitizers: str) -> tuple[str, ...]:
    return (f"-fsanitize={sanitizers}", "-fno-sanitize-recover=all") if sanitizers else ()


def can_link(compiler: str, flags: Sequence[str], folder: Path) -> bool:
    """Whether the libraries that the flags need are installed."""
    source = folder / "empty.cpp"
    source.write_text("int main() {}\n")
    command = [compiler, *flags, source, "-o", folder / "empty"]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def compile_all(
    compiler: str, flags: Sequence[str], sources: Sequence[Path], folder: Path
) -> list[Path]:
    """Objects of the kernels and of these sources; only those that changed are made again."""
    folder.mkdir(parents=True, exist_ok=True)
    headers = [*(ROOT / "cpp").glob("*.hpp"), *FUZZ.glob("*.hpp"), Path(__file__)]
    newest = max(header.stat().st_mtime for header in headers)

    def compile_one(source: Path) -> Path:
        made = folder / f"{source.stem}.o"
        if not made.exists() or made.stat().st_mtime < max(newest, source.stat().st_mtime):
            run_compiler(compiler, *FLAGS, *flags, "-c", source, "-o", made)
        return made

    everything = [*(ROOT / f"cpp/{name}.cpp" for name in KERNELS), *sources]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(compile_one, everything))


def link(compiler: str, flags: Sequence[str], objects: Sequence[Path], program: Path) -> Path:
    run_compiler(compiler, *FLAGS, *flags, *objects, "-o", program)
    return program


def run_compiler(*command: str | Path) -> None:
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)


if __name__ == "__main__":
    main()
