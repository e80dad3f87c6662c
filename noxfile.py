#!/usr/bin/env -S uv run --script
# /// script
# dependencies = ["nox>=2025.2"]
# ///
"""Tasks: `nox -l` lists them, `nox -s lint` runs one. Each says what it needs beside Python."""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from pathlib import Path

import nox

nox.needs_version = ">=2025.2"
nox.options.default_venv_backend = "venv"

PROJECT = nox.project.load_toml("pyproject.toml")
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
#: What needs few optional packages, on any version of them.
CORE_TESTS = ["tests/test_smoke.py", "tests/inputs/test_matrices.py"]
CORE_TESTS += [f"tests/{name}" for name in ("clustering", "compare", "explain", "metrics", "io")]


@nox.session(python=PYTHONS, default=False)
def tests(session: nox.Session) -> None:
    """All tests: 20 minutes on two cores. Needs a compiler, Chromium and Java."""
    session.install(".[test]")
    arguments = session.posargs or ["-n", "logical", "--dist", "loadfile"]
    session.run("python", "-m", "pytest", *arguments)


@nox.session
def lint(session: nox.Session) -> None:
    """Style and types of Python, and the format of C++."""
    session.install(".[test]", *nox.project.dependency_groups(PROJECT, "lint"))
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("mypy")
    sources = [str(path) for path in sorted(Path("cpp").glob("*.?pp"))]
    session.run("clang-format", "--dry-run", "--Werror", *sources)


@nox.session(default=False)
def docs(session: nox.Session) -> None:
    """The site of the docs in build/docs, with warnings as errors, and its notebook."""
    session.install(".[plot,web]", *nox.project.dependency_groups(PROJECT, "docs"))
    session.run("python", "docs/build_site.py")
    session.run("python", "docs/check_links.py", "build/docs/html")
    session.run("python", "docs/run_notebook.py")


@nox.session(default=False)
def lock(session: nox.Session) -> None:
    """Versions of all packages that work together, with their digests, in requirements.lock."""
    session.install("uv")
    options = ["--no-emit-project", "--no-annotate", "--no-header", "--all-extras", "--all-groups"]
    session.run("uv", "export", "-q", *options, "-o", "requirements.lock")
    Path("uv.lock").unlink()  # the same, with the addresses of a registry


@nox.session(default=False)
def wheels(session: nox.Session) -> None:
    """A source distribution and a wheel in dist, checked, installed and used."""
    session.install("pytest", *nox.project.dependency_groups(PROJECT, "package"))
    session.run("python", "-m", "build", "--outdir", "dist")
    made = [str(path) for path in sorted(Path("dist").glob("accord-*"))]
    session.run("twine", "check", "--strict", *made)
    built = [path for path in made if path.endswith(".whl")]
    for wheel in built:
        if "-abi3-" in wheel:
            session.run("abi3audit", "--strict", "--verbose", wheel)
    session.install("--force-reinstall", "--no-index", "--no-deps", built[-1])
    session.install("click", "numpy")
    smoke = Path("tests/test_smoke.py").resolve()
    session.chdir(session.create_tmp())
    session.run("python", "-m", "pytest", "--noconftest", "-c", os.devnull, str(smoke))


@nox.session(default=False)
def reproducible(session: nox.Session) -> None:
    """Two wheels, built in folders of different names, have the same bytes."""
    session.install("build")
    root, digests = Path.cwd(), []
    session.env["SOURCE_DATE_EPOCH"] = "1577836800"
    for name in ("one", "another-folder"):
        folder = Path(session.create_tmp()) / name
        session.run("rm", "-rf", str(folder), external=True)
        session.run("git", "clone", "-q", str(root), str(folder), external=True)
        session.run("python", "-m", "build", "--wheel", "--outdir", f"{folder}/dist", str(folder))
        (wheel,) = folder.glob("dist/*.whl")
        digests.append(hashlib.sha256(wheel.read_bytes()).hexdigest())
    if len(set(digests)) > 1:
        session.error(f"the wheels differ: {digests}")
    session.log(f"both have the digest {digests[0]}")


@nox.session(python="3.11", default=False)
def oldest(session: nox.Session) -> None:
    """Tests of the core on the oldest versions that pyproject.toml allows."""
    folder = Path(session.create_tmp())
    constraints = folder / "oldest.txt"
    constraints.write_text("\n".join(oldest_versions()) + "\n")
    session.install("-c", str(constraints), ".[arrow,pandas,scipy,zstd]")
    used = ("hypothesis", "igraph", "networkx", "polars", "pytest", "pytest-xdist", "scikit-learn")
    session.install("-c", str(constraints), *used)
    session.run("python", "-m", "pytest", "-n", "logical", *(session.posargs or CORE_TESTS))


def oldest_versions() -> list[str]:
    """The lower bounds of dependencies and extras, as constraints."""
    project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"]]
    for name in ("arrow", "pandas", "plot", "scipy", "tables", "zstd"):
        wanted += extras[name]
    bounds = (re.match(r"([\w.-]+)>=([\d.]+)", requirement) for requirement in wanted)
    return sorted({f"{bound[1]}~={padded(bound[2])}" for bound in bounds if bound})


def padded(version: str) -> str:
    """The version with three parts, so that ~= allows its bug fixes only."""
    return ".".join([*version.split("."), "0", "0"][:3])


@nox.session(default=False)
@nox.parametrize("sanitizer", ["address", "thread"])
def sanitizers(session: nox.Session, sanitizer: str) -> None:
    """Tests of the kernels with a sanitizer. Needs GCC."""
    session.install(".[test]", "cmake", "ninja")
    session.run("python", "tools/sanitize.py", sanitizer, *session.posargs)


@nox.session(default=False)
def windows(session: nox.Session) -> None:
    """Kernels compiled for Windows, and run with Wine. Needs MinGW, and Wine if they are to run."""
    session.run("python", "tools/windows.py")


@nox.session(default=False)
def review(session: nox.Session) -> None:
    """How this repository is kept, by the rules of the Scientific Python guide."""
    session.install("sp-repo-review[cli]")
    session.run("sp-repo-review", ".")


if __name__ == "__main__":
    nox.main()
