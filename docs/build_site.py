"""Build the site: `python docs/build_site.py`, then open build/docs/html/index.html.

    python docs/build_site.py --links  # only look at links to other sites, on the network

No network is needed otherwise, and a warning fails the build. The sources are put together in a
folder of their own: the Markdown pages as they are, the API reference from the docstrings, the
tutorial notebook as a page, the pages of the repository that the others link to, and llms.txt.
`pip install '.[plot,web]' --group docs` installs what this needs, with pip 25.1 or newer.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import api_reference

DOCS = Path(__file__).parent
ROOT = DOCS.parent
#: Pages of the repository that are on the site too.
OF_REPOSITORY = {
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "benchmarks/README.md": "benchmarks.md",
    "cpp/README.md": "kernels.md",
}
_LINK = re.compile(r"(\]\()([^)#:\s]+)((?:#[^)\s]*)?\))")


@dataclass(frozen=True)
class Entry:
    """A page that the index lists."""

    section: str
    title: str
    page: str
    description: str


def entries() -> Iterator[Entry]:
    """What docs/index.md lists, in its order: the order of the site."""
    section = ""
    for line in (DOCS / "index.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
        elif found := re.fullmatch(r"- \[(.+?)\]\(([^)#]+)\)(?:: (.*))?", line):
            yield Entry(section, *found.groups(default=""))


def llms_txt(*, of_site: bool = False) -> str:
    """The index for language models (https://llmstxt.org), of the folder or of the site."""
    lines = (DOCS / "index.md").read_text(encoding="utf-8").splitlines()
    summary = next(line for line in lines[1:] if line)
    parts = ["# accord\n", f"> {summary}"]
    section = ""
    for entry in entries():
        if entry.section != section:
            section = entry.section
            parts.append(f"\n## {section}\n")
        page = f"{_site_name(entry.page)}.md" if of_site else entry.page
        parts.append(f"- [{entry.title}]({page}): {entry.description}")
    return "\n".join(parts) + "\n"


# ---- sources -------------------------------------------------------------------------------------


def put_together(folder: Path) -> None:
    """Write the sources of the site."""
    copied = ["conf.py", "search_scorer.js", "static", "pictures"]
    copied += [path.name for path in DOCS.glob("*.md")]
    for name in copied:
        path = DOCS / name
        if path.is_dir():
            shutil.copytree(path, folder / name, ignore=shutil.ignore_patterns("*.py", "__*"))
        else:
            shutil.copyfile(path, folder / name)
    with (folder / "index.md").open("a", encoding="utf-8") as file:
        file.write(contents(map(_slug, sections())))
    for section, listed in sections().items():
        page = folder / f"{_slug(section)}.md"
        page.write_text(section_page(section, listed), encoding="utf-8")
    (folder / "llms.txt").write_text(llms_txt(of_site=True), encoding="utf-8")
    for path in DOCS.glob("*.ipynb"):
        (folder / path.name).with_suffix(".md").write_text(notebook(path), encoding="utf-8")
    (folder / "api.md").write_text(api_index(), encoding="utf-8")
    (folder / "api").mkdir()
    for name, text in api_reference.pages().items():
        (folder / f"api/{name}.md").write_text(text, encoding="utf-8")
    for source, name in OF_REPOSITORY.items():
        (folder / name).write_text((ROOT / source).read_text(encoding="utf-8"), encoding="utf-8")
    for path in folder.glob("*.md"):
        path.write_text(with_links_of_the_site(path, folder), encoding="utf-8")


def sections() -> dict[str, list[Entry]]:
    listed: dict[str, list[Entry]] = {}
    for entry in entries():
        listed.setdefault(entry.section, []).append(entry)
    return listed


def section_page(section: str, listed: list[Entry]) -> str:
    """The page that a section of the index has on the site."""
    items = "\n".join(f"- [{one.title}]({one.page}): {one.description}" for one in listed)
    pages = [f"{one.title} <{_site_name(one.page)}>" for one in listed]
    return f"# {section}\n\n{items}\n{contents(pages)}"


def contents(pages: Iterable[str]) -> str:
    """A table of contents for the menus; the page shows its own lists."""
    listed = "\n".join(pages)
    return f"\n```{{toctree}}\n:hidden:\n\n{listed}\n```\n"


def api_index() -> str:
    pages = [f"api/{group.page}" for group in api_reference.GROUPS]
    return api_reference.overview(linked=True) + contents(pages)


def notebook(path: Path) -> str:
    """A notebook as a page: its text, its code and what the code shows."""
    parts = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        parts.extend(_output(output) for output in cell["outputs"])
    return "\n\n".join(parts) + "\n"


def _output(output: dict[str, object]) -> str:
    data = output.get("data", {})
    assert isinstance(data, dict)
    if "text/html" in data:
        return f"<div class='output'>\n{''.join(data['text/html'])}\n</div>"
    text = "".join(data.get("text/plain", output.get("text", "")))
    if text.startswith("<Figure"):
        return f'<img src="data:image/png;base64,{data["image/png"].strip()}" alt="The plot">'
    return f"```text\n{text.rstrip()}\n```"


def with_links_of_the_site(path: Path, folder: Path) -> str:
    """The text of a page, whose links to files of the repository lead to the site, or are words."""
    home = {name: source for source, name in OF_REPOSITORY.items()}.get(path.name)
    origin = (ROOT / home).parent if home else DOCS

    def relink(link: re.Match[str]) -> str:
        before, target, after = link.groups()
        if target == "api.md" and (folder / f"api/{after[1:-1]}.md").exists():
            return f"{before}api/{after[1:-1]}.md)"
        if (folder / target).exists() and not home:
            return link[0]
        try:
            source = (origin / target).resolve().relative_to(ROOT).as_posix()
        except ValueError:
            return link[0]
        name = _site_name(source.removeprefix("docs/")) + ".md"
        if source.startswith("docs/") and (folder / source.removeprefix("docs/")).exists():
            return f"{before}{source.removeprefix('docs/')}{after}"
        if source in OF_REPOSITORY or (folder / name).exists():
            return f"{before}{OF_REPOSITORY.get(source, name)}{after}"
        return f"{before}#in-the-repository)"

    text = _LINK.sub(relink, path.read_text(encoding="utf-8"))
    return re.sub(r"\[([^\]]+)\]\(#in-the-repository\)", r"\1", text)


def _slug(section: str) -> str:
    return section.lower().replace("-", "_")


def _site_name(page: str) -> str:
    """The name of a page of the docs or the repository on the site, without its suffix."""
    name = page.removeprefix("../")
    return OF_REPOSITORY.get(name, name).removesuffix(".md").removesuffix(".ipynb")


# ---- Sphinx --------------------------------------------------------------------------------------


def build(output: Path, builder: str = "html") -> subprocess.CompletedProcess[str]:
    """Build the site, from sources in a folder that is removed afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder) / "source"
        sources.mkdir()
        put_together(sources)
        command = [sys.executable, "-m", "sphinx", "-b", builder, "-q", "-W", "--keep-going"]
        places = ["-d", f"{folder}/doctrees", str(sources), str(output)]
        done = subprocess.run([*command, *places], capture_output=True, text=True, check=False)
        if builder == "html":  # llms.txt lists the pages as Markdown
            for page in [*sources.glob("*.md"), *sources.glob("api/*.md")]:
                shutil.copyfile(page, output / page.relative_to(sources))
        return done


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the site of the docs.")
    parser.add_argument("--output", type=Path, default=ROOT / "build/docs/html")
    parser.add_argument("--links", action="store_true", help="check links to other sites")
    options = parser.parse_args()
    done = build(options.output, "linkcheck" if options.links else "html")
    print(done.stdout + done.stderr, end="")
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
