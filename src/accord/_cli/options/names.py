"""Names of metrics and formats as types of options, which a shell can complete."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class _Name(click.ParamType[str]):
    """A name that a shell can complete; the library checks it, and its error suggests names."""

    def known(self) -> Iterable[str]:
        raise NotImplementedError

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in self.known() if name.startswith(incomplete)]


class FormatName(_Name):
    """The name of a file format."""

    name = "format"

    def known(self) -> list[str]:
        from accord._io.clusterings.formats import CLUSTERING_FORMATS
        from accord._io.networks.formats import NETWORK_FORMATS

        return sorted({*CLUSTERING_FORMATS, *NETWORK_FORMATS})


class MetricName(_Name):
    """The name of a metric."""

    name = "metric"

    def known(self) -> list[str]:
        from accord.metrics import METRICS
        from accord.quality import QUALITIES

        return [*METRICS, *QUALITIES]


class PlotName(_Name):
    """The name of a plot."""

    name = "plot"

    def known(self) -> list[str]:
        from accord import plot

        return list(plot.__all__)
