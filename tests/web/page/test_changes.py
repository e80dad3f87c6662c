"""Old against new, without a truth, and one cluster through versions."""

from __future__ import annotations

from pathlib import Path

from web.page.conftest import OpenPage
from web_page import address_of, column, drop, rows, settle

PAIR = ("teams_truth.cnl", "teams_found.cnl")


def test_changes_are_counted_and_filtered(open_page: OpenPage) -> None:
    page = open_page(address_of("changes", *PAIR))
    assert page.locator("h1.lead").inner_text().startswith("Of 8 old clusters: 2 stayed, 1 split")
    counted = {row[0].split()[0]: row[1:] for row in rows(page, "Clusters by change")}
    assert counted["merged"] == ["2", "6", "1", "6"]
    assert counted["appeared"] == ["–", "–", "1", "3"]
    assert counted["vanished"] == ["1", "3", "–", "–"]
    assert [counted[word][0] for word in ("stayed", "split", "mixed")] == ["2", "1", "2"]
    page.locator("#change-merged").check()
    settle(page)
    assert sorted(column(page, "List of clusters", 0)) == ["sales", "support"]
    page.get_by_role("button", name="New clusters").click()
    settle(page)
    assert len(rows(page, "List of clusters")) == 8
    page.locator("#change-appeared").check()
    settle(page)
    assert column(page, "List of clusters", 0) == ["8"]


def test_cluster_is_followed_through_versions(open_page: OpenPage) -> None:
    page = open_page()
    versions = {
        "2024": "a b c d\ne f g\n",
        "2025": "a b\nc d\ne f g\n",
        "2026": "a b x\nc d\ne f g\n",
    }
    drop(page, *((f"{year}.cnl", text) for year, text in versions.items()))
    page.locator('[aria-label="Ranking"]').wait_for()
    page.locator("#view-changes").click()
    page.locator('[aria-label="List of clusters"]').wait_for()
    settle(page)
    page.get_by_role("link", name="0", exact=True).first.click()
    page.get_by_role("heading", name="Cluster 0 of 2024.cnl").wait_for()
    settle(page)
    # name, size and shared nodes; the bar has no text
    assert rows(page, "Clusters of 2024.cnl") == [["0", "4", "–", ""]]
    assert [row[:3] for row in rows(page, "Clusters of 2025.cnl")] == [
        ["0", "2", "2"],
        ["1", "2", "2"],
    ]
    assert [row[:3] for row in rows(page, "Clusters of 2026.cnl")] == [
        ["0", "3", "2"],
        ["1", "2", "2"],
    ]


def test_cluster_is_followed_through_levels(open_page: OpenPage) -> None:
    page = open_page(wait=False)
    table = "node,cluster,level\n" + "".join(
        f"{node},{cluster},{level}\n"
        for level, clusters in {"coarse": {"A": "abcd"}, "fine": {"B": "ab", "C": "cd"}}.items()
        for cluster, nodes in clusters.items()
        for node in nodes
    )
    drop(page, ("levels.csv", table))
    page.get_by_role("button", name="Compare its levels").click()
    page.locator("h1.lead").wait_for()
    settle(page)
    assert page.locator("h1.lead").inner_text().startswith("Of 1 old cluster: 1 split")
    page.get_by_role("link", name="A", exact=True).click()
    page.get_by_role("heading", name="Cluster A of levels.csv, level coarse").wait_for()
    settle(page)
    assert [row[:3] for row in rows(page, "Clusters of levels.csv, level fine")] == [
        ["B", "2", "2"],
        ["C", "2", "2"],
    ]
    page.reload()
    settle(page)
    assert len(rows(page, "Clusters of levels.csv, level fine")) == 2


def test_one_input_with_levels_is_followed_by_its_address(
    open_page: OpenPage, folder: Path
) -> None:
    (folder / "two_levels.csv").write_text("node,cluster,level\na,A,up\na,B,down\n")
    page = open_page(address_of("follow", "two_levels.csv", index=0))
    assert [row[:3] for row in rows(page, "Clusters of down")] == [["B", "1", "1"]]
