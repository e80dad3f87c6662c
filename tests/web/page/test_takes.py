"""Every view can be taken along: as a page, as tables, as commands, and its pictures as SVG."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from web.page.conftest import OpenPage
from web_page import address_of

PAIR = ("teams_truth.cnl", "teams_found.cnl")
EDITS = json.dumps([{"op": "merge", "clusters": ["3", "4"]}])
#: Views, and words of the command that gives the same.
VIEWS = {
    "answer": (address_of("", *PAIR), "accord compare teams_truth.cnl teams_found.cnl"),
    "ranking": (address_of("", *PAIR, PAIR[0]), "accord compare teams_truth.cnl"),
    "clusters": (address_of("clusters", *PAIR), "accord explain"),
    "cluster": (address_of("cluster", *PAIR, cluster="garden"), "--cluster garden"),
    "nodes": (address_of("nodes", *PAIR), "accord explain"),
    "node": (address_of("node", *PAIR, node="mia"), "--node mia"),
    "changes": (address_of("changes", *PAIR), "accord explain"),
    "follow": (address_of("follow", *PAIR, index=2), "--cluster garden"),
    "what if": (address_of("whatif", *PAIR, edits=EDITS), "teams_found-edited.cnl"),
}


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_can_be_taken_along(open_page: OpenPage, view: str) -> None:
    address, command = VIEWS[view]
    page = open_page(address)
    starts = {"Page (HTML)": "<!doctype html>", "Data (JSON)": "{", "Table (CSV)": ""}
    for words, start in starts.items():
        with page.expect_download() as download:
            page.get_by_role("button", name=words, exact=True).click()
        text = Path(download.value.path()).read_text().lower()
        assert text.startswith(start), text[:80]
        assert len(text.splitlines()) > 1
    assert command in page.get_by_label("In the shell", exact=True).inner_text()
    assert "import accord" in page.get_by_label("In Python", exact=True).inner_text()
    if view == "what if":
        assert page.get_by_text("save teams_found-edited.cnl first").is_visible()


def test_pictures_are_saved_as_svg(open_page: OpenPage) -> None:
    page = open_page(address_of("", *PAIR))
    for save in page.get_by_role("button", name="Save SVG").all():
        with page.expect_download() as download:
            save.click()
        assert ElementTree.parse(download.value.path()).getroot().tag.endswith("}svg")
