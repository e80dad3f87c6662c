"""What tools/generate.py writes is up to date, and type checkers see every option."""

import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import accord
from accord import METRICS, QUALITIES, metrics, quality

ROOT = Path(__file__).parent.parent


def run(*command: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, check=False, **settings
    )


def test_generated_files_are_up_to_date() -> None:
    done = run("tools/generate.py", "--check", cwd=ROOT)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_generator_style_is_clean() -> None:
    for check in (["check", "--no-cache"], ["format", "--check", "--no-cache"]):
        done = run("-m", "ruff", *check, "tools", cwd=ROOT)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ('accord.f1p(T, T, weighting="macro", sharing="split", nodes="union", threads=2)', ""),
        ('accord.metrics.f1p(T, {"a": [1]}, sharing=None).precision', ""),
        ('accord.f1p(T, T, weighting="makro")', "Literal['micro', 'macro', 'combined']"),
        ('accord.metrics.nmi(T, T, norm="lfk")', "'joint'"),
        ("accord.gnmi(T, T, seed=0.5)", "int"),
        ("accord.purity(T, T, norm=1)", "norm"),
        ("accord.f1h(3, T)", "incompatible type"),
        ("accord.quality.modularity(N, T, resolution=2).per_cluster", ""),
        ('quality.conductance(N, T, volume="all")', "Literal['own', 'smaller']"),
        ("METRICS['f1p'].distance", ""),
    ],
)
def test_type_checkers_know_the_metric_options(line: str, wrong: str, tmp_path: Path) -> None:
    source = tmp_path / "snippet.py"
    source.write_text(
        "import accord\nfrom accord import METRICS, Network, quality\n"
        f"T = [[1, 2], [3]]\nN = Network.from_edges([(1, 2)])\n{line}\n"
    )
    done = run("-m", "mypy", str(source), cwd=ROOT)
    assert done.returncode == bool(wrong), done.stdout
    assert wrong in done.stdout


@pytest.mark.parametrize("metric", [*METRICS.values(), *QUALITIES.values()], ids=lambda m: m.name)
def test_public_function_signature_matches_the_stub(metric: Any) -> None:
    package = metrics if metric.name in METRICS else quality
    function = getattr(package, metric.name)
    assert function is metric.function
    assert function.__module__ == package.__name__
    assert function.__name__ == function.__qualname__ == metric.name
    parameters = inspect.signature(function).parameters
    inputs = ("truth", "found") if package is metrics else ("network", "clustering")
    reading = ("orientation", "noise", "columns")
    common = ("nodes", *reading, "threads") if package is metrics else (*reading, "threads")
    assert tuple(parameters) == (*inputs, *metric.options, *common)
    assert {name: parameters[name].default for name in metric.options} == metric.defaults


def test_unknown_option_suggests_the_closest_match() -> None:
    with pytest.raises(accord.InputError, match="did you mean weighting"):
        accord.f1p([[1]], [[1]], weigthing="macro")  # type: ignore[call-arg]
