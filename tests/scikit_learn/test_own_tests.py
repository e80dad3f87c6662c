"""scikit-learn's own tests of its clustering scores pass with our functions in place of them."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import accord.sklearn

HERE = Path(__file__).parent
MODULES = ["test_supervised", "test_common"]

#: Tests that call none of our functions, and so say nothing about them.
UNRELATED_TESTS = {
    "test_generalized_average": "tests a private function: the mean of two numbers",
    "test_expected_mutual_info_overflow": (
        "tests expected_mutual_information, which is not among the scores"
    ),
    "test_public_entropy_deprecation": "tests that entropy warns: it is on its way out",
    "test_entropy": "tests a private function: the entropy of one labelling",
    "test_entropy_array_api": "tests that function on arrays of other libraries",
    "test_symmetric_non_symmetric_union": "tests two lists of names of the test itself",
    "test_array_api_compliance": "tests scores that need data points, on arrays of other libraries",
}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What became of each test, by its name with parameters."""
    folder = tmp_path_factory.mktemp("own_tests")
    (folder / "pytest.ini").write_text("[pytest]\n")
    plugin = ["-p", "in_place_of_scikit_learn", "-p", "no:cacheprovider"]
    tests = [f"sklearn.metrics.cluster.tests.{module}" for module in MODULES]
    path = os.pathsep.join(filter(None, [str(HERE), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-c", "pytest.ini", *plugin, "--pyargs", *tests],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": path,
            "OUTCOMES": str(folder / "outcomes.json"),
            "PYTEST_ADDOPTS": "",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert (folder / "outcomes.json").exists(), done.stdout + done.stderr
    found = json.loads((folder / "outcomes.json").read_text())
    assert found, done.stdout + done.stderr
    return {name.rpartition("::")[2]: outcome for name, outcome in found.items()}


def function_of(test: str) -> str:
    return test.partition("[")[0]


def test_scikit_learn_tests_pass(outcomes: dict[str, dict[str, Any]]) -> None:
    wrong = {
        test: outcome["why"]
        for test, outcome in outcomes.items()
        if outcome["outcome"] != "passed" and function_of(test) not in UNRELATED_TESTS
    }
    assert not wrong
    assert len({function_of(test) for test in outcomes} - set(UNRELATED_TESTS)) > 25


def test_listed_tests_never_call_accord(outcomes: dict[str, dict[str, Any]]) -> None:
    calling = {function_of(test) for test, outcome in outcomes.items() if outcome["called"]}
    assert {function_of(test) for test in outcomes} - calling == set(UNRELATED_TESTS)


def test_every_accord_function_is_called(outcomes: dict[str, dict[str, Any]]) -> None:
    called = {name for outcome in outcomes.values() for name in outcome["called"]}
    assert called == set(accord.sklearn.__all__) - {"Scorer", "scorer", "scorers"}
