"""How similar two clusterings are as seen from their nodes, by random walks.

The value is the mean over all node types, or over a sample of them.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from accord import _core
from accord._display.numbers import count
from accord._engines.native.node_types import CompleteTypes
from accord._foundation.memory import need_memory
from accord._foundation.normal import deviations
from accord._foundation.progress import ProgressCallback, begin_step
from accord._foundation.rows import Rows
from accord._summaries.clustering_pair import NodeAgreement, Overlaps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._engines.native.engine import NativeEngine

    Floats = NDArray[np.float64]

#: Limit of the work, in cache lines read: some eight seconds on two cores.
MAX_WORK = 14 * 10**9
#: Tolerance of an exact score.
EXACT = 1e-13
FIRST_DRAWS, MAX_DRAWS = 256, 2**22


def compute_node_agreement(
    engine: NativeEngine, *, alpha: float, method: str, error: float, risk: float, seed: int
) -> NodeAgreement:
    """Compute the mean similarity of the walks from all nodes.

    A node that a side lacks is alone there; shares have no effect.
    """
    pair = engine.pair
    if not (pair.truth.n_overlapping or pair.found.n_overlapping):
        return crisp_agreement(engine.get(Overlaps, complete=True))
    return agreement_of_walks(make_walks(engine, alpha), method, error, risk, seed)


def make_walks(engine: NativeEngine, alpha: float) -> Walks:
    complete = engine.get(CompleteTypes)
    weights = complete.types.amounts.astype(np.float64)
    return Walks(
        complete.truth, complete.found, weights, alpha, engine.pair.threads, engine.progress
    )


class Walks:
    """Walks from nodes of every type: on each side to a cluster, to one of its nodes, and so on."""

    def __init__(
        self,
        truth: Rows,
        found: Rows,
        weights: Floats,
        alpha: float,
        threads: int,
        progress: ProgressCallback | None,
    ) -> None:
        self.weights, self._alpha, self._threads, self._progress = weights, alpha, threads, progress
        self._sides = truth, found
        clusters = [int(rows.members.max()) + 1 for rows in self._sides]
        self._kernel = _core.NodeAgreement(
            truth, clusters[0], found, clusters[1], weights, threads=threads
        )
        need_memory("element_centric", threads * self._kernel.memory)
        #: Whether single precision can hold the weights of nodes.
        self._single = bool(weights.min() > 1e-9 and weights.sum() < 1e15)

    def work(self, tolerance: float, *, of_all: bool) -> Floats:
        """Upper bound of the work of scoring each type."""
        return self._kernel.work(self._alpha, tolerance, of_all)

    def scores(self, types: NDArray[Any], tolerance: float) -> tuple[Floats, int]:
        """The scores of these types and the work they took; in double precision if that helps."""
        single = self._single and tolerance > 1e-5
        return self._kernel.scores(
            types.astype(np.uint32),
            self._alpha,
            tolerance,
            single,
            threads=self._threads,
            progress=begin_step(self._progress, f"random walks from {count(len(types), 'node')}"),
        )

    @property
    def rough_scores(self) -> Floats:
        """A guess of each score: the ratio of the mean densities of the node's clusters."""
        densities = []
        for rows in self._sides:
            sizes = np.bincount(rows.members, np.repeat(self.weights, rows.sizes))
            densities.append(rows.sums(1 / sizes[rows.members]) / rows.sizes)
        return np.minimum(*densities) / np.maximum(*densities)


def crisp_agreement(table: Overlaps) -> NodeAgreement:
    """The exact value for crisp clusterings, where walks stay in the first cluster.

    The walks from a node in t and in f, with n common nodes, agree in n/max(|t|, |f|).
    """
    n, t, f = table.amounts, table.truth, table.found
    # Summed from the cells: a cluster of one cell has exactly its size.
    truth_sizes, found_sizes = np.bincount(t, n), np.bincount(f, n)
    same = n * (n / np.maximum(truth_sizes[t], found_sizes[f]))
    return NodeAgreement(float(same.sum() / n.sum()))


def agreement_of_walks(
    walks: Walks, method: str, error: float, risk: float, seed: int
) -> NodeAgreement:
    """The mean over all types if `method` is "exact", or "auto" and the work allows it.

    Otherwise, the mean over a sample.
    """
    if method == "exact" or (method == "auto" and walks.work(EXACT, of_all=True).sum() <= MAX_WORK):
        scores, _ = walks.scores(np.arange(len(walks.weights)), EXACT)
        return NodeAgreement(_mean(scores, walks.weights))
    return _sampled(walks, error, risk, seed)


def _sampled(walks: Walks, error: float, risk: float, seed: int) -> NodeAgreement:
    """Score all types that are little work, and sample the others.

    Sampling ends when the error is small enough or the work too much.
    """
    weights, tolerance = walks.weights, error / 20
    work = walks.work(tolerance, of_all=False)
    easy = work * len(work) <= min(work.sum() / 20, MAX_WORK / 4)
    share = float(weights[~easy].sum() / weights.sum())
    if not share:
        return agreement_of_walks(walks, "exact", error, risk, seed)
    of_easy = (
        _mean(walks.scores(np.flatnonzero(easy), EXACT)[0], weights[easy]) if easy.any() else 0.0
    )
    sample = _Sample(walks, np.flatnonzero(~easy), tolerance, seed)
    wanted = FIRST_DRAWS
    while not sample.complete:
        sample.draw(wanted)
        wanted = (
            min(
                sample.draws_for(error / share, risk),
                sample.affordable,
                4 * sample.draws,
                MAX_DRAWS,
            )
            - sample.draws
        )
        if wanted <= 0:
            break
    return NodeAgreement(
        (1 - share) * of_easy + share * sample.mean,
        error=share * sample.error(risk),
        exact_share=1 - share,
        events=sample.draws,
        method="sampled",
    )


class _Sample:
    """Nodes drawn by weight, two from each of many equal strata in the order of rough scores.

    The difference of the two says how far off their mean may be, so that only what the rough scores
    miss counts.
    """

    def __init__(self, walks: Walks, types: NDArray[Any], tolerance: float, seed: int) -> None:
        self._walks, self._tolerance = walks, tolerance
        self._random = np.random.default_rng(seed)
        self._types = types[np.argsort(walks.rough_scores[types], kind="stable")]
        self._upto = np.cumsum(walks.weights[self._types])
        self._scores = np.full(len(types), np.nan)
        self.draws = self._work = self._scored = 0
        self._sum = self._squares = 0.0

    def draw(self, draws: int) -> None:
        """Draw at least `draws` more nodes."""
        parts = (draws + 1) // 2
        at = (
            (np.repeat(np.arange(parts), 2) + self._random.random(2 * parts))
            / parts
            * self._upto[-1]
        )
        drawn = np.minimum(np.searchsorted(self._upto, at, side="right"), len(self._types) - 1)
        new = np.unique(drawn[np.isnan(self._scores[drawn])])
        self._score(new)
        scores = self._scores[drawn]
        self.draws += 2 * parts
        self._sum += float(scores.sum())
        self._squares += float(((scores[::2] - scores[1::2]) ** 2).sum())

    def _score(self, index: NDArray[Any]) -> None:
        self._scores[index], work = self._walks.scores(self._types[index], self._tolerance)
        self._work += work
        self._scored += len(index)

    @property
    def complete(self) -> bool:
        """Whether every node has been drawn."""
        return self._scored == len(self._types)

    @property
    def affordable(self) -> int:
        """The number of draws within the limit of the work, previous draws included."""
        return self.draws + int((MAX_WORK - self._work) / (self._work / self._scored + 1))

    @property
    def mean(self) -> float:
        if self.complete:
            return _mean(self._scores, self._walks.weights[self._types])
        return self._sum / self.draws

    def error(self, risk: float) -> float:
        """Bound of the error of the mean with probability 1 - risk.

        It adds up chance, nodes of a kind that was never drawn, and rounding.
        """
        if self.complete:
            return self._tolerance
        chance = deviations(risk) * math.sqrt(self._squares) / self.draws
        return min(chance + _missed(risk) / self.draws + self._tolerance, 1.0)

    def draws_for(self, error: float, risk: float) -> int:
        """The number of draws expected to reach `error`, with a margin."""
        chance = deviations(risk) * math.sqrt(self._squares / self.draws)
        missed, goal = _missed(risk), error - self._tolerance
        root = (chance + math.sqrt(chance**2 + 4 * missed * goal)) / (2 * goal)
        needed = root**2
        return (
            self.draws
            if self.error(risk) <= error
            else math.ceil(min(1.05 * needed, MAX_DRAWS)) + 2
        )


def _missed(risk: float) -> float:
    """Divided by the number of draws: the largest share of nodes that all draws may have missed."""
    return -math.log(risk)


def _mean(scores: Floats, weights: Floats) -> float:
    return float((scores * weights).sum() / weights.sum())
