"""The one table of quality metrics, with what is true of each. Tests, docs and the command line are made from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from accord._display.numbers import count
from accord._engines.native.network_engine import NetworkEngine
from accord._summaries.clustering_on_network import (
    Belonging,
    ClusterEdges,
    OutFractions,
    Splits,
    Surplus,
    Triangles,
)
from accord.errors import InputError, OverlapError
from accord.metrics._base import BaseMetric, parse_metric, split_names
from accord.metrics._options import Number
from accord.quality import _cuts as cuts
from accord.quality import _density as insides
from accord.quality import _modularity as modularities
from accord.quality._value import Quality


@dataclass(frozen=True)
class QualityMetric(BaseMetric):
    """A metric of one clustering on its network, and what is true of it. Bounds hold where edges have no weights."""

    #: Smaller is better.
    smaller: bool = False
    #: How the values of clusters become one: their mean, their sum, or on its own.
    aggregate: str = "mean"
    #: Takes crisp clusterings only; `instead` names metrics for overlapping ones.
    crisp: bool = False
    instead: tuple[str, ...] = ()
    #: Grows with the weights of edges; the others do not change where all weights are multiplied.
    scales: bool = False
    #: Where it was defined.
    reference: str = "Yang & Leskovec 2012"
    #: What its time grows with.
    cost: str = "edges × memberships"

    def quality(self, engine: NetworkEngine, **options: Any) -> Quality:
        """The value for the network and clustering of the engine."""
        if self.crisp and engine.n_overlapping:
            raise OverlapError(
                f"for crisp clusterings only, and {count(engine.n_overlapping, 'node')} "
                f"{'is' if engine.n_overlapping == 1 else 'are'} in several clusters",
                metric=self.name,
                instead=self.instead,
            )
        summary, fixed = _SUMMARIES[self.summary]
        value: Quality = self.formula(engine.get(summary, **fixed), **{**self.defaults, **options})
        return value


#: The summary of each name with the options that are fixed.
_SUMMARIES: dict[str, tuple[type, Mapping[str, Any]]] = {
    "cluster_edges": (ClusterEdges, {}),
    "out_fractions": (OutFractions, {}),
    "split": (Belonging, {}),
    "logistic": (Belonging, {"worth": "logistic"}),
    "surplus": (Surplus, {}),
    "triangles": (Triangles, {}),
    "splits": (Splits, {}),
}


_OVERLAPPING = ("modularity_shen", "modularity_lazar")
_RESOLUTION = {"resolution": Number()}

QUALITIES: dict[str, QualityMetric] = {
    metric.name: metric
    for metric in (
        QualityMetric(
            modularities.modularity,
            modularities._modularity,
            "cluster_edges",
            _RESOLUTION,
            (None, 1.0),
            aggregate="sum",
            crisp=True,
            instead=_OVERLAPPING,
            reference="Newman & Girvan 2004; directed: Leicht & Newman 2008",
        ),
        QualityMetric(
            modularities.modularity_shen,
            modularities._modularity_shen,
            "split",
            _RESOLUTION,
            (None, 1.0),
            aggregate="sum",
            reference="Shen, Cheng, Cai & Hu 2009",
        ),
        QualityMetric(
            modularities.modularity_nicosia,
            modularities._modularity_nicosia,
            "logistic",
            {},
            (None, 1.0),
            aggregate="sum",
            reference="Nicosia, Mangioni, Carchiolo & Malgeri 2009",
        ),
        QualityMetric(
            modularities.modularity_lazar,
            modularities._modularity_lazar,
            "surplus",
            {},
            (-1.0, 1.0),
            reference="Lázár, Ábel & Vicsek 2010",
        ),
        QualityMetric(
            modularities.modularity_density,
            modularities._modularity_density,
            "cluster_edges",
            {"balance": Number(0, 1)},
            (None, None),
            aggregate="sum",
            scales=True,
            reference="Li, Zhang, Wang, Zhang & Chen 2008",
        ),
        QualityMetric(
            modularities.modularity_qds,
            modularities._modularity_qds,
            "splits",
            {},
            (None, 1.0),
            aggregate="sum",
            crisp=True,
            instead=_OVERLAPPING,
            scales=True,
            reference="Chen, Kuzmin & Szymanski 2014",
        ),
        QualityMetric(
            cuts.conductance,
            cuts._conductance,
            "cluster_edges",
            {"volume": ("own", "smaller")},
            smaller=True,
        ),
        QualityMetric(
            cuts.expansion,
            cuts._expansion,
            "cluster_edges",
            {},
            (0.0, None),
            smaller=True,
            scales=True,
        ),
        QualityMetric(cuts.cut_ratio, cuts._cut_ratio, "cluster_edges", smaller=True, scales=True),
        QualityMetric(
            cuts.normalized_cut,
            cuts._normalized_cut,
            "cluster_edges",
            {"form": ("shi_malik", "yang_leskovec")},
            (0.0, 2.0),
            smaller=True,
            reference="Shi & Malik 2000",
        ),
        QualityMetric(cuts.separability, cuts._separability, "cluster_edges", {}, (0.0, None)),
        QualityMetric(cuts.max_odf, cuts._max_odf, "out_fractions", smaller=True),
        QualityMetric(cuts.average_odf, cuts._average_odf, "out_fractions", smaller=True),
        QualityMetric(cuts.flake_odf, cuts._flake_odf, "out_fractions", smaller=True),
        QualityMetric(
            insides.internal_density, insides._internal_density, "cluster_edges", scales=True
        ),
        QualityMetric(
            insides.average_degree,
            insides._average_degree,
            "cluster_edges",
            {},
            (0.0, None),
            scales=True,
        ),
        QualityMetric(
            insides.coverage,
            insides._coverage,
            "cluster_edges",
            aggregate="own",
            reference="Fortunato 2010",
        ),
        QualityMetric(
            insides.triangle_participation,
            insides._triangle_participation,
            "triangles",
            cost="edges × neighbours of the end with fewer, until all are found",
        ),
    )
}

#: What some are called elsewhere.
_ELSEWHERE = {
    "tpr": "triangle_participation",
    "triangle_participation_ratio": "triangle_participation",
    "internal_edge_density": "internal_density",
    "average_internal_degree": "average_degree",
    "newman_girvan_modularity": "modularity",
    "modularity_overlap": "modularity_lazar",
    "overlapping_modularity": "modularity_shen",
    "avg_odf": "average_odf",
    "qds": "modularity_qds",
    "ncut": "normalized_cut",
}

QualityRequests = dict[str, tuple[QualityMetric, Mapping[str, Any]]]


def parse_qualities(metrics: Iterable[str] | str | None) -> QualityRequests:
    """From names such as `modularity[resolution=2]` to metrics and options, by canonical name; all of them for None."""
    names = (
        list(QUALITIES)
        if metrics is None
        else split_names(metrics)
        if isinstance(metrics, str)
        else list(metrics)
    )
    if not names:
        raise InputError("no metric was asked for")
    requests: QualityRequests = {}
    for text in names:
        metric, options = parse_metric(text, QUALITIES, _ELSEWHERE)
        metric.check_options(options)
        requests[metric.canonical_name(options)] = metric, options
    return requests
