"""A group of commands that imports a command when it is used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from accord.errors import unknown

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class LazyGroup(click.Group):
    """A group of commands, each the function `name` of the module `package.name`.

    A command is imported when it is used, so that it does not wait for the imports of the others.
    """

    def __init__(self, *args: Any, package: str, names: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._package, self._names = package, names

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._names)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete commands without importing them."""
        from click.shell_completion import CompletionItem

        if incomplete.startswith("-"):
            return click.Command.shell_complete(self, ctx, incomplete)
        return [CompletionItem(name) for name in self._names if name.startswith(incomplete)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._names:
            if ctx.resilient_parsing:  # a shell completes an unfinished name
                return None
            raise unknown("command", cmd_name, self._names)
        command: click.Command = getattr(import_module(f"{self._package}.{cmd_name}"), cmd_name)
        return command
