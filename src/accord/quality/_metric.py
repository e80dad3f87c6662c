"""Quality metrics: their declaration, the table of all of them, and their calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from accord._display.numbers import count
from accord._engines.native.network_engine import NetworkEngine
from accord._foundation.network import Network
from accord._foundation.reading import Orientation, Reading
from accord._foundation.threads import thread_count
from accord._io.objects.networks import as_network
from accord.errors import OverlapError
from accord.metrics._base_metric import BaseMetric, apply_formula
from accord.quality._inputs import to_clustering
from accord.quality._quality import Quality

if TYPE_CHECKING:
    from accord._foundation.types import ClusteringLike, NetworkLike

Formula = TypeVar("Formula", bound=Callable[..., Quality])

#: All quality metrics by name, in the order of their declaration.
QUALITIES: dict[str, QualityMetric] = {}


#: The paper that compares most of them.
YANG_LESKOVEC = "Yang & Leskovec 2012"


def quality_metric(summary: type, *, reference: str, **facts: Any) -> Callable[[Formula], Formula]:
    """Declare that the decorated function is the formula of a quality metric, and register it.

    As `accord.metrics._metric.metric` does for metrics of two clusterings; `facts` are the fields
    of `QualityMetric`. The public function, which takes a network and a clustering of any kind, is
    in `accord.quality`.
    """

    def declare(formula: Formula) -> Formula:
        QUALITIES[formula.__name__] = QualityMetric(formula, summary, reference=reference, **facts)
        return formula

    return declare


@dataclass(frozen=True, eq=False)
class QualityMetric(BaseMetric):
    """A metric of one clustering on its network, and what is true of it.

    Bounds hold if edges have no weights.
    """

    #: How the values of clusters are combined: their mean, their sum, or the metric's own formula.
    aggregate: Literal["mean", "sum", "own"] = "mean"
    #: Grows with the weights of edges; the others do not change if all weights are multiplied.
    scales: bool = False
    #: One line on what the value says if edges have weights; empty if they do not matter.
    weighted: str = ""
    #: The paper that defines it.
    reference: str = field(kw_only=True)
    #: What its running time grows with.
    cost: str = "edges × memberships"

    def meaning_on(self, network: Network) -> str:
        """The meaning for a table; with edge weights, many a share or count is one of weights."""
        return (self.weighted if network.is_weighted and self.weighted else self.meaning).rstrip(
            "."
        )

    def quality(self, engine: NetworkEngine, **options: Any) -> Quality:
        """The value for the network and clustering of the `engine`, with these `options`."""
        if self.crisp and engine.n_overlapping:
            nodes = count(engine.n_overlapping, "node")
            raise OverlapError(
                f"for crisp clusterings only, and there "
                f"{'is' if engine.n_overlapping == 1 else 'are'} {nodes} in several clusters",
                metric=self.name,
                instead=self.instead,
            )
        options = {**self.defaults, **options}
        quality: Quality = apply_formula(
            self.formula, engine, self.summary, self.parameters, options
        )
        return quality

    def _make_function(self) -> Callable[..., Quality]:
        def function(
            network: NetworkLike,
            clustering: ClusteringLike,
            *,
            orientation: Orientation | None = None,
            noise: object = None,
            columns: Sequence[str | int] | None = None,
            threads: int | None = None,
            **options: Any,
        ) -> Quality:
            reading = Reading(orientation, noise, columns)
            return self._evaluate(network, clustering, reading, threads, options)

        return function

    def _evaluate(
        self,
        network: NetworkLike,
        clustering: ClusteringLike,
        reading: Reading,
        threads: int | None,
        options: Mapping[str, Any],
    ) -> Quality:
        self.check_options(options)
        n_threads = thread_count(threads)
        network = as_network(network, threads=n_threads)
        clustering = to_clustering(clustering, network, reading, threads=n_threads)
        return self.quality(NetworkEngine(network, clustering, n_threads), **options)
