"""The tags and texts of an HTML page."""

from html.parser import HTMLParser
from typing import Any


class Cells(HTMLParser):
    """Its tags, and the text in its cells, headers and paragraphs."""

    def __init__(self, page: str, kinds: tuple[str, ...] = ("td", "th", "p")) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.cells: list[str] = []
        self._kinds = kinds
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        if tag in self._kinds:
            self.cells.append("")

    def handle_data(self, data: str) -> None:
        if self.tags[-1] in self._kinds:
            self.cells[-1] += data
