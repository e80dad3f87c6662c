"""What if: edits of the found clustering move the scores, can be undone, and are saved."""

from __future__ import annotations

from pathlib import Path

from web.page.conftest import OpenPage
from web_page import address_of, rows, settle

import accord

PAIR = ("teams_truth.cnl", "teams_found.cnl")
SCORES = "Scores before and now"


def test_edits_move_the_scores(open_page: OpenPage, folder: Path) -> None:
    truth, found = (accord.read(folder / name) for name in PAIR)
    clusters = list(found.clusters())
    merged = accord.Clustering.from_clusters(
        [*clusters[:2], clusters[2] + clusters[3], *clusters[4:]]
    )
    before, after = float(accord.f1h(truth, found)), float(accord.f1h(truth, merged))

    page = open_page(address_of("whatif", *PAIR), expects=[422])
    assert "Nothing is changed yet" in page.locator("p.lead").inner_text()
    page.fill("#merge-clusters", "3, 4")
    page.locator("#do-merge").click()
    page.locator("ol.edits li").wait_for()
    settle(page)
    f1h = rows(page, SCORES)[0]
    assert f1h[1:4] == [f"{before:.4f}", f"{after:.4f}", f"+{after - before:.4f}"]
    assert page.locator("ol.edits").inner_text() == "merge 3, 4"

    page.fill("#split-cluster", "5")
    page.locator("#do-split").click()
    page.get_by_text("split 5 by the truth").wait_for()
    settle(page)
    better = float(rows(page, SCORES)[0][2])
    assert better > after
    page.fill("#move-node", "joe")
    page.fill("#move-from", "2")
    page.locator("#do-move").click()
    page.get_by_text("move node joe from 2").wait_for()
    settle(page)
    assert float(rows(page, SCORES)[0][2]) >= better

    page.get_by_role("button", name="Save clusters (CNL)").click()
    refused = page.locator("main").get_by_text(
        "a cluster list cannot hold nodes that are in no cluster"
    )
    refused.wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save table (CSV)").click()
    saved = accord.read(download.value.path(), format="csv")
    sets = {frozenset(cluster) for cluster in saved.clusters()}
    assert {"jan", "kai", "leo", "mia", "ned", "oda"} in sets
    assert {"pam", "quin", "ron"} in sets

    for _ in range(3):
        page.locator("#undo").click()
        settle(page)
    assert rows(page, SCORES)[0][1] == rows(page, SCORES)[0][2]
    page.locator("#redo").click()
    settle(page)
    assert page.locator("ol.edits").inner_text() == "merge 3, 4"
    page.reload()
    settle(page)
    assert rows(page, SCORES)[0] == f1h


def test_edits_are_suggested_where_they_would_help(open_page: OpenPage) -> None:
    suggested = {
        address_of("cluster", *PAIR, cluster="garden"): ("clusters were one?", "merge 3, 4"),
        address_of("cluster", *PAIR, side="found", cluster="5"): (
            "split by the truth?",
            "split 5 by the truth",
        ),
        address_of("node", *PAIR, node="mia"): ("what if?", "move node mia from 4 to 3"),
    }
    for address, (words, edit) in suggested.items():
        page = open_page(address)
        page.get_by_role("link", name=words).click()
        page.locator("ol.edits li").wait_for()
        settle(page)
        assert page.locator("ol.edits").inner_text() == edit
        changes = [row[3] for row in rows(page, SCORES)]
        assert changes[0].startswith("+"), changes
    page = open_page(address_of("cluster", *PAIR, cluster="kitchen"))
    assert page.get_by_role("link", name="What if").count() == 1  # that of the bar of views


def test_edit_that_cannot_be_made_is_explained(open_page: OpenPage) -> None:
    page = open_page(address_of("whatif", *PAIR), expects=[422])
    page.fill("#merge-clusters", "3, 33")
    page.locator("#do-merge").click()
    page.get_by_role("alert").first.wait_for()
    assert "33" in page.get_by_role("alert").first.inner_text()
    page.locator("#undo").click()
    settle(page)
    assert page.get_by_role("alert").count() == 0
