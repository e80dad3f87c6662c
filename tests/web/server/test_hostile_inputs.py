"""Inputs that are made to harm: bombs, endless lines, deep JSON, a million clusters, odd names."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from web_server import server_process

_LIMITS = {"memory": 1_500_000_000, "seconds": 60.0, "memberships": 2_000_000, "labels": 1_500_000}
_ODD_NAMES = ["<script>alert(1)</script>", "\x1b[2J\x1b]0;a\x07", "\u202eevil", "a\x00b", "=1+1"]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    state = tmp_path_factory.mktemp("hostile") / "state"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ACCORD_MAX_DECOMPRESSED", "100 MB")
        with server_process(state, limits=_LIMITS, with_tasks=False) as server:
            yield server.client


def upload(client: httpx.Client, content: bytes, name: str) -> dict[str, Any]:
    stored = client.post("/api/v1/files", params={"name": name}, content=content)
    assert stored.status_code in (200, 201), stored.text
    return {"file": stored.json()["file"], "name": name}


def refusal(client: httpx.Client, truth: dict[str, Any]) -> str:
    """Why an input is refused, as a problem of the user and not of the server."""
    question = {"truth": truth, "found": {"text": "1 2"}}
    answer = client.post("/api/v1/compare", json=question)
    assert answer.status_code in (422, 503), answer.text
    detail: str = answer.json()["detail"]
    assert detail
    assert detail.isprintable()
    small = {"truth": {"text": "1 2"}, "found": {"text": "1 2\n3"}}
    assert client.post("/api/v1/compare", json=small).status_code == 200
    return detail


@pytest.mark.parametrize("suffix", ["gz", "bz2", "xz"])
def test_bombs_are_refused(client: httpx.Client, suffix: str) -> None:
    compress = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}[suffix]
    part = compress(b"1234567 " * 500_000)
    bomb = part * 30  # streams follow each other
    assert "decompressed" in refusal(client, upload(client, bomb, f"bomb.cnl.{suffix}"))


def test_endless_lines_are_refused(client: httpx.Client) -> None:
    line = " ".join(map(str, range(3_000_000)))
    assert "3,000,000 memberships" in refusal(client, upload(client, line.encode(), "line.cnl"))
    assert refusal(client, upload(client, b"x" * 50_000_000, "word.csv"))
    assert refusal(client, upload(client, b'["' + b"x" * 50_000_000, "word.json"))


@pytest.mark.parametrize("text", ["[" * 1_000_000, '{"a":' * 1_000_000, "[" * 900 + "]" * 900])
def test_deep_json_is_refused(client: httpx.Client, text: str) -> None:
    assert refusal(client, upload(client, text.encode(), "deep.json"))
    assert refusal(client, {"text": text, "name": "deep.json"})


@pytest.mark.parametrize("name", ["x.parquet", "x.gml", "x.graphml", "x.npy", "x.cnl.gz", "x.zst"])
def test_random_bytes_are_refused(client: httpx.Client, name: str) -> None:
    assert refusal(client, upload(client, bytes(range(256)) * 40, name))


def test_a_million_clusters_of_one_node_are_paged(client: httpx.Client) -> None:
    content = "".join(f"{node}\n" for node in range(1_000_000)).encode()
    single = upload(client, content, "single.cnl")
    pair = {"truth": single, "found": upload(client, b"1 2 3\n4 5\n", "found.cnl")}
    totals = client.post("/api/v1/explain", json=pair)
    assert totals.status_code == 200
    assert len(totals.content) < 20_000
    page = {"side": "truth", "offset": 999_990, "limit": 1000}
    rows = client.post("/api/v1/explain/clusters", json={**pair, **page}).json()
    assert (rows["total"], len(rows["rows"])) == (1_000_000, 10)
    picture = client.post("/api/v1/pictures", json={**pair, "kind": "sizes"})
    assert len(picture.content) < 500_000
    more = content + b"".join(b"%d\n" % node for node in range(2_000_000, 2_600_000))
    assert "1,600,000 clusters" in refusal(client, upload(client, more, "more.cnl"))


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ({"nodes": [[]]}, "nodes"),
        ({"metrics": [1]}, "metrics"),
        ({"odd[": 1}, "odd["),
        ({"truth": {"text": "a", "odd": 1}}, "truth.odd"),
        (
            {"found": {"text": "a", "edits": [{"op": "merge", "clusters": ["a", None]}]}},
            "found.edits.0.merge.clusters.1",
        ),
    ],
)
def test_what_is_wrong_with_a_question_has_a_place(
    client: httpx.Client, wrong: dict[str, Any], place: str
) -> None:
    asked = {"truth": {"text": "a b"}, "found": {"text": "a b"}, **wrong}
    answer = client.post("/api/v1/compare", json=asked)
    assert answer.status_code == 422
    assert answer.json()["where"]["field"].startswith(f"body.{place}")
    assert answer.json()["detail"].startswith(place)
    assert "str" not in answer.json()["where"]["field"]


def test_odd_names_are_shown_harmlessly(client: httpx.Client) -> None:
    clusters = {name: [f"{name}1", f"{name}2", name] for name in _ODD_NAMES}
    reading = {"orientation": "clusters"}
    pair = {
        "truth": {
            "text": json.dumps(clusters),
            "name": "\x1b[31m<i id=x>.json",
            "reading": reading,
        },
        "found": {"text": json.dumps(dict(list(clusters.items())[:3])), "name": "f.json"},
    }
    pair["found"]["reading"] = reading
    page = client.post("/api/v1/explain/clusters", json={**pair, "side": "truth"})
    assert page.status_code == 200, page.text
    assert {row["cluster"] for row in page.json()["rows"]} == set(_ODD_NAMES)
    questions: list[tuple[str, dict[str, Any]]] = [
        ("explain/node", {"node": _ODD_NAMES[1]}),
        ("compare", {"metrics": ["<i id=x>\x1b[2J"]}),
        ("report", {"of": "explain"}),
        ("report", {"of": "compare"}),
        ("pictures?format=svg", {"kind": "flows"}),
        ("pictures?format=svg", {"kind": "overlap_matrix"}),
    ]
    for path, rest in questions:
        answer = client.post(f"/api/v1/{path}", json={**pair, **rest})
        assert answer.status_code == (422 if "metrics" in rest else 200), answer.text
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert b"\x1b" not in answer.content
        if "json" not in answer.headers["content-type"]:
            assert b"<script>alert" not in answer.content
            assert b"<i id=x>" not in answer.content
            assert "sandbox" in answer.headers["content-security-policy"]
