"""Groups of options that a command receives as one value."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import fields
from typing import Any

#: A function that becomes a command of click.
Command = Callable[..., Any]
#: A decorator that adds an option to a command.
Decorator = Callable[[Command], Command]


def option_group(parameter: str, group: type[Any], *options: Decorator) -> Decorator:
    """Add `options` to a command, which receives them as a `group` in one parameter.

    `group` is a dataclass with a field for each option.
    """
    names = [field.name for field in fields(group)]

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def with_group(**values: Any) -> Any:
            values[parameter] = group(**{name: values.pop(name) for name in names})
            return command(**values)

        decorated: Command = with_group
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate
