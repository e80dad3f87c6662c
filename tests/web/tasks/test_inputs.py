"""Reading inputs, keeping them, and what is made of them."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import numpy as np
import pytest
from web_questions import (
    as_input,
    ask,
    ask_for_file,
    ask_to_make,
    named_input,
    random_clusters,
)

import accord
from accord.web._tasks import Inputs
from accord.web._tasks.memory import RecentObjects, memory_of

TEXT = named_input({name.replace(" ", "_"): nodes for name, nodes in random_clusters(1).items()})[
    "text"
]


def test_a_stored_file_is_called_by_its_name(tmp_path: Path) -> None:
    stored = tmp_path / "0123abcd"
    stored.write_bytes(gzip.compress(TEXT.encode()))
    spec = {"at": str(stored), "name": "truth.csv.gz"}
    answer = ask("inspect", input=spec)
    assert (answer["kind"], answer["format"]) == ("clustering", "csv")
    expected = accord.as_clustering(random_clusters(1), orientation="clusters")
    assert answer["facts"] == expected.facts()
    stored.write_bytes(gzip.compress(TEXT.encode())[:-9])
    with pytest.raises(accord.AccordError) as error:
        ask("inspect", input=spec)
    assert "truth.csv.gz" in str(error.value)
    assert "0123abcd" not in str(error.value)


def test_errors_say_where_in_the_file() -> None:
    text = "node,cluster,share\na,x,0.5\nb,y,much\n"
    with pytest.raises(accord.FormatError, match=r"clusters\.csv, line 3"):
        ask("inspect", input={"text": text, "name": "clusters.csv"})


def test_kinds_of_inputs() -> None:
    network = {"text": "a b\nb c\nc a\n", "name": "net.edges"}
    assert ask("inspect", input=network)["kind"] == "network"
    table = {"text": "name,age,town\nann,3,Bonn\nbob,4,Ulm\n", "name": "people.csv"}
    assert ask("inspect", input=table, kind="table")["attributes"] == ["age", "town"]
    assert ask("inspect", input=table)["kind"] == "table"
    levels = {"text": "node,cluster,level\na,x,1\nb,x,1\na,p,2\nb,q,2\n", "name": "l.csv"}
    assert ask("inspect", input=levels)["levels"] == [
        {"name": "1", "clusters": 1},
        {"name": "2", "clusters": 2},
    ]
    with pytest.raises(accord.InputError, match="unknown level"):
        ask("inspect", input={**levels, "level": "3"})


def test_a_folder_has_levels(tmp_path: Path) -> None:
    (tmp_path / "a.cnl").write_text("1 2\n3\n")
    (tmp_path / "b.cnl").write_text("1 2 3\n")
    answer = ask("inspect", input={"at": str(tmp_path), "name": "folder"})
    assert [level["name"] for level in answer["levels"]] == ["a", "b"]


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    file, inputs = tmp_path / "clusters.cnl", Inputs()
    spec = {"at": str(file), "name": "clusters.cnl"}
    file.write_text("1 2\n3\n")
    assert ask("inspect", inputs, input=spec)["facts"]["clusters"] == 2
    file.write_text("1 2 3\n")
    os.utime(file, ns=(1, 1))
    assert ask("inspect", inputs, input=spec)["facts"]["clusters"] == 1


def test_a_kept_input_is_not_read_again(tmp_path: Path) -> None:
    file, inputs = tmp_path / "clusters.cnl", Inputs()
    file.write_text("1 2\n3\n")
    spec = {"at": str(file), "stamp": "s", "name": "clusters.cnl"}
    first = ask("inspect", inputs, input=spec)["facts"]
    assert inputs.clustering(spec) is inputs.clustering(dict(spec))
    assert ask("inspect", inputs, input=spec)["facts"] == first


@pytest.mark.parametrize("format", ["cnl", "csv", "json", "tsv"])
def test_convert(format: str) -> None:
    document = ask_for_file("convert", input={"text": TEXT, "name": "x.csv"}, format=format)
    again = {"text": document.content.decode(), "name": document.filename}
    truth = {"text": TEXT, "name": "x.csv"}
    assert ask("compare", truth=truth, found=again, metrics=["f1h"])["scores"][0]["value"] == 1


def test_convert_a_network() -> None:
    network = {"text": "a b\nb c\n", "name": "net.edges"}
    document = ask_for_file("convert", input=network, format="graphml", kind="network")
    assert b"<graphml" in document.content
    with pytest.raises(accord.InputError, match="unknown format"):
        ask_for_file("convert", input=network, format="odd")


def test_generate() -> None:
    request = {"nodes": 200, "average_degree": 8, "max_degree": 20, "mixing": 0.2, "seed": 4}
    made = ask_to_make("generate_lfr", **request)
    expected = accord.generate_lfr(**request)
    name, content = made.files["truth"]
    truth = {"text": content.decode(), "name": name}
    kept = Inputs().clustering(truth)
    assert kept.to_sets() == expected.truth.to_sets()
    name, content = made.files["network"]
    network = Inputs().network({"text": content.decode(), "name": name})
    assert network.facts() == expected.network.facts()
    assert made.answer["realised"] == expected.to_dict()["realised"]


def test_recent_objects_stay_within_their_bytes() -> None:
    recent = RecentObjects(10_000_000)
    for number in range(30):
        recent.get(number, lambda: (np.zeros(125_000), ()))
        recent.trim()
        assert recent.n_bytes <= recent.max_bytes
    assert 29 in recent
    assert 0 not in recent


def test_memory_of_clusterings_is_about_right() -> None:
    clustering = accord.generate_cover(20_000, 500, seed=1)
    arrays = clustering.rows.members.nbytes + clustering.rows.offsets.nbytes
    assert memory_of(clustering) >= arrays
    names = [f"cluster number {number}" for number in range(100_000)]
    assert 5e6 < memory_of(names) < 2e7


def test_little_memory_is_enough() -> None:
    inputs = Inputs(1000)
    pair = {"truth": as_input([["a", "b"], ["c"]]), "found": as_input([["a"], ["b", "c"]])}
    first = ask("explain", inputs, **pair)
    assert ask("explain", inputs, **pair) == first
