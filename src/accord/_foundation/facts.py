"""A clustering described in a line of text."""

from __future__ import annotations

from accord._display.numbers import count


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
