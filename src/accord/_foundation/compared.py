"""What was compared: facts about the two sides on their node base, and the notes that say so."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from accord._display.numbers import count
from accord._display.result import Note
from accord._foundation.clustering_facts import describe_clustering
from accord._foundation.pair import (
    BasePair,
    NodeFacts,
    doubts_about_nodes,
    partial_truth_hint,
)
from accord._foundation.side import BaseSide


@dataclass(frozen=True)
class SideFacts:
    """Counts that describe one side as it was compared."""

    #: Includes nodes in no cluster.
    nodes: int
    clusters: int
    memberships: int
    overlapping_nodes: int
    nodes_in_no_cluster: int
    #: None if not counted: the clusters are in a table that was not fetched.
    duplicate_clusters: int | None
    repeated_memberships: int
    fuzzy: bool
    weighted: bool

    @property
    def nodes_in_clusters(self) -> int:
        return self.nodes - self.nodes_in_no_cluster

    def __str__(self) -> str:
        return describe_clustering(**asdict(self))


def facts_of_sides(
    pair: BasePair[BaseSide], repeated_memberships: tuple[int, int]
) -> tuple[SideFacts, SideFacts]:
    """The facts about truth and found; repeated memberships are those of the input."""
    facts = pair.facts
    return (
        _side_facts(
            pair,
            pair.truth,
            facts.common + facts.only_truth - facts.dropped_truth_nodes,
            repeated_memberships[0],
        ),
        _side_facts(
            pair,
            pair.found,
            facts.common + facts.only_found - facts.dropped_found_nodes,
            repeated_memberships[1],
        ),
    )


def _side_facts(pair: BasePair[BaseSide], side: BaseSide, nodes: int, repeated: int) -> SideFacts:
    in_clusters = pair.facts.base - side.n_in_no_cluster
    return SideFacts(
        nodes=nodes,
        clusters=side.n_clusters,
        memberships=side.n_memberships,
        overlapping_nodes=side.n_overlapping,
        nodes_in_no_cluster=nodes - in_clusters,
        duplicate_clusters=side.n_duplicates,
        repeated_memberships=repeated,
        fuzzy=side.is_fuzzy,
        weighted=pair.is_weighted,
    )


def notes_on_compared(
    truth: SideFacts, found: SideFacts, nodes: NodeFacts, *, base_chosen: bool
) -> list[Note]:
    """The two sides, their nodes if these differ, and what the node base left out."""
    notes = [Note("truth", f"truth: {truth}"), Note("found", f"found: {found}")]
    if nodes.base != nodes.common or nodes.only_truth or nodes.only_found:
        notes.append(Note("nodes", _describe_nodes(nodes)))
    notes += [
        Note(name, message) for name, message in doubts_about_nodes(nodes, base_chosen).items()
    ]
    hint = partial_truth_hint({"found": nodes}, truth.nodes_in_clusters, base_chosen=base_chosen)
    if hint is not None:
        notes.append(Note("partial_truth", hint))
    dropped = _describe_dropped(nodes)
    if dropped:
        notes.append(Note("dropped", f"left out by the node base: {dropped}"))
    return notes


def _describe_nodes(nodes: NodeFacts) -> str:
    neither = f", {nodes.unknown:,} on neither" if nodes.unknown else ""
    return (
        f"nodes: {nodes.base:,} compared ({nodes.common:,} on both sides, "
        f"{nodes.only_truth:,} in truth only, {nodes.only_found:,} in found only{neither})"
    )


def _describe_dropped(nodes: NodeFacts) -> str:
    dropped = (
        (nodes.dropped_truth_nodes, "node", "truth"),
        (nodes.dropped_found_nodes, "node", "found"),
        (nodes.dropped_truth_clusters, "cluster", "truth"),
        (nodes.dropped_found_clusters, "cluster", "found"),
    )
    return ", ".join(f"{count(number, noun)} of {side}" for number, noun, side in dropped if number)
