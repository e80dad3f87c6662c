"""Whether tests that start Spark can run."""

import os
import shutil

import pytest


def need_java() -> None:
    """Skip a test where there is no Java for Spark."""
    if not os.environ.get("JAVA_HOME") and shutil.which("java") is None:
        pytest.skip("no Java is installed: install Java 17 or newer")
