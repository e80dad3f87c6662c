"""Take the pictures of docs/serve.md with a browser: `python docs/pictures/serve.py`.

It starts `accord serve` on files of its own, and runs a small benchmark: about two minutes.
"""

from __future__ import annotations

import contextlib
import io
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from page import example_pair
from PIL import Image

import accord

FOLDER = Path(__file__).parent
COLOURS = 128  # of a picture: more cannot be told apart, and take more bytes
#: For each picture: the view, what else its address says, and its height in pixels.
PICTURES: dict[str, tuple[str, dict[str, str], int]] = {
    "serve_answer": ("", {"baseline": "yes"}, 1000),
    "serve_clusters": ("clusters", {"verdicts": "split merged"}, 700),
    "serve_cluster": ("cluster", {"side": "truth", "cluster": "museum 1"}, 900),
    "serve_changes": ("changes", {}, 800),
    "serve_what_if": ("whatif", {}, 900),
    "serve_benchmarks": ("stores", {}, 1100),
}


def write_files(folder: Path) -> None:
    """A truth, a result, and the store of a benchmark."""
    truth, found = example_pair()
    accord.write(truth, folder / "truth.csv")
    accord.write(found, folder / "leiden.csv")
    command = [sys.executable, "-m", "accord", "bench", "run", "--example", "--quiet", "--store"]
    subprocess.run([*command, folder / "benchmark"], check=True, stdout=subprocess.DEVNULL)


@contextlib.contextmanager
def server(folder: Path, state: Path) -> Iterator[str]:
    """The address of a server of the files in a folder."""
    command = [sys.executable, "-m", "accord", "serve", "--port", "0", "--state", state]
    with subprocess.Popen(
        [*command, "--folder", folder, "--store", folder / "benchmark"],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address is not None
        yield address[0]
        process.terminate()


@contextlib.contextmanager
def browser_page() -> Iterator[Any]:
    """A tab of a browser."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser.new_page(device_scale_factor=1, reduced_motion="reduce")
        browser.close()


def take_picture(page: Any, address: str, name: str) -> None:
    view, state, height = PICTURES[name]
    words = [("in", "path:truth.csv"), ("in", "path:leiden.csv"), *state.items()]
    page.set_viewport_size({"width": 1000, "height": height})
    page.goto("about:blank")
    page.goto(f"{address}#/{view}?{urlencode(words)}")
    page.wait_for_load_state("networkidle")
    page.wait_for_function("() => !document.querySelector('[aria-busy]')")
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(FOLDER / f"{name}.png", optimize=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as state:
        write_files(Path(folder))
        with server(Path(folder), Path(state)) as address, browser_page() as page:
            for name in sys.argv[1:] or PICTURES:
                take_picture(page, address, name)


if __name__ == "__main__":
    main()
