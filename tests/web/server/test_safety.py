"""Who may use the server: forged hosts and pages, wrong tokens, requests that are no requests."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI, Request, Response
from web_server import client_of, until_ended, with_client

from accord import web
from accord.errors import FormatError, InputError
from accord.web._answering import answer_question
from accord.web._tokens import Tokens, add_token


def settings(tmp_path: Path, **values: object) -> web.Settings:
    return web.Settings(state=tmp_path / "state", **values)  # type: ignore[arg-type]


def is_problem(answer: httpx.Response, status: int) -> bool:
    """Whether an answer is a problem of this status, with our message."""
    facts = answer.json()
    return (
        answer.status_code == facts["status"] == status
        and answer.headers["content-type"] == "application/problem+json"
        and bool(facts["title"])
        and bool(facts["detail"])
    )


def test_only_our_own_host_origin_and_pages_are_answered(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        async def status(method: str = "GET", path: str = "/api/v1", **headers: str) -> int:
            names = {name.replace("_", "-"): value for name, value in headers.items()}
            return (await client.request(method, path, headers=names)).status_code

        for host in ("localhost:8765", "127.0.0.1:8765", "[::1]:8765", "LOCALHOST:8765"):
            assert await status(host=host) == 200
        for host in ("evil.example", "evil.example:8765", "127.0.0.1", "127.0.0.1:80", ""):
            assert await status(host=host) == 403
            assert await status(path="/", host=host) == 403
        assert await status(origin="http://127.0.0.1:8765") == 200
        for origin in ("http://evil.example", "null", "https://127.0.0.1:8765", "http://[", ""):
            assert await status(origin=origin) == 403
        assert await status(sec_fetch_site="cross-site") == 403
        assert await status(path="/", sec_fetch_site="cross-site", sec_fetch_mode="no-cors") == 403
        visit = {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate"}
        assert await status(path="/", **visit) == 200
        assert await status(**visit) == 403

    with_client(settings(tmp_path), test)


def test_a_form_of_another_site_changes_nothing(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        del client.headers["X-Requested-With"]
        for kind in ("text/plain", "application/x-www-form-urlencoded", "application/json"):
            headers = {"content-type": kind}
            for path in ("/api/v1/files", "/api/v1/ask/echo"):
                assert is_problem(await client.post(path, content=b"{}", headers=headers), 403)
        assert (await client.get("/api/v1/files")).json()["total"] == 0

    with_client(settings(tmp_path), test)


def test_every_answer_has_the_headers_that_keep_a_page_safe(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        for path in ("/", "/api/v1", "/api/v1/nothing", "/page/nothing", "/nothing"):
            headers = (await client.get(path)).headers
            policy = headers["content-security-policy"]
            assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["cross-origin-opener-policy"] == "same-origin"
            assert headers["cross-origin-resource-policy"] == "same-origin"
        report = await client.post("/api/v1/ask/document", json={})
        assert "sandbox" in report.headers["content-security-policy"]
        disposition = report.headers["content-disposition"]
        assert disposition == "attachment; filename*=UTF-8''report.html"

    with_client(settings(tmp_path), test)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"", 422),
        (b"\xff\xfe", 400),
        (b'{"a": NaN}', 422),
        (b'{"a": 1e999}', 422),
        (b'{"a": "\\ud800"}', 422),
        (b"[" * 100_000, 400),
        (b'{"a":' * 60 + b"1" + b"}" * 60, 400),
        (b"[1]", 422),
        # Brackets, so that it is looked at, and a text whose end never comes.
        (b'{"a":[' + b"[]," * 60 + b'"' + b'\\"' * 1_000_000, 400),
        (b'{"a":[' + b"[]," * 60 + b'"' + b'\\"' * 1_000_000 + b"\\", 400),
    ],
    ids=lambda value: str(value)[:20],
)
def test_json_that_is_none_is_a_problem(tmp_path: Path, body: bytes, status: int) -> None:
    async def test(client: httpx.AsyncClient, app: FastAPI) -> None:
        async def take(request: Request, body: dict[str, object]) -> Response:
            return await answer_question(request, "echo", body, 60)

        app.post("/api/v1/take")(take)
        headers = {"content-type": "application/json"}
        answer = await client.post("/api/v1/take", content=body, headers=headers)
        assert is_problem(answer, status), answer.text

    with_client(settings(tmp_path), test)


def test_a_request_that_is_too_large_is_refused(tmp_path: Path) -> None:
    limits = web.Limits(request_bytes=1000, file_bytes=5000)

    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        async def parts(size: int) -> object:
            for _ in range(size // 100):
                yield b" " * 100

        headers = {"content-type": "application/json"}
        large = await client.post("/api/v1/ask/echo", content=b" " * 1001, headers=headers)
        assert is_problem(large, 413)
        large = await client.post("/api/v1/ask/echo", content=parts(1100), headers=headers)
        assert is_problem(large, 413)
        assert (await client.post("/api/v1/files", content=b"x" * 5000)).status_code == 201
        assert is_problem(await client.post("/api/v1/files", content=b"x" * 5001), 413)
        assert is_problem(await client.post("/api/v1/files", content=parts(5100)), 413)
        assert not list((tmp_path / "state/incoming").iterdir())

    with_client(settings(tmp_path, limits=limits), test)


def test_errors_of_addresses_and_methods_are_problems(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        assert is_problem(await client.get("/api/v1/nothing"), 404)
        assert is_problem(await client.get("/page/../_app.py"), 404)
        assert is_problem(await client.get("/page/%2e%2e/_app.py"), 404)
        assert is_problem(await client.put("/api/v1"), 405)
        assert is_problem(await client.get("/api/v1/jobs/xyz"), 422)
        assert is_problem(await client.get(f"/api/v1/jobs/{'0' * 32}"), 404)
        assert is_problem(await client.get("/api/v1/files?limit=0"), 422)

    with_client(settings(tmp_path), test)


def test_owners_do_not_see_the_files_and_jobs_of_others(tmp_path: Path) -> None:
    tokens = {name: add_token(tmp_path / "tokens", name) for name in ("alice", "bob")}

    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        alice, bob = ({"Authorization": f"Bearer {token}"} for token in tokens.values())
        stored = await client.post("/api/v1/files", content=b"secret", headers=alice)
        path = f"/api/v1/files/{stored.json()['file']}"
        asked = await client.post("/api/v1/ask/echo?wait=0", json={}, headers=alice)
        job = f"/api/v1/jobs/{asked.json()['job']}"
        for address in (path, f"{path}/content", job, f"{job}/answer", f"{job}/events"):
            assert (await client.get(address, headers=alice)).status_code in (200, 202)
            assert is_problem(await client.get(address, headers=bob), 404)
        question = {"input": {"file": stored.json()["file"]}}
        assert is_problem(await client.post("/api/v1/ask/size", json=question, headers=bob), 404)
        assert is_problem(await client.delete(path, headers=bob), 404)
        same = await client.post("/api/v1/files", content=b"secret", headers=bob)
        assert same.status_code == 201
        assert (await client.delete(path, headers=alice)).status_code == 204
        assert (await client.get(f"{path}/content", headers=bob)).content == b"secret"

    with_client(settings(tmp_path, token_file=tmp_path / "tokens"), test)


def test_quotas_of_a_token(tmp_path: Path) -> None:
    token = "accord_test"
    digest = hashlib.sha256(token.encode()).hexdigest()
    (tmp_path / "tokens").write_text(f"alice {digest} bytes=1000 jobs=1 seconds=0.05\n")

    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        client.headers["Authorization"] = f"Bearer {token}"
        assert (await client.post("/api/v1/files", content=b"x" * 900)).status_code == 201
        full = await client.post("/api/v1/files", content=b"y" * 200)
        assert is_problem(full, 429)
        assert int(full.headers["retry-after"]) > 0
        slow = await client.post("/api/v1/ask/slow?wait=0", json={"seconds": 20})
        assert is_problem(await client.post("/api/v1/ask/echo", json={"n": 1}), 429)
        assert (await client.delete(slow.headers["location"])).status_code == 204
        await until_ended(client, slow.headers["location"])
        work = {"bytes": 200_000_000}  # takes processor time
        assert (await client.post("/api/v1/ask/allocate", json=work)).status_code == 200
        assert is_problem(await client.post("/api/v1/ask/echo", json={"n": 2}), 429)

    with_client(settings(tmp_path, token_file=tmp_path / "tokens"), test)


def test_a_token_file_holds_hashes_and_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "tokens"
    first = add_token(path, "alice")
    assert path.stat().st_mode & 0o777 == 0o600
    assert first not in path.read_text()
    tokens = Tokens(path)
    second = add_token(path, "bob")
    tokens._due = 0.0
    assert [tokens.owner(token) and tokens.owner(token).name for token in (first, second)] == [  # type: ignore[union-attr]
        "alice",
        "bob",
    ]
    assert tokens.owner("accord_no") is None
    with pytest.raises(InputError, match="already"):
        add_token(path, "bob")
    with pytest.raises(InputError, match="cannot be the name"):
        add_token(path, "a b")
    path.write_text("alice 1234\n")
    with pytest.raises(FormatError, match="line 1"):
        Tokens(path)
    path.write_text("# nobody\n")
    with pytest.raises(InputError, match="--new-token"):
        Tokens(path)


def test_other_addresses_need_tokens_and_encryption(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="token_file"):
        settings(tmp_path, host="0.0.0.0")
    with pytest.raises(InputError, match="tls_certificate"):
        settings(tmp_path, host="0.0.0.0", token_file="tokens")
    assert settings(tmp_path, host="0.0.0.0", token_file="t", plain_http=True).scheme == "http"
    both = {"tls_certificate": "c", "tls_key": "k"}
    assert settings(tmp_path, host="::", token_file="t", **both).address == "https://[::]:8765/"
    with pytest.raises(InputError, match="both"):
        settings(tmp_path, tls_key="k")


async def statuses_of(
    settings: web.Settings, host: str, token: str, origins: Iterable[str]
) -> list[int]:
    """The statuses of questions that pages of several origins ask at a host."""
    app, answers = web.create_app(settings), []
    async with client_of(app, host, Authorization=f"Bearer {token}") as client:
        for origin in origins:
            own = {"origin": origin}
            answers.append(await client.get("/api/v1", headers=own))
            answers.append(await client.post("/api/v1/files", content=b"a b", headers=own))
    return [answer.status_code for answer in answers]


def test_behind_a_proxy_that_encrypts_both_schemes_are_our_own(tmp_path: Path) -> None:
    token = add_token(tmp_path / "tokens", "alice")
    reached = settings(tmp_path, host="0.0.0.0", token_file=tmp_path / "tokens", plain_http=True)
    ours = ("http://lab.example:8765", "https://lab.example:8765", "https://LAB.example:8765")
    others = ("https://evil.example:8765", "https://lab.example", "ftp://lab.example:8765", "null")
    asked = statuses_of(reached, "lab.example:8765", token, (*ours, *others))
    assert asyncio.run(asked) == [200, 201, 200, 200, 200, 200, *[403] * 8]
    encrypted = {"tls_certificate": "c", "tls_key": "k"}
    direct = settings(tmp_path, host="0.0.0.0", token_file=tmp_path / "tokens", **encrypted)
    asked = statuses_of(direct, "lab.example:8765", token, ours)
    assert asyncio.run(asked) == [403, 403, 200, 200, 200, 200]


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_with_a_public_address_no_other_name_is_answered(tmp_path: Path, host: str) -> None:
    token = add_token(tmp_path / "tokens", "alice")
    public = settings(
        tmp_path,
        host=host,
        token_file=tmp_path / "tokens",
        plain_http=True,
        public_address="https://Lab.example/",
    )
    for name, origin, status in (
        ("lab.example", "https://lab.example", 200),
        ("lab.example", "http://lab.example", 403),
        ("lab.example", "https://evil.example", 403),
        ("localhost:8765", "http://localhost:8765", 200),
        ("localhost:8765", "https://lab.example", 403),
        ("lab.example:8765", "https://lab.example:8765", 403),
        ("evil.example", "https://evil.example", 403),
    ):
        asked = asyncio.run(statuses_of(public, name, token, [origin]))
        assert asked[0] == status, (name, origin)
        assert (asked[1] in (200, 201)) == (status == 200)


def test_a_public_address_is_an_address_and_needs_tokens(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"https://lab\.example.*token_file"):
        settings(tmp_path, public_address="https://lab.example")
    for address in ("lab.example", "https://", "https://a@b", "https://a/accord", "https://[", ""):
        with pytest.raises(InputError, match="public_address"):
            settings(tmp_path, public_address=address, token_file="tokens")
