"""Options for how algorithms are ranked."""

from __future__ import annotations

from dataclasses import dataclass

import click

from accord._cli.options.group import option_group
from accord._cli.options.names import MetricName
from accord.bench._score.levels import LEVEL_POLICIES, LevelPolicy


@dataclass(frozen=True)
class RankingOptions:
    """The metric that algorithms are ranked by, and how levels are chosen."""

    metric: str | None
    policy: LevelPolicy

    @property
    def extra_metrics(self) -> list[str]:
        """The metrics to compute in addition to those of the study."""
        return [] if self.metric is None else [self.metric]


ranking_options = option_group(
    "ranking",
    RankingOptions,
    click.option(
        "-m",
        "--metric",
        type=MetricName(),
        metavar="METRIC",
        help="Metric to rank by; by default the first of the study, or f1h.",
    ),
    click.option(
        "--levels",
        "policy",
        type=click.Choice(LEVEL_POLICIES),
        default="blind",
        show_default=True,
        help="Which level of a result to score.",
    ),
    section="Ranking",
)
