"""Links of the built site that lead nowhere, and what its pages load from elsewhere.

    python docs/check_links.py build/docs/html

Pages, anchors and files are looked up in the folder. For links to other
sites see docs/build_site.py.
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

#: Attributes that load something, by the elements that have them.
_LOADING = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src")}


class Page(HTMLParser):
    """The anchors of a page, what it links to, and what it loads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value or "")
            elif tag == "a" and name == "href":
                self.links.append(value or "")
            elif (tag, name) in _LOADING and ("rel", "canonical") not in attributes:
                self.loads.append(value or "")


def broken(site: Path) -> list[str]:
    """One line for each link that leads nowhere, and for each thing loaded from elsewhere."""
    pages = {path: Page(path) for folder in ("", "api") for path in (site / folder).glob("*.html")}
    found = []
    for path, page in pages.items():
        name = path.relative_to(site)
        found += [f"{name}: loads {url}" for url in page.loads if urlsplit(url).netloc]
        for link in [*page.links, *page.loads]:
            if urlsplit(link).scheme in ("", "file") and not urlsplit(link).netloc:
                file, anchor = urldefrag(link)
                file = file.partition("?")[0]
                target = (path.parent / unquote(file)).resolve() if file else path
                if not target.exists():
                    found.append(f"{name}: no file {link}")
                elif anchor and target in pages and unquote(anchor) not in pages[target].anchors:
                    found.append(f"{name}: no anchor {link}")
    return found


if __name__ == "__main__":
    problems = broken(Path(sys.argv[1]).resolve())
    print("\n".join(problems) or "every link leads somewhere, and nothing is loaded from elsewhere")
    sys.exit(bool(problems))
