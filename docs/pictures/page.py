"""Take the screenshots of docs/report.md and README.md with a browser."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import accord
from accord.report import write_html

PLACES = (
    "harbour",
    "market",
    "museum",
    "orchard",
    "canal",
    "tower",
    "bridge",
    "garden",
    "mill",
    "station",
)


def example_pair() -> tuple[accord.Clustering, accord.Clustering]:
    """Groups with names, and a result that splits, merges and misses some."""
    cover = accord.generate_cover(6000, 260, 1.3, seed=1, size_exponent=3)
    names = [f"{PLACES[place % 10]} {place // 10 + 1}" for place in range(cover.n_clusters)]
    truth = accord.Clustering.from_clusters(dict(zip(names, cover.clusters(), strict=True)))
    damaged = accord.perturb(cover, split=0.2, merge=0.2, move=0.04, drop=0.03, seed=2)
    found = accord.Clustering.from_clusters(
        [cluster for place, cluster in enumerate(damaged.clusters()) if place % 17]
    )
    return truth, found


def example() -> accord.Comparison:
    """How well they agree."""
    truth, found = example_pair()
    return accord.compare(
        truth, found, "f1p,f1h,omega,gnmi,bcubed", nodes="union", baseline=True, interval=True
    )


def take_pictures(heights: dict[str, int]) -> None:
    """Of the page down to a height, by file name."""
    from playwright.sync_api import sync_playwright

    browser_path = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome")))
    )
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "page.html"
        write_html(example(), path, title="leiden.cnl against groups.cnl")
        browser = playwright.chromium.launch(
            executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"]
        )
        for name, height in heights.items():
            size = {"width": 1120, "height": height}
            page = browser.new_page(viewport=size, device_scale_factor=0.8)
            page.goto(path.as_uri())
            page.screenshot(path=Path(__file__).with_name(name))
        browser.close()


if __name__ == "__main__":
    take_pictures({"page.png": 2330, "page_top.png": 885})
