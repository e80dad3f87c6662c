"""Hypothesis strategies for clusterings: small, so that oracles stay fast and failures shrink well.

Nodes are ints. A strategy that takes `nodes` draws its clusters from them; with `whole=True` each
of them is in some cluster. A plain clustering is a list of sets, a fuzzy one a list of dicts node
-> share.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

Plain: TypeAlias = list[set[int]]
Fuzzy: TypeAlias = list[dict[int, float]]
Kind: TypeAlias = Callable[..., SearchStrategy[Plain]]

MOST_NODES = 12
MOST_CLUSTERS = 7
SIXTEENTHS = [k / 16 for k in range(16, 0, -1)]


def nodes_of(*clusterings: Plain | Fuzzy) -> list[int]:
    """Every node in any cluster of the clusterings, ascending."""
    return sorted({v for clustering in clusterings for cluster in clustering for v in cluster})


def node_ranges(most: int = MOST_NODES) -> SearchStrategy[range]:
    """0 .. n-1 for a small n."""
    return st.integers(1, most).map(range)


def grouped(labels: Iterable[tuple[int, object]]) -> Plain:
    """The nodes of each label, in order of the labels' first use."""
    clusters: dict[object, set[int]] = {}
    for node, label in labels:
        clusters.setdefault(label, set()).add(node)
    return list(clusters.values())


@st.composite
def node_subsets(draw: DrawFn, nodes: Sequence[int], whole: bool) -> list[int]:
    """All nodes, or a nonempty part of them, ascending."""
    return list(nodes) if whole else sorted(draw(st.sets(st.sampled_from(nodes), min_size=1)))


# ---- one clustering ------------------------------------------------------------------------------


@st.composite
def covers(
    draw: DrawFn,
    nodes: Sequence[int] = range(MOST_NODES),
    *,
    whole: bool = False,
    clusters: int = MOST_CLUSTERS,
) -> Plain:
    """Overlapping: any nonempty clusters, equal ones included."""
    members = st.sets(st.sampled_from(nodes), min_size=1)
    cover = draw(st.lists(members, min_size=1, max_size=clusters))
    if whole:
        for node in sorted(set(nodes) - set().union(*cover)):
            cover[draw(st.integers(0, len(cover) - 1))].add(node)
    return cover


@st.composite
def partitions(
    draw: DrawFn, nodes: Sequence[int] = range(MOST_NODES), *, whole: bool = False
) -> Plain:
    """Crisp: no node in two clusters."""
    used = draw(node_subsets(nodes, whole))
    return grouped((v, draw(st.integers(0, MOST_CLUSTERS - 1))) for v in used)


@st.composite
def nested(draw: DrawFn, nodes: Sequence[int] = range(MOST_NODES), *, whole: bool = False) -> Plain:
    """Any two clusters nested or disjoint, up to three levels deep, no two equal."""
    used = draw(node_subsets(nodes, whole))
    paths = {
        v: draw(st.tuples(st.integers(0, 2), st.integers(0, 1), st.integers(0, 1))) for v in used
    }
    family: Plain = []
    for depth in (1, 2, 3):
        for cluster in grouped((v, paths[v][:depth]) for v in used):
            if cluster not in family:
                family.append(cluster)
    return draw(st.permutations(family[:MOST_CLUSTERS]))


@st.composite
def with_duplicates(
    draw: DrawFn, nodes: Sequence[int] = range(MOST_NODES), *, whole: bool = False
) -> Plain:
    """Overlapping, with at least one cluster listed again."""
    cover = draw(covers(nodes, whole=whole, clusters=MOST_CLUSTERS - 2))
    for _ in range(draw(st.integers(1, 2))):
        copied = set(draw(st.sampled_from(cover)))
        cover.insert(draw(st.integers(0, len(cover))), copied)
    return cover


@st.composite
def singletons(
    draw: DrawFn, nodes: Sequence[int] = range(MOST_NODES), *, whole: bool = False
) -> Plain:
    """Every node alone; the one kind that can exceed MOST_CLUSTERS, when whole on many nodes."""
    used = draw(node_subsets(nodes, whole))
    return [{v} for v in (used if whole else used[:MOST_CLUSTERS])]


@st.composite
def one_cluster(
    draw: DrawFn, nodes: Sequence[int] = range(MOST_NODES), *, whole: bool = False
) -> Plain:
    """All nodes together."""
    return [set(draw(node_subsets(nodes, whole)))]


def plain() -> SearchStrategy[Plain]:
    """One of the kinds with clusters of any sizes."""
    return st.one_of(covers(), partitions(), with_duplicates(), nested())


def shares(smallest: float = 1e-100) -> SearchStrategy[float]:
    """Sixteenths, which sum exactly, and any float in (0, 1]; `smallest` keeps products from
    underflow.
    """
    anything = st.floats(smallest, 1.0)
    return st.sampled_from([s for s in SIXTEENTHS if s >= smallest]) | anything


@st.composite
def fuzzy(
    draw: DrawFn,
    nodes: Sequence[int] = range(MOST_NODES),
    *,
    whole: bool = False,
    smallest: float = 1e-100,
) -> Fuzzy:
    """Overlapping, every membership with a share; the shares of a node need not sum to 1."""
    cover = draw(covers(nodes, whole=whole))
    return [{v: draw(shares(smallest)) for v in sorted(cluster)} for cluster in cover]


# ---- two clusterings -----------------------------------------------------------------------------

CRISP_KINDS: tuple[Kind, ...] = (partitions, singletons, one_cluster)
PLAIN_KINDS: tuple[Kind, ...] = (
    covers,
    partitions,
    nested,
    with_duplicates,
    singletons,
    one_cluster,
)


def any_of(kinds: Sequence[Kind], nodes: Sequence[int], whole: bool) -> SearchStrategy[Plain]:
    """A clustering of any of the kinds, singletons only if they are few."""
    many = whole and len(nodes) > MOST_CLUSTERS
    return st.one_of(
        [kind(nodes, whole=whole) for kind in kinds if not (many and kind is singletons)]
    )


@st.composite
def pairs_of(draw: DrawFn, kinds: Sequence[Kind], equal_nodes: bool) -> tuple[Plain, Plain]:
    """Both sides of any of the kinds, with equal node sets or with parts of one range."""
    nodes = draw(node_ranges())
    return draw(any_of(kinds, nodes, equal_nodes)), draw(any_of(kinds, nodes, equal_nodes))


@st.composite
def disjoint_pairs(draw: DrawFn, kinds: Sequence[Kind] = PLAIN_KINDS) -> tuple[Plain, Plain]:
    """No common node."""
    nodes = draw(st.integers(2, MOST_NODES).map(range))
    cut = draw(st.integers(1, len(nodes) - 1))
    return draw(any_of(kinds, nodes[:cut], True)), draw(any_of(kinds, nodes[cut:], True))


@st.composite
def equal_pairs(draw: DrawFn, kinds: Sequence[Kind] = PLAIN_KINDS) -> tuple[Plain, Plain]:
    """The same clusters on both sides, in any order."""
    truth = draw(any_of(kinds, draw(node_ranges()), True))
    return truth, [set(cluster) for cluster in draw(st.permutations(truth))]


def all_pairs_of(
    kinds: Sequence[Kind], equal_nodes: bool | None
) -> SearchStrategy[tuple[Plain, Plain]]:
    """Pairs of the kinds: with equal node sets, with any, or (None) both."""
    same = [pairs_of(kinds, True), equal_pairs(kinds)]
    other = [pairs_of(kinds, False), disjoint_pairs(kinds)]
    return st.one_of({True: same, False: other, None: same + other}[equal_nodes])


def pairs(*, equal_nodes: bool | None = None) -> SearchStrategy[tuple[Plain, Plain]]:
    """Plain (truth, found) of every kind; False means "not made equal", so disjoint sets occur."""
    return all_pairs_of(PLAIN_KINDS, equal_nodes)


def crisp_pairs(*, equal_nodes: bool | None = True) -> SearchStrategy[tuple[Plain, Plain]]:
    """Crisp (truth, found); False means "not made equal", so disjoint sets occur."""
    return all_pairs_of(CRISP_KINDS, equal_nodes)


@st.composite
def fuzzy_pairs(
    draw: DrawFn, *, equal_nodes: bool | None = None, smallest: float = 1e-100
) -> tuple[Plain | Fuzzy, Plain | Fuzzy]:
    """Fuzzy against fuzzy, fuzzy against plain, plain against fuzzy."""
    nodes = draw(node_ranges())
    whole = draw(st.booleans()) if equal_nodes is None else equal_nodes
    soft, hard = fuzzy(nodes, whole=whole, smallest=smallest), any_of(PLAIN_KINDS, nodes, whole)
    return draw(st.tuples(soft, soft) | st.tuples(soft, hard) | st.tuples(hard, soft))


# ---- node weights --------------------------------------------------------------------------------


def weights_for(
    nodes: Iterable[int], *, integers: bool | None = None
) -> SearchStrategy[dict[int, float]]:
    """A positive weight for every node: small ints, floats, or (None) either for all."""
    ordered = sorted(set(nodes))
    whole, real = st.integers(1, 4), st.floats(2.0**-10, 2.0**10)

    def of(weight: SearchStrategy[float]) -> SearchStrategy[dict[int, float]]:
        return st.fixed_dictionaries(dict.fromkeys(ordered, weight))

    return {True: of(whole), False: of(real), None: of(whole) | of(real)}[integers]
