"""Questions about two or more clusterings."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from accord._foundation.metric_options import Sharing, Weighting
from accord.web._requests.inputs import (
    FOUND_EXAMPLE,
    TRUTH_EXAMPLE,
    Input,
    Model,
    Name,
    Names,
    PlainInput,
)
from accord.web._tasks.paging import DEFAULT_LIMIT, MAX_LIMIT

Policy = Literal["union", "intersection", "truth", "labelled", "clustered", "equal"]
Nodes = Policy | Annotated[Names, Field(max_length=1_000_000)]
MetricName = Annotated[str, Field(min_length=1, max_length=200)]
Metrics = Annotated[list[MetricName], Field(min_length=1, max_length=200)] | MetricName
Side = Literal["truth", "found"]
_MOST = 2**53


def example(**fields: Any) -> ConfigDict:
    """The configuration of a model with an example of it."""
    return ConfigDict(json_schema_extra={"examples": [fields]})


class Page(Model):
    """A part of a long list."""

    offset: int = Field(0, ge=0, le=_MOST, description="Number of rows to leave out.")
    limit: int = Field(DEFAULT_LIMIT, ge=0, le=MAX_LIMIT, description="Number of rows.")


class Scoring(Model):
    """How two clusterings are compared."""

    metrics: Metrics | None = Field(None, description='Names such as f1p, or "all".')
    nodes: Nodes | None = Field(None, description="Which nodes are compared.")
    sharing: Sharing | None = Field(
        None, description="How much a node counts in each of its clusters."
    )
    weighting: Weighting | None = Field(None, description="How clusters are averaged.")
    baseline: bool = Field(False, description="Also what chance alone gives.")
    interval: bool = Field(False, description="Also confidence intervals.")
    repeats: int | None = Field(None, ge=2, le=10_000, description="By default 100.")
    seed: int = Field(0, ge=0, lt=2**63, description="Random seed.")
    confidence: float | None = Field(None, gt=0, lt=1, description="By default 0.95.")


class Compare(Scoring):
    """Compare found with truth."""

    truth: Input
    found: Input
    levels: Literal["best", "merged"] | None = Field(
        None, description="Which levels of found are scored."
    )
    model_config = example(truth=TRUTH_EXAMPLE, found=FOUND_EXAMPLE, metrics=["f1h", "nmi"])


class Rank(Scoring):
    """Compare several results with one truth."""

    truth: Input
    found: list[Input] = Field(min_length=1, max_length=100)
    levels: Literal["best", "each", "merged"] | None = Field(
        None, description="Which levels of results are ranked."
    )
    model_config = example(truth=TRUTH_EXAMPLE, found=[FOUND_EXAMPLE, TRUTH_EXAMPLE])


class Explain(Model):
    """Explain found against truth."""

    truth: Input
    found: Input
    metric: MetricName | None = Field(None, description="The metric whose costs are shown.")
    nodes: Nodes | None = Field(None, description="Which nodes are compared.")
    model_config = example(truth=TRUTH_EXAMPLE, found=FOUND_EXAMPLE)


class ClusterSearch(Page):
    """Which clusters, and in which order."""

    search: str | None = Field(None, max_length=1000, description="A part of the name.")
    min_size: float | None = Field(None, ge=0, le=_MOST)
    max_size: float | None = Field(None, ge=0, le=_MOST)
    sort: (
        Literal[
            "cost",
            "size",
            "overlap",
            "f1",
            "precision",
            "recall",
            "verdict",
            "cluster",
            "index",
        ]
        | None
    ) = None
    descending: bool | None = Field(None, description="By default the most telling first.")


class ExplainClusters(Explain, ClusterSearch):
    """The clusters of a side: a page of them."""

    side: Side = "truth"
    verdicts: list[Annotated[str, Field(max_length=40)]] | None = Field(None, max_length=20)


class ClusterChoice(Explain):
    """One cluster, by its name or by its index."""

    side: Side = "truth"
    cluster: Name | None = None
    index: int | None = Field(None, ge=0, le=_MOST)


class ExplainCluster(ClusterChoice, Page):
    """One cluster: its partners, and a page of its nodes."""

    status: Literal["correct", "missing", "extra"] | None = None
    partners_offset: int = Field(0, ge=0, le=_MOST)
    partners_limit: int = Field(DEFAULT_LIMIT, ge=0, le=MAX_LIMIT)
    attributes: PlainInput | None = Field(None, description="A table with a row for each node.")
    model_config = example(truth=TRUTH_EXAMPLE, found=FOUND_EXAMPLE, side="truth", index=0)


class ExplainNodes(Explain, Page):
    """The nodes, those that agree worst first: a page of them."""

    search: str | None = Field(None, max_length=1000, description="A part of the name.")
    sort: Literal["agreement", "memberships", "node"] | None = None
    descending: bool | None = None
    attributes: PlainInput | None = Field(None, description="A table with a row for each node.")


class ExplainNode(Explain):
    """One node: its clusters on both sides."""

    node: Name
    attributes: PlainInput | None = Field(None, description="A table with a row for each node.")
    model_config = example(truth=TRUTH_EXAMPLE, found=FOUND_EXAMPLE, node="cat")


class Changes(Model):
    """What changed from an old clustering to a new one."""

    old: Input
    new: Input
    nodes: Nodes | None = Field(None, description="Which nodes are compared.")
    model_config = example(old=TRUTH_EXAMPLE, new=FOUND_EXAMPLE)


class ChangesClusters(Changes, ClusterSearch):
    """The old or the new clusters with their changes: a page of them."""

    side: Literal["old", "new"] = "old"
    changes: list[Annotated[str, Field(max_length=40)]] | None = Field(None, max_length=20)


class Follow(Model):
    """One cluster through the versions of a clustering, or through its levels."""

    versions: list[Input] | None = Field(None, min_length=2, max_length=100)
    input: Input | None = Field(None, description="A clustering with levels, without versions.")
    of: int = Field(0, ge=0, le=1000, description="The version that has the cluster.")
    cluster: Name | None = None
    index: int | None = Field(None, ge=0, le=_MOST)
    least_share: float | None = Field(None, ge=0, le=1, description="By default 0.1.")
    model_config = example(versions=[TRUTH_EXAMPLE, FOUND_EXAMPLE], of=0, index=0)


class NamedClusters(Model):
    """Name found clusters after the truth clusters that they stand for."""

    truth: Input
    found: Input
    by: Literal["f1", "pprob"] | None = None
    weighting: Literal["micro", "macro"] | None = None
    nodes: Nodes | None = None
    model_config = example(truth=TRUTH_EXAMPLE, found=FOUND_EXAMPLE)


class NamedClustersPage(NamedClusters, Page):
    """A page of the namings."""
