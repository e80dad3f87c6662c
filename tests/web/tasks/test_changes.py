"""Changes between versions, against sets."""

from __future__ import annotations

from typing import Any

import pytest
from web_questions import as_input, ask, named_input, random_clusters, sets_of

import accord

OLD = {
    "same": ["a1", "a2", "a3"],
    "parted": ["b1", "b2", "b3", "b4"],
    "one": ["c1", "c2", "c3"],
    "two": ["d1", "d2", "d3"],
    "gone": ["e1", "e2"],
    "small": ["f1", "f2", "f3"],
    "large": ["g1", "g2", "g3", "g4", "g5"],
}
NEW = {
    "same": ["a1", "a2", "a3"],
    "left": ["b1", "b2"],
    "right": ["b3", "b4"],
    "both": ["c1", "c2", "c3", "d1", "d2", "d3"],
    "small": ["f1", "f2", "f3", "z1", "z2"],
    "large": ["g1", "g2", "g3"],
    "fresh": ["y1", "y2"],
}
CHANGES_OF_OLD = {
    "same": "stayed",
    "parted": "split",
    "one": "merged",
    "two": "merged",
    "gone": "vanished",
    "small": "grown",
    "large": "shrunk",
}
CHANGES_OF_NEW = {
    "same": "stayed",
    "left": "split",
    "right": "split",
    "both": "merged",
    "small": "grown",
    "large": "shrunk",
    "fresh": "appeared",
}
PAIR = {"old": named_input(OLD), "new": named_input(NEW)}


@pytest.mark.parametrize(("side", "expected"), [("old", CHANGES_OF_OLD), ("new", CHANGES_OF_NEW)])
def test_each_cluster_has_its_change(side: str, expected: dict[str, str]) -> None:
    rows = ask("changes_clusters", **PAIR, side=side)["rows"]
    assert {row["cluster"]: row["change"] for row in rows} == expected
    totals = ask("changes", **PAIR)["totals"][side]
    for change, total in totals.items():
        assert total["clusters"] == list(expected.values()).count(change)
        only = ask("changes_clusters", **PAIR, side=side, changes=[change])
        assert only["total"] == total["clusters"]


def test_words() -> None:
    answer = ask("changes", **PAIR)
    assert answer["sentence"] == (
        "Of 7 old clusters: 1 stayed, 1 grown, 1 shrunk, 1 split, 2 merged, 1 vanished; "
        "1 new cluster appeared."
    )
    words = {row["cluster"]: row["words"] for row in ask("changes_clusters", **PAIR)["rows"]}
    assert words["same"] == "unchanged"
    assert words["parted"] == "split into 2"
    with pytest.raises(accord.InputError, match="change"):
        ask("changes_clusters", **PAIR, changes=["painted"])


def test_follow_through_versions() -> None:
    versions = [sets_of(random_clusters(seed, 40, 6)) for seed in (1, 2, 3)]
    specs = [
        named_input({name: sorted(nodes) for name, nodes in version.items()}, f"{year}.csv")
        for year, version in enumerate(versions)
    ]
    name = next(iter(versions[1]))
    answer = ask("follow", versions=specs, of=1, cluster=name, least_share=0)
    names = [
        {cluster["index"]: cluster["cluster"] for cluster in version["clusters"]}
        for version in answer["versions"]
    ]
    shared: dict[tuple[int, str, str], int] = {}
    for link in answer["links"]:
        first, second = link["from_version"], link["to_version"]
        assert second == first + 1
        ends = names[first][link["from"]], names[second][link["to"]]
        shared[first, *ends] = link["shared"]
        old, new = versions[first][ends[0]], versions[second][ends[1]]
        assert link["shared"] == len(old & new)
        assert link["share_of_from"] == len(old & new) / len(old)
        assert link["share_of_to"] == len(old & new) / len(new)
    for at, (first, second) in enumerate(((0, 1), (1, 2))):
        expected = {
            (at, a, b): len(old & new)
            for a, old in versions[first].items()
            for b, new in versions[second].items()
            if old & new and name in ((a, b)[1 - at],)
        }
        assert {key: value for key, value in shared.items() if key[0] == at} == expected


def test_follow_through_levels() -> None:
    text = "node,cluster,level\na,x,1\nb,x,1\nc,y,1\na,p,2\nb,q,2\nc,q,2\n"
    levels = {"text": text, "name": "levels.csv"}
    answer = ask("follow", input=levels, of=0, cluster="x")
    assert [version["name"] for version in answer["versions"]] == ["1", "2"]
    assert sorted(link["shared"] for link in answer["links"]) == [1, 1]


@pytest.mark.parametrize(
    "asked",
    [
        {"cluster": "nobody"},
        {"index": 99},
        {"index": 0, "of": 5},
        {"index": 0, "versions": None},
        {"index": 0, "versions": None, "input": as_input([["a", "b"]])},
    ],
)
def test_follow_what_is_not_there(asked: dict[str, Any]) -> None:
    versions = [PAIR["old"], PAIR["new"]]
    with pytest.raises(accord.InputError):
        ask("follow", **{"versions": versions, **asked})
