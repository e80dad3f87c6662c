"""What was compared: facts about the two sides on their node base, and the notes that say so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from accord._display.names import join_results
from accord._display.numbers import count
from accord._display.result import Note
from accord._foundation.arguments import argument
from accord._foundation.clustering_facts import describe_clustering
from accord._foundation.node_base import NODE_POLICIES, NodeBase, check_policy
from accord._foundation.pair import BasePair, NodeFacts, doubts_about_nodes
from accord._foundation.side import BaseSide

#: A truth that covers less than this share of the nodes of found is taken as partial.
_PARTIAL_TRUTH = 0.9
#: What was left out of more results than these is summed up.
_MAX_PARTS = 5


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
    hint = partial_truth_hint(truth, {"found": (found, nodes)}, base_chosen=base_chosen)
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


# ---- partial truth -------------------------------------------------------------------------------


def partial_truth_hint(
    truth: SideFacts, results: Mapping[str, tuple[SideFacts, NodeFacts]], *, base_chosen: bool
) -> str | None:
    """Say how to compare on the nodes that a partial truth knows; None if it is not partial.

    `results` are the facts of one or more results, by name. Without any common node, the coverage
    is not what is wrong.
    """
    known = {name: facts for name, facts in results.items() if facts[1].common}
    if not known:
        return None
    if _is_partly_labelled(truth) and any(
        found.nodes_in_clusters > truth.nodes_in_clusters for found, _ in known.values()
    ):
        share = _percent(truth.nodes_in_clusters / truth.nodes)
        return (
            f"{share} % of the nodes of the truth are in a cluster of it, and the others count as "
            "errors in found clusters; to compare the nodes in a cluster of the truth alone, use "
            f"{argument('nodes', 'labelled')}"
        )
    return None if base_chosen else _coverage_hint(known, len(results))


def _is_partly_labelled(truth: SideFacts) -> bool:
    return truth.nodes_in_clusters < _PARTIAL_TRUTH * truth.nodes


def _coverage_hint(
    results: Mapping[str, tuple[SideFacts, NodeFacts]], n_results: int
) -> str | None:
    """Say that the truth lacks nodes of some of the results."""
    coverages = {
        name: nodes.truth_coverage
        for name, (_, nodes) in results.items()
        if nodes.truth_coverage < _PARTIAL_TRUTH
    }
    if not coverages:
        return None
    shares = list(dict.fromkeys(_percent(share) for share in sorted(coverages.values())))
    covered = shares[0] if len(shares) == 1 else f"{shares[0]} to {shares[-1]}"
    return (
        f"truth covers {covered} % of the nodes of {join_results([*coverages], n_results)}, and "
        f"the others count as errors; to compare the nodes of the truth alone, use "
        f"{argument('nodes', 'truth')}"
    )


def _percent(share: float) -> str:
    return f"{100 * share:{'.2g' if share < 0.1 else '.0f'}}"


# ---- what a ranking left out ---------------------------------------------------------------------


def describe_base(nodes: NodeBase, results: Mapping[str, NodeFacts]) -> str:
    """Say on which nodes several results were compared, and how many nodes that left out."""
    policy = check_policy(nodes) if isinstance(nodes, str) else None
    base = "the given nodes" if policy is None else NODE_POLICIES[policy]
    dropped = {name: facts.dropped_found_nodes for name, facts in results.items()}
    parts = [f"{count(number, 'node')} of {name}" for name, number in dropped.items() if number]
    if len(parts) > _MAX_PARTS:
        numbers = sorted(set(filter(None, dropped.values())))
        fewest = f"{numbers[0]:,} to " if len(numbers) > 1 else ""
        parts = [f"{fewest}{count(numbers[-1], 'node')} of each of {len(parts)} results"]
    of_truth = max(facts.dropped_truth_nodes for facts in results.values())
    if of_truth:
        parts.insert(0, f"{count(of_truth, 'node')} of truth")
    left_out = f"; left out: {', '.join(parts)}" if parts else ""
    return f"compared on {base}{left_out}"
