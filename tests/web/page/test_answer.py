"""The answer comes first, and follows whatever is changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from web_page import drop, settle


def test_dropped_files_are_compared_at_once(page: Any, folder: Path) -> None:
    drop(page, folder / "teams_found.cnl", folder / "teams_truth.cnl")
    page.locator("h1.lead").wait_for()
    settle(page)
    assert "F1h" in page.locator("h1.lead").inner_text()
