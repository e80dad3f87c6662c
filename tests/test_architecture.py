"""The shape of the code: layers, light import, one version, fresh stub, types and style."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import accord

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "src").rglob("*.py"))
KERNELS = sorted((ROOT / "cpp").glob("*.[ch]pp"))


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT / "src").with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, cwd=ROOT, check=False
    )


def test_modules_import_only_from_the_layers_below() -> None:
    done = run(
        "-c",
        "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(cache_dir=None))",
    )
    assert done.returncode == 0, done.stdout


def test_architecture_page_shows_the_layers_of_the_contract() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text()
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    for contract in settings["contracts"]:
        assert "\n".join(contract["layers"]) in page


def test_import_loads_only_the_core_and_use_loads_only_numpy() -> None:
    done = run(
        "-c",
        "import sys; before = set(sys.modules); import accord; print(*set(sys.modules) - before)",
    )
    assert {name for name in done.stdout.split() if name.startswith("accord")} == {
        "accord",
        "accord._core",
    }
    everything = "[getattr(accord, name) for name in accord.__all__]"
    done = run(
        "-c",
        "import sys, numpy; before = set(sys.modules); import accord; "
        f"{everything}; print(*set(sys.modules) - before)",
    )
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "accord" in loaded
    assert loaded.isdisjoint(
        {
            "click",
            "pandas",
            "scipy",
            "zstandard",
            "rich",
            "sklearn",
            "multiprocessing",
            "matplotlib",
        }
    )
    assert loaded - {"accord", "numpy"} <= sys.stdlib_module_names


def test_command_line_loads_only_the_command_that_runs() -> None:
    done = run("-X", "importtime", "-m", "accord", "--version")
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "accord._cli" in loaded
    assert loaded.isdisjoint(
        {"numpy", "accord._io.clusterings", "accord.bench", "accord.metrics._metric"}
    )
    done = run("-X", "importtime", "-m", "accord", "compare", "--help")
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "accord._cli.options.metrics" in loaded
    assert loaded.isdisjoint({"numpy", "accord.bench", "accord.metrics", "accord._io.networks"})


@pytest.mark.parametrize("name", accord._MODULES)
def test_public_submodules_are_loaded_on_access(name: str) -> None:
    done = run(
        "-c",
        f"import accord, sys; assert 'accord.{name}' not in sys.modules; "
        f"print(accord.{name}.__name__)",
    )
    assert (done.stdout, done.stderr) == (f"accord.{name}\n", "")
    assert name in dir(accord)


def test_type_checkers_see_every_public_name() -> None:
    stub = ast.parse((ROOT / "src/accord/__init__.pyi").read_text())
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    seen = {(str(node.module), alias.asname) for node in imports for alias in node.names}
    assert seen == {(home, name) for name, home in accord._HOME.items()} | {
        ("accord", name) for name in accord._MODULES
    }


def test_private_modules_have_an_underscore() -> None:
    modules = [module_name(path) for path in SOURCES if path.name != "__main__.py"]
    public = {name for name in modules if "._" not in name}
    assert public == {"accord", "accord.errors", *(f"accord.{name}" for name in accord._MODULES)}


def test_unknown_attribute_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'accord' has no attribute 'plots'"):
        _ = accord.plots  # type: ignore[attr-defined]


def test_core_is_imported_only_where_allowed() -> None:
    users = {
        path.relative_to(ROOT / "src/accord").as_posix()
        for path in SOURCES
        if re.search(r"^(from accord )?import (accord\.)?_core", path.read_text(), re.MULTILINE)
    }
    alone = {"_foundation/rows.py", "_foundation/labels.py", "_io/files/text.py"}
    rooms = ("_engines/native/", "_generate/lfr/")
    assert alone <= users
    assert all(path in alone or path.startswith(rooms) for path in users)


def test_only_the_bindings_include_python_headers() -> None:
    assert all(
        path.name.startswith("bindings") for path in KERNELS if "nanobind" in path.read_text()
    )


def test_version_is_the_same_in_metadata_core_and_citation() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert accord.__version__ == version
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"\n## {version} " in (ROOT / "CHANGELOG.md").read_text()


def test_stub_of_the_core_is_up_to_date(tmp_path: Path) -> None:
    fresh = tmp_path / "_core.pyi"
    done = run("-m", "nanobind.stubgen", "-q", "-m", "accord._core", "-o", str(fresh))
    assert done.returncode == 0, done.stderr
    assert fresh.read_text() == (ROOT / "src/accord/_core.pyi").read_text()


def test_types_check() -> None:
    done = run("-m", "mypy", "--no-incremental", "src/accord")
    assert done.returncode == 0, done.stdout


def test_style_is_clean() -> None:
    for check in (["check", "--no-cache"], ["format", "--check", "--no-cache"]):
        done = run("-m", "ruff", *check, "src", "tests", "benchmarks", "tools", "docs")
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("path", [*SOURCES, *KERNELS], ids=lambda path: path.name)
def test_files_are_of_readable_length(path: Path) -> None:
    lines = path.read_text().splitlines()
    assert len(lines) <= 400
    assert path.suffix == ".py" or max(map(len, lines), default=0) <= 100


def test_missing_build_is_explained(tmp_path: Path) -> None:
    package = tmp_path / "accord"
    package.mkdir()
    (package / "__init__.py").write_text((ROOT / "src/accord/__init__.py").read_text())
    done = subprocess.run(
        [sys.executable, "-S", "-c", "import accord"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert "pip install" in done.stderr.splitlines()[-1]
