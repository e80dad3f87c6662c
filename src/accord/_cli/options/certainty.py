"""Options for baselines by chance and for confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from accord._cli.options.group import option_group
from accord.errors import InputError


@dataclass(frozen=True)
class CertaintyOptions:
    """Whether to show baselines and intervals, and how to compute them; None if not set."""

    baseline: bool
    interval: bool
    repeats: int | None
    seed: int | None
    confidence: float | None

    @property
    def any(self) -> bool:
        """Whether --baseline or --interval is set."""
        return self.baseline or self.interval

    def check(self, *, page: bool) -> None:
        """Raise an error for an option without effect.

        With `page`, a page is written, which may show baselines without --baseline.
        """
        sampling = self.any or page
        for option, value, applies, needed in (
            ("--repeats", self.repeats, sampling, "--baseline or --interval"),
            ("--seed", self.seed, sampling, "--baseline or --interval"),
            ("--confidence", self.confidence, self.interval, "--interval"),
        ):
            if value is not None and not applies:
                raise InputError(
                    f"{option} has no effect without {needed}: add that, or leave out {option}"
                )

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of `accord.compare` and `accord.rank` that are set."""
        optional = {"repeats": self.repeats, "seed": self.seed, "confidence": self.confidence}
        return {
            "baseline": self.baseline,
            "interval": self.interval,
            **{name: value for name, value in optional.items() if value is not None},
        }


certainty_options = option_group(
    "certainty",
    CertaintyOptions,
    click.option(
        "--baseline",
        is_flag=True,
        help="Show what chance alone gives, with the nodes relabelled at random.",
    ),
    click.option(
        "--interval",
        is_flag=True,
        help="Show confidence intervals over the choice of nodes.",
    ),
    click.option(
        "--repeats",
        type=int,
        help="Relabellings for --baseline, groups of nodes for --interval; by default 100.",
    ),
    click.option(
        "--seed", type=int, help="Random seed of --baseline and --interval; by default 0."
    ),
    click.option(
        "--confidence",
        type=float,
        help="Confidence level of --interval, between 0 and 1; by default 0.95.",
    ),
    section="Certainty",
)
