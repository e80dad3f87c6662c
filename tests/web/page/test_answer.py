"""The answer comes first, and follows whatever is changed; the address holds all of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from web.page.conftest import OpenPage
from web_page import address_of, column, drop, rows, settle

import accord

PAIR = ("teams_truth.cnl", "teams_found.cnl")


def pair(folder: Path) -> tuple[Any, Any]:
    truth, found = (accord.read(folder / name) for name in PAIR)
    return truth, found


def values(page: Any) -> dict[str, str]:
    """The values of the table by the names of metrics, without their options."""
    texts = page.locator('[aria-label="Scores"] tbody th b').all_inner_texts()
    names = [text.partition(" (")[0] for text in texts]
    return dict(zip(names, column(page, "Scores", 1), strict=True))


def sides(page: Any) -> list[str]:
    """Which file is the truth, and which one was found."""
    return [" ".join(text.split()) for text in page.locator(".pair .side").all_inner_texts()]


def test_dropped_files_are_compared_at_once(page: Any, folder: Path) -> None:
    drop(page, folder / "teams_found.cnl", folder / "teams_truth.cnl")
    page.locator("h1.lead").wait_for()
    settle(page)
    truth, found = pair(folder)
    # The truth is known by its name, not by its place.
    assert sides(page) == ["truth: teams_truth.cnl", "found: teams_found.cnl"]
    assert page.locator("h1.lead").inner_text().startswith(f"F1h {accord.f1h(truth, found):.4f}")
    assert values(page)["F1p"] == f"{accord.f1p(truth, found):.4f}"
    cards = page.locator("main section").evaluate_all("all => all.map(each => each.ariaLabel)")
    assert cards[0] == "Answer"


def test_paste_and_examples(page: Any) -> None:
    page.get_by_role("button", name="Compare").first.click()
    assert page.get_by_text("Paste the clusters of truth first").is_visible()
    page.fill("#paste-truth", "a b c\nd e f")
    page.fill("#paste-found", "a b c\nd e f")
    page.get_by_role("button", name="Compare").first.click()
    page.locator("h1.lead").wait_for()
    settle(page)
    assert set(values(page).values()) == {"1.0000"}
    page.locator("#home").click()
    page.get_by_role("button", name="Teams, and two guesses").click()
    page.locator('[aria-label="Ranking"]').wait_for()
    settle(page)
    assert len(rows(page, "Ranking")) == 2


def test_files_of_the_server_are_compared_without_an_upload(page: Any) -> None:
    for name in PAIR:
        page.get_by_role("checkbox", name=name).check()
    page.get_by_role("button", name="Use 2 files").click()
    page.locator("h1.lead").wait_for()
    settle(page)
    assert "path%3Ateams_truth.cnl" in page.url
    assert "file%3A" not in page.url


def test_values_follow_what_is_changed(open_page: OpenPage, folder: Path) -> None:
    truth, found = pair(folder)
    page = open_page(address_of("", *PAIR))
    page.check("#metric-f1p")
    page.locator('[aria-label="Scores"] tbody tr').nth(1).wait_for(state="detached")
    settle(page)
    assert values(page) == {"F1p": f"{accord.f1p(truth, found):.4f}"}

    page.select_option("#option-weighting", "macro")
    settle(page)
    assert values(page) == {"F1p": f"{accord.f1p(truth, found, weighting='macro'):.4f}"}
    page.select_option("#option-nodes", "intersection")
    settle(page)
    common = accord.f1p(truth, found, weighting="macro", nodes="intersection")
    assert values(page) == {"F1p": f"{common:.4f}"}

    page.reload()
    settle(page)
    assert values(page) == {"F1p": f"{common:.4f}"}
    page.go_back()
    settle(page)
    assert page.input_value("#option-nodes") == ""

    page.locator("body").press("s")
    settle(page)
    assert sides(page) == ["truth: teams_found.cnl", "found: teams_truth.cnl"]


def test_pictures_and_costs_follow_what_is_changed(open_page: OpenPage, folder: Path) -> None:
    truth, found = pair(folder)
    page = open_page(address_of("", *PAIR))
    drawings = page.locator('[data-region^="picture-"] svg')
    before = drawings.evaluate_all("all => all.map(each => each.outerHTML)")
    page.select_option("#option-nodes", "intersection")
    settle(page)
    after = drawings.evaluate_all("all => all.map(each => each.outerHTML)")
    assert len(after) == len(before)
    assert all(new != old for new, old in zip(after, before, strict=True))

    page.check("#metric-f1p")
    settle(page)
    totals = accord.explain(truth, found, "f1p", nodes="intersection").totals()["truth"]
    shown = {row[0]: row[1:3] for row in rows(page, "Clusters by verdict")}
    judged = {verdict: total for verdict, total in totals.items() if total.clusters}
    assert len(judged) > 2
    for verdict, total in judged.items():
        clusters, cost = shown[verdict]
        assert int(clusters) == total.clusters
        assert float(cost) == pytest.approx(total.cost, rel=0.01)


def test_pictures_that_do_not_change_stay(open_page: OpenPage) -> None:
    page = open_page(address_of("", *PAIR, metrics="f1p"))
    page.evaluate("document.querySelector('[data-region=picture-flows] svg').dataset.old = 'yes'")
    page.select_option("#option-weighting", "macro")
    settle(page)
    assert page.locator("[data-region=picture-flows] svg").get_attribute("data-old") == "yes"


def test_nothing_else_is_asked_before_the_answer(open_page: OpenPage) -> None:
    page = open_page(address_of("", *PAIR))
    # On a busy machine the answer may take so long that others do not wait for it.
    page.evaluate(
        "() => { const wait = setTimeout; window.setTimeout = (f, ms) => ms < 999 && wait(f, ms) }"
    )
    order: list[str] = []
    page.on("request", lambda request: order.append(f"asked {urlsplit(request.url).path}"))
    page.on("response", lambda response: order.append(f"got {urlsplit(response.url).path}"))
    page.select_option("#option-nodes", "intersection")
    settle(page)
    assert order[:2] == ["asked /api/v1/compare", "got /api/v1/compare"]
    assert "asked /api/v1/pictures" in order


def test_marks_of_a_picture_are_named_by_the_arrow_keys(open_page: OpenPage) -> None:
    page = open_page(address_of("", *PAIR))
    page.locator("[data-region=picture-flows] .drawing").focus()
    tips = []
    for _ in range(2):
        page.keyboard.press("ArrowRight")
        tips.append(page.locator("#tip").inner_text())
    assert all(tips)
    assert tips[0] != tips[1]
    page.keyboard.press("Escape")
    assert page.locator("#tip").is_hidden()


def test_noise_is_a_label_that_one_names(page: Any) -> None:
    drop(page, ("truth.labels", "1\n1\n2\n2\n"), ("found.labels", "1\n1\n2\n-1\n"))
    page.locator("h1.lead").wait_for()
    settle(page)
    before = values(page)
    page.fill("#option-noise", "-1")
    page.locator("#option-noise").blur()
    settle(page)
    assert "noise=-1" in page.url
    assert values(page) != before


def test_levels_are_chosen(page: Any) -> None:
    truth = "node,cluster\na,1\nb,1\nc,2\nd,2\n"
    found = "node,cluster,level\na,1,fine\nb,1,fine\nc,2,fine\nd,2,fine\n" + "".join(
        f"{node},3,coarse\n" for node in "abcd"
    )
    drop(page, ("truth.csv", truth), ("found.csv", found))
    page.locator("h1.lead").wait_for()
    settle(page)
    page.get_by_label("Level of found.csv").select_option("fine")
    settle(page)
    assert set(values(page).values()) == {"1.0000"}
    page.get_by_label("Level of found.csv").select_option("coarse")
    settle(page)
    assert "1.0000" not in values(page).values()
    page.get_by_label("Level of found.csv").select_option("")
    page.select_option("#option-levels", "best")
    settle(page)
    assert set(values(page).values()) == {"1.0000"}


def test_each_level_is_a_result_of_its_own(page: Any) -> None:
    truth = "node,cluster\na,1\nb,1\nc,2\nd,2\n"
    found = "node,cluster,level\na,1,a/1\nb,1,a/1\nc,2,a/1\nd,2,a/1\n" + "".join(
        f"{node},3,0\n" for node in "abcd"
    )
    drop(page, ("truth.csv", truth), ("found.csv", found))
    page.get_by_role("button", name="Each level by itself").click()
    page.locator('[aria-label="Ranking"]').wait_for()
    settle(page)
    names = ["found.csv, level a/1", "found.csv, level 0"]
    assert [row[1] for row in rows(page, "Ranking")] == names
    page.reload()
    settle(page)
    assert [row[1] for row in rows(page, "Ranking")] == names
    assert sides(page)[0] == "truth: truth.csv"


def test_advice_about_nodes_can_be_taken(open_page: OpenPage, folder: Path) -> None:
    truth, found = pair(folder)
    page = open_page(address_of("", *PAIR, metrics="f1p"))
    advice = page.locator("ul.notes li", has_text="truth covers 88 %")
    advice.get_by_role("button", name="Compare the nodes of the truth").click()
    settle(page)
    assert page.input_value("#option-nodes") == "truth"
    assert values(page) == {"F1p": f"{accord.f1p(truth, found, nodes='truth'):.4f}"}


def test_files_that_can_be_read_in_two_ways_are_asked_about(open_page: OpenPage) -> None:
    page = open_page(expects=[422])
    drop(page, ("truth.txt", "1\n1\n2\n2\n"), ("mine.txt", "1\n2\n2\n2\n"))
    page.get_by_role("button", name="Read as a label per node").first.click()
    page.locator("h1.lead").wait_for()
    settle(page)
    assert page.get_by_role("alert").count() == 0
    truth, found = ([1, 1, 2, 2], [1, 2, 2, 2])
    assert values(page)["F1h"] == f"{accord.f1h(truth, found):.4f}"
    page.reload()
    settle(page)
    assert values(page)["F1h"] == f"{accord.f1h(truth, found):.4f}"
    for name in ("truth.txt", "mine.txt"):
        page.get_by_label(f"How to read {name}").select_option("cnl")
        settle(page)
    assert page.locator("ul.inputs").inner_text().count("cnl") == 2


def test_names_of_different_kinds_can_be_taken_as_text(open_page: OpenPage) -> None:
    page = open_page(expects=[422])
    drop(page, ("truth.cnl", "a 1\n2 3\n"), ("found.cnl", "1 2\n3\n"))
    page.get_by_role("button", name="Take all names as text").first.click()
    page.locator("h1.lead").wait_for()
    settle(page)
    assert "on 4 nodes" in page.locator("h1.lead").inner_text()
    assert page.input_value("#option-ids") == "text"


def test_an_empty_file_is_explained(open_page: OpenPage) -> None:
    page = open_page(expects=[422])
    drop(page, ("truth.cnl", "a b\n"), ("found.cnl", ""))
    alert = page.get_by_role("alert").first
    alert.wait_for()
    assert "found.cnl: the file is empty" in alert.inner_text()


def test_third_file_makes_a_ranking(open_page: OpenPage, folder: Path) -> None:
    page = open_page(address_of("", *PAIR))
    drop(page, ("better.cnl", (folder / "teams_truth.cnl").read_text()))
    page.locator('[aria-label="Ranking"]').wait_for()
    settle(page)
    ranking = rows(page, "Ranking")
    assert "better" in " ".join(ranking[0])
    assert sides(page) == ["truth: teams_truth.cnl", "found: teams_found.cnl"]
    page.locator('[aria-label="Ranking"]').get_by_role("button", name="better").click()
    settle(page)
    assert sides(page) == ["truth: teams_truth.cnl", "found: better.cnl"]


def test_bad_file_is_explained(open_page: OpenPage) -> None:
    page = open_page(expects=[422])
    drop(page, ("truth.csv", "node,cluster\na,1\nb\n"), ("found.csv", "node,cluster\na,1\n"))
    page.get_by_role("alert").first.wait_for()
    assert "truth.csv, line 3" in page.get_by_role("alert").first.inner_text()


def test_what_is_wrong_is_said_once(open_page: OpenPage) -> None:
    page = open_page(address_of("", "missing.cnl", PAIR[1]), expects=[404])
    (alert,) = [each for each in page.get_by_role("alert").all() if each.is_visible()]
    assert "missing.cnl: there is no such file" in alert.inner_text()
    assert page.locator('section[aria-label="Answer"]').get_by_role("alert").is_visible()
    page.get_by_role("button", name="Remove missing.cnl").click()
    page.get_by_text("You gave teams_found.cnl").wait_for()


def test_names_are_shown_as_text(page: Any) -> None:
    hostile = '<img src=x onerror="alert(1)">'
    drop(
        page,
        ("truth.csv", f"node,cluster\na,{hostile}\nb,{hostile}\n"),
        ("f.csv", "node,cluster\na,x\nb,y\n"),
    )
    page.locator("h1.lead").wait_for()
    page.locator("#view-clusters").click()
    settle(page)
    assert hostile in page.locator('[aria-label="List of clusters"]').inner_text()
    assert page.locator("main img").count() == 0


def test_keys_and_theme(open_page: OpenPage) -> None:
    page = open_page(address_of("", *PAIR))
    page.locator("body").press("?")
    assert page.get_by_role("dialog").is_visible()
    page.keyboard.press("Escape")
    for key, view in {"c": "clusters", "n": "nodes", "o": "changes", "w": "whatif"}.items():
        page.locator("body").press(key)
        page.wait_for_url(f"**/#/{view}?*")
    settle(page)
    before = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    page.locator("body").press("d")
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") != before
