"""Clusters and nodes of an explanation: pages, orders and searches, against plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from web_questions import ask, named_input, random_clusters, sets_of

import accord
from accord.web._tasks import Inputs
from accord.web._tasks.orders import first_by, order_by

TRUTH, FOUND = random_clusters(5, 80, 15), random_clusters(6, 80, 15)
PAIR = {"truth": named_input(TRUTH), "found": named_input(FOUND)}
WHY = accord.explain(TRUTH, FOUND, orientation="clusters")
INPUTS = Inputs()


def rows(**asked: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask("explain_clusters", INPUTS, **PAIR, limit=1000, **asked)[
        "rows"
    ]
    return found


@pytest.mark.parametrize("side", ["truth", "found"])
def test_rows_are_those_of_the_explanation(side: str) -> None:
    expected = list(WHY.rows(side))
    answered = [
        (
            side,
            row["cluster"],
            row["size"],
            row["verdict"],
            row["parts"],
            row["partner"],
            row["overlap"],
            row["f1"],
            row["precision"],
            row["recall"],
            row["cost"],
        )
        for row in rows(side=side)
    ]
    assert answered == expected


@pytest.mark.parametrize("sort", ["cost", "size", "overlap", "f1", "precision", "recall", "index"])
@pytest.mark.parametrize("descending", [True, False])
def test_orders(sort: str, descending: bool) -> None:
    values = [row[sort] for row in rows(sort=sort, descending=descending)]
    assert values == sorted(values, reverse=descending)


def test_order_by_name() -> None:
    names = [row["cluster"] for row in rows(sort="cluster")]
    assert names == sorted(TRUTH, key=str.lower)


@pytest.mark.parametrize("search", ["1", "cluster 1", "CLUSTER", "r 3", "", "nothing", "ü"])
def test_search(search: str) -> None:
    expected = {name for name in TRUTH if search.lower() in name.lower()}
    assert {row["cluster"] for row in rows(search=search)} == expected


def test_filters() -> None:
    everything = rows()
    verdicts = sorted({row["verdict"] for row in everything})[:2]
    chosen = rows(verdicts=verdicts, min_size=4, max_size=8)
    expected = [r for r in everything if r["verdict"] in verdicts and 4 <= r["size"] <= 8]
    assert chosen == expected


def test_pages_follow_each_other() -> None:
    pages = [
        ask("explain_clusters", INPUTS, **PAIR, offset=start, limit=4)["rows"]
        for start in range(0, len(TRUTH), 4)
    ]
    assert [row for page in pages for row in page] == rows()
    assert ask("explain_clusters", INPUTS, **PAIR, offset=10**9)["rows"] == []


@pytest.mark.parametrize("side", ["truth", "found"])
def test_one_cluster(side: str) -> None:
    names, others = (TRUTH, FOUND) if side == "truth" else (FOUND, TRUTH)
    members, of_others = sets_of(names), sets_of(others)
    for index, name in enumerate(names):
        asked = {"side": side, "limit": 1000, "partners_limit": 1000}
        answer = ask("explain_cluster", INPUTS, **PAIR, **asked, cluster=name)
        assert answer == ask("explain_cluster", INPUTS, **PAIR, **asked, index=index)
        shared = {
            other: len(members[name] & nodes)
            for other, nodes in of_others.items()
            if members[name] & nodes
        }
        assert {p["cluster"]: p["overlap"] for p in answer["partners"]} == shared
        assert [list(others)[p["index"]] for p in answer["partners"]] == [
            p["cluster"] for p in answer["partners"]
        ]
        partner = of_others[answer["partner"]]
        truth, found = (members[name], partner) if side == "truth" else (partner, members[name])
        by_status: dict[str, set[str]] = {"correct": set(), "missing": set(), "extra": set()}
        for row in answer["nodes"]:
            by_status[row["status"]].add(row["node"])
        assert by_status == {
            "correct": truth & found,
            "missing": truth - found,
            "extra": found - truth,
        }
        assert answer["counts"]["correct"] == len(truth & found)


def test_nodes_of_a_cluster_by_page_and_status() -> None:
    whole = ask("explain_cluster", INPUTS, **PAIR, index=0, limit=1000)
    pages = [
        ask("explain_cluster", INPUTS, **PAIR, index=0, limit=2, offset=start)
        for start in range(0, whole["total"], 2)
    ]
    assert [row for page in pages for row in page["nodes"]] == whole["nodes"]
    for status in ("correct", "missing", "extra"):
        part = ask("explain_cluster", INPUTS, **PAIR, index=0, limit=1000, status=status)
        assert part["nodes"] == [row for row in whole["nodes"] if row["status"] == status]


def test_clusters_of_nodes() -> None:
    answer = ask("explain_nodes", INPUTS, **PAIR, limit=1000)
    names = {row["node"] for row in answer["rows"]}
    assert names == set().union(*TRUTH.values(), *FOUND.values())
    for row in answer["rows"]:
        for side, clusters in (("truth", TRUTH), ("found", FOUND)):
            assert row[side] == [name for name, nodes in clusters.items() if row["node"] in nodes]
    lowest = [(row["node"], row["agreement"]) for row in answer["rows"] if row["agreement"] < 1]
    assert lowest == WHY.worst_nodes(len(names))


def test_search_for_nodes() -> None:
    answer = ask("explain_nodes", INPUTS, **PAIR, search="N1", limit=1000, sort="node")
    assert [row["node"] for row in answer["rows"]] == sorted(
        node for node in set().union(*TRUTH.values()) if "n1" in node
    )


def test_one_node() -> None:
    expected = WHY.node("n7").to_dict()
    answer = ask("explain_node", INPUTS, **PAIR, node="n7")
    assert {name: answer[name] for name in expected} == expected


def test_attributes() -> None:
    table = {"text": "node,age,town\nn7,31,Bonn\nn8,40,Ulm\n", "name": "people.csv"}
    answer = ask("explain_node", INPUTS, **PAIR, node="n7", attributes=table)
    assert answer["attributes"] == {"age": "31", "town": "Bonn"}
    page = ask("explain_nodes", INPUTS, **PAIR, attributes=table, limit=1000)["rows"]
    assert {row["node"] for row in page if row["attributes"]} == {"n7", "n8"}


@pytest.mark.parametrize(
    ("task", "asked"),
    [
        ("explain_cluster", {"cluster": "Cluster 99"}),
        ("explain_cluster", {"index": 99}),
        ("explain_cluster", {}),
        ("explain_clusters", {"side": "both"}),
        ("explain_clusters", {"verdicts": ["odd"]}),
        ("explain_clusters", {"sort": "odd"}),
        ("explain_clusters", {"limit": 10**6}),
        ("explain_node", {"node": "nobody"}),
    ],
)
def test_what_is_not_there(task: str, asked: dict[str, Any]) -> None:
    with pytest.raises(accord.InputError):
        ask(task, INPUTS, **PAIR, **asked)


def test_equal_names_are_told_apart_by_index() -> None:
    truth = accord.Clustering.from_levels(
        {
            1: accord.Clustering.from_clusters({"x": ["a", "b"]}),
            2: accord.Clustering.from_clusters({"x": ["c", "d"]}),
        }
    )
    text = "node,cluster,level\n" + "".join(
        f"{node},{name},{level}\n"
        for level, clustering in truth.levels().items()
        for node, name, _ in clustering.memberships()
    )
    found = {"text": text, "name": "levels.csv"}
    answer = ask("explain_cluster", truth=found, found=found, index=1, limit=10)
    assert {row["node"] for row in answer["nodes"]} == {"c", "d"}
    assert answer["partners"][0]["index"] == 1


@pytest.mark.parametrize("n", [0, 1, 3, 10, 49, 50, 60])
def test_the_first_rows_are_those_of_the_whole_order(n: int) -> None:
    random = np.random.default_rng(n)
    for n_values in (1, 2, 5, 1000):  # with more and with fewer equal rows
        keys = [random.integers(0, n_values, 50).astype(float) for _ in range(3)]
        assert first_by(keys, n).tolist() == order_by(keys)[:n].tolist()


@pytest.mark.parametrize("task", ["explain_clusters", "explain_nodes"])
def test_a_page_is_the_same_before_and_after_the_whole_order_is_made(task: str) -> None:
    for search in (None, "1"):
        inputs = Inputs()
        pages = [
            ask(task, inputs, **PAIR, offset=offset, limit=7, search=search)
            for offset in (0, 7, 10_000, 0, 7)
        ]
        assert pages[:2] == pages[3:]
