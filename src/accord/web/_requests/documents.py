"""Questions whose answers are files or pictures, and those about single inputs and networks."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from accord.web._requests.inputs import (
    FOUND_EXAMPLE,
    NETWORK_EXAMPLE,
    TRUTH_EXAMPLE,
    Input,
    Model,
    PlainInput,
)
from accord.web._requests.questions import (
    ClusterChoice,
    Compare,
    Explain,
    ExplainNode,
    Metrics,
    NamedClusters,
    Rank,
    Side,
    example,
)

Title = Annotated[str, Field(max_length=500)]
TableFormat = Literal["csv", "json", "latex", "markdown"]
Kind = Literal["clustering", "network", "table"]


class Inspect(Model):
    """What an input is."""

    input: Input
    kind: Kind | None = Field(None, description="What it must be; by default what it is.")
    model_config = example(input=TRUTH_EXAMPLE)


class Convert(Model):
    """An input in another format."""

    input: Input
    format: str = Field("cnl", min_length=1, max_length=40, description="Name of the format.")
    kind: Literal["clustering", "network"] = "clustering"
    merge_levels: bool = Field(False, description="Write the clusters of all levels as one.")
    model_config = example(input=TRUTH_EXAMPLE, format="csv")


class Quality(Model):
    """A clustering on its network."""

    network: PlainInput
    clustering: Input
    metrics: Metrics | None = Field(None, description="Names such as modularity; by default all.")
    model_config = example(network=NETWORK_EXAMPLE, clustering=TRUTH_EXAMPLE)


class GenerateLFR(Model):
    """A random network with known clusters."""

    nodes: int = Field(ge=2, le=1_000_000)
    average_degree: float = Field(gt=0, le=10_000)
    max_degree: int = Field(ge=1, le=1_000_000)
    mixing: float = Field(ge=0, le=1)
    seed: int = Field(0, ge=0, lt=2**63)
    weight_mixing: float | None = Field(None, ge=0, le=1)
    degree_exponent: float = Field(2.0, ge=0, le=100)
    size_exponent: float = Field(1.0, ge=0, le=100)
    min_cluster: int | None = Field(None, ge=1, le=1_000_000)
    max_cluster: int | None = Field(None, ge=1, le=1_000_000)
    overlapping_nodes: int = Field(0, ge=0, le=1_000_000)
    memberships: int | None = Field(None, ge=1, le=1_000_000)
    weights: bool = False
    weight_exponent: float | None = Field(None, ge=-100, le=100)
    directed: bool = False
    model_config = example(nodes=200, average_degree=8, max_degree=20, mixing=0.2)


# ---- results as files ----------------------------------------------------------------------------


class AsFile(Model):
    """How a result is written."""

    title: Title | None = Field(None, description="Title of a page.")
    format: TableFormat = Field("csv", description="How a table is written.")


class OfCompare(Compare, AsFile):
    """The result of compare."""

    of: Literal["compare"]
    model_config = example(of="compare", truth=TRUTH_EXAMPLE, found=FOUND_EXAMPLE)


class OfRank(Rank, AsFile):
    """The result of rank."""

    of: Literal["rank"]
    model_config = example(of="rank", truth=TRUTH_EXAMPLE, found=[FOUND_EXAMPLE])


class OfExplain(Explain, AsFile):
    """The result of explain."""

    of: Literal["explain"]
    model_config = example(of="explain", truth=TRUTH_EXAMPLE, found=FOUND_EXAMPLE)


class OfCluster(ClusterChoice, AsFile):
    """The explanation of one cluster."""

    of: Literal["cluster"]
    model_config = example(of="cluster", truth=TRUTH_EXAMPLE, found=FOUND_EXAMPLE, index=0)


class OfNode(ExplainNode, AsFile):
    """The explanation of one node."""

    of: Literal["node"]
    model_config = example(of="node", truth=TRUTH_EXAMPLE, found=FOUND_EXAMPLE, node="cat")


class OfNamedClusters(NamedClusters, AsFile):
    """The result of named-clusters."""

    of: Literal["named_clusters"]
    model_config = example(of="named_clusters", truth=TRUTH_EXAMPLE, found=FOUND_EXAMPLE)


class OfQuality(Quality, AsFile):
    """The result of quality."""

    of: Literal["quality"]
    model_config = example(of="quality", network=NETWORK_EXAMPLE, clustering=TRUTH_EXAMPLE)


Result = Annotated[
    OfCompare | OfRank | OfExplain | OfCluster | OfNode | OfNamedClusters | OfQuality,
    Field(discriminator="of"),
]


# ---- pictures ------------------------------------------------------------------------------------


class PictureOfExplanation(Explain):
    """A picture of what happened to the clusters."""

    kind: Literal["verdicts", "flows", "overlap_matrix", "match_by_size", "sizes"]
    side: Side = Field("truth", description="Of match_by_size: whose clusters.")
    clusters: int | None = Field(
        None, ge=1, le=200, description="Of flows and overlap_matrix: how many truth clusters."
    )
    model_config = example(kind="verdicts", truth=TRUTH_EXAMPLE, found=FOUND_EXAMPLE)


class PictureOfLevels(Compare):
    """A picture of the scores of levels."""

    kind: Literal["levels"]
    model_config = example(kind="levels", truth=TRUTH_EXAMPLE, found=FOUND_EXAMPLE)


class PictureOfRanking(Rank):
    """A picture of the scores of results, or of how similar they are."""

    kind: Literal["scores", "similarity"]
    model_config = example(kind="scores", truth=TRUTH_EXAMPLE, found=[FOUND_EXAMPLE])


Picture = Annotated[
    PictureOfExplanation | PictureOfLevels | PictureOfRanking, Field(discriminator="kind")
]
