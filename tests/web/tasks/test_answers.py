"""Answers as they are sent: JSON, pictures, pages, examples."""

from __future__ import annotations

import json
import math
import re
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from web_questions import ask, ask_for_file, named_input, random_clusters

import accord
from accord._display.palette import LIGHT
from accord.web._tasks.json_values import as_json, kind_of_names
from accord.web._tasks.names import ClusterNames, SearchableNames

PAIR = {"truth": named_input(random_clusters(1)), "found": named_input(random_clusters(2))}
RESULTS = {"truth": PAIR["truth"], "found": [PAIR["found"], PAIR["truth"]]}
PICTURES = ["verdicts", "flows", "overlap_matrix", "match_by_size", "sizes"]


def test_values_that_json_does_not_have() -> None:
    value = {
        "nan": math.nan,
        "array": np.array([1.5, math.inf]),
        "large": 2**53 + 1,
        "exact": 2**53,
        "half": "\ud800x",
        3: (True, None, np.int64(4)),
        "object": frozenset([1]),
    }
    written = json.dumps(as_json(value), allow_nan=False, ensure_ascii=False).encode()
    assert json.loads(written) == {
        "nan": None,
        "array": [1.5, None],
        "large": "9007199254740993",
        "exact": 2**53,
        "half": "\\ud800x",
        "3": [True, None, 4],
        "object": [1],
    }


@pytest.mark.parametrize(
    ("names", "kind"),
    [(None, "number"), (["a"], "text"), ([3, 4], "integer"), ([(1, 2)], "other"), ([], "text")],
)
def test_kinds_of_names(names: Any, kind: str) -> None:
    assert kind_of_names(names) == kind


NAMES = st.lists(st.text(max_size=4) | st.integers(-5, 20), max_size=8)


@given(NAMES, st.text(max_size=2))
def test_searches_are_those_of_python(names: list[object], text: str) -> None:
    found = SearchableNames(names).containing(text)
    assert found.tolist() == [text.lower() in str(name).lower() for name in names]


@given(NAMES, st.text(max_size=4) | st.integers(-5, 20))
def test_names_are_found(names: list[Any], wanted: Any) -> None:
    equal = [index for index, name in enumerate(names) if name == wanted]
    written = [index for index, name in enumerate(names) if str(name) == str(wanted)]
    assert ClusterNames(names).find(wanted) == next(iter(equal or written), None)
    assert sorted(ClusterNames(names).rank.tolist()) == list(range(len(names)))


@pytest.mark.parametrize("kind", [*PICTURES, "scores", "similarity"])
def test_pictures(kind: str) -> None:
    request = {**(PAIR if kind in PICTURES else RESULTS), "kind": kind}
    answer = ask("pictures", **request)
    for part in answer["svgs"]:
        root = ElementTree.fromstring(part["svg"])
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert not [element for element in root.iter() if "style" in element.attrib]
    assert ask("pictures", **request) == answer
    document = ask_for_file("pictures", **request, format="svg")
    text = document.content.decode()
    ElementTree.fromstring(text)
    assert "var(" not in text
    assert "light-dark(" not in text
    colours = {**LIGHT.verdicts, "truth": LIGHT.truth, "found": LIGHT.found}
    for name in set(re.findall(r"\bc-([a-z]+)\b", "".join(re.findall(r'class="[^"]*"', text)))):
        if name in colours:
            assert colours[name] in text


def test_unknown_pictures() -> None:
    for kind in ("odd", "levels"):
        with pytest.raises(accord.InputError):
            ask("pictures", **PAIR, kind=kind)


@pytest.mark.parametrize(
    "request_",
    [
        {"of": "compare", **PAIR},
        {"of": "rank", **RESULTS},
        {"of": "explain", **PAIR},
        {"of": "cluster", **PAIR, "index": 0},
        {"of": "node", **PAIR, "node": "n1"},
        {"of": "named_clusters", **PAIR},
    ],
)
def test_reports_and_tables(request_: dict[str, Any]) -> None:
    page = ask_for_file("report", **request_, title="A <title>")
    assert page.content.startswith(b"<!DOCTYPE html>")
    assert b"A &lt;title&gt;" in page.content
    for format in ("csv", "json", "latex", "markdown"):
        assert ask_for_file("tables", **request_, format=format).content
    with pytest.raises(accord.InputError):
        ask_for_file("tables", **request_, format="odd")


def test_metrics() -> None:
    answer = ask("metrics")
    assert [metric["name"] for metric in answer["metrics"]] == list(accord.METRICS)
    assert [metric["name"] for metric in answer["qualities"]] == list(accord.QUALITIES)
    for metric in [*answer["metrics"], *answer["qualities"]]:
        assert metric["description"]
        assert not metric["description"].startswith(">>>")


def test_examples_are_for_every_task() -> None:
    for example in ask("examples")["examples"]:
        for found in example["found"]:
            pair = {"truth": example["truth"], "found": found}
            assert ask("compare", **pair)["scores"]
            assert ask("explain", **pair)["clusters"]["truth"] > 1
            assert ask("changes", old=pair["truth"], new=found)["clusters"]["new"] > 0
        assert ask("rank", truth=example["truth"], found=example["found"])["best"]
        assert not ask("inspect", input=example["truth"])["notes"]
        if "network" in example:
            assert ask("inspect", input=example["network"])["kind"] == "network"
            assert ask("quality", network=example["network"], clustering=example["truth"])


def test_names_from_users_do_not_become_markup() -> None:
    name = "<script>alert(1)</script>"
    reading = {"name": "x.json", "reading": {"orientation": "clusters"}}
    truth = {"text": f'{{"{name}": ["a", "b"], "y": ["c", "d", "e"]}}', **reading}
    found = {"text": '{"z": ["a", "c"], "w": ["b", "d", "e"]}', **reading}
    for kind in PICTURES:
        asked = {"truth": truth, "found": found, "kind": kind}
        assert all("<script" not in part["svg"] for part in ask("pictures", **asked)["svgs"])
        assert b"<script" not in ask_for_file("pictures", **asked, format="svg").content
