"""Latency and load of `accord serve`, on loopback.

A server of its own, with a new state folder and the usual settings, is asked as the page asks it.
No question is asked twice, except where answers that are kept are measured, so that a worker has to
compute each of them. Times of questions about a pair that is loaded stand next to those of the same
kernel in this process and, with Playwright and Chromium, those until the page has drawn the answer.
Load comes from clients that ask again as soon as they have an answer; the same clients then ask a
bare FastAPI route under the same settings of uvicorn. All parts end after a number of questions or
seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from results import Results, add_save_option

import accord
from accord._compare.comparison import metric_named
from accord._engines.choose import engine_for

HEADERS = {"X-Requested-With": "accord", "Content-Type": "application/json"}
#: Memberships of a node on average, and nodes of a cluster.
MEMBERSHIPS, SIZE = 1.3, 20
#: Bytes of each file that is uploaded while others ask, and questions of a part with load at most.
UPLOAD_BYTES, MOST_QUESTIONS = 40_000_000, 200_000
MEGABYTE = 1e6


@dataclass(frozen=True)
class Change:
    """A change of a comparison: what is asked then, and how it is made on the page."""

    title: str
    metric: str
    options: dict[str, str] = field(default_factory=dict)
    nodes: Any = None
    #: The element of the page, and its value; None to check it.
    element: str = ""
    value: str | None = None

    @property
    def question(self) -> dict[str, Any]:
        nodes = {} if self.nodes is None else {"nodes": self.nodes}
        return {"metrics": [self.metric], **self.options, **nodes}


#: From f1p, which is computed first, one change after the other.
CHANGES = (
    Change("option: f1p, weighting by cluster", "f1p", {"weighting": "macro"}, None,
           "option-weighting", "macro"),
    Change("metric: onmi", "onmi", {}, None, "metric-onmi"),
    Change("metric: omega", "omega", {}, None, "metric-omega"),
    Change("metric: bcubed", "bcubed", {}, None, "metric-bcubed"),
    Change("node base: f1p, nodes of both sides", "f1p", {}, "intersection",
           "option-nodes", "intersection"),
)  # fmt: skip


# ---- a server and what it holds ------------------------------------------------------------------


@dataclass(frozen=True)
class Server:
    """A process that answers at an address."""

    process: subprocess.Popen[str]
    address: str

    @property
    def place(self) -> tuple[str, int]:
        parts = urlsplit(self.address)
        assert parts.hostname is not None
        assert parts.port is not None
        return parts.hostname, parts.port

    def memory(self) -> float:
        """Megabytes that the server and its workers hold."""
        pids = [self.process.pid]
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                if int(stat.read_text().rpartition(")")[2].split()[1]) == self.process.pid:
                    pids.append(int(stat.parent.name))
        pages = [int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids]
        return sum(pages) * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


@contextlib.contextmanager
def serving(*command: str) -> Iterator[Server]:
    """A server that prints its address when it is ready."""
    line = [sys.executable, *command]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address, "the server has not started"
        yield Server(process, address[0])
    finally:
        process.terminate()
        process.communicate(timeout=20)


@contextlib.contextmanager
def accord_serve(folder: Path) -> Iterator[Server]:
    """`accord serve` with a new state folder."""
    with tempfile.TemporaryDirectory(dir=folder) as state:
        options = ("--port", "0", "--no-open", "--state", state, "--folder", str(folder))
        with serving("-m", "accord", "serve", *options) as server:
            yield server


def serve_bare() -> None:
    """A FastAPI app with one route that does nothing, under the settings of `accord serve`."""
    import socket

    import uvicorn
    from fastapi import FastAPI

    from accord.web import Settings
    from accord.web._serve import server_config

    app = FastAPI()

    @app.post("/api/v1/compare")
    async def compare(question: dict[str, Any]) -> dict[str, Any]:
        return {"questions": len(question)}

    with socket.create_server(("127.0.0.1", 0)) as listening:
        print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
        uvicorn.Server(server_config(app, Settings(state="."))).run(sockets=[listening])


class Client:
    """Asks one question after the other on one connection."""

    def __init__(self, server: Server) -> None:
        self._connection = HTTPConnection(*server.place, timeout=600)

    def post(self, path: str, body: bytes) -> tuple[float, Any]:
        """Seconds until the answer was there, and the answer."""
        start = time.perf_counter()
        self._connection.request("POST", f"/api/v1/{path}", body, HEADERS)
        response = self._connection.getresponse()
        content = response.read()
        seconds = time.perf_counter() - start
        assert response.status in (200, 201), content
        return seconds, json.loads(content)

    def ask(self, path: str, question: dict[str, Any]) -> float:
        return self.post(path, json.dumps(question).encode())[0]

    def upload(self, path: Path) -> str:
        digest: str = self.post(f"files?name={quote(path.name)}", path.read_bytes())[1]["file"]
        return digest


# ---- a pair that is loaded -----------------------------------------------------------------------


def write_pair(folder: Path, nodes: int, clusters: int) -> tuple[Path, Path]:
    """Two files of a synthetic cover and a damaged copy of it."""
    truth = accord.generate_cover(nodes, clusters, MEMBERSHIPS, seed=1)
    found = accord.perturb(truth, split=0.1, merge=0.1, move=0.1, seed=2)
    paths = folder / f"truth-{clusters}.cnl", folder / f"found-{clusters}.cnl"
    for side, path in zip((truth, found), paths, strict=True):
        accord.write(side, path)
    return paths


class Kernels:
    """In this process: the same changes, each with nothing but the kernel."""

    def __init__(self, paths: tuple[Path, Path]) -> None:
        self._paths = paths

    def run(self) -> Iterator[float]:
        """Seconds of each change, on an engine that has computed f1p.

        The pair is read anew, as a worker does: a clustering keeps what belongs to it alone.
        """
        sides = [accord.read(path) for path in self._paths]
        engine = engine_for(sides)
        metric_named("f1p").score(engine)
        for change in CHANGES:
            start = time.perf_counter()
            if change.nodes is not None:
                engine = engine_for(sides, nodes=change.nodes)
            metric_named(change.metric).score(engine, **change.options)
            yield time.perf_counter() - start


def named(digests: tuple[str, str], run: int) -> dict[str, dict[str, str]]:
    """The pair under names of its own, for which a worker keeps objects of their own."""
    return {
        side: {"file": digest, "name": f"{side}-{run}.cnl"}
        for side, digest in zip(("truth", "found"), digests, strict=True)
    }


def ask_changes(client: Client, pair: dict[str, Any]) -> Iterator[float]:
    """Seconds of each change over HTTP, after the pair was loaded."""
    client.ask("compare", {**pair, "metrics": ["f1p"]})
    for change in CHANGES:
        yield client.ask("compare", {**pair, **change.question})


#: Makes a change on the page, and says after how many milliseconds the answer was drawn, and when
#: nothing on the page waited for an answer any more.
CHANGE_SCRIPT = """([id, value]) => new Promise((resolve) => {
  const isBusy = (place) => document.querySelector(`${place}[aria-busy]`) !== null;
  const drawn = (done) => requestAnimationFrame(() => setTimeout(() => done(performance.now())));
  const start = performance.now();
  let answered = null;
  const look = () => {
    if (answered === null && !isBusy("[data-region=answer]")) {
      answered = new Promise(drawn);
    }
    if (isBusy("")) return;
    watching.disconnect();
    drawn(async (end) => resolve([await answered - start, end - start]));
  };
  const watching = new MutationObserver(look);
  watching.observe(document.getElementById("content"), {subtree: true, childList: true,
    attributes: true, attributeFilter: ["aria-busy"]});
  const element = document.getElementById(id);
  if (value === null) element.click();
  else {
    element.value = value;
    element.dispatchEvent(new Event("change", {bubbles: true}));
  }
})"""


def make_changes(page: Any, server: Server, pair: dict[str, Any]) -> Iterator[tuple[float, float]]:
    """Seconds until the page has drawn the answer of each change, and all pictures."""
    for change in CHANGES:
        before = [("metrics", "f1p"), *change.options.items()]
        if change.element == "option-weighting":
            before = before[:1]
        inputs = [("in", f"file:{side['file']}:{side['name']}") for side in pair.values()]
        page.goto(f"{server.address}#/?{urlencode([*inputs, *before])}")
        page.wait_for_function("() => document.getElementById('option-nodes')")
        page.wait_for_function("() => !document.querySelector('[aria-busy]')")
        answered, settled = page.evaluate(CHANGE_SCRIPT, [change.element, change.value])
        yield answered / 1000, settled / 1000


@contextlib.contextmanager
def open_browser() -> Iterator[Any]:
    """A tab of Chromium; None if it or Playwright is not installed."""
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        path = None
    if path is None:
        yield None
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser.new_page()
        browser.close()


def measure_latency(folder: Path, nodes: int, runs: int) -> None:
    """Changes on a pair that is loaded."""
    paths = write_pair(folder, nodes, nodes // SIZE)
    kernels = Kernels(paths)
    with accord_serve(folder) as server, open_browser() as page:
        client = Client(server)
        digests = client.upload(paths[0]), client.upload(paths[1])
        alone, asked, drawn = [], [], []
        for run in range(runs):
            alone.append(list(kernels.run()))
            asked.append(list(ask_changes(client, named(digests, 2 * run))))
            if page is not None:
                drawn.append(list(make_changes(page, server, named(digests, 2 * run + 1))))
    print_table(
        f"Changes: a pair of {nodes:,} nodes that is loaded, the best of {runs}",
        (
            "change",
            "kernel",
            "over HTTP",
            "more",
            "drawn in the page",
            "more until drawn",
            "all pictures",
        ),
    )
    for place, change in enumerate(CHANGES):
        kernel, http = (min(times[place] for times in run) for run in (alone, asked))
        cells = [milliseconds(kernel), milliseconds(http), milliseconds(http - kernel)]
        if drawn:
            answered, settled = (min(run[place][part] for run in drawn) for part in (0, 1))
            cells += [*map(milliseconds, (answered, answered - kernel, settled))]
        else:
            cells += [""] * 3
        print_row(change.title, *cells)


# ---- one of many clusters ------------------------------------------------------------------------


def measure_drill_down(folder: Path, clusters: int, questions: int) -> None:
    """Clusters and pages of them, of an explanation that is loaded."""
    paths = write_pair(folder, 5 * clusters, clusters)
    number = random.Random(1)
    with accord_serve(folder) as server:
        client = Client(server)
        digests = client.upload(paths[0]), client.upload(paths[1])
        pair = named(digests, 0)
        loading = client.ask("explain", pair)

        def page(**asked: Any) -> tuple[str, dict[str, Any]]:
            return "explain/clusters", {"offset": number.randrange(clusters // 20), **asked}

        def any_cluster(**asked: Any) -> tuple[str, dict[str, Any]]:
            return "explain/cluster", {**asked, "index": number.randrange(clusters // 2)}

        near = itertools.count()  # rows to leave out, so that no question is asked twice
        orders = itertools.cycle(
            ["size", "overlap", "f1", "precision", "recall", "verdict", "cluster", "index"]
        )
        kinds: dict[str, Callable[[], tuple[str, dict[str, Any]]]] = {
            "a truth cluster": any_cluster,
            "a found cluster": lambda: any_cluster(side="found"),
            "a page near the first, by cost": lambda: page(offset=next(near)),
            "a page near the first, in other orders": lambda: page(
                sort=next(orders), offset=next(near)
            ),
            "the same, found clusters": lambda: page(
                sort=next(orders), offset=next(near), side="found"
            ),
            "a page with a filter by verdict": lambda: page(
                verdicts=["split", "merged"], offset=next(near)
            ),
            "a page with a filter by size": lambda: page(
                min_size=number.uniform(1, 8), offset=next(near)
            ),
            "a page with a search": lambda: page(
                search=str(number.randrange(1000)), offset=next(near)
            ),
            "any page, by cost": page,
            "any page, in other orders": lambda: page(sort=next(orders)),
            "the nodes that agree worst": lambda: (
                "explain/nodes",
                {"offset": next(near)},
            ),
            "a node": lambda: ("explain/node", {"node": str(number.randrange(5 * clusters))}),
        }
        print_table(
            f"Drill-down: {clusters:,} clusters of {5 * clusters:,} nodes; "
            f"loaded and explained in {loading:.1f} s",
            ("question", "times", "first", "median", "p95", "greatest"),
        )
        for title, make in kinds.items():
            times = []
            for _ in range(questions):
                path, asked = make()
                times.append(client.ask(path, {**pair, **asked}))
            cells = times[0], statistics.median(times), quantile(times, 0.95), max(times)
            print_row(title, str(len(times)), *map(milliseconds, cells))


# ---- load ----------------------------------------------------------------------------------------


@dataclass
class Load:
    """What became of the questions of all clients."""

    seconds: list[float] = field(default_factory=list)
    n_errors: int = 0
    duration: float = 0.0


async def put_load(server: Server, clients: int, seconds: float, bodies: Iterator[bytes]) -> Load:
    """Clients that each ask again as soon as they have an answer."""
    load, start = Load(), time.perf_counter()
    await asyncio.gather(
        *(keep_asking(server, start + seconds, bodies, load) for _ in range(clients))
    )
    load.duration = time.perf_counter() - start
    return load


async def keep_asking(server: Server, until: float, bodies: Iterator[bytes], load: Load) -> None:
    reader, writer = await asyncio.open_connection(*server.place)
    head = request_head(server, "compare")
    while (began := time.perf_counter()) < until and len(load.seconds) < MOST_QUESTIONS:
        body = next(bodies)
        writer.write(head + b"%d\r\n\r\n" % len(body) + body)
        status, _ = await read_answer(reader)
        load.seconds.append(time.perf_counter() - began)
        load.n_errors += status != 200
    writer.close()


def request_head(server: Server, path: str) -> bytes:
    """The head of a request, up to the length of its body."""
    host, port = server.place
    lines = [f"POST /api/v1/{path} HTTP/1.1", f"Host: {host}:{port}"]
    lines += [f"{name}: {value}" for name, value in HEADERS.items()]
    return "\r\n".join([*lines, "Content-Length: "]).encode()


async def read_answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
    assert length, head
    return int(head.split(None, 2)[1]), await reader.readexactly(int(length[1]))


async def upload_and_compare(server: Server, until: float, contents: list[bytes]) -> int:
    """Upload a pair of files again and again, each time a new one, and compare it; how often."""
    reader, writer = await asyncio.open_connection(*server.place)
    times = 0
    while time.perf_counter() < until:
        inputs = []
        for content in contents:
            changed = content + b"%d\n" % (100_000_000 + times)
            head = request_head(server, "files?name=large.cnl")
            writer.write(head + b"%d\r\n\r\n" % len(changed))
            for place in range(0, len(changed), 1 << 18):
                writer.write(changed[place : place + (1 << 18)])
                await writer.drain()
            status, answer = await read_answer(reader)
            assert status == 201, answer
            inputs.append({"file": json.loads(answer)["file"], "name": "large.cnl"})
        body = json.dumps({"truth": inputs[0], "found": inputs[1], "metrics": ["f1h"]}).encode()
        writer.write(request_head(server, "compare") + b"%d\r\n\r\n" % len(body) + body)
        status, answer = await read_answer(reader)
        assert status == 200, answer
        times += 1
    writer.close()
    return times


def small_questions() -> Iterator[bytes]:
    """Comparisons of 20 clusters, each of which is asked once."""
    truth = [[f"n{5 * cluster + place}" for place in range(5)] for cluster in range(20)]
    for number in itertools.count():
        found = [
            [f"n{5 * cluster + place + number % 7}" for place in range(5)] for cluster in range(20)
        ]
        sides = {
            "truth": "".join(f"{' '.join(cluster)}\n" for cluster in truth),
            "found": "".join(f"{' '.join(cluster)}\n" for cluster in [*found, [f"new{number}"]]),
        }
        yield json.dumps({side: {"text": text} for side, text in sides.items()}).encode()


def measure_load(folder: Path, clients: int, seconds: float) -> None:
    """Clients that ask small questions, also while others upload large files."""
    contents = [path.read_bytes() for path in write_pair(folder, *nodes_and_clusters(UPLOAD_BYTES))]
    print_table(
        f"Load: {clients} clients for {seconds:g} s",
        ("questions", "answers", "errors", "per second", "p50", "p95",
         "memory before", "half way", "after"),
    )  # fmt: skip
    questions = small_questions()
    same = next(questions)
    with accord_serve(folder) as server:
        for _ in range(2):
            Client(server).post("compare", same)
        print_load(
            "the same, answers that are kept", server, clients, seconds, itertools.repeat(same)
        )
        print_load("each another one", server, clients, seconds, questions)
        print_load("each another one, again", server, clients, seconds, questions)
        print_load(
            "each another one, meanwhile uploads", server, clients, seconds, questions, contents
        )
    with serving(__file__, "--bare") as server:
        print_load("a bare FastAPI route", server, clients, seconds, questions)


def print_load(
    title: str,
    server: Server,
    clients: int,
    seconds: float,
    bodies: Iterator[bytes],
    contents: list[bytes] | None = None,
) -> None:
    memory = [server.memory()]

    async def run() -> tuple[Load, int]:
        asyncio.get_running_loop().call_later(seconds / 2, lambda: memory.append(server.memory()))
        loading = put_load(server, clients, seconds, bodies)
        if contents is None:
            return await loading, 0
        until = time.perf_counter() + seconds
        load, times = await asyncio.gather(loading, upload_and_compare(server, until, contents))
        return load, times

    load, times = asyncio.run(run())
    memory.append(server.memory())
    if contents is not None:
        sizes = " and ".join(f"{len(content) / MEGABYTE:.0f} MB" for content in contents)
        title += f" ({times} times {sizes}, compared)"
    print_row(
        title,
        f"{len(load.seconds):,}",
        str(load.n_errors),
        f"{len(load.seconds) / load.duration:,.0f}",
        milliseconds(statistics.median(load.seconds)),
        milliseconds(quantile(load.seconds, 0.95)),
        *(f"{megabytes:,.0f} MB" for megabytes in memory),
    )


def nodes_and_clusters(n_bytes: int) -> tuple[int, int]:
    """How many nodes and clusters make a file of about this many bytes."""
    nodes = round(n_bytes / MEMBERSHIPS / 8)  # seven digits and a blank
    return nodes, nodes // SIZE


# ---- printing ------------------------------------------------------------------------------------


RESULTS = Results.begin("Serving", ["fastapi", "uvicorn", "playwright"])
#: The table that is being printed, and its columns.
_TABLE: list[tuple[str, tuple[str, ...]]] = []


def print_table(title: str, columns: tuple[str, ...]) -> None:
    _TABLE.append((title, columns))
    print(f"\n### {title}\n\n| {' | '.join(columns)} |")
    print(f"| --- |{' ---: |' * (len(columns) - 1)}", flush=True)


def print_row(*cells: str) -> None:
    RESULTS.add_texts(*_TABLE[-1], cells)
    print(f"| {' | '.join(cells)} |", flush=True)


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:,.1f} ms"


def quantile(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(part * len(times)))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=1_000_000, help="of the pair that is loaded")
    parser.add_argument("--runs", type=int, default=5, help="the best of which counts")
    parser.add_argument("--clusters", type=int, default=1_000_000, help="to drill down to")
    parser.add_argument("--questions", type=int, default=50, help="of each kind of drill-down")
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30.0, help="of each kind of load")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    add_save_option(parser)
    parser.add_argument("--bare", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.bare:
        serve_bare()
        return
    load = os.getloadavg()[0]
    print(f"{len(os.sched_getaffinity(0))} cores, of which {load:.1f} were busy before")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if "changes" in arguments.parts:
            measure_latency(folder, arguments.nodes, arguments.runs)
        if "drill-down" in arguments.parts:
            measure_drill_down(folder, arguments.clusters, arguments.questions)
        if "load" in arguments.parts:
            measure_load(folder, arguments.clients, arguments.seconds)
    RESULTS.save(arguments.save)


PARTS = ("changes", "drill-down", "load")

if __name__ == "__main__":
    main()
