"""
Kernels of accord in C++. Arguments are trusted: the Python side has checked them.
"""

from collections.abc import Callable
from typing import Annotated

import numpy
from numpy.typing import NDArray

import accord._engines.native.clustered_network
import accord._engines.native.co_members
import accord._engines.native.node_types
import accord._foundation.labels
import accord._foundation.rows
import accord._io.files.source
import accord._io.files.text


version: str = '0.1.0'

class ShareConflict(ValueError):
    pass

def sort_rows(offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], members: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], shares: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, width: int, *, threads: int, progress: Callable[[float], None] | None = None) -> tuple[accord._foundation.rows.Rows, int]:
    """
    Rows from members in any order, and how many repeated members were dropped.
    """

def group_rows(row_of: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], members: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], shares: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, n_rows: int, width: int, *, threads: int, progress: Callable[[float], None] | None = None) -> tuple[accord._foundation.rows.Rows, int]:
    """The same from the row of each member, 2**32 - 1 for none."""

def adjacency(sources: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, n_nodes: int, directed: bool, *, threads: int, progress: Callable[[float], None] | None = None) -> accord._foundation.rows.Rows:
    """The neighbours of each node, from edges in any order."""

def relabel_rows(rows: accord._foundation.rows.Rows, map: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], width: int, *, threads: int, progress: Callable[[float], None] | None = None) -> accord._foundation.rows.Rows:
    """
    Rows with member v replaced by map[v], and dropped if that is 2**32 - 1.
    """

def take_rows(rows: accord._foundation.rows.Rows, indices: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, threads: int, progress: Callable[[float], None] | None = None) -> accord._foundation.rows.Rows:
    """The rows at these indices."""

def count_memberships(rows: accord._foundation.rows.Rows, width: int, *, threads: int, progress: Callable[[float], None] | None = None) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]:
    """How many rows contain each member."""

def transpose(rows: accord._foundation.rows.Rows, degrees: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, threads: int, progress: Callable[[float], None] | None = None) -> accord._foundation.rows.Rows:
    """
    For each member, the rows that contain it; `degrees` as count_memberships gives them.
    """

def first_equal_rows(rows: accord._foundation.rows.Rows, *, threads: int, progress: Callable[[float], None] | None = None) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
    """For each row, the first row equal to it."""

def shuffle(count: int, seed: int, repeat: int) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]:
    """The numbers 0 to count - 1 in random order."""

def index_integers(values: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, threads: int, progress: Callable[[float], None] | None = None) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]:
    """
    The distinct values, ascending, and for each value its index among them.
    """

def merge_integers(first: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], second: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]:
    """Two ascending lists merged, and the index of each item of both."""

def index_texts(texts: accord._foundation.labels.TextLabels, *, threads: int, progress: Callable[[float], None] | None = None) -> tuple[accord._foundation.labels.TextLabels, Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]:
    """
    The distinct texts, in order of appearance, and for each text its index among them.
    """

def join_texts(first: accord._foundation.labels.TextLabels, second: accord._foundation.labels.TextLabels, *, threads: int, progress: Callable[[float], None] | None = None) -> tuple[accord._foundation.labels.TextLabels, Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]:
    """
    The texts of both lists, the index of each text of the second, and which of them are new.
    """

class ParseError(ValueError):
    pass

def read_rows(source: accord._io.files.source.Source, *, ids: str, shares: bool, keyed: bool, threads: int, progress: Callable[[float], None] | None = None) -> tuple[accord._foundation.rows.Rows, int, Annotated[NDArray[numpy.int64], dict(shape=(None,))] | accord._foundation.labels.TextLabels, accord._foundation.labels.TextLabels | None, Annotated[NDArray[numpy.uint32], dict(shape=(None,))] | None]:
    """
    A list with one row per line: rows, number of repeated members, labels, names and keys of rows.
    """

def read_columns(source: accord._io.files.source.Source, layout: accord._io.files.text.Layout, *, threads: int, progress: Callable[[float], None] | None = None) -> list[None | tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))] | accord._foundation.labels.TextLabels, Annotated[NDArray[numpy.uint32], dict(shape=(None,))]] | Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
    """
    The columns of a table: labels and members, or numbers; None for those skipped.
    """

def find_row(source: accord._io.files.source.Source, layout: accord._io.files.text.Layout, row: int) -> tuple[int, int]:
    """Line and column where a row of a table begins."""

def format_rows(rows: accord._foundation.rows.Rows, begin: int, end: int, *, members: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | accord._foundation.labels.TextLabels, keys: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | accord._foundation.labels.TextLabels | None, member_tails: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | accord._foundation.labels.TextLabels | None, key_tails: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | accord._foundation.labels.TextLabels | None, separator: str, key_end: str, by_member: bool, key_first: bool, threads: int, progress: Callable[[float], None] | None = None) -> bytes:
    """
    Rows begin to end as text: a line for each row, or for each membership.
    """

def count_overlaps(pair: accord._engines.native.co_members.CoMembers, *, threads: int, progress: Callable[[float], None] | None = None) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]] | tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
    """
    The overlap table in sparse rows by cluster: offsets, other clusters, amounts.
    """

def best_overlaps(pair: accord._engines.native.co_members.CoMembers, by: str, *, threads: int, progress: Callable[[float], None] | None = None) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]] | tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
    """
    The overlaps of every cluster with the other clusters that match it best, up to rounding.
    """

def best_matches(pair: accord._engines.native.co_members.CoMembers, *, threads: int, progress: Callable[[float], None] | None = None) -> tuple[tuple[tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]], tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]], tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]], tuple[tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]], tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]], tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]], float] | tuple[tuple[tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]], tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]], tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]], tuple[tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]], tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]], tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]], float]:
    """
    For both sides the best partner and match of every cluster by f1, pprob and amount; and the sum of all matches.
    """

def find_containment(pair: accord._engines.native.co_members.CoMembers, *, threads: int, progress: Callable[[float], None] | None = None) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
    """
    Per cluster: its container, amounts covered and uncovered; per membership the best F1 of the node there.
    """

def find_parts(rows: accord._foundation.rows.Rows, other_rows: accord._foundation.rows.Rows, cluster: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], candidates: accord._foundation.rows.Rows, overlaps: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], node_amounts: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int, *, threads: int, progress: Callable[[float], None] | None = None) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))]]:
    """
    The parts of some clusters. Per cluster: number of its parts, and the amount in them; per candidate whether it is a part.
    """

def conditional_entropies(pair: accord._engines.native.co_members.CoMembers, total: int | float, *, threads: int, progress: Callable[[float], None] | None = None) -> tuple[tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]], tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]]:
    """
    For both sides the bits of every cluster, and those left given the most informative cluster of the other side.
    """

def sum_pairs(truth: accord._foundation.rows.Rows, found_of_node: accord._foundation.rows.Rows, found_clusters: int, node_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, threads: int, progress: Callable[[float], None] | None = None) -> tuple[float, float]:
    """
    Over pairs of nodes, the sum of how much they are together in truth times how much in found: high and low part.
    """

def expected_information(truth_sizes: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], truth_counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], found_sizes: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], found_counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int, *, threads: int, progress: Callable[[float], None] | None = None) -> float:
    """
    Mutual information in nats expected by chance, from distinct cluster sizes and the number of clusters of each size.
    """

def match_one_to_one(edges: accord._foundation.rows.Rows, found_clusters: int, *, threads: int, progress: Callable[[float], None] | None = None) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
    """
    For each truth cluster its edge in the heaviest one-to-one matching, or -1. Weights of edges are the shares of the rows.
    """

def find_node_types(truth_of_node: accord._foundation.rows.Rows, found_of_node: accord._foundation.rows.Rows, *, threads: int, progress: Callable[[float], None] | None = None) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]:
    """The type of each node, and the first node of each type."""

def count_pairs(pair: accord._engines.native.node_types.TypedPair, method: str, most_items: float, *, threads: int, progress: Callable[[float], None] | None = None) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.uint64], dict(shape=(None,))], tuple[bool, bool, int, int, float, float]]:
    """
    Pairs of nodes by the number of clusters they share on each side, if some on both.
    """

def count_side_pairs(clusters_of_type: accord._foundation.rows.Rows, n_clusters: int, weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], method: str, most_items: float, *, threads: int, progress: Callable[[float], None] | None = None) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.uint64], dict(shape=(None,))], tuple[bool, bool, int, int, float, float]]:
    """
    Pairs of nodes by the number of clusters they share on one side, if any.
    """

def bcubed(pair: accord._engines.native.node_types.TypedPair, most_cells: float, *, threads: int, progress: Callable[[float], None] | None = None) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
    """Precision and recall of extended BCubed for every node type."""

def solve_game(pair: accord._engines.native.node_types.TypedPair, most_steps: float, most_cells: float, *, threads: int, progress: Callable[[float], None] | None = None) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]:
    """
    The joint law of the outcome, as truth clusters, found clusters and amounts; and the types that were not solved.
    """

def play_game(pair: accord._engines.native.node_types.TypedPair, type_of_event: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], seed: int, *, threads: int, progress: Callable[[float], None] | None = None) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]:
    """
    The truth cluster and the found cluster with which each event of the game ends.
    """

def sample_neighbours(pair: accord._engines.native.node_types.TypedPair, first_event: int, last_event: int, risk: float, most_steps: float, seed: int, *, threads: int, progress: Callable[[float], None] | None = None) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], int]:
    """
    Truth clusters, found clusters and weights with which the events of the sampler end; and how many events there were.
    """

class NodeAgreement:
    """How similar the two sides are, by node type."""

    def __init__(self, truth: accord._foundation.rows.Rows, truth_clusters: int, found: accord._foundation.rows.Rows, found_clusters: int, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, threads: int) -> None: ...

    def scores(self, types: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], alpha: float, tolerance: float, single: bool, *, threads: int, progress: Callable[[float], None] | None = None) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], int]:
        """
        For each of these types, how much of where its walks end is common to both sides; and how much work that was.
        """

    def work(self, alpha: float, tolerance: float, of_all: bool) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """
        An upper bound on the work for the score of each type; `of_all`: if all types are scored at once.
        """

    @property
    def memory(self) -> float:
        """Bytes that each thread needs."""

def count_member_edges(network: accord._engines.native.clustered_network.ClusteredNetwork, worths: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, *, threads: int, progress: Callable[[float], None] | None = None) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
    """
    Per membership: weight of the edges inside the cluster and of those that leave it, number of edges inside, and their weight times the worth of the other node; per node: weight of the edges to nodes that share a cluster with it.
    """

def spread_of_edges(network: accord._engines.native.clustered_network.ClusteredNetwork, clusters: accord._foundation.rows.Rows, *, threads: int, progress: Callable[[float], None] | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
    """
    Per crisp cluster: the sum over all other clusters of the squared weight of the edges between the two, divided by the size of the other.
    """

def find_triangles(neighbours: accord._foundation.rows.Rows, clusters_of_node: accord._foundation.rows.Rows, *, threads: int, progress: Callable[[float], None] | None = None) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
    """
    Per membership: 1 if the node is in a triangle inside the cluster, else 0.
    """

def wire_lfr(degrees: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], inside: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], memberships: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, directed: bool, outside: bool, max_degree: int, seed: int, threads: int, progress: Callable[[float], None] | None = None) -> tuple[accord._foundation.rows.Rows, accord._foundation.rows.Rows, Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]:
    """
    The nodes of each cluster, the clusters of each node, and both ends of the edges.
    """

def sum_inside(network: accord._foundation.rows.Rows, clusters_of_node: accord._foundation.rows.Rows, *, threads: int, progress: Callable[[float], None] | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
    """
    For each node the weight (or number) of its edges to nodes that share a cluster with it.
    """

def lfr_weights(network: accord._foundation.rows.Rows, incoming: accord._foundation.rows.Rows | None, clusters_of_node: accord._foundation.rows.Rows, strengths: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], mixing: float, *, threads: int, progress: Callable[[float], None] | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
    """
    Weights of the edges: nodes get their strengths, a part `mixing` of it outside clusters.
    """
