"""Sessions, examples and links in the docs are right."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import click
import docs_sessions
import pytest

import accord
from accord._cli.commands import COMMANDS, cli

ROOT = Path(__file__).parent.parent
MODULES = [
    module.name
    for module in pkgutil.walk_packages(accord.__path__, "accord.")
    if module.name != "accord.__main__"
]


@pytest.mark.parametrize(
    "page", docs_sessions.PAGES, ids=lambda page: page.relative_to(ROOT).as_posix()
)
def test_sessions_print_what_the_page_shows(page: Path) -> None:
    text = page.read_text()
    assert "\nNameError: " not in text  # a session that lacks an import
    assert text == docs_sessions.run_page(page)


@pytest.mark.parametrize("name", ["accord", *MODULES])
def test_docstring_examples_pass(name: str) -> None:
    failures, _ = doctest.testmod(importlib.import_module(name), extraglobs=vars(accord))
    assert failures == 0


@pytest.mark.parametrize("name", accord.METRICS)
def test_every_metric_has_a_section_and_an_example(name: str) -> None:
    assert f"\n### `{name}`" in (ROOT / "docs/metrics.md").read_text()


@pytest.mark.parametrize("name", accord.QUALITIES)
def test_every_quality_metric_has_a_complete_section(name: str) -> None:
    section = (
        (ROOT / "docs/quality.md")
        .read_text()
        .partition(f"\n### `{name}`")[2]
        .partition("\n### ")[0]
    )
    assert all(f"**{part}**" in section for part in ("Definition", "Values", "Good", "Elsewhere"))
    assert all(f"`{option}`" in section for option in accord.QUALITIES[name].options)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented_with_all_its_options(name: str) -> None:
    text = (ROOT / "docs/command_line.md").read_text()
    assert f"\n## `accord {name}`" in text
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    for parameter in command.params:
        if parameter.param_type_name == "option":
            assert max(parameter.opts, key=len) in text


@pytest.mark.parametrize("name", accord.__all__)
def test_every_public_name_has_a_docstring(name: str) -> None:
    if name not in ("METRICS", "__version__"):
        assert (getattr(accord, name).__doc__ or "").strip()


@pytest.mark.parametrize(
    "page", docs_sessions.PAGES, ids=lambda page: page.relative_to(ROOT).as_posix()
)
def test_links_resolve(page: Path) -> None:
    for link, anchor in re.findall(r"\]\(([^)#:\s]*)(?:#([^)]*))?\)", page.read_text()):
        target = page.parent / link if link else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), f"{link}#{anchor}"


def test_readme_counts_the_metrics() -> None:
    text = (ROOT / "README.md").read_text()
    assert f"[{len(accord.METRICS)} metrics](docs/metrics.md" in text
    assert f"[{len(accord.QUALITIES)}](docs/quality.md" in text


def anchors(page: Path) -> set[str]:
    """The anchors of a page: its headings as GitHub writes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
