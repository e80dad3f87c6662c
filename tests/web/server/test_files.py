"""Uploaded files and the folder: each content once, whole or not at all, and nothing outside."""

from __future__ import annotations

import errno
import hashlib
import os
import select
import socket
import time
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from fastapi import FastAPI
from web_server import incoming_files, server_process, stored_files, wait_until, with_client

from accord import web
from accord.web._store.books import Books
from accord.web._store.names import plain_name
from accord.web._tokens import add_token


def test_a_file_is_stored_once_and_can_be_had_back(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        first = await client.post("/api/v1/files?name=a.cnl", content=b"a b\nc d\n")
        again = await client.post("/api/v1/files?name=b.cnl", content=b"a b\nc d\n")
        assert (first.status_code, again.status_code) == (201, 200)
        file = hashlib.sha256(b"a b\nc d\n").hexdigest()
        assert first.json()["file"] == again.json()["file"] == file
        assert (again.json()["name"], again.json()["bytes"]) == ("b.cnl", 8)
        assert len(stored_files(tmp_path / "state")) == 1
        assert not incoming_files(tmp_path / "state")
        listed = (await client.get("/api/v1/files")).json()
        assert (listed["total"], listed["files"]) == (1, [again.json()])
        assert (await client.get(f"/api/v1/files/{file}")).json() == again.json()
        content = await client.get(f"/api/v1/files/{file}/content")
        assert content.content == b"a b\nc d\n"
        assert content.headers["content-type"] == "application/octet-stream"
        assert content.headers["content-disposition"].startswith("attachment")
        asked = await client.post("/api/v1/ask/size", json={"input": {"file": file}})
        assert asked.json()["bytes"] == 8
        assert (await client.delete(f"/api/v1/files/{file}")).status_code == 204
        assert (await client.get(f"/api/v1/files/{file}")).status_code == 404
        assert not stored_files(tmp_path / "state")

    with_client(web.Settings(tmp_path / "state"), test)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("truth.cnl", "truth.cnl"),
        ("../../etc/passwd", "passwd"),
        ("C:\\data\\found.cnl", "found.cnl"),
        ("a\x00b\nc\u202e.txt", "abc.txt"),
        ("...", "file"),
        ("", "file"),
        ("x" * 500 + ".gz", "x" * 117 + ".gz"),
        ("größe.cnl", "größe.cnl"),
    ],
)
def test_names_of_files_are_harmless(name: str, plain: str) -> None:
    assert plain_name(name) == plain


def test_a_full_disk_is_an_error_of_the_request_only(tmp_path: Path) -> None:
    with server_process(tmp_path / "state", file_size=3_000_000) as server:
        client = server.client
        assert client.post("/api/v1/files", content=b"small").status_code == 201
        full = client.post("/api/v1/files", content=b"x" * 5_000_000)
        assert full.status_code == 507
        assert "room" in full.json()["detail"]
        assert len(stored_files(tmp_path / "state")) == 1
        assert not incoming_files(tmp_path / "state")
        answer = client.post("/api/v1/ask/large", json={"bytes": 4_000_000})  # cannot be kept
        assert answer.status_code == 200
        assert client.post("/api/v1/files", content=b"other").status_code == 201


def test_books_that_cannot_be_written_leave_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        def full(*_: object, **__: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(Books, "insert", full)
            assert (await client.post("/api/v1/files", content=b"a b")).status_code == 507
            answer = await client.post("/api/v1/ask/echo", json={"n": 1})
            assert answer.status_code == 200
        assert not stored_files(tmp_path / "state")
        assert (await client.post("/api/v1/files", content=b"a b")).status_code == 201

    with_client(web.Settings(tmp_path / "state"), test)


def head(length: int) -> bytes:
    return (
        "POST /api/v1/files HTTP/1.1\r\nHost: localhost:{port}\r\nX-Requested-With: accord\r\n"
        f"Content-Length: {length}\r\n\r\n"
    ).encode()


def test_clients_that_go_away_or_dawdle_leave_nothing(tmp_path: Path) -> None:
    limits = {"idle_seconds": 5.0}
    with server_process(tmp_path / "state", limits=limits) as server:
        start = head(50_000_000).replace(b"{port}", str(server.port).encode())
        with socket.create_connection(("127.0.0.1", server.port)) as gone:
            gone.sendall(start + b"x" * 5_000_000)
            wait_until(lambda: bool(incoming_files(tmp_path / "state")))
        wait_until(lambda: not incoming_files(tmp_path / "state"))
        with socket.create_connection(("127.0.0.1", server.port)) as slow:
            slow.sendall(start + b"x" * 1000)
            for number in range(20):  # others do not wait for its end
                assert server.client.post("/api/v1/ask/echo", json={"n": number}).is_success
            assert select.select([slow], [], [], 0)[0] == []
            slow.settimeout(60)
            assert b" 408 " in slow.recv(4000).partition(b"\r\n")[0]
        wait_until(lambda: not incoming_files(tmp_path / "state"))
        assert not stored_files(tmp_path / "state")


def test_what_is_old_or_too_much_is_removed(tmp_path: Path) -> None:
    limits = web.Limits(state_bytes=10_000)

    async def test(client: httpx.AsyncClient, app: FastAPI) -> None:
        files = []
        for number in range(4):
            content = bytes([number]) * 4000
            files.append((await client.post("/api/v1/files", content=content)).json()["file"])
            time.sleep(0.01)
        kept = [upload["file"] for upload in (await client.get("/api/v1/files")).json()["files"]]
        assert kept == files[:1:-1]
        assert len(stored_files(tmp_path / "state")) == 2
        store = app.state.services.store
        store.files.used[files[2]] -= 40 * 86_400
        await store.expire(set())
        assert [path.name for path in stored_files(tmp_path / "state")] == [files[3]]
        store.files.used[files[3]] -= 40 * 86_400
        await store.expire({files[3]})  # a question is about it
        assert len(stored_files(tmp_path / "state")) == 1

    with_client(web.Settings(tmp_path / "state", limits=limits), test)


def test_files_that_an_end_without_warning_left_are_removed(tmp_path: Path) -> None:
    state = tmp_path / "state"
    for path in (state / "incoming/upload-1", state / "files/ab/abc", state / "answers/abc"):
        path.parent.mkdir(parents=True)
        path.write_bytes(b"half of a fi")

    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        assert (await client.get("/api/v1/files")).json()["total"] == 0

    with_client(web.Settings(state), test)
    assert not stored_files(tmp_path / "state")
    assert not incoming_files(tmp_path / "state")
    assert not list((state / "answers").iterdir())


def test_only_files_below_the_folder_can_be_named(tmp_path: Path) -> None:
    folder, outside = tmp_path / "data", tmp_path / "secret.txt"
    (folder / "sub").mkdir(parents=True)
    outside.write_text("secret")
    (folder / "sub/a.cnl").write_text("a b\n")
    (folder / ".hidden").write_text("hidden")
    (folder / "inside").symlink_to("sub/a.cnl")
    (folder / "outside").symlink_to(outside)
    (folder / "up").symlink_to(tmp_path)
    (folder / "loop").symlink_to("loop")
    os.mkfifo(folder / "pipe")

    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        async def size(path: str) -> int:
            answer = await client.post("/api/v1/ask/size", json={"input": {"path": path}})
            return answer.json()["bytes"] if answer.is_success else -answer.status_code

        assert await size("sub/a.cnl") == await size("inside") == 4
        for path in ("outside", "up/secret.txt", "loop", "missing", "sub/a.cnl/x"):
            assert await size(path) == -404
        for path in ("../secret.txt", "sub/../../secret.txt", str(outside), "pipe", "sub", "a\0b"):
            assert await size(path) == -422
        assert await size("x" * 5000) == -404
        forged = {"input": {"path": "sub/a.cnl", "at": str(outside), "stamp": "1"}}
        assert (await client.post("/api/v1/ask/size", json=forged)).json()["bytes"] == 4
        plain = await client.post("/api/v1/ask/echo", json={"input": {"at": str(outside)}})
        assert plain.json()["request"] == {"input": {}}

        listed = (await client.get("/api/v1/folder")).json()
        assert [(entry["name"], entry["kind"]) for entry in listed["entries"]] == [
            ("sub", "folder"),
            ("inside", "file"),
        ]
        below = (await client.get("/api/v1/folder?path=sub")).json()
        assert [entry["path"] for entry in below["entries"]] == ["sub/a.cnl"]
        found = (await client.get("/api/v1/folder?search=A.C")).json()
        assert [entry["path"] for entry in found["entries"]] == ["sub/a.cnl"]
        for path in ("..", "up", "/etc", "sub/a.cnl", "a\0b", "pipe"):
            status = (await client.get(f"/api/v1/folder?path={quote(path)}")).status_code
            assert status in (404, 422)

    with_client(web.Settings(tmp_path / "state", folder=folder), test)


def test_what_the_server_needs_for_itself_is_not_served(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    (folder / ".ssh").mkdir(parents=True)
    for name in ("tls.key", "tls.pem", ".ssh/id", ".env", "a.cnl"):
        (folder / name).write_text("secret\n")
    (folder / "link.key").symlink_to("tls.key")
    (folder / "link").symlink_to("state")
    (folder / "shown").symlink_to(".ssh/id")  # whoever made this wants it to be seen
    token = add_token(folder / "tokens", "alice")
    own = web.Settings(
        folder / "state",
        folder=folder,
        token_file=folder / "tokens",
        tls_certificate=folder / "tls.pem",
        tls_key=folder / "tls.key",
    )

    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        client.headers["Authorization"] = f"Bearer {token}"
        stored = await client.post("/api/v1/files", content=b"of somebody else\n")
        digest = stored.json()["file"]
        kept = f"state/files/{digest[:2]}/{digest}"
        assert (folder / kept).is_file()

        async def status(path: str) -> int:
            question = {"input": {"path": path}}
            return (await client.post("/api/v1/ask/size", json=question)).status_code

        for path in ("tokens", "tls.key", "link.key", kept, f"link/{kept[6:]}", "./tls.key"):
            assert await status(path) == 404, path
        for path in ("state/accord.sqlite", ".ssh/id", ".env", "./.env", "state"):
            assert await status(path) == 404, path
        for path in ("a.cnl", "tls.pem", "shown"):
            assert await status(path) == 200, path
        listed = (await client.get("/api/v1/folder")).json()["entries"]
        assert [entry["name"] for entry in listed] == ["a.cnl", "shown", "tls.pem"]
        for search in (digest[:10], "sqlite", "key"):
            found = (await client.get(f"/api/v1/folder?search={search}")).json()
            assert found["total"] == 0, found
        for path in ("state", "link", ".ssh"):
            assert (await client.get(f"/api/v1/folder?path={path}")).status_code == 404

    with_client(own, test)


def test_a_changed_file_of_the_folder_is_another_question(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/a").write_text("1")

    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        question = {"input": {"path": "a"}}
        first = await client.post("/api/v1/ask/size", json=question)
        (tmp_path / "data/a").write_text("12")
        second = await client.post("/api/v1/ask/size", json=question)
        assert [first.json()["bytes"], second.json()["bytes"]] == [1, 2]
        assert first.headers["etag"] != second.headers["etag"]

    with_client(web.Settings(tmp_path / "state", folder=tmp_path / "data"), test)


def test_without_a_folder_no_path_can_be_named(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        assert (await client.get("/api/v1")).json()["folder"] is None
        assert (await client.get("/api/v1/folder")).status_code == 404

    with_client(web.Settings(tmp_path / "state"), test)
