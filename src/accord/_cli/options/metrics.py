"""Options for the metrics to compute, and the values required of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import get_args

import click

from accord._cli.options.group import option_group
from accord._cli.options.names import MetricFloor, MetricNames
from accord._foundation.metric_options import Sharing, Weighting
from accord.errors import InputError


@dataclass(frozen=True)
class MetricOptions:
    """Which metrics are computed, with which options, and their required values."""

    metrics: tuple[str, ...]
    sharing: str | None
    weighting: str | None
    fail_under: tuple[str, ...]

    def shared(self) -> dict[str, str | None]:
        """Return the options for all metrics that have them."""
        return {"sharing": self.sharing, "weighting": self.weighting}

    def floors(self) -> dict[str, float]:
        """Return the least value required of each metric in --fail-under."""
        return dict(self._floor(text) for text in self.fail_under)

    def names(self) -> list[str] | None:
        """Return the metrics to compute, those of --fail-under included; None for the default."""
        from accord.metrics._requests import DEFAULT, list_names  # the help needs no metrics

        floors = self.floors()
        if self.metrics:
            return [*list_names(",".join(self.metrics)), *floors]
        return [DEFAULT, *floors] if floors else None

    def _floor(self, text: str) -> tuple[str, float]:
        from accord.metrics._requests import parse_metrics  # the help needs no metrics

        name, equals, value = text.rpartition("=")
        try:
            floor = float(value)
        except ValueError:
            floor = math.nan
        if not equals or not math.isfinite(floor):
            raise InputError(f"--fail-under {text}: write it as f1p=0.8")
        ((_, (metric, options)),) = parse_metrics([name]).items()
        if metric.distance:
            raise InputError(
                f"--fail-under {text}: {metric.name} is a distance, where lower is better; "
                "use another metric"
            )
        shared = {
            option: value
            for option, value in self.shared().items()
            if value is not None and option in metric.options
        }
        return metric.canonical_name(shared | options), floor


metric_options = option_group(
    "metrics",
    MetricOptions,
    click.option(
        "-m",
        "--metric",
        "metrics",
        type=MetricNames("truth"),
        multiple=True,
        help="Comma-separated, as f1p,nmi or 'f1p[weighting=macro]', or all; see 'accord metrics'.",
    ),
    click.option(
        "--sharing",
        type=click.Choice(get_args(Sharing)),
        help="How much a node counts in each of its clusters.",
    ),
    click.option(
        "--weighting", type=click.Choice(get_args(Weighting)), help="How clusters are averaged."
    ),
    click.option(
        "--fail-under",
        type=MetricFloor("truth"),
        multiple=True,
        metavar="METRIC=VALUE",
        help="Exit with code 1 if the metric is below this value (repeatable).",
    ),
    section="Metrics",
)
