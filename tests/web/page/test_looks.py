"""The page is accessible, fits a phone, and is light or dark, in all its views."""

from __future__ import annotations

import json

import pytest
from web.page.conftest import OpenPage
from web_page import address_of, check_looks

PAIR = ("teams_truth.cnl", "teams_found.cnl")
EDITS = json.dumps([{"op": "merge", "clusters": ["3", "4"]}])
VIEWS = {
    "welcome": address_of(),
    "answer": address_of("", *PAIR),
    "ranking": address_of("", *PAIR, "teams_truth.cnl"),
    "clusters": address_of("clusters", *PAIR),
    "cluster": address_of("cluster", *PAIR, index=2),
    "nodes": address_of("nodes", *PAIR),
    "node": address_of("node", *PAIR, node="mia"),
    "changes": address_of("changes", *PAIR),
    "follow": address_of("follow", *PAIR, index=0),
    "what if": address_of("whatif", *PAIR, edits=EDITS),
    "stores": address_of("stores"),
    "nothing found": address_of("clusters", *PAIR, search="nothing like it"),
}


@pytest.mark.parametrize("view", VIEWS)
def test_accessible_and_as_wide_as_the_window(open_page: OpenPage, view: str) -> None:
    for scheme, width in (("light", 1280), ("dark", 390)):
        page = open_page(VIEWS[view], color_scheme=scheme, width=width)
        check_looks(page, scheme)
