"""Features of networks, and the distance between two networks by their features."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from accord._foundation.labels import IntegerLabels, Labels
from accord._foundation.network import Network
from accord._foundation.rows import Rows
from accord._foundation.threads import thread_count
from accord._generate.seeds import generators
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: With more wedges (a node and two of its neighbours) than this, a random sample is used.
MOST_WEDGES = 1_000_000
#: Size of that sample: the share of closed wedges is then accurate to about 0.005.
DRAWN_WEDGES = 100_000


@dataclass(frozen=True)
class Feature:
    """A number that describes a network."""

    title: str
    #: The difference that is a distance of 1, or the factor if only ratios matter. None if the
    #: feature does not count for distances.
    unit: float | None
    ratio: bool = False

    def scaled(self, value: float) -> float:
        """A value in units of distance; values whose ratios matter count as at least 0.01."""
        assert self.unit is not None
        return math.log(max(value, 0.01)) / math.log(self.unit) if self.ratio else value / self.unit


#: By name, in the order of `network_features`.
FEATURES: Mapping[str, Feature] = {
    "nodes": Feature("nodes", 10, ratio=True),
    "edges": Feature("edges", None),
    "mean_degree": Feature("mean degree", 3, ratio=True),
    "degree_spread": Feature("spread of degrees", 1),
    "transitivity": Feature("transitivity", 0.25),
    "clustering": Feature("clustering coefficient", 0.25),
    "assortativity": Feature("assortativity", 0.5),
    "largest_component": Feature("share of nodes in the largest component", 0.5),
    "weighted": Feature("weighted", 1),
    "directed": Feature("directed", 1),
}


def network_features(network: Network, *, seed: int = 0) -> dict[str, float]:
    """The features of a network, by the names in `FEATURES`.

    The spread of degrees is their standard deviation over their mean. Transitivity is the share of
    all wedges (a node and two of its neighbours) that are closed (the two are neighbours, too); the
    clustering coefficient is the mean over all nodes of that share at a node, 0 for a node without
    wedges. Assortativity is the correlation of the degrees of neighbours, 0 if all are equal. These
    four, and the largest component, ignore loops and directions.

    If there are very many wedges, a random sample of them is drawn with `seed`, so that this takes
    about as long as reading the network.

    >>> features = network_features(Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4)]))
    >>> features["nodes"], features["mean_degree"], features["transitivity"]
    (4.0, 2.0, 0.6)
    >>> round(features["assortativity"], 3)
    -0.714
    """
    by_wedges, by_nodes = generators(seed, 2)
    rows = _skeleton(network)
    degrees = rows.sizes.astype(np.float64)
    mean = float(degrees.mean())
    transitivity, clustering = _closed_wedges(rows, by_wedges, by_nodes)
    return {
        "nodes": float(network.n_nodes),
        "edges": float(network.n_edges),
        "mean_degree": 2 * network.n_edges / network.n_nodes,
        "degree_spread": float(degrees.std()) / mean if mean else 0.0,
        "transitivity": transitivity,
        "clustering": clustering,
        "assortativity": _assortativity(rows, degrees),
        "largest_component": _largest_component(rows) / network.n_nodes,
        "weighted": float(network.is_weighted),
        "directed": float(network.directed),
    }


def network_distance(first: Mapping[str, float], second: Mapping[str, float]) -> float:
    """The distance between two networks: √(Σ ((x − y) / unit)²) over the features that both have.

    `first` and `second` are what `network_features` returns. A distance of 1 is ten times as many
    nodes, three times the mean degree, or a transitivity that differs by 0.25, all else being
    equal. The units are fixed, so that a distance does not depend on what else is in a store.

    >>> small, large = {"nodes": 100, "clustering": 0.3}, {"nodes": 1000, "clustering": 0.05}
    >>> round(network_distance(small, large), 3)
    1.414
    """
    names = [
        name
        for name, feature in FEATURES.items()
        if feature.unit is not None and name in first and name in second
    ]
    if not names:
        raise InputError(
            "the two networks have no feature in common: describe both with network_features"
        )
    points = [
        [FEATURES[name].scaled(features[name]) for name in names] for features in (first, second)
    ]
    return math.dist(*points)


def mean_features(features: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """The mean of each feature that all networks have, for example over those of a data set.

    It is the geometric mean for features whose ratios matter.
    """
    networks = list(features)
    return {
        name: _mean([network[name] for network in networks], feature.ratio)
        for name, feature in FEATURES.items()
        if all(name in network for network in networks)
    }


def _mean(values: Sequence[float], is_geometric: bool) -> float:
    if is_geometric and min(values) > 0:
        return math.exp(math.fsum(map(math.log, values)) / len(values))
    return math.fsum(values) / len(values)


# ---- features one by one -------------------------------------------------------------------------


def _skeleton(network: Network) -> Rows:
    """The neighbours of each node, without loops, directions and weights."""
    if not network.directed and not network.n_loops:
        return Rows(network.rows.offsets, network.rows.members)
    sources, targets, _ = network.edge_columns()
    not_loops = sources != targets
    sources, targets = sources[not_loops], targets[not_loops]
    both = np.concatenate((sources, targets)), np.concatenate((targets, sources))
    rows, _ = Rows.group(*both, None, network.n_nodes, network.n_nodes, thread_count())
    return rows


def _closed_wedges(
    rows: Rows, by_wedges: np.random.Generator, by_nodes: np.random.Generator
) -> tuple[float, float]:
    """The share of wedges that are closed; and the mean of that share at a node, over all nodes."""
    wedges = rows.sizes * (rows.sizes - 1) // 2
    before = np.concatenate(([0], np.cumsum(wedges)))
    total, centres = int(before[-1]), np.flatnonzero(wedges)
    if not total:
        return 0.0, 0.0
    if total <= MOST_WEDGES:
        nodes = np.repeat(np.arange(len(rows)), wedges)
        found = _closed(rows, nodes, np.arange(total) - before[nodes])
        at_node = np.bincount(nodes, weights=found, minlength=len(rows))[centres] / wedges[centres]
        return float(found.mean()), float(at_node.sum()) / len(rows)
    drawn = by_wedges.integers(total, size=DRAWN_WEDGES)
    nodes = np.searchsorted(before, drawn, side="right") - 1
    transitivity = _closed(rows, nodes, drawn - before[nodes]).mean()
    nodes = by_nodes.choice(centres, DRAWN_WEDGES)
    share_of_centres = _closed(rows, nodes, by_nodes.integers(wedges[nodes])).mean()
    return float(transitivity), float(share_of_centres) * len(centres) / len(rows)


def _closed(rows: Rows, nodes: NDArray[np.int64], indices: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether wedges are closed; their index at a node is second (second − 1) / 2 + first."""
    second = ((1 + np.sqrt(8.0 * indices + 1)) / 2).astype(np.int64)
    second -= second * (second - 1) // 2 > indices
    second += second * (second + 1) // 2 <= indices
    first = indices - second * (second - 1) // 2
    starts = rows.offsets[nodes]
    return _linked(rows, rows.members[starts + first], rows.members[starts + second])


def _linked(rows: Rows, first: NDArray[np.uint32], second: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Whether two nodes are neighbours, for each pair: bisection in the shorter of their rows."""
    swap = rows.sizes[first] > rows.sizes[second]
    row, sought = np.where(swap, second, first), np.where(swap, first, second)
    low, end = rows.offsets[row], rows.offsets[row + 1]
    high = end.copy()
    while (low < high).any():
        middle = (low + high) // 2
        below = (low < high) & (rows.members[np.minimum(middle, len(rows.members) - 1)] < sought)
        low, high = (
            np.where(below, middle + 1, low),
            np.where(below, high, np.minimum(middle, high)),
        )
    found = rows.members[np.minimum(low, len(rows.members) - 1)] == sought
    both: NDArray[np.bool_] = np.logical_and(found, low < end)
    return both


def _assortativity(rows: Rows, degrees: NDArray[np.float64]) -> float:
    """Σ (k − m)(k' − m) / Σ (k − m)², over the ends of all edges; m is their mean degree."""
    if not len(rows.members):
        return 0.0
    centred = degrees - float((degrees * degrees).sum() / degrees.sum())
    spread = float((degrees * centred * centred).sum())
    if spread <= 1e-9 * float(degrees.sum()):
        return 0.0
    neighbour_sums = np.bincount(rows.row_of_membership(), centred[rows.members], len(rows))
    return float((centred * neighbour_sums).sum()) / spread


def _largest_component(rows: Rows) -> int:
    """Number of nodes in the largest component.

    Every node points to a node of its component with an index that is not higher. Pointers are
    joined along edges and shortened until all nodes of a component point to the same node.
    """
    sources, targets = rows.row_of_membership(), rows.members
    root = np.arange(len(rows))
    while True:
        low = np.minimum(root[sources], root[targets])
        np.minimum.at(root, root[sources], low)
        while not np.array_equal(shorter := root[root], root):
            root = shorter
        if (root[sources] == root[targets]).all():
            return int(np.bincount(root).max())


# ---- fingerprint ---------------------------------------------------------------------------------

_EDGES_AT_A_TIME = 1_000_000
#: Name of the fingerprint among the facts about a network.
FINGERPRINT = "fingerprint"
#: Text of an integer of 64 bits, without leading zeros.
_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,17}")


def network_fingerprint(network: Network) -> str:
    """Digest of the edges and their nodes, by which the same network is recognized.

    It does not depend on the order of nodes and edges, nor on whether integer labels are texts. A
    network whose weights are all 1 has the fingerprint of one without weights.
    """
    nodes = _hashed_labels(network.node_labels)
    sources, targets, weights = network.edge_columns()
    total = int(_mixed(nodes).sum(dtype=np.uint64))
    for start in range(0, len(sources), _EDGES_AT_A_TIME):
        part = slice(start, start + _EDGES_AT_A_TIME)
        first, second = nodes[sources[part]], nodes[targets[part]]
        if not network.directed:
            first, second = np.minimum(first, second), np.maximum(first, second)
        weight = np.ones(len(first)) if weights is None else weights[part]
        hashes = _mixed(first + _mixed(second + _mixed(weight.view(np.uint64))))
        total = (total + int(hashes.sum(dtype=np.uint64))) % 2**64
    facts = (network.directed, network.n_nodes, network.n_edges, total)
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]


def _hashed_labels(labels: Labels) -> NDArray[np.uint64]:
    """A number of 64 bits for each label."""
    if isinstance(labels, IntegerLabels):
        return _mixed(labels.values.view(np.uint64))
    texts = [str(label) for label in labels]
    integers = [text for text in texts if _INTEGER.fullmatch(text)]
    if len(integers) == len(texts):
        return _mixed(np.array(texts, np.int64).view(np.uint64))
    digests = (hashlib.blake2b(text.encode(), digest_size=8).digest() for text in texts)
    return np.frombuffer(b"".join(digests), np.uint64)


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Numbers of 64 bits, mixed by the finalizer of SplitMix64 (Steele et al. 2014)."""
    mixed = numbers + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))
