"""Values are those of the library, bit by bit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from web_questions import ask, ask_for_file, named_input, random_clusters

import accord
from accord.web._tasks import Inputs
from accord.web._tasks.json_values import as_json

TRUTH, FOUND = random_clusters(1), random_clusters(2)
PAIR = {"truth": named_input(TRUTH), "found": named_input(FOUND)}


def same(answer: Any, expected: Any) -> bool:
    return bool(answer == json.loads(json.dumps(as_json(expected))))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"metrics": ["f1h", "onmi"], "nodes": "intersection"},
        {"metrics": "all"},
        {"metrics": ["f1p"], "baseline": True, "interval": True, "repeats": 5, "seed": 3},
        {"weighting": "macro", "sharing": "split"},
    ],
)
def test_compare(options: dict[str, Any]) -> None:
    expected = accord.compare(TRUTH, FOUND, orientation="clusters", **options)
    inputs = Inputs()
    for _ in range(2):  # read, and kept
        answer = ask("compare", inputs, **PAIR, **options)
        assert same(answer["comparison"], expected.to_dict())


def test_kept_engines_do_not_change_values() -> None:
    inputs = Inputs()
    for metric in accord.METRICS:
        both = {"metrics": [metric], "nodes": "intersection"}
        try:
            expected = accord.compare(TRUTH, FOUND, orientation="clusters", **both)
        except accord.NotApplicableError as error:
            with pytest.raises(type(error)):
                ask("compare", inputs, **PAIR, **both)
        else:
            assert same(ask("compare", inputs, **PAIR, **both)["comparison"], expected.to_dict())


def test_levels() -> None:
    text = "node,cluster,level\n" + "".join(
        f"{node},{cluster},{level}\n"
        for level, clusters in (("a", TRUTH), ("b", FOUND))
        for cluster, nodes in clusters.items()
        for node in nodes
    )
    levels = accord.Clustering.from_levels(
        {
            "a": accord.as_clustering(TRUTH, orientation="clusters"),
            "b": accord.as_clustering(FOUND, orientation="clusters"),
        }
    )
    found = {"text": text, "name": "levels.csv"}
    for choice in (None, "best", "merged"):
        expected = accord.compare(accord.Clustering.from_clusters(TRUTH), levels, levels=choice)
        answer = ask("compare", truth=PAIR["truth"], found=found, levels=choice)
        assert same(answer["comparison"], expected.to_dict())
    one = ask("compare", truth=PAIR["truth"], found={**found, "level": "b"})
    expected = accord.compare(accord.Clustering.from_clusters(TRUTH), levels.levels()["b"])
    assert same(one["comparison"]["scores"], expected.to_dict()["scores"])


def test_rank() -> None:
    third = random_clusters(3)
    found = [named_input(FOUND, "a/found.csv"), named_input(third, "a/third.csv")]
    answer = ask("rank", truth=PAIR["truth"], found=found)
    results = {
        "found": accord.Clustering.from_clusters(FOUND),
        "third": accord.Clustering.from_clusters(third),
    }
    expected = accord.rank(accord.Clustering.from_clusters(TRUTH), results)
    assert same(answer["ranking"], expected.to_dict())
    assert answer["best"] == expected.best


def test_names_of_results_differ() -> None:
    found = [named_input(FOUND, "found.csv"), named_input(TRUTH, "found.csv")]
    answer = ask("rank", truth=PAIR["truth"], found=found)
    assert len(set(answer["names"])) == 2
    assert answer["ranking"][answer["names"][1]]["scores"]["f1h"]["value"] == 1


def test_explain_and_tables() -> None:
    expected = accord.explain(TRUTH, FOUND, orientation="clusters")
    answer = ask("explain", **PAIR)
    assert answer["value"] == float(expected.score)
    assert same(answer["totals"], expected.to_dict()["totals"])
    assert same(answer["compared"], expected.to_dict()["compared"])
    for kind in ("csv", "json", "latex", "markdown"):
        document = ask_for_file("tables", of="explain", format=kind, **PAIR)
        assert document.content.decode() == f"{getattr(expected, f'to_{kind}')()}\n"


def test_named_clusters() -> None:
    expected = accord.named_clusters(TRUTH, FOUND, orientation="clusters")
    answer = ask("named_clusters", **PAIR, limit=1000)
    assert answer["f1"] == float(expected.score)
    assert [(row["found_index"], row["truth_index"], row["f1"]) for row in answer["rows"]] == [
        (naming.found, naming.truth, naming.f1) for naming in expected
    ]


def test_quality() -> None:
    edges = [(f"n{a}", f"n{b}") for a in range(60) for b in (a * 7 % 60, (a + 1) % 60) if a != b]
    text = "".join(f"{a} {b}\n" for a, b in edges)
    network = {"text": text, "name": "network.edges"}
    expected = accord.score(
        accord.Network.from_edges(edges), accord.Clustering.from_clusters(TRUTH)
    )
    answer = ask("quality", network=network, clustering=PAIR["truth"])
    assert same(answer["quality"], expected.to_dict())


def test_warnings_of_readers_come_back_each_time(tmp_path: Path) -> None:
    file = tmp_path / "truth.odd"
    file.write_text("a b c\nd e f\n")
    with pytest.warns(accord.AccordWarning) as warned:
        accord.read(file)
    inputs, spec = Inputs(), {"at": str(file), "name": "truth.odd"}
    for _ in range(2):
        notes = [note["text"] for note in ask("inspect", inputs, input=spec)["notes"]]
        assert notes == [str(each.message).replace(str(file), "truth.odd") for each in warned]
