"""Work that takes longer than a second shows its progress, and can be cancelled; tokens."""

from __future__ import annotations

from pathlib import Path

from serving import serving
from web.page.conftest import OpenPage
from web_page import address_of, rows, settle

import accord
from accord.web._tokens import add_token

PAIR = ("teams_truth.cnl", "teams_found.cnl")


def test_long_work_shows_progress_and_can_be_cancelled(open_page: OpenPage, folder: Path) -> None:
    names = ("large_truth.csv", "large_found.csv")
    for seed, name in enumerate(names):
        accord.write(accord.generate_cover(50_000, 5000, 1.3, seed=seed), folder / name)
    page = open_page(address_of("", *names, baseline="yes", interval="yes"), wait=False)
    answer = page.locator('section[aria-label="Answer"]')
    progress = answer.get_by_role("progressbar")
    progress.wait_for()
    answer.get_by_text("left").wait_for()
    assert 0 <= progress.evaluate("bar => bar.value") <= 1
    answer.get_by_role("button", name="Cancel").click()
    answer.get_by_text("You cancelled this.").wait_for()
    page.uncheck("#option-interval")
    page.uncheck("#option-baseline")
    page.locator("h1.lead").wait_for()
    assert rows(page, "Scores")[0][0].startswith("F1h")


def test_token_is_asked_for_once(open_page: OpenPage, folder: Path, tmp_path: Path) -> None:
    token = add_token(tmp_path / "tokens", "alice")
    options = ("--folder", folder, "--no-open", "--token-file", tmp_path / "tokens")
    with serving(tmp_path / "state", *options) as client:
        page = open_page(
            address_of("", *PAIR), base=str(client.base_url), expects=[401], wait=False
        )
        dialog = page.get_by_role("dialog", name="This server asks for a token")
        dialog.wait_for()
        page.keyboard.press("Escape")
        assert dialog.is_visible()
        page.fill("#token-text", "guess")
        page.get_by_role("button", name="Continue").click()
        dialog.get_by_text("does not accept this token").wait_for()
        page.fill("#token-text", token)
        page.get_by_role("button", name="Continue").click()
        page.locator("h1.lead").wait_for()
        assert not dialog.is_visible()
        page.reload()
        settle(page)
        assert page.locator("h1.lead").inner_text().startswith("F1h")
        assert token not in page.url
