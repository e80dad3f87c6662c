"""Facts about a clustering: as numbers, and in a line of text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from accord._display.numbers import count
from accord._foundation.checks import counted

if TYPE_CHECKING:
    from accord._foundation.clustering import Clustering


def clustering_facts(clustering: Clustering) -> dict[str, int | bool]:
    """Counts and properties by name."""
    rows, multiplicity = clustering.rows, clustering.multiplicity
    sizes = rows.sizes if multiplicity is None else rows.sums(multiplicity[rows.members])
    return {
        "nodes": clustering.n_nodes,
        "clusters": clustering.n_clusters,
        "memberships": clustering.n_memberships,
        "overlapping_nodes": clustering.n_overlapping,
        "nodes_in_no_cluster": counted(clustering.memberships_of_node == 0, multiplicity),
        "most_memberships": int(clustering.memberships_of_node.max()),
        "smallest_cluster": int(sizes.min()),
        "largest_cluster": int(sizes.max()),
        "duplicate_clusters": clustering.n_duplicates,
        "repeated_memberships": clustering.repeated,
        "levels": max(1, len(clustering.level_names)),
        "fuzzy": clustering.is_fuzzy,
        "weighted": clustering.weights is not None,
    }


def describe_clustering(
    *,
    nodes: int,
    clusters: int,
    memberships: int,
    overlapping_nodes: int,
    nodes_in_no_cluster: int = 0,
    duplicate_clusters: int | None = 0,
    repeated_memberships: int = 0,
    levels: int = 0,
    fuzzy: bool = False,
    weighted: bool = False,
) -> str:
    """A line such as "5 nodes in 2 clusters, crisp"."""
    on_levels = f" on {count(levels, 'level')}" if levels else ""
    parts = [f"{count(nodes, 'node')} in {count(clusters, 'cluster')}{on_levels}"]
    if overlapping_nodes:
        overlapping = f"{count(overlapping_nodes, 'node')} in several clusters"
        parts.append(f"{count(memberships, 'membership')}, {overlapping}")
    else:
        parts.append("crisp")
    if nodes_in_no_cluster:
        parts.append(f"{count(nodes_in_no_cluster, 'node')} in no cluster")
    if duplicate_clusters:
        parts.append(count(duplicate_clusters, "duplicate cluster"))
    if repeated_memberships:
        parts.append(f"{count(repeated_memberships, 'repeated membership')} counted once")
    if fuzzy:
        parts.append("with shares")
    if weighted:
        parts.append("weighted")
    return ", ".join(parts)


def describe_network(facts: Mapping[str, Any]) -> str:
    """A line such as "34 nodes, 78 edges, weighted", from the facts of a Network."""
    parts = [count(facts["nodes"], "node"), count(facts["edges"], "edge")]
    parts += [word for word in ("directed", "weighted") if facts[word]]
    if facts["nodes_without_edges"]:
        parts.append(f"{count(facts['nodes_without_edges'], 'node')} without edges")
    if facts["loops"]:
        parts.append(count(facts["loops"], "loop"))
    if facts["repeated_edges"]:
        parts.append(count(facts["repeated_edges"], "repeated edge"))
    return ", ".join(parts)
