"""Who may ask: the first thing that happens to a request, before any route sees it.

A page of another site can make a browser send requests to a server on its user's machine. It cannot
read the answers, nor set headers; so Host and Origin must be ours, and whatever changes something
needs a header that only our own pages, and programs, send.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from accord.web._bodies import read_body, replayed, timed_receive
from accord.web._problems import Problem, problem_of
from accord.web._settings import Settings
from accord.web._tokens import EVERYBODY, Tokens
from accord.web._wrong_tokens import WrongTokens

UPLOADS = "/api/v1/files"
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
#: Headers of every answer, unless it has its own.
_HEADERS = tuple(
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": _CONTENT_POLICY,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "cache-control": "no-store",
    }.items()
)


class Safety:
    """Middleware that lets only safe requests through."""

    def __init__(self, app: ASGIApp, settings: Settings, tokens: Tokens | None) -> None:
        self._app, self._settings, self._tokens = app, settings, tokens
        self._limits = settings.limits
        self._wrong = WrongTokens()
        names = ("localhost", "127.0.0.1", "[::1]")
        self._hosts = {f"{name}:{settings.port}" for name in names}
        if settings.port == {"http": 80, "https": 443}[settings.scheme]:
            self._hosts.update(names)
        address = settings.public_address
        self._public = None if address is None else address.lower().rstrip("/")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        send = _with_headers(send)
        try:
            headers = Headers(scope=scope)
            self._check_origin(scope, headers)
            if scope["path"].startswith("/api/"):
                await self._check_token(scope, headers)
            receive = await self._check_body(scope, headers, receive)
        except Problem as problem:
            await problem_of(problem).response()(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _check_origin(self, scope: Scope, headers: Headers) -> None:
        hosts = headers.getlist("host")
        host = hosts[0].lower() if len(hosts) == 1 else ""
        origins = self._origins(host)
        if not origins:
            address = self._settings.public_address or self._settings.address
            raise Problem(403, f"this server answers at {address} only")
        if any(origin.lower() not in origins for origin in headers.getlist("origin")):
            raise Problem(403, "requests from other pages are refused")
        site = headers.get("sec-fetch-site", "same-origin")
        is_visit = scope["method"] == "GET" and headers.get("sec-fetch-mode") == "navigate"
        is_page = not scope["path"].startswith("/api/")
        if site not in ("same-origin", "none") and not (is_visit and is_page):
            raise Problem(403, "requests from other pages are refused")
        is_safe = scope["method"] in _SAFE_METHODS
        if not is_safe and headers.get("x-requested-with") != "accord":
            raise Problem(403, "this needs the header 'X-Requested-With: accord'")

    def _origins(self, host: str) -> tuple[str, ...]:
        """The origins of our own page, if it was asked for at this host; none at another host."""
        settings = self._settings
        if self._public is not None and host == urlsplit(self._public).netloc:
            return (self._public,)
        if host in self._hosts:
            return (f"{settings.scheme}://{host}",)
        if settings.is_local or self._public is not None or not host:
            return ()
        # Whoever names the server asks at any of its names, perhaps by a proxy that encrypts.
        schemes = ("http", "https") if settings.plain_http else (settings.scheme,)
        return tuple(f"{scheme}://{host}" for scheme in schemes)

    async def _check_token(self, scope: Scope, headers: Headers) -> None:
        if self._tokens is None:
            scope["accord.owner"] = EVERYBODY
            return
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise Problem(
                401,
                "this needs a token: send the header 'Authorization: Bearer TOKEN'",
                headers={"WWW-Authenticate": "Bearer"},
            )
        owner = self._tokens.owner(token.strip())
        if owner is None:
            await self._wrong.slow_down()
            raise Problem(401, "this token is unknown here", headers={"WWW-Authenticate": "Bearer"})
        scope["accord.owner"] = owner

    async def _check_body(self, scope: Scope, headers: Headers, receive: Receive) -> Receive:
        is_upload = scope["method"] == "POST" and scope["path"] == UPLOADS
        most = self._limits.file_bytes if is_upload else self._limits.request_bytes
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or len(length) > 18:
            raise Problem(400, "the header Content-Length must be a number")
        if int(length) > most:
            raise Problem(413, f"a request may have at most {most / 1e6:,.0f} MB")
        timed = timed_receive(receive, self._limits)
        if is_upload or (length == "0" and "transfer-encoding" not in headers):
            return timed if is_upload else receive
        body = await read_body(timed, most)
        return replayed(body, receive)


def _with_headers(send: Send) -> Send:
    """Add the headers that every answer has."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {name.lower() for name, _ in message["headers"]}
            added = [header for header in _HEADERS if header[0] not in given]
            message["headers"] = [*message["headers"], *added]
        await send(message)

    return sending
