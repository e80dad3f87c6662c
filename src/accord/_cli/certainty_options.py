"""The options about chance and certainty, of commands that show them beside each value."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import click

from accord._cli.main import Command
from accord.errors import InputError


@dataclass(frozen=True)
class Certainty:
    """What the options of a command ask for; None where they say nothing."""

    baseline: bool
    interval: bool
    repeats: int | None
    seed: int | None
    confidence: float | None

    def settings(self, *, page: bool) -> dict[str, Any]:
        """Them as arguments. `page`: a page is made, which may show what chance gets without being asked."""
        needs = {
            "--repeats": (
                self.repeats,
                self.baseline or self.interval or page,
                "--baseline or --interval",
            ),
            "--seed": (
                self.seed,
                self.baseline or self.interval or page,
                "--baseline or --interval",
            ),
            "--confidence": (self.confidence, self.interval, "--interval"),
        }
        for option, (value, asked, others) in needs.items():
            if value is not None and not asked:
                raise InputError(
                    f"{option} is about {others}: ask for that too, or leave {option} out"
                )
        given = {"repeats": self.repeats, "seed": self.seed, "confidence": self.confidence}
        known = {name: value for name, value in given.items() if value is not None}
        return {"baseline": self.baseline, "interval": self.interval, **known}


def certainty_options(command: Command) -> Command:
    """The options of a Certainty, which the command gets as `certainty`."""

    @functools.wraps(command)
    def with_certainty(
        baseline: bool,
        interval: bool,
        repeats: int | None,
        seed: int | None,
        confidence: float | None,
        **others: Any,
    ) -> Any:
        return command(certainty=Certainty(baseline, interval, repeats, seed, confidence), **others)

    for option in (
        click.option(
            "--confidence", type=float, help="Of --interval, between 0 and 1; by default 0.95."
        ),
        click.option("--seed", type=int, help="Seed of --baseline and --interval; by default 0."),
        click.option(
            "--repeats",
            type=int,
            help="Relabellings for --baseline, groups of nodes for --interval; by default 100.",
        ),
        click.option(
            "--interval",
            is_flag=True,
            help="Show how far values may be off because of which nodes were compared.",
        ),
        click.option(
            "--baseline",
            is_flag=True,
            help="Show what chance alone gets, with the nodes relabelled at random.",
        ),
    ):
        with_certainty = option(with_certainty)
    return with_certainty
