"""Every cluster and every node can be looked at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from web.page.conftest import OpenPage
from web_page import address_of, column, drop, rows, settle

import accord

PAIR = ("teams_truth.cnl", "teams_found.cnl")
LIST = "List of clusters"


def test_clusters_are_searched_sorted_and_filtered(open_page: OpenPage, folder: Path) -> None:
    explanation = accord.explain(*(accord.read(folder / name) for name in PAIR))
    page = open_page(address_of("clusters", *PAIR))
    assert page.locator("#content").inner_text().count("8 clusters") >= 1
    assert column(page, LIST, 0)[0] == "archive"

    page.locator("#sort-size").click()
    settle(page)
    assert column(page, LIST, 1) == ["6", "5", "4", "4", "4", "3", "3", "3"]
    page.locator("#verdict-merged").check()
    settle(page)
    assert sorted(column(page, LIST, 0)) == ["sales", "support"]
    page.locator("#verdict-merged").uncheck()
    settle(page)
    page.fill("#filter-min", "5")
    page.locator("#filter-min").blur()
    settle(page)
    assert column(page, LIST, 0) == ["garden", "bar"]
    page.fill("#search", "gar")
    page.wait_for_url("**search=gar*")
    settle(page)
    (row,) = rows(page, LIST)
    garden = explanation.cluster("garden")
    assert row[2] == "split into 2"
    assert row[5] == f"{max(partner.f1 for partner in garden.partners):.4f}"
    page.fill("#search", "nothing like it")
    page.locator(".empty").wait_for()
    assert "No cluster is like this" in page.locator(".empty").inner_text()


def test_a_cluster_has_the_same_colour_everywhere(open_page: OpenPage) -> None:
    def colour(page: Any) -> str:
        cell = page.locator("tr", has=page.get_by_role("link", name="garden", exact=True)).first
        return str(cell.locator("th .key").get_attribute("class"))

    page = open_page(address_of("clusters", *PAIR))
    first = colour(page)
    page.locator("#sort-size").click()
    settle(page)
    assert colour(page) == first
    page.reload()
    settle(page)
    assert colour(page) == first
    page = open_page(address_of("cluster", *PAIR, side="found", index=3))
    assert colour(page) == first


def test_one_cluster(open_page: OpenPage) -> None:
    page = open_page(address_of("clusters", *PAIR))
    page.get_by_role("link", name="garden").click()
    page.locator('[aria-label="Partners"]').wait_for()
    settle(page)
    assert page.locator("h1").inner_text() == "Truth cluster garden"
    assert [row[:1] + row[3:4] for row in rows(page, "Partners")] == [["3", "3"], ["4", "3"]]
    assert column(page, "List of nodes", 0) == ["jan", "kai", "leo", "mia", "ned", "oda"]
    page.get_by_role("button", name="missing 3").click()
    settle(page)
    assert column(page, "List of nodes", 0) == ["mia", "ned", "oda"]
    page.reload()
    settle(page)
    assert column(page, "List of nodes", 0) == ["mia", "ned", "oda"]
    page.locator('[aria-label="Partners"] a').first.click()
    page.get_by_role("heading", name="Found cluster 3").wait_for()
    settle(page)
    page.go_back()
    page.get_by_role("heading", name="Truth cluster garden").wait_for()


def test_nodes_with_a_table_of_attributes(open_page: OpenPage) -> None:
    page = open_page(address_of("nodes", *PAIR))
    drop(page, ("people.csv", "name,age,town\nmia,23,Kiel\nwes,52,Jena\n"))
    page.get_by_text("With columns of people.csv").wait_for()
    settle(page)
    page.fill("#search", "mi")
    page.wait_for_url("**search=mi*")
    settle(page)
    assert rows(page, "List of nodes") == [["mia", "0.6667", "", "garden", "4", "23", "Kiel"]]
    page.get_by_role("link", name="mia").click()
    page.get_by_role("heading", name="Node mia").wait_for()
    settle(page)
    assert "Kiel" in page.locator("dl.facts").inner_text()
    assert [row[0] for row in rows(page, "In the truth") + rows(page, "In found")] == [
        "garden",
        "4",
    ]


def test_a_million_clusters_are_paged_from_the_server(open_page: OpenPage, folder: Path) -> None:
    singletons = "".join(f"{node}\n" for node in range(1_000_000))
    pairs = "".join(f"{node} {node + 1}\n" for node in range(0, 1_000_000, 2))
    (folder / "singletons.cnl").write_text(singletons)
    (folder / "pairs.cnl").write_text(pairs)
    page = open_page(address_of("clusters", "singletons.cnl", "pairs.cnl"), wait=False)
    page.locator(f'[aria-label="{LIST}"]').wait_for(timeout=60_000)
    settle(page)
    shown = page.locator(".pages [role=status]")
    assert shown.inner_text() == "1 to 50 of 1,000,000 clusters"
    first = column(page, LIST, 0)
    page.locator("body").press(".")
    page.wait_for_url("**page=1*")
    settle(page)
    second = column(page, LIST, 0)
    assert len(second) == 50
    assert not set(first) & set(second)
    page.locator("#page-last").click()
    settle(page)
    assert page.locator("#page-on").is_disabled()
    assert shown.inner_text() == "999,951 to 1,000,000 of 1,000,000 clusters"
    page.fill("#search", "765432")
    page.wait_for_url("**search=765432*")
    settle(page)
    assert column(page, LIST, 0) == ["765432"]
    page.get_by_role("link", name="765432").click()
    page.get_by_role("heading", name="Truth cluster 765432").wait_for()
    settle(page)
    assert column(page, "List of nodes", 0) == ["765432", "765433"]


def test_unknown_cluster_says_what_there_is(open_page: OpenPage) -> None:
    page = open_page(address_of("cluster", *PAIR, cluster="gardn"), expects=[422])
    assert "did you mean garden" in page.get_by_role("alert").first.inner_text()
    attributes = json.dumps({"path": "missing.csv"})
    page = open_page(address_of("nodes", *PAIR, attributes=attributes), expects=[404])
    page.get_by_role("alert").first.wait_for()
