"""The page of `accord serve` in a browser: visits that hear of all trouble, and actions on it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from axe_playwright_python.sync_playwright import Axe

#: What Chromium writes to the console for a response that is an error.
_REFUSED = re.compile(r"Failed to load resource: the server responded with a status of (\d+)")


class Visit:
    """A tab with the page; `expects` holds the statuses of errors that the test provokes."""

    def __init__(self, page: Any, host: str, expects: Sequence[int] = ()) -> None:
        self.page, self.host, self.expects = page, host, list(expects)
        self.trouble: list[str] = []
        self.refused: list[int] = []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.trouble.append(f"error: {error}"))
        page.on("request", self._look)
        page.on("requestfailed", self._fail)
        page.on("response", self._answered)

    def _hear(self, message: Any) -> None:
        refused = _REFUSED.search(message.text)
        if refused and int(refused[1]) in self.expects:
            return
        if message.type in ("error", "warning"):
            self.trouble.append(f"console: {message.text}")

    def _look(self, request: Any) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and address.netloc != self.host:
            self.trouble.append(f"request to another host: {request.url}")

    def _fail(self, request: Any) -> None:
        # A question is withdrawn when its answer is no longer waited for.
        if request.failure != "net::ERR_ABORTED":
            self.trouble.append(f"failed: {request.method} {request.url}: {request.failure}")

    def _answered(self, response: Any) -> None:
        if response.status >= 400:
            self.refused.append(response.status)
            if response.status not in self.expects:
                self.trouble.append(f"{response.status}: {response.url}")

    def check(self) -> None:
        """Fail if there was trouble, or if an error that was expected did not come."""
        assert not self.trouble, "\n".join(self.trouble)
        assert set(self.refused) == set(self.expects), f"refused: {self.refused}"


def address_of(view: str = "", *paths: str, **state: str | int) -> str:
    """The address of a view of files below the folder of the server."""
    words = [("in", f"path:{path}") for path in paths] + [(k, str(v)) for k, v in state.items()]
    return f"/#/{view}" + (f"?{urlencode(words)}" if words else "")


def settle(page: Any) -> None:
    """Wait until all parts of the view have their answers."""
    page.wait_for_function("() => !document.querySelector('[aria-busy]')")


def drop(page: Any, *files: Path | tuple[str, str]) -> None:
    """Drop files, or names with contents, on the page as a person does."""
    named = [(f.name, f.read_text()) if isinstance(f, Path) else f for f in files]
    page.evaluate(
        """(named) => {
          const data = new DataTransfer();
          for (const [name, text] of named) data.items.add(new File([text], name));
          const send = (kind) => document.body.dispatchEvent(
            new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer: data}));
          ["dragenter", "dragover", "drop"].forEach(send);
        }""",
        named,
    )


def rows(page: Any, label: str) -> list[list[str]]:
    """The texts of the cells of a table, by row."""
    script = (
        "rows => rows.map(row => "
        "[...row.cells].map(cell => cell.innerText.replace(/\\s+/g, ' ').trim()))"
    )
    found: list[list[str]] = page.locator(
        f'[role="region"][aria-label="{label}"] tbody tr'
    ).evaluate_all(script)
    return found


def column(page: Any, label: str, index: int) -> list[str]:
    return [row[index] for row in rows(page, label)]


def check_looks(page: Any, scheme: str) -> None:
    """Fail if axe finds a violation, if the page is wider than the window, or in other colours."""
    violations = Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in violations] == []
    assert overflow(page) <= 0
    is_dark = page.evaluate(
        "() => getComputedStyle(document.body).backgroundColor.match(/\\d+/g)[0] < 80"
    )
    assert is_dark == (scheme == "dark")


def overflow(page: Any) -> int:
    """By how many pixels the page is wider than the window."""
    return int(
        page.evaluate(
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
    )
