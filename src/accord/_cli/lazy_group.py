"""A group of commands that imports a command when it is used."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from accord._cli.spellings import similar_command
from accord.errors import InputError, UnknownNameError, unknown

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class LazyGroup(click.Group):
    """A group of commands, each the function `name` of the module `package.name`.

    A command is imported when it is used, so that neither it nor the help waits for the imports of
    the others. `summaries` says what each command does.
    """

    def __init__(
        self, *args: Any, package: str, summaries: Mapping[str, str], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._package, self._summaries = package, summaries

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._summaries)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self._summaries.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete commands without importing them."""
        from click.shell_completion import CompletionItem

        if incomplete.startswith("-"):
            return click.Command.shell_complete(self, ctx, incomplete)
        return [CompletionItem(name) for name in self._summaries if name.startswith(incomplete)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._summaries:
            if ctx.resilient_parsing:  # a shell completes an unfinished name
                return None
            raise self._unknown(ctx, cmd_name)
        command: click.Command = getattr(import_module(f"{self._package}.{cmd_name}"), cmd_name)
        return command

    def _unknown(self, ctx: click.Context, name: str) -> Exception:
        """The error for an unknown command, with the one that is probably meant."""
        if ctx.parent is None and os.path.exists(name):
            return InputError(
                f"{name} is a file, not a command: to compare it, write 'accord compare {name} …'"
            )
        command = similar_command(name)
        if command is not None and (ctx.parent is None or command.startswith(f"{self.name} ")):
            return UnknownNameError(f"unknown command {name!r}: did you mean 'accord {command}'?")
        return unknown("command", name, self._summaries)
