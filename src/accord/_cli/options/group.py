"""Groups of options: what a command receives as one value, and what its help lists together."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import fields
from typing import Any
from weakref import WeakKeyDictionary

import click

#: A function that becomes a command of click.
Command = Callable[..., Any]
#: A decorator that adds an option to a command.
Decorator = Callable[[Command], Command]

#: The sections in which the help of a command lists its options, the common ones first.
SECTIONS = (
    "Options",
    "Access",
    "Metrics",
    "Ranking",
    "Matching clusters",
    "Output",
    "Running",
    "Nodes and clusters",
    "Certainty",
    "Reading files",
    "Reading networks",
    "Large data",
    "General",
)

_section_of: WeakKeyDictionary[click.Parameter, str] = WeakKeyDictionary()


def option(*names: str, section: str, **settings: Any) -> Decorator:
    """Make an option that the help of a command lists in a section."""
    return _in_section(section, click.option(*names, **settings))


def option_group(
    parameter: str, group: type[Any], *options: Decorator, section: str | None = None
) -> Decorator:
    """Add `options` to a command, which receives them as a `group` in one parameter.

    `group` is a dataclass with a field for each option. The help of the command lists the options
    in `section`, unless they have a section already.
    """
    names = [field.name for field in fields(group)]

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def with_group(**values: Any) -> Any:
            values[parameter] = group(**{name: values.pop(name) for name in names})
            return command(**values)

        decorated: Command = with_group
        for option in reversed(options):
            decorated = (option if section is None else _in_section(section, option))(decorated)
        return decorated

    return decorate


def _in_section(section: str, option: Decorator) -> Decorator:
    """List an option in a section of the help, unless it has one already."""

    def decorate(command: Command) -> Command:
        decorated = option(command)
        _section_of.setdefault(decorated.__click_params__[-1], section)  # type: ignore[attr-defined]
        return decorated

    return decorate


def section_of(param: click.Parameter) -> str:
    """Return the section of the help that lists an option."""
    return _section_of.get(param, SECTIONS[0])


def has_section(param: click.Parameter) -> bool:
    """Return whether an option was given a section."""
    return param in _section_of
