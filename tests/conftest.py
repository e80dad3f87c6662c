"""Test run settings: a steady Hypothesis, and no skipped tests in CI."""

import os

import hypothesis
import pytest

# Machines differ in speed; a slow one must not turn a right result into a failure.
hypothesis.settings.register_profile("accord", deadline=None, print_blob=True)
hypothesis.settings.load_profile("accord")

_skipped: list[str] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and not hasattr(report, "wasxfail"):
        _skipped.append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if _skipped and os.environ.get("CI") == "true":
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _skipped and os.environ.get("CI") == "true":
        terminalreporter.write_line(f"skipped tests fail in CI: {', '.join(_skipped)}", red=True)
