"""Edits of a clustering, against the same edits of Python sets."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from web_questions import as_input, ask, ask_for_file, named_input, random_clusters, sets_of

import accord
from accord.web._tasks.edits import apply_edit

Sets = dict[str, set[str]]


def clusters_of(clustering: accord.Clustering) -> Sets:
    names = [str(name) for name in clustering.cluster_names()]
    return dict(zip(names, clustering.to_sets(), strict=True))


@st.composite
def edits_of_sets(draw: st.DrawFn) -> tuple[dict[str, list[str]], list[dict[str, Any]], Sets]:
    """Clusters, edits of them, and the clusters after these."""
    clusters = random_clusters(draw(st.integers(0, 1000)), 25, 6)
    other = random_clusters(draw(st.integers(0, 1000)), 20, 4)
    sets, edits = sets_of(clusters), []
    for _ in range(draw(st.integers(1, 5))):
        op = draw(st.sampled_from(["merge", "split", "by", "move"]))
        names = sorted(sets)
        name = draw(st.sampled_from(names))
        if op == "merge" and len(names) > 1:
            others = draw(
                st.lists(st.sampled_from([n for n in names if n != name]), min_size=1, unique=True)
            )
            edits.append({"op": "merge", "clusters": [name, *others]})
            for each in others:
                sets[name] = sets[name] | sets.pop(each)
        elif op == "split" and len(sets[name]) > 1:
            members = sorted(sets[name])
            cut = draw(st.integers(1, len(members) - 1))
            number = next(n for n in range(2, 99) if f"{name}/{n}" not in sets)
            edits.append({"op": "split", "cluster": name, "parts": [members[:cut]]})
            sets[name], sets[f"{name}/{number}"] = set(members[:cut]), set(members[cut:])
        elif op == "by":
            parts = [p for nodes in other.values() if (p := sets[name] & set(nodes))]
            rest = sets[name] - set().union(*parts)
            parts += [rest] if rest else []
            if len(parts) > 1:
                edits.append({"op": "split", "cluster": name, "by": named_input(other)})
                free = [n for n in range(2, 99) if f"{name}/{n}" not in sets][: len(parts) - 1]
                new = [name, *(f"{name}/{number}" for number in free)]
                sets |= dict(zip(new, parts, strict=True))
        elif op == "move":
            node = draw(st.sampled_from(sorted(sets[name])))
            target = draw(st.sampled_from([None, *(n for n in names if n != name)]))
            edits.append({"op": "move", "node": node, "from": name, "to": target})
            sets[name] = sets[name] - {node}
            if not sets[name]:
                del sets[name]
            if target is not None:
                sets[target] = sets[target] | {node}
    return clusters, edits, sets


@settings(max_examples=60)
@given(edits_of_sets())
def test_edits_are_those_of_sets(
    case: tuple[dict[str, list[str]], list[dict[str, Any]], Sets],
) -> None:
    clusters, edits, expected = case
    if not edits or not expected:
        return
    original = accord.Clustering.from_clusters(clusters)
    edited = original
    for edit in edits:
        by = edit.get("by")
        other = None if by is None else accord.Clustering.from_clusters(_read(by["text"]))
        edited = apply_edit(edited, edit, other)
    assert clusters_of(edited) == expected
    assert set(edited.nodes()) == set(original.nodes())
    for index in range(len(edited.rows)):
        assert (np.diff(edited.rows.row(index).astype(int)) > 0).all()
    answer = ask(
        "compare",
        truth=named_input(clusters),
        found={**named_input(clusters), "edits": edits},
        metrics=["f1p"],
    )
    same_nodes = accord.Clustering.from_clusters(
        {name: sorted(nodes) for name, nodes in expected.items()}, nodes=original.nodes()
    )
    value = accord.compare(original, same_nodes, ["f1p"])["f1p"]
    assert answer["comparison"]["scores"]["f1p"]["value"] == pytest.approx(value, abs=1e-12)


def _read(text: str) -> dict[str, list[str]]:
    clusters: dict[str, list[str]] = {}
    for line in text.splitlines()[1:]:
        node, _, cluster = line.partition(",")
        clusters.setdefault(cluster, []).append(node)
    return clusters


def test_split_by_truth_is_that_of_the_question() -> None:
    truth, found = as_input([["a", "b"], ["c", "d"]]), as_input([["a", "b", "c", "d"]])
    edits = [{"op": "split", "cluster": 0, "by": "truth"}]
    answer = ask("compare", truth=truth, found={**found, "edits": edits}, metrics=["f1h"])
    assert answer["comparison"]["scores"]["f1h"]["value"] == 1
    ranked = ask("rank", truth=truth, found=[{**found, "edits": edits}], metrics=["f1h"])
    assert next(iter(ranked["ranking"].values()))["scores"]["f1h"]["value"] == 1


def test_numbered_clusters_keep_their_numbers() -> None:
    clustering = accord.Clustering.from_clusters([[1, 2], [3, 4], [5, 6, 7]])
    merged = apply_edit(clustering, {"op": "merge", "clusters": ["0", "1"]})
    assert clusters_of(merged) == {"0": {1, 2, 3, 4}, "2": {5, 6, 7}}
    split = apply_edit(clustering, {"op": "split", "cluster": 2, "parts": [["5"], [6]]})
    assert clusters_of(split) == {"0": {1, 2}, "1": {3, 4}, "2": {5}, "3": {6}, "4": {7}}


def test_shares_are_kept_and_added() -> None:
    fuzzy = accord.Clustering.from_memberships(
        ["a", "a", "b", "c"], ["x", "y", "y", "x"], shares=[0.5, 0.25, 1.0, 0.75]
    )
    merged = apply_edit(fuzzy, {"op": "merge", "clusters": ["x", "y"]})
    assert sorted(merged.memberships()) == [("a", "x", 0.75), ("b", "x", 1.0), ("c", "x", 0.75)]
    moved = apply_edit(fuzzy, {"op": "move", "node": "c", "from": "x", "to": "y"})
    assert ("c", "y", 0.75) in set(moved.memberships())


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        ({"op": "merge", "clusters": ["red", "rad"]}, "did you mean red"),
        ({"op": "merge", "clusters": ["red", "red"]}, "two clusters or more"),
        ({"op": "move", "node": "z", "from": "red", "to": "blue"}, "unknown node 'z'"),
        ({"op": "move", "node": "c", "from": "red", "to": "blue"}, "does not have node c"),
        ({"op": "move", "node": "c"}, "leaves"),
        ({"op": "split", "cluster": "red", "parts": [["a", "b"]]}, "as it is"),
        ({"op": "split", "cluster": "red", "parts": [["c"]]}, "does not have node c"),
        ({"op": "paint"}, "unknown edit"),
    ],
)
def test_wrong_edits_say_why(edit: dict[str, Any], message: str) -> None:
    clustering = accord.Clustering.from_clusters({"red": ["a", "b"], "blue": ["c"]})
    with pytest.raises(accord.InputError, match=message):
        apply_edit(clustering, edit)


def test_an_edited_clustering_can_be_saved_and_read_again() -> None:
    found = {
        **named_input({"red": ["a", "b"], "blue": ["c"]}),
        "edits": [{"op": "move", "node": "b", "from": "red", "to": "blue"}],
    }
    saved = ask_for_file("convert", input=found, format="csv")
    assert saved.filename == "clusters-edited.csv"
    again = {"text": saved.content.decode(), "name": saved.filename}
    assert ask("compare", truth=found, found=again, metrics=["f1h"])["scores"][0]["value"] == 1
