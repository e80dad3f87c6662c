"""docs/other_tools.md is true: what it calls ours exists, and what is "not in accord" is not."""

import inspect
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest

import accord
from accord import METRICS, QUALITIES
from accord._cli.commands import cli
from accord.metrics._other_names import OTHER_NAMES
from accord.metrics._requests import parse_metrics

DOCS = Path(__file__).parent.parent / "docs"
MODULES = [accord, *(import_module(f"accord.{name}") for name in accord._MODULES)]
#: Where names of the column "ours" are looked up; methods are named with their class or without.
NAMESPACES = [*MODULES, accord.Clustering]
CLASSES = [
    value
    for module in MODULES
    for name in module.__all__
    if inspect.isclass(value := getattr(module, name))
]
#: What accord does, in the words of the rows that once said that it does not.
FEATURES = re.compile(
    r"\b(modularity|conductance|generat\w+|run an algorithm|timeout|intervals?|baselines?|plots?)\b"
)
#: Words of the column "ours" that stand for what users put there, and parts of the file of a study.
PLACEHOLDERS = {"TRUTH FOUND", "FOLDER", "[[data]]", "[[algorithms]]", "lfr = {…}", "seeds"}


def rows() -> Iterator[tuple[str, str]]:
    """Theirs and ours."""
    for line in (DOCS / "other_tools.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("| ") and not line.startswith(("| their", "| there ", "| ---")):
            theirs, ours, *_ = re.split(r"\s\|\s?", line.removeprefix("| ") + " ")
            yield theirs, ours


def words(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def commands(group: click.Group = cli, path: str = "accord") -> Iterator[tuple[str, click.Command]]:
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert command is not None
        yield f"{path} {name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")


COMMANDS = dict(commands())
OPTIONS = {
    option
    for command in [cli, *COMMANDS.values()]
    for parameter in command.get_params(click.Context(command))
    for option in [*parameter.opts, *parameter.secondary_opts]
} | {"-h", "--help"}


# Routes of the web server.
ROUTES = {
    f"{method} {route.path}"
    for module in pkgutil.iter_modules(import_module("accord.web._routes").__path__)
    for route in import_module(f"accord.web._routes.{module.name}").router.routes
    for method in route.methods
}


# ---- ours ----------------------------------------------------------------------------------------


def check(word: str) -> None:
    """Fail if accord does not have this."""
    text = word.strip("'")
    if text in PLACEHOLDERS or re.fullmatch(r'"[\w-]+"', text):
        return
    if text.startswith(("accord ", "-")):
        check_command(word)
    elif text.startswith("POST "):
        assert text in ROUTES
    elif text.startswith("[limits] "):
        assert text.split()[1] in inspect.signature(accord.bench.Limits).parameters
    elif "[" in text:
        assert parse_metrics(text)
    elif option := re.fullmatch(r'(\w+)="?([\w-]*)"?', text):
        assert option[1] in PARAMETERS, option[1]
    else:
        check_python(text)


def check_command(text: str) -> None:
    if text.startswith("accord "):
        names = [name for name in COMMANDS if f"{text} ".startswith(f"{name} ")]
        assert names, text
        command = COMMANDS[max(names, key=len)]
        known = {
            option
            for parameter in command.get_params(click.Context(command))
            for option in [*parameter.opts, *parameter.secondary_opts]
        }
    else:
        known = OPTIONS
    for option in re.findall(r"(?<!\S)--?[a-zA-Z][\w-]*", text):
        assert option in known, option
    if metrics := re.search(r"(?:--metric|-m) '?([^' …]+)", text):
        names = metrics[1].split(",")
        assert set(names) <= QUALITIES.keys() or parse_metrics(metrics[1])


def check_python(text: str) -> None:
    path, _, arguments = text.removeprefix("accord.").partition("(")
    values = look_up(path.removeprefix("clustering."))
    assert values, text
    for name in re.findall(r"(\w+)=", arguments.partition(")")[0]):
        assert any(name in inspect.signature(value).parameters for value in values), name
    if attribute := re.search(r"\)\.(\w+)", text):
        assert look_up(f".{attribute[1]}"), attribute[1]


def look_up(path: str) -> list[Any]:
    """What a name with dots can mean; ".name" is an attribute of a result."""
    if path.startswith("."):
        name = path.removeprefix(".")
        return [
            one
            for one in CLASSES
            if name in getattr(one, "__annotations__", ()) or hasattr(one, name)
        ]
    found = []
    for value in NAMESPACES:
        for name in path.split("."):
            value = getattr(value, name, None)
        if value is not None:
            found.append(value)
    return found


PARAMETERS = {
    name
    for namespace in NAMESPACES
    for public in dir(namespace)
    if not public.startswith("_") and callable(value := getattr(namespace, public))
    if inspect.isroutine(value)
    for name in inspect.signature(value).parameters
}


@pytest.mark.parametrize(("theirs", "ours"), list(rows()))
def test_what_is_called_ours_exists(theirs: str, ours: str) -> None:
    for word in words(ours):
        check(word)


@pytest.mark.parametrize(
    "word",
    ["nmo", "nmi(norn=)", "nmi[norm=maks]", "accord compute", "--metrik", ".precisions", "normal="],
)
def test_what_does_not_exist_is_found(word: str) -> None:
    with pytest.raises((AssertionError, accord.InputError)):
        check(word)


# ---- not in accord -------------------------------------------------------------------------------

KNOWN = {name for module in MODULES for name in module.__all__} | {
    *METRICS,
    *QUALITIES,
    *OTHER_NAMES,
    *(name.removeprefix("accord ") for name in COMMANDS),
}


def claims_too_much(theirs: str) -> list[str]:
    """What a row would deny although accord has it.

    A name with arguments is about these arguments, and a row that begins with … about options.
    """
    names = [] if theirs.startswith("…") else [word.strip("'") for word in words(theirs)]
    options = [name for name in names if name.startswith("--") and name in OPTIONS]
    return [name for name in names if name in KNOWN] + options + FEATURES.findall(theirs)


@pytest.mark.parametrize("theirs", [theirs for theirs, ours in rows() if "not in accord" in ours])
def test_what_is_not_in_accord_is_not(theirs: str) -> None:
    assert claims_too_much(theirs) == []


@pytest.mark.parametrize(
    "theirs",
    [
        "`modularity`",
        "`adjusted_mutual_info_score`",
        "`mi`, `vi`",
        "run an algorithm",
        "`-t`, `--timeout`",
    ],
)
def test_rows_that_deny_what_accord_has_are_found(theirs: str) -> None:
    assert claims_too_much(theirs)
