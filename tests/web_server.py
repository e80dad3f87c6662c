"""Web servers for tests: in this process, or in one of their own with a socket.

Run as a program, it serves with the settings in its argument, and with a route for each task of
`web_tasks`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI, Request, Response

from accord import web
from accord._cli.signals import StopSignals
from accord.web import _serve
from accord.web._answering import Wait, answer_question

HEADERS = {"X-Requested-With": "accord"}
TESTS = Path(__file__).parent


def app_with_tasks(settings: web.Settings) -> FastAPI:
    """The app, with a route that asks any task of `web_tasks`."""
    app = web.create_app(replace(settings, tasks="web_tasks"))

    @app.post("/api/v1/ask/{task}")
    async def ask(request: Request, task: str, wait: Wait = 60.0) -> Response:
        return await answer_question(request, task, await request.json(), wait)

    return app


@contextlib.asynccontextmanager
async def client_of(
    app: FastAPI, host: str = "127.0.0.1:8765", **headers: str
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of an app in this process."""
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(
            transport=httpx.ASGITransport(app, raise_app_exceptions=False),
            base_url=f"http://{host}",
            headers={**HEADERS, **headers},
            timeout=60,
        ) as client,
    ):
        yield client


def with_client(
    settings: web.Settings, test: Callable[[httpx.AsyncClient, FastAPI], Awaitable[None]]
) -> None:
    """Run a test with a client of an app with tasks."""

    async def run() -> None:
        app = app_with_tasks(settings)
        async with client_of(app) as client:
            await test(client, app)
            workers = app.state.services.pool.pids
        assert not any(map(is_running, workers))
        assert not incoming_files(settings.state_folder)

    previous = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(TESTS)
    try:
        asyncio.run(run())
    finally:
        if previous is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = previous


async def until_ended(client: httpx.AsyncClient, job: str, seconds: float = 60) -> dict[str, Any]:
    """Wait until the job at an address has ended; what is known of it then."""
    until = time.monotonic() + seconds
    while (facts := (await client.get(job)).json())["status"] in ("queued", "running"):
        assert time.monotonic() < until
        await asyncio.sleep(0.02)
    found: dict[str, Any] = facts
    return found


class ServerProcess:
    """A server in a process of its own."""

    def __init__(self, state: Path, *, file_size: int | None = None, **settings: Any) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, json.dumps({"state": str(state), "port": 0, **settings})],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(TESTS)},
            preexec_fn=None if file_size is None else lambda: _limit_files(file_size),
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()
        assert self.address, self._process.communicate()[1]
        self.port = int(self.address.rstrip("/").rpartition(":")[2])
        self.client = httpx.Client(base_url=self.address, headers=HEADERS, timeout=60)

    @property
    def pid(self) -> int:
        return self._process.pid

    def workers(self) -> list[int]:
        """The processes below the server."""
        path = Path(f"/proc/{self.pid}/task/{self.pid}/children")
        return [int(pid) for pid in path.read_text().split()]

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """End the server; its exit code, and what it printed as errors."""
        self.client.close()
        self._process.send_signal(number)
        _, errors = self._process.communicate(timeout=60)
        return self._process.returncode, errors

    def close(self) -> None:
        self.client.close()
        if self._process.poll() is None:
            self._process.kill()
        self._process.communicate()


@contextlib.contextmanager
def server_process(state: Path, **settings: Any) -> Iterator[ServerProcess]:
    """A server in a process of its own, which ends with the block and leaves nothing behind."""
    server = ServerProcess(state, **settings)
    processes = [server.pid]
    try:
        yield server
        if is_running(server.pid):
            processes += server.workers()
            wait_until(lambda: not incoming_files(state))
    finally:
        server.close()
    wait_until(lambda: not any(map(is_running, processes)))


def stored_files(state: Path) -> list[Path]:
    """The uploaded files in a state folder."""
    return [path for path in (state / "files").rglob("*") if path.is_file()]


def incoming_files(state: Path) -> list[Path]:
    """The files in a state folder that are not complete."""
    return list((state / "incoming").iterdir())


def wait_until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait until something is so, and fail if it takes too long."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "this took too long"
        time.sleep(0.02)


def is_running(pid: int) -> bool:
    """Whether a process exists and is not just waiting to be collected."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _limit_files(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def _main() -> None:
    values = json.loads(sys.argv[1])
    limits = web.Limits(**values.pop("limits", {}))
    if values.pop("with_tasks", True):
        _serve.create_app = app_with_tasks  # type: ignore[attr-defined]
    settings = web.Settings(limits=limits, **values)
    signals = StopSignals()
    try:
        _serve.serve(settings, lambda final: print(final.address, flush=True))
    except KeyboardInterrupt:
        sys.exit(signals.exit_code)


if __name__ == "__main__":
    _main()
