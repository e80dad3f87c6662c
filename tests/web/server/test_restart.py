"""The end of a server and its next start: what is kept, and what is not left behind."""

from __future__ import annotations

import signal
import socket
from pathlib import Path

import pytest
from web_server import is_running, server_process, wait_until


def test_a_killed_server_leaves_no_process_and_keeps_what_it_had(tmp_path: Path) -> None:
    state = tmp_path / "state"
    with server_process(state) as server:
        client = server.client
        stored = client.post("/api/v1/files?name=a.cnl", content=b"a b\n").json()
        small = client.post("/api/v1/ask/size", json={"input": {"file": stored["file"]}})
        large = client.post("/api/v1/ask/large?wait=0", json={"bytes": 500_000})
        wait_until(lambda: client.get(large.headers["location"]).json()["status"] == "done")
        slow = client.post("/api/v1/ask/slow?wait=0", json={"seconds": 60})
        wait_until(lambda: client.get(slow.headers["location"]).json()["status"] == "running")
        wait_until(lambda: (state / "answers").exists() and any((state / "answers").iterdir()))
        workers = server.workers()
        assert len(workers) >= 2
        server.end(signal.SIGKILL)
    wait_until(lambda: not any(map(is_running, workers)))
    with server_process(state) as server:
        client = server.client
        assert client.get("/api/v1/files").json()["files"] == [stored]
        again = client.post("/api/v1/ask/size", json={"input": {"file": stored["file"]}})
        assert again.content == small.content  # with the number of a process that is gone
        assert len(client.get(f"{large.headers['location']}/answer").content) > 500_000
        assert client.get(slow.headers["location"]).json()["status"] == "interrupted"
        lost = client.get(f"{slow.headers['location']}/answer")
        assert (lost.status_code, "ask again" in lost.json()["detail"]) == (503, True)
        events = client.get(f"{slow.headers['location']}/events").text
        assert '"status": "interrupted"' in events


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_busy_server_and_its_workers(tmp_path: Path, number: int) -> None:
    with server_process(tmp_path / "state") as server:
        slow = server.client.post("/api/v1/ask/slow?wait=0", json={"seconds": 60})
        address = ("127.0.0.1", server.port)
        with socket.create_connection(address) as listener, socket.create_connection(address):
            path = f"{slow.headers['location']}/events"
            head = f"GET {path} HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n"
            listener.sendall(head.encode())
            assert listener.recv(100)
            workers = server.workers()
            assert server.end(number) == (128 + number, "")
    wait_until(lambda: not any(map(is_running, workers)))
    assert not list((tmp_path / "state/incoming").iterdir())


def test_a_state_folder_is_used_by_one_server_at_a_time(tmp_path: Path) -> None:
    with (
        server_process(tmp_path / "state") as first,
        pytest.raises(AssertionError, match="another server uses this state folder"),
        server_process(tmp_path / "state"),
    ):
        pass
    assert not is_running(first.pid)
