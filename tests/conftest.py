"""Settings of test runs: Hypothesis profile, private temporary folder, no skipped tests in CI."""

import os
import tempfile
from collections.abc import Iterator

import hypothesis
import pytest

# Machines differ in speed, so tests have no deadline.
hypothesis.settings.register_profile("accord", deadline=None, print_blob=True)
hypothesis.settings.load_profile("accord")

_skipped: list[str] = []


@pytest.fixture(scope="session", autouse=True)
def _own_temporary_folder() -> Iterator[None]:
    """Keep temporary files and the locks of cores apart from those of other test runs."""
    with (
        tempfile.TemporaryDirectory(prefix="accord-tests-") as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("TMPDIR", folder)
        patch.setenv("XDG_RUNTIME_DIR", folder)
        patch.setattr(tempfile, "tempdir", folder)
        yield


def pytest_configure(config: pytest.Config) -> None:
    """Let tests compare sides with few nodes in common; tests of these warnings expect them."""
    for message in ("truth and found have", "truth has the nodes"):
        config.addinivalue_line("filterwarnings", f"ignore:{message}")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and not hasattr(report, "wasxfail"):
        _skipped.append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if _skipped and os.environ.get("CI") == "true":
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _skipped and os.environ.get("CI") == "true":
        terminalreporter.write_line(f"skipped tests fail in CI: {', '.join(_skipped)}", red=True)
