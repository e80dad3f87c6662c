"""The site of the docs: it builds without a warning, its links lead somewhere, its search works
from a folder, its API reference is complete, and its notebook runs.
"""

import inspect
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import api_reference
import build_site
import check_links
import pytest
from browsing import browser  # noqa: F401

import accord

DOCS = Path(__file__).parent.parent / "docs"
MODULES = ["accord", *(f"accord.{name}" for name in accord._MODULES)]
PUBLIC = [(module, name) for module in MODULES for name in import_module(module).__all__]
DOCUMENTED = [(group.module, name) for group in api_reference.GROUPS for name in group.names]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("site")
    done = build_site.build(output)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    return output


# ---- pages ---------------------------------------------------------------------------------------


def test_every_link_leads_somewhere_and_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    assert check_links.broken(site) == []


def test_links_that_lead_nowhere_are_found(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        "<h1 id=here>x</h1><a href='#here'>y</a><a href='#there'>z</a><a href='gone.html'>z</a>"
        "<script src='https://example.org/x.js'></script>"
    )
    assert check_links.broken(tmp_path) == [
        "index.html: loads https://example.org/x.js",
        "index.html: no anchor #there",
        "index.html: no file gone.html",
    ]


def test_index_lists_every_page_once() -> None:
    listed = [entry.page for entry in build_site.entries()]
    pages = {path.name for path in [*DOCS.glob("*.md"), *DOCS.glob("*.ipynb")]}
    assert len(listed) == len(set(listed))
    assert pages - {"index.md"} == {page for page in listed if "/" not in page}
    assert [*build_site.sections()] == ["Tutorial", "How-to", "Reference", "Explanation"]
    assert all(entry.description for entry in build_site.entries())


def test_language_models_find_every_page(site: Path) -> None:
    for folder in (site, DOCS):
        text = (folder / "llms.txt").read_text(encoding="utf-8")
        links = re.findall(r"^- \[.+?\]\((.+?)\): .+$", text, re.MULTILINE)
        assert len(links) == len(list(build_site.entries()))
        assert all((folder / link).is_file() for link in links)


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("compare two partitions", "first_comparison.html"),
        ("omega", "metrics.html"),
        ("read a GMT file", "files.html"),
        ("explain", "api/explain.html"),
    ],
)
def test_search_works_from_a_local_folder(
    site: Path,
    browser: Any,  # noqa: F811
    words: str,
    page: str,
) -> None:
    tab = browser.new_page()
    tab.goto(f"{(site / 'search.html').as_uri()}?q={words.replace(' ', '+')}")
    tab.wait_for_function("document.querySelector('#search-results p.search-summary')")
    tab.wait_for_selector("#search-results li a")
    found = tab.eval_on_selector_all("#search-results li a", "all => all.map(one => one.href)")
    assert any(f"/{page}" in address for address in found[:3]), found[:8]
    tab.close()


# ---- API reference -------------------------------------------------------------------------------


@pytest.mark.parametrize(("module", "name"), PUBLIC)
def test_every_public_name_is_in_the_api_reference(module: str, name: str) -> None:
    if name == "__version__":
        return
    value = getattr(import_module(module), name)
    there = [getattr(import_module(home), other) for home, other in DOCUMENTED if other == name]
    assert any(value is other for other in there)


def test_names_in_the_api_reference_are_public_and_on_one_page() -> None:
    assert set(DOCUMENTED) <= set(PUBLIC)
    assert len(DOCUMENTED) == len(set(DOCUMENTED))


def test_pages_of_the_api_reference_have_every_name_and_member(site: Path) -> None:
    for group in api_reference.GROUPS:
        anchors = check_links.Page(site / f"api/{group.page}.html").anchors
        for name in group.names:
            value = getattr(import_module(group.module), name)
            members = api_reference.methods(value) if inspect.isclass(value) else ()
            for member in ("", *(signature.partition("(")[0] for _, signature, _ in members)):
                assert f"{group.module}.{name}.{member}".rstrip(".") in anchors


def documented_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    for module, name in DOCUMENTED:
        value = getattr(import_module(module), name)
        if inspect.isclass(value):
            for member, attribute in api_reference.public_members(value):
                function = getattr(attribute, "__func__", attribute)
                if inspect.isfunction(function):
                    yield f"{module}.{name}.{member}", function
        elif inspect.isroutine(value):
            yield f"{module}.{name}", value


@pytest.mark.parametrize(("name", "function"), list(documented_functions()))
def test_every_parameter_is_described(name: str, function: Callable[..., Any]) -> None:
    docstring = inspect.getdoc(function) or ""
    assert docstring, f"{name} has no docstring"
    for parameter in inspect.signature(function).parameters:
        if parameter not in ("self", "cls", *api_reference.COMMON):
            assert api_reference.names(docstring, parameter), (
                f"{name} does not say what {parameter} is"
            )


@pytest.mark.parametrize(("module", "name"), DOCUMENTED)
def test_every_parameter_of_a_constructor_is_described(module: str, name: str) -> None:
    value = getattr(import_module(module), name)
    if not (inspect.isclass(value) and api_reference.is_constructed(value)):
        return
    text = "".join(base.__doc__ or "" for base in value.__mro__ if base is not object)
    described = {*api_reference.comments_on(value), *api_reference.COMMON, "args", "kwargs"}
    for parameter in inspect.signature(value).parameters:
        assert parameter in described or api_reference.names(text, parameter), parameter


@pytest.mark.parametrize(("module", "name"), DOCUMENTED)
def test_every_property_has_a_docstring(module: str, name: str) -> None:
    value = getattr(import_module(module), name)
    for member, attribute in api_reference.public_members(value) if inspect.isclass(value) else ():
        if isinstance(attribute, property):
            assert (attribute.__doc__ or "").strip(), member


# ---- notebook ------------------------------------------------------------------------------------


def shown(path: Path) -> list[list[str]]:
    """What the cells of a notebook show, without pictures and the borders of tables."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [
        [
            re.sub(
                r"Figure size .*>",
                "Figure>",
                "".join(output.get("text") or output["data"]["text/plain"]),
            )
            for output in cell.get("outputs", [])
        ]
        for cell in cells
    ]


def test_notebook_runs_and_shows_what_is_stored_in_it(tmp_path: Path) -> None:
    copy = tmp_path / "notebook.ipynb"
    shutil.copyfile(DOCS / "notebook.ipynb", copy)
    command = [sys.executable, DOCS / "run_notebook.py", copy]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert shown(copy) == shown(DOCS / "notebook.ipynb")
