"""Serve: the app on a socket, until a signal ends it."""

from __future__ import annotations

import errno
import logging
import os
import socket
from collections.abc import Callable
from dataclasses import replace
from types import FrameType

import uvicorn
from fastapi import FastAPI

from accord.errors import FileError, InputError
from accord.web._app import create_app
from accord.web._protocol import protocol_with
from accord.web._settings import Settings

_BACKLOG = 2048
_SECONDS_TO_END = 3  # for requests that are being answered when the server is stopped


def serve(settings: Settings, on_ready: Callable[[Settings], None] | None = None) -> None:
    """Serve until the process is interrupted; `on_ready` gets the settings with the final port."""
    with _listen(settings) as listening:
        settings = replace(settings, port=listening.getsockname()[1])
        app = create_app(settings)
        config = server_config(app, settings)
        server = _Server(config, app, lambda: on_ready(settings) if on_ready else None)
        server.run(sockets=[listening])
        if server.error is not None:
            raise server.error


def server_config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """How uvicorn serves an app with these settings."""
    return uvicorn.Config(
        app,
        http=protocol_with(settings.limits.idle_seconds),
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=_SECONDS_TO_END,
        ssl_certfile=settings.tls_certificate,
        ssl_keyfile=None if settings.tls_key is None else os.fspath(settings.tls_key),
    )


class _Server(uvicorn.Server):
    """A server that tells listeners of events when it stops, and does not hide why it did."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app, self._on_ready = app, on_ready
        self.error: BaseException | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        log = logging.getLogger("uvicorn.error")
        log.disabled = True  # an error at the start is raised
        try:
            await super().startup(sockets)
        except SystemExit:
            self.should_exit = True
        log.disabled = False
        self.error = getattr(self._app.state, "startup_error", None)
        if self.started:
            self._on_ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._app.state.stopping.set()
        super().handle_exit(sig, frame)


def _listen(settings: Settings) -> socket.socket:
    """A socket at the address of the settings."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # With the protocol named, asyncio sends small answers at once (TCP_NODELAY).
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
        listening.listen(_BACKLOG)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise InputError(
                f"port {settings.port} of {settings.host} is in use: choose another port, "
                "or 0 for any free one"
            ) from None
        where = f"{settings.host}:{settings.port}"
        raise FileError(error.errno or 0, f"cannot listen here: {error.strerror}", where) from None
    return listening
