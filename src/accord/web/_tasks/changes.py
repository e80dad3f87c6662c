"""The tasks changes and changes_clusters: an old clustering against a new one, without a truth.

The old clustering takes the place of the truth, and each verdict has the word of this setting.
"""

from __future__ import annotations

from typing import Any

from accord._display.numbers import count
from accord._explain.explained_side import VerdictTotal
from accord._foundation.progress import ProgressCallback
from accord.errors import unknown
from accord.web._tasks.explain import compared_facts, kinds_of
from accord.web._tasks.explain_clusters import explain_clusters
from accord.web._tasks.inputs import Inputs

#: The change that each verdict is.
CHANGE_OF = {
    "exact": "stayed",
    "close": "stayed",
    "grown": "grown",
    "shrunk": "shrunk",
    "shifted": "shifted",
    "split": "split",
    "merged": "merged",
    "nested": "mixed",
    "mixed": "mixed",
    "missed": "vanished",
    "noise": "appeared",
    "outside": "appeared",
}
#: Changes in the order in which they are listed, and what they say of a cluster of each side.
MEANINGS = {
    "old": {
        "stayed": "a new cluster has the same nodes, or nearly",
        "grown": "a new cluster has its nodes and many more",
        "shrunk": "a new cluster has a part of its nodes, and hardly any others",
        "shifted": "a new cluster has lost some of its nodes and got others",
        "split": "its nodes are in several new clusters, each mostly within it",
        "merged": "its nodes are in a new cluster with those of others",
        "mixed": "its nodes are spread over new clusters that are mostly other nodes",
        "vanished": "most of its nodes are in no new cluster",
    },
    "new": {
        "stayed": "an old cluster had the same nodes, or nearly",
        "grown": "an old cluster with many nodes more",
        "shrunk": "a part of an old cluster, and hardly any other nodes",
        "shifted": "an old cluster without some of its nodes, and with others",
        "split": "one of several parts of an old cluster",
        "merged": "several old clusters in one",
        "mixed": "from old clusters that were mostly other nodes",
        "appeared": "most of its nodes were in no old cluster",
    },
}
_SIDE_OF = {"old": "truth", "new": "found"}


def changes(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> dict[str, Any]:
    """What became of the old clusters, and where the new ones come from: totals by change."""
    explained = inputs.explained(_as_explain(request), progress)
    totals = explained.explanation.totals()
    by_change = {name: _by_change(name, totals[side]) for name, side in _SIDE_OF.items()}
    compared, kinds = compared_facts(explained), kinds_of(explained)
    return {
        "sentence": _sentence(by_change),
        "totals": {
            name: {
                change: {"clusters": total.clusters, "size": total.size}
                for change, total in of_side.items()
            }
            for name, of_side in by_change.items()
        },
        "meanings": MEANINGS,
        "clusters": {
            name: sum(total.clusters for total in of_side.values())
            for name, of_side in by_change.items()
        },
        "compared": {
            "old": compared["truth"],
            "new": compared["found"],
            "nodes": {
                fact.replace("truth", "old").replace("found", "new"): value
                for fact, value in compared["nodes"].items()
            },
        },
        "kinds": {"nodes": kinds["nodes"], "old": kinds["truth"], "new": kinds["found"]},
    }


def changes_clusters(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> dict[str, Any]:
    """The clusters of the old or the new side with their changes: a page of them."""
    side = request.get("side") or "old"
    if side not in _SIDE_OF:
        raise unknown("side", side, _SIDE_OF)
    verdicts = None
    if request.get("changes") is not None:
        verdicts = [
            verdict for change in request["changes"] for verdict in _verdicts_of(change, side)
        ]
    asked = {**_as_explain(request), "side": _SIDE_OF[side], "verdicts": verdicts}
    asked["sort"] = request.get("sort") or "size"
    answer = explain_clusters(asked, inputs, progress)
    for row in answer["rows"]:
        verdict = row.pop("verdict")
        row["change"] = CHANGE_OF.get(verdict)
        if row["words"] == verdict:
            row["words"] = "unchanged" if verdict == "exact" else row["change"]
    return {**answer, "side": side}


def _as_explain(request: dict[str, Any]) -> dict[str, Any]:
    """The request for an explanation, with the old clustering as the truth."""
    asked = {name: value for name, value in request.items() if name not in ("old", "new")}
    sides = {
        side: {
            **request[name],
            "edits": [
                {**edit, "by": _SIDE_OF.get(edit["by"], edit["by"])}
                if isinstance(edit.get("by"), str)
                else edit
                for edit in request[name].get("edits") or ()
            ]
            or None,
        }
        for name, side in _SIDE_OF.items()
    }
    return {**asked, **sides, "metric": None}


def _by_change(side: str, totals: dict[str, VerdictTotal]) -> dict[str, VerdictTotal]:
    by_change = dict.fromkeys(MEANINGS[side], VerdictTotal())
    for verdict, total in totals.items():
        by_change[CHANGE_OF[verdict]] += total
    return by_change


def _verdicts_of(change: str, side: str) -> list[str]:
    if change not in MEANINGS[side]:
        raise unknown(f"change of {side} clusters", change, MEANINGS[side])
    return [verdict for verdict, its_change in CHANGE_OF.items() if its_change == change]


def _sentence(by_change: dict[str, dict[str, VerdictTotal]]) -> str:
    old, new = by_change["old"], by_change["new"]
    parts = [f"{total.clusters:,} {change}" for change, total in old.items() if total.clusters]
    total = sum(total.clusters for total in old.values())
    sentence = f"Of {count(total, 'old cluster')}: {', '.join(parts)}"
    if new["appeared"].clusters:
        sentence += f"; {count(new['appeared'].clusters, 'new cluster')} appeared"
    return f"{sentence}."
