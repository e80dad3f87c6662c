"""From inputs of any kind to the engine that compares them.

Inputs in memory are compared by the native engine. Lazy tables are first reduced to node types by
the engine that holds them, and then compared by the native engine too. If the node types do not fit
into memory, the table engine computes what can be computed from overlaps where the tables are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from accord._engines.base import PairEngine
from accord._engines.native.engine import NativeEngine
from accord._foundation.clustering import Clustering
from accord._foundation.node_base import NodeBase
from accord._foundation.node_index import pair_up
from accord._foundation.noise import declare_noise, mark_noise, warn_of_unused_noise
from accord._foundation.pair import doubts_about_nodes
from accord._foundation.progress import ProgressCallback, begin_step
from accord._foundation.reading import READ_AS_FOUND, Reading
from accord._foundation.threads import thread_count
from accord.errors import warn

if TYPE_CHECKING:
    from accord._engines.tables.reduction import UnreducedTables
    from accord._foundation.types import ClusteringLike

# What converts inputs is imported for those that are no clusterings yet, and the table engine for
# tables that are not in memory: files that were read need neither.


def choose_engine(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    reading: Reading = READ_AS_FOUND,
    nodes: NodeBase = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> PairEngine:
    """The engine that compares two inputs on a node base; warn if their nodes hardly meet."""
    sides = open_inputs([("truth", truth), ("found", found)], reading, threads=threads)
    if isinstance(sides, list):
        warn_of_unused_noise(sides, reading.noise)
    engine = engine_for(sides, nodes=nodes, threads=threads, progress=progress)
    for message in doubts_about_nodes(engine.pair.facts, engine.pair.base_chosen).values():
        warn(message)
    return engine


def open_inputs(
    inputs: Sequence[tuple[str, Any]],
    reading: Reading = READ_AS_FOUND,
    *,
    threads: int | None = None,
) -> list[Clustering] | UnreducedTables:
    """Named inputs as clusterings in memory, or as tables whose node types do not fit there."""
    if all(isinstance(data, Clustering) for _, data in inputs):
        return [mark_noise(data, reading.noise) for _, data in inputs]
    from accord._io.objects.clusterings import convert_inputs
    from accord._io.tables.backends import is_lazy

    sides = convert_inputs(inputs, reading, threads=threads)
    if not any(is_lazy(side) for side in sides):
        return sides
    from accord._engines.tables.reduction import reduce_tables

    names = [name for name, _ in inputs]
    reduced = reduce_tables(list(zip(names, sides, strict=True)), reading)
    if not isinstance(reduced, list):
        return reduced
    return [
        declare_noise(clustering, reading.noise, name)
        if is_lazy(side)
        else Clustering(replace(clustering.parts, declared_noise=side.parts.declared_noise))
        for name, side, clustering in zip(names, sides, reduced, strict=True)
    ]


def engine_for(
    sides: Sequence[Clustering] | UnreducedTables,
    *,
    nodes: NodeBase = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> PairEngine:
    """The engine that compares what `open_inputs` returned for two inputs."""
    if not isinstance(sides, Sequence):
        from accord._engines.tables.engine import TableEngine

        return TableEngine(sides, nodes)
    truth, found = sides
    begin_step(progress, "aligning nodes")
    return NativeEngine(
        pair_up([truth, found], nodes, thread_count(threads)),
        progress,
        repeated_memberships=(truth.repeated, found.repeated),
        reduction=truth.reduction,
    )


def as_clusterings(
    inputs: Sequence[tuple[str, Any]],
    reading: Reading = READ_AS_FOUND,
    *,
    threads: int | None = None,
) -> list[Clustering]:
    """Named inputs as clusterings in memory; raise if the node types of tables do not fit there."""
    sides = open_inputs(inputs, reading, threads=threads)
    if not isinstance(sides, list):
        raise sides.reason
    warn_of_unused_noise(sides, reading.noise)
    return sides
