"""Commands whose help lists options in sections, and which understand other spellings of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from accord._cli.options.group import SECTIONS, has_section, section_of
from accord._cli.spellings import canonical, near_options

_MAX_WIDTH = 30  # characters of the column of options


class Command(click.Command):
    """A command with options in sections, an example, and aliases of options."""

    def __init__(self, *args: Any, example: str | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._example = example

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not ctx.resilient_parsing:
            args = canonical(args, self._long_options(ctx))
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            near = near_options(error.option_name, self._long_options(ctx))
            hint = f": did you mean {' or '.join(near)}?" if near else ""
            raise click.UsageError(f"unknown option {error.option_name!r}{hint}", ctx) from None

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        records: dict[str, list[tuple[str, str]]] = {section: [] for section in SECTIONS}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None and isinstance(param, click.Option):
                records[_section_in_help(ctx, param)].append(record)
        width = max(len(name) for rows in records.values() for name, _ in rows)
        for section, rows in records.items():
            if rows:
                with formatter.section(section):
                    padded = [(f"{name:<{min(width, _MAX_WIDTH)}}", text) for name, text in rows]
                    formatter.write_dl(padded, col_max=_MAX_WIDTH)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_help_text(ctx, formatter)
        if self._example is not None:
            formatter.write_paragraph()
            formatter.write(f"  Example: {self._example}\n")  # on one line, to be copied

    def _long_options(self, ctx: click.Context) -> list[str]:
        return [
            name
            for param in self.get_params(ctx)
            for name in (*param.opts, *param.secondary_opts)
            if name.startswith("--")
        ]


def command(**settings: Any) -> Callable[[Callable[..., Any]], Command]:
    """Make a command of accord from a function."""
    return click.command(cls=Command, **settings)


def _section_in_help(ctx: click.Context, param: click.Option) -> str:
    if "--help" in param.opts and any(map(has_section, ctx.command.params)):
        return "General"
    return section_of(param)
