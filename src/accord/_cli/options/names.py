"""Names of metrics, algorithms, formats and plots as types of options, which a shell can complete.

The library checks the names, and its errors suggest similar ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class _Name(click.ParamType[str]):
    """One of several known names."""

    def known(self) -> Mapping[str, str]:
        """Return the names, and what each of them means."""
        raise NotImplementedError

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return _complete(self.known(), incomplete)


def _complete(
    known: Mapping[str, str], incomplete: str, *, before: str = "", after: str = ""
) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [
        CompletionItem(f"{before}{name}{after}", help=meaning or None)
        for name, meaning in known.items()
        if name.startswith(incomplete)
    ]


def _complete_last(known: Mapping[str, str], incomplete: str) -> list[CompletionItem]:
    """Complete the last of several names that are separated by commas."""
    before, comma, last = incomplete.rpartition(",")
    return _complete(known, last, before=f"{before}{comma}")


class FormatName(_Name):
    """The name of a file format."""

    name = "format"

    def known(self) -> dict[str, str]:
        from accord._io.clusterings.formats import CLUSTERING_FORMATS
        from accord._io.networks.formats import NETWORK_FORMATS

        networks = {name: format.description for name, format in NETWORK_FORMATS.items()}
        clusterings = {name: format.description for name, format in CLUSTERING_FORMATS.items()}
        return dict(sorted({**networks, **clusterings}.items()))


class MetricName(_Name):
    """The name of a metric, of a quality metric, or of either."""

    name = "metric"
    _KINDS: ClassVar = ("truth", "network")

    def __init__(self, *kinds: str) -> None:
        """`kinds` are "truth" for metrics, and "network" for quality metrics; by default both."""
        self._kinds = kinds or self._KINDS

    def known(self) -> dict[str, str]:
        known: dict[str, str] = {}
        if "truth" in self._kinds:
            from accord.metrics import METRICS

            known |= {name: metric.meaning for name, metric in METRICS.items()}
        if "network" in self._kinds:
            from accord.quality import QUALITIES

            known |= {name: metric.meaning for name, metric in QUALITIES.items()}
        return known


class MetricNames(MetricName):
    """Names of metrics, separated by commas."""

    name = "metric[,...]"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return _complete_last(self.known(), incomplete)


class MetricFloor(MetricName):
    """The name of a metric and the least value required of it."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return _complete(self.known(), incomplete, after="=")


class AlgorithmNames(_Name):
    """Names of installed algorithms for benchmarks, or functions, separated by commas."""

    name = "algorithm[,...]"

    def known(self) -> dict[str, str]:
        from accord import bench

        return {
            name: algorithm.meaning
            for name, algorithm in bench.available().items()
            if not algorithm.missing
        }

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return _complete_last(self.known(), incomplete)


class NodeBaseName(_Name):
    """The nodes to compare: a policy, or a file that lists them."""

    name = "nodes"

    def known(self) -> dict[str, str]:
        from accord._foundation.node_base import NODE_POLICIES

        return {str(policy): meaning for policy, meaning in NODE_POLICIES.items()}

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        # Shells drop the names that come before a file.
        return [CompletionItem(incomplete, type="file"), *_complete(self.known(), incomplete)]


class PlotName(_Name):
    """The name of a plot."""

    name = "plot"

    def known(self) -> dict[str, str]:
        from accord import plot

        return dict.fromkeys(plot.__all__, "")
