"""Faults in mid-work: nothing is lost that was acknowledged, nobody gets in, nothing is left."""

from __future__ import annotations

import asyncio
import hashlib
import signal
import socket
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from web_server import (
    HEADERS,
    ServerProcess,
    incoming_files,
    server_process,
    stored_files,
    wait_until,
    with_client,
)

from accord import web
from accord.errors import FormatError
from accord.web._tokens import add_token


def test_a_server_killed_in_the_midst_of_uploads_loses_none_it_acknowledged(
    tmp_path: Path,
) -> None:
    state, acknowledged = tmp_path / "state", set[str]()

    def upload(server: ServerProcess, name: int) -> None:
        with httpx.Client(base_url=server.address, headers=HEADERS) as client:
            for number in range(100_000):
                try:
                    stored = client.post("/api/v1/files", content=b"%d %d\n" % (name, number))
                except httpx.HTTPError:
                    return
                assert stored.status_code == 201
                acknowledged.add(stored.json()["file"])

    with server_process(state) as server:
        clients = [threading.Thread(target=upload, args=(server, name)) for name in range(4)]
        for client in clients:
            client.start()
        wait_until(lambda: len(acknowledged) > 50)
        server.end(signal.SIGKILL)
        for client in clients:
            client.join()
    with server_process(state) as server:
        pages = [
            server.client.get(f"/api/v1/files?limit=1000&offset={offset}").json()["files"]
            for offset in range(0, len(acknowledged) + 10, 1000)
        ]
        assert acknowledged <= {file["file"] for page in pages for file in page}
        for path in stored_files(state):
            assert hashlib.sha256(path.read_bytes()).hexdigest() == path.name
        assert acknowledged <= {path.name for path in stored_files(state)}


def test_a_database_without_room_is_an_error_of_the_request_only(tmp_path: Path) -> None:
    state, acknowledged, statuses = tmp_path / "state", set[str](), set[int]()
    with server_process(state, file_size=250_000) as server:
        until = time.monotonic() + 120
        while 507 not in statuses:
            assert time.monotonic() < until
            content = b"%d\n" % len(acknowledged)
            stored = server.client.post("/api/v1/files?name=" + "n" * 100, content=content)
            statuses.add(stored.status_code)
            if stored.status_code == 201:
                acknowledged.add(stored.json()["file"])
        assert statuses == {201, 507}
        asked = server.client.post("/api/v1/ask/echo", json={"n": 1})
        assert asked.status_code == 200
    with server_process(state) as server:
        files = server.client.get("/api/v1/files?limit=1000").json()["files"]
        assert {file["file"] for file in files} == acknowledged
        assert server.client.post("/api/v1/files", content=b"room again").status_code == 201


def test_files_of_workers_leave_nothing_without_room_or_quota(tmp_path: Path) -> None:
    with server_process(tmp_path / "state", file_size=1_000_000) as server:
        full = server.client.post("/api/v1/ask/make", json={"seed": 1, "bytes": 2_000_000})
        assert (full.status_code, "room" in full.json()["detail"]) == (507, True)
        assert not incoming_files(tmp_path / "state")
        assert not stored_files(tmp_path / "state")

    token = "accord_test"
    digest = hashlib.sha256(token.encode()).hexdigest()
    (tmp_path / "tokens").write_text(f"alice {digest} bytes=1000\n")

    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        client.headers["Authorization"] = f"Bearer {token}"
        made = await client.post("/api/v1/ask/make", json={"seed": 2, "bytes": 2000})
        assert (made.status_code, "remove some" in made.json()["detail"]) == (429, True)
        names = [file["name"] for file in (await client.get("/api/v1/files")).json()["files"]]
        assert names == ["network.txt"]  # which has room
        # Each of several at a time would fit alone.
        uploads = [client.post("/api/v1/files", content=bytes([n]) * 600) for n in range(5)]
        statuses = [answer.status_code for answer in await asyncio.gather(*uploads)]
        assert sorted(statuses) == [201, 429, 429, 429, 429]
        assert not incoming_files(tmp_path / "other")

    with_client(web.Settings(tmp_path / "other", token_file=tmp_path / "tokens"), test)


def test_a_file_that_is_removed_and_uploaded_at_a_time_is_whole_or_gone(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        file = hashlib.sha256(b"a b\n").hexdigest()
        for _ in range(30):
            assert (await client.post("/api/v1/files", content=b"a b\n")).status_code == 201
            removed, stored = await asyncio.gather(
                client.delete(f"/api/v1/files/{file}"),
                client.post("/api/v1/files", content=b"a b\n"),
            )
            assert removed.status_code == 204
            known = await client.get(f"/api/v1/files/{file}")
            content = await client.get(f"/api/v1/files/{file}/content")
            assert known.status_code == content.status_code
            assert (stored.status_code == 201) <= (content.status_code == 200)
            if known.is_success:
                await client.delete(f"/api/v1/files/{file}")

    with_client(web.Settings(tmp_path / "state"), test)


def connections_of(server: ServerProcess) -> int:
    """The connections that a server has open."""
    port, rows = f":{server.port:04X}", Path("/proc/net/tcp").read_text().splitlines()[1:]
    return sum(row.split()[1].endswith(port) and row.split()[3] == "01" for row in rows)


def test_clients_that_stand_still_are_given_up(tmp_path: Path) -> None:
    limits = {"idle_seconds": 2.0}
    with server_process(tmp_path / "state", limits=limits) as server:
        server.client.close()
        stored = httpx.post(
            f"{server.address}api/v1/files", content=bytes(20_000_000), headers=HEADERS
        )
        path, host = f"/api/v1/files/{stored.json()['file']}/content", f"localhost:{server.port}"
        get = f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
        body = b'{"bytes": 20000000}'
        ask = (
            f"POST /api/v1/ask/large HTTP/1.1\r\nHost: {host}\r\nX-Requested-With: accord\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        ).encode() + body
        heads = {
            "takes nothing of a file": get,
            "takes nothing of an answer": ask,
            "says nothing": b"",
            "says half of a head": get[:30],
        }
        connections = [socket.create_connection(("127.0.0.1", server.port)) for _ in heads]
        try:
            for connection, head in zip(connections, heads.values(), strict=True):
                connection.sendall(head)
            assert httpx.get(f"{server.address}api/v1").status_code == 200
            wait_until(lambda: connections_of(server) == 0)
        finally:
            for connection in connections:
                connection.close()
        code, errors = server.end(signal.SIGTERM)
        assert (code, errors) == (128 + signal.SIGTERM, "")


def test_requests_that_are_tricks_are_refused(tmp_path: Path) -> None:
    with server_process(tmp_path / "state", folder=str(tmp_path)) as server:
        host = f"Host: 127.0.0.1:{server.port}\r\n"
        own = f"{host}X-Requested-With: accord\r\n"
        chunked = "Transfer-Encoding: chunked\r\n"
        tricks: dict[str, tuple[int, ...]] = {
            f"GET /api/v1 HTTP/1.1\r\n{host}Host: evil.example\r\n\r\n": (400, 403),
            "GET /api/v1 HTTP/1.1\r\n\r\n": (400, 403),
            "GET /api/v1 HTTP/1.0\r\n\r\n": (403,),
            "GET http://evil.example/api/v1 HTTP/1.1\r\nHost: evil.example\r\n\r\n": (403,),
            f"GET /page/../_app.py HTTP/1.1\r\n{host}\r\n": (404,),
            f"GET /page/..%2f_app.py HTTP/1.1\r\n{host}\r\n": (404,),
            f"GET /page/%2e%2e/_app.py HTTP/1.1\r\n{host}\r\n": (404,),
            f"GET /page//etc/passwd HTTP/1.1\r\n{host}\r\n": (404,),
            f"GET /page/%00 HTTP/1.1\r\n{host}\r\n": (404,),
            f"GET /api/v1/files/../../../etc/passwd HTTP/1.1\r\n{host}\r\n": (404,),
            f"GET /api/v1/folder?path=..%2f..%2fetc HTTP/1.1\r\n{host}\r\n": (422,),
            f"GET /api/v1/folder?path=%2fetc HTTP/1.1\r\n{host}\r\n": (422,),
            f"POST /api/v1/files HTTP/1.1\r\n{own}Content-Length: 5\r\n{chunked}\r\n0\r\n\r\n": (
                *(200, 201, 400),
            ),
            f"POST /api/v1/files HTTP/1.1\r\n{own}Content-Length: -5\r\n\r\n": (400,),
            f"POST /api/v1/files HTTP/1.1\r\n{own}Content-Length: 1e3\r\n\r\n": (400,),
            f"POST /api/v1/files HTTP/1.1\r\n{own}{chunked}\r\n-5\r\n": (400,),
            f"GET /{'x' * 200_000} HTTP/1.1\r\n{host}\r\n": (400,),
            f"GET /api/v1 HTTP/1.1\r\n{host}X: {'x' * 200_000}\r\n\r\n": (400,),
            "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n": (400,),
        }
        for request, statuses in tricks.items():
            with socket.create_connection(("127.0.0.1", server.port), timeout=60) as client:
                client.sendall(request.encode("latin-1"))
                first = client.recv(100).split(b" ")
                assert int(first[1]) in statuses, (request[:80], first)
        assert server.client.get("/api/v1").status_code == 200


def test_ten_thousand_wrong_tokens_let_nobody_in_and_slow_nobody_down(tmp_path: Path) -> None:
    token = add_token(tmp_path / "tokens", "alice")

    async def guess(port: int, wrong: Any, statuses: list[bytes]) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for number in wrong:
            head = f"GET /api/v1 HTTP/1.1\r\nHost: localhost:{port}\r\n"
            writer.write(f"{head}Authorization: Bearer accord_{number}\r\n\r\n".encode())
            answer = await reader.readuntil(b"\r\n\r\n")
            length = int(answer.lower().partition(b"content-length: ")[2].split()[0])
            await reader.readexactly(length)
            statuses.append(answer.split()[1])
        writer.close()

    async def guess_all(server: ServerProcess) -> tuple[list[bytes], list[float]]:
        numbers, statuses, seconds = iter(range(10_000)), list[bytes](), list[float]()
        guesses = asyncio.gather(*(guess(server.port, numbers, statuses) for _ in range(100)))
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(base_url=server.address, headers=headers) as client:
            while not guesses.done():
                began = time.monotonic()
                assert (await client.get("/api/v1")).status_code == 200
                seconds.append(time.monotonic() - began)
                await asyncio.sleep(0.05)
        await guesses
        return statuses, seconds

    settings = {"token_file": str(tmp_path / "tokens")}
    with server_process(tmp_path / "state", **settings) as server:
        began = time.monotonic()
        statuses, seconds = asyncio.run(guess_all(server))
        assert (len(statuses), set(statuses)) == (10_000, {b"401", b"429"})
        assert statuses.count(b"401") < 40 * (time.monotonic() - began) + 60  # others had to wait
        # An answer to a wrong token comes after two seconds, or says that there were too many.
        assert sorted(seconds)[len(seconds) // 4] < 2
        assert server.client.get("/api/v1/files").status_code == 401


@pytest.mark.parametrize("quota", ["bytes=nan", "jobs=-1", "seconds=nan", "cores=3", "bytes"])
def test_a_quota_is_a_number_and_has_a_known_name(tmp_path: Path, quota: str) -> None:
    (tmp_path / "tokens").write_text(f"alice {hashlib.sha256(b'').hexdigest()} {quota}\n")
    settings = web.Settings(tmp_path / "state", token_file=tmp_path / "tokens")
    with pytest.raises(FormatError, match="line 1"):
        web.create_app(settings)
