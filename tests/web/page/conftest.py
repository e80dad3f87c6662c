"""The page of a real server in a real browser; any trouble that a test does not expect fails it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from browsing import browser
from serving import serving
from web_page import Visit, settle

__all__ = ["browser"]

EXAMPLES = Path(__file__).parents[3] / "examples"

#: Open an address of the page; see `open_page`.
OpenPage = Callable[..., Any]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the server: the examples of the project; tests may add files."""
    return Path(shutil.copytree(EXAMPLES, tmp_path_factory.mktemp("served") / "examples"))


@pytest.fixture(scope="session")
def server(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of the one server of these tests."""
    with serving(tmp_path_factory.mktemp("state"), "--folder", folder, "--no-open") as client:
        yield client


@pytest.fixture
def open_page(browser: Any, server: httpx.Client) -> Iterator[OpenPage]:
    """Open an address in a fresh browser context and wait for its answers.

    `expects` names the statuses of errors that the test provokes. After the test: no message on
    the console, no error of a script, no failed request, no request to another host.
    """
    visits: list[tuple[Any, Visit]] = []

    def open_page(
        address: str = "/",
        *,
        expects: Sequence[int] = (),
        base: str | None = None,
        width: int = 1280,
        height: int = 900,
        wait: bool = True,
        **settings: Any,
    ) -> Any:
        base = base or str(server.base_url)
        context = browser.new_context(
            viewport={"width": width, "height": height}, base_url=base, **settings
        )
        context.set_default_timeout(60_000)  # which a machine may need that is busy
        page = context.new_page()
        visits.append((context, Visit(page, urlsplit(base).netloc, expects)))
        page.goto(address)
        if wait:
            settle(page)
        return page

    yield open_page
    for context, _ in visits:
        context.close()
    for _, visit in visits:
        visit.check()


@pytest.fixture
def page(open_page: OpenPage) -> Any:
    """The first page, without files."""
    return open_page()
