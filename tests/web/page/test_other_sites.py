"""A page of another site, in a real browser, neither changes nor reads anything."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import httpx


class _Page(BaseHTTPRequestHandler):
    """An empty page."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!DOCTYPE html><title>other</title>")

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing is printed."""


@contextlib.contextmanager
def other_site() -> Iterator[str]:
    site = HTTPServer(("127.0.0.1", 0), _Page)
    thread = threading.Thread(target=site.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{site.server_port}/"
    finally:
        site.shutdown()
        thread.join()
        site.server_close()


#: All ways in which a page can send a request; what it learns of the answers.
ATTACK = """async (server) => {
  const files = `${server}/api/v1/files`;
  const heard = async (address, how) => {
    try {
      const response = await fetch(address, how);
      return response.type === "opaque" ? "nothing" : await response.text();
    } catch {
      return "nothing";
    }
  };
  const all = [
    await heard(`${server}/api/v1`),
    await heard(`${server}/api/v1`, {mode: "no-cors"}),
    await heard(files, {method: "POST", body: "stolen"}),
    await heard(files, {method: "POST", body: "stolen", mode: "no-cors"}),
    await heard(files, {method: "POST", body: "x", headers: {"X-Requested-With": "accord"}}),
    await heard(`${server}/api/v1/compare`, {method: "POST", mode: "no-cors", body: "{}"}),
  ];
  const into = document.createElement("iframe");
  into.name = "into";
  document.body.append(into);
  const form = document.createElement("form");
  Object.assign(form, {method: "post", action: files, enctype: "text/plain", target: "into"});
  const loaded = new Promise((resolve) => into.addEventListener("load", resolve));
  document.body.append(form);
  form.submit();
  await loaded;
  let frame = "nothing";
  try { frame = into.contentDocument?.body.textContent || "nothing"; } catch {}
  const script = document.createElement("script");
  const ended = new Promise((resolve) => (script.onload = script.onerror = resolve));
  script.src = `${server}/page/main.js`;
  document.body.append(script);
  return [...all, frame, (await ended).type === "error" ? "nothing" : "a script"];
}"""


def test_a_page_of_another_site_changes_and_reads_nothing(
    browser: Any, server: httpx.Client
) -> None:
    before = server.get("/api/v1/files").json()
    context = browser.new_context()
    with other_site() as address:
        page = context.new_page()
        page.goto(address)
        heard = page.evaluate(ATTACK, str(server.base_url).rstrip("/"))
    context.close()
    assert heard == ["nothing"] * 8
    assert server.get("/api/v1/files").json() == before
