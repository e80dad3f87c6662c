"""Leaderboard: the algorithms of a benchmark, best first, and how certain that order is.

How failures count: a run that failed has no score, and is not given one. The algorithms are
compared on the networks on which all of them have a value, so that no algorithm gains by failing
on the hard ones. The leaderboard shows how many networks these are, and for each algorithm on how
many networks it has a value, how many runs were ok, and why the others were not.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING, Any, ClassVar

from accord._display.numbers import count, decimals, percent, positional, significant
from accord._display.result import Note, Result
from accord._display.tables import Block, Lines, Table
from accord.bench._algorithms.registry import BASELINE
from accord.bench._metrics import lower_is_better, needs_truth
from accord.bench._results.leaderboard_entry import AlgorithmDifference, LeaderboardEntry
from accord.bench._results.run import NetworkKey
from accord.bench._results.statistics import (
    FriedmanTest,
    critical_difference,
    friedman_test,
    holm_correction,
    indistinguishable_groups,
    rank_table,
    signed_rank_test,
)
from accord.bench._results.winner import ENOUGH_RUNS, Winner, find_winner, listed, swapped_by_seeds
from accord.bench._score.levels import LevelPolicy
from accord.errors import InputError, unknown
from accord.metrics._printed_names import printed_name

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes

    from accord.bench._results.results import Results

_LEVEL_CHOICES = {
    "blind": "levels chosen without the truth",
    "best": "levels chosen by the truth",
    "merged": "levels merged",
}


@dataclass(frozen=True, repr=False, eq=False)
class Leaderboard(Result, Mapping[str, LeaderboardEntry]):
    """The algorithms by name, best first. Prints as a table."""

    _index: ClassVar[str] = "algorithm"

    metric: str
    policy: LevelPolicy
    confidence: float
    #: Best first; algorithms that are not compared are last.
    entries: tuple[LeaderboardEntry, ...]
    #: Values by algorithm, then network: the mean of the runs there.
    scores: Mapping[str, Mapping[NetworkKey, float]]
    #: The networks on which all ranked algorithms have a value.
    compared: tuple[NetworkKey, ...]
    #: Means of each ranked algorithm over the compared networks, one for each seed and shuffle.
    repeats: Mapping[str, Sequence[float]] = field(default_factory=dict)
    #: Algorithms that find the same clusters with every random seed.
    deterministic: frozenset[str] = frozenset()
    #: Whether some clustering has several levels, so that `policy` matters.
    has_levels: bool = False
    #: The results that are ranked, for the page.
    results: Results | None = field(default=None, repr=False)

    def __getitem__(self, algorithm: str) -> LeaderboardEntry:
        if algorithm not in self._by_name:
            raise unknown("algorithm", algorithm, self._by_name)
        return self._by_name[algorithm]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self.entries)

    @cached_property
    def _by_name(self) -> dict[str, LeaderboardEntry]:
        return {entry.algorithm: entry for entry in self.entries}

    @property
    def ranked(self) -> list[str]:
        """The algorithms that are compared, best first."""
        return [entry.algorithm for entry in self.entries if entry.rank is not None]

    # ---- certainty of the order ------------------------------------------------------------------

    @cached_property
    def winner(self) -> Winner | None:
        """Which algorithm is best, if the runs can tell; None unless several are ranked."""
        return find_winner(self)

    @cached_property
    def swapped_by_seeds(self) -> list[tuple[str, ...]]:
        """Groups of algorithms whose order changes with other random seeds."""
        return swapped_by_seeds(self.ranked, self.repeats, self.metric)

    @cached_property
    def can_differ(self) -> bool:
        """Whether the networks are enough for the signed-rank test to find any difference."""
        n_pairs = math.comb(len(self.ranked), 2)
        return n_pairs * 2.0 ** (1 - len(self.compared)) <= 1 - self.confidence

    @cached_property
    def differences(self) -> list[AlgorithmDifference]:
        """All pairs of ranked algorithms, by the signed-rank test; empty for a single network."""
        pairs = list(combinations(self.ranked, 2)) if len(self.compared) > 1 else []
        differences = [
            [self.scores[first][key] - self.scores[second][key] for key in self.compared]
            for first, second in pairs
        ]
        p_values = [signed_rank_test(by_network).p_value for by_network in differences]
        return [
            AlgorithmDifference(
                first=first,
                second=second,
                mean=fmean(by_network),
                n_networks=len(by_network),
                p_value=p_value,
                corrected=corrected,
            )
            for (first, second), by_network, p_value, corrected in zip(
                pairs, differences, p_values, holm_correction(p_values), strict=True
            )
        ]

    @cached_property
    def friedman(self) -> FriedmanTest | None:
        """Whether the ranked algorithms differ; None for fewer than three, or a single network."""
        table = [[self.scores[name][key] for name in self.ranked] for key in self.compared]
        return friedman_test(rank_table(table, lower_is_better=lower_is_better(self.metric)))

    @cached_property
    def critical_difference(self) -> float | None:
        """How far two mean ranks must be apart to differ, by Nemenyi's test at 1 − confidence."""
        return critical_difference(len(self.ranked), len(self.compared), 1 - self.confidence)

    @cached_property
    def indistinguishable(self) -> list[tuple[str, ...]]:
        """The largest groups of algorithms whose mean ranks are within the critical difference."""
        if self.critical_difference is None:
            return []
        ranks = [self[algorithm].mean_rank or 0.0 for algorithm in self.ranked]
        groups = indistinguishable_groups(ranks, self.critical_difference)
        return [tuple(self.ranked[index] for index in group) for group in groups]

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw the mean scores of the ranked algorithms, with intervals and what chance gives."""
        from accord.bench._results.leaderboard_plot import plot_leaderboard

        if not self.ranked:
            raise InputError(f"there is nothing to draw: {self._why_nothing()}")
        return plot_leaderboard(self, ax)

    def printed_names(self) -> dict[str, str]:
        return {self.metric: printed_name(self.metric)}

    def _page(self, title: str | None) -> str:
        """The page about the benchmark."""
        from accord import bench

        return bench.to_html(self, title=title)

    # ---- as data ---------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        return {
            "metric": self.metric,
            "policy": self.policy,
            "compared": [list(key) for key in self.compared],
            "winner": None if self.winner is None else asdict(self.winner),
            "swapped_by_seeds": [list(group) for group in self.swapped_by_seeds],
            "entries": [asdict(entry) for entry in self.entries],
            "differences": [asdict(difference) for difference in self.differences],
            "friedman": None if self.friedman is None else asdict(self.friedman),
            "critical_difference": self.critical_difference,
        }

    def columns(self) -> dict[str, list[Any]]:
        rows = [asdict(entry) | {"reasons": _listed(entry.reasons)} for entry in self.entries]
        return {name: [row[name] for row in rows] for name in rows[0]}

    def to_pandas(self) -> pandas.DataFrame:
        """A row per algorithm."""
        floats = ["mean", "low", "high", "sd_networks", "sd_runs", "chance", "adjusted"]
        floats += ["mean_rank", "overall_mean", "seconds", "stability", "unclustered"]
        integers = ["rank", "peak_memory"]
        types = dict.fromkeys(floats, "Float64") | dict.fromkeys(integers, "Int64")
        return super().to_pandas().astype(types)

    # ---- for people ------------------------------------------------------------------------------

    def blocks(self) -> list[Block]:
        """What was compared, the table, remarks, and why runs have no value."""
        first, *others = self.notes()
        blocks: list[Block] = [str(first), self.table()]
        if others:
            blocks.append(Lines(others))
        failures = self.failures()
        if failures:
            blocks.append(Lines(failures, title="without a value"))
        return blocks

    def table(self) -> Table:
        """A row per algorithm; columns that are empty everywhere are left out."""
        columns = {
            title: cells
            for title, cells in self._cells().items()
            if any(cells) or title == self.metric
        }
        header = list(columns)
        bars = {}
        if needs_truth(self.metric) and not lower_is_better(self.metric):
            bars[header.index(self.metric)] = [
                None if entry.mean is None else min(max(entry.mean, 0.0), 1.0)
                for entry in self.entries
            ]
        return Table(
            header,
            [list(row) for row in zip(*columns.values(), strict=True)],
            right=[index for index, title in enumerate(header) if title != "algorithm"],
            bars=bars,
        )

    def _cells(self) -> dict[str, list[str]]:
        """All columns of the table, by title."""
        entries = self.entries
        is_partial = any(entry.n_networks < entry.n_networks_total for entry in entries)
        # The row of the baseline says what chance gives.
        show_chance = BASELINE not in self
        show_ranks = len(self.compared) > 1
        leave_nodes = any(entry.unclustered for entry in entries)
        return {
            "rank": ["" if entry.rank is None else str(entry.rank) for entry in entries],
            "algorithm": [entry.algorithm for entry in entries],
            self.metric: [decimals(entry.mean) for entry in entries],
            f"{100 * self.confidence:g} % interval": [
                "" if entry.low is None else f"{decimals(entry.low)} – {decimals(entry.high)}"
                for entry in entries
            ],
            "± networks": [decimals(entry.sd_networks) for entry in entries],
            "± runs": [decimals(entry.sd_runs) for entry in entries],
            "chance": [decimals(entry.chance) if show_chance else "" for entry in entries],
            "adjusted": [decimals(entry.adjusted) for entry in entries],
            "mean rank": [decimals(entry.mean_rank, 2) if show_ranks else "" for entry in entries],
            "stability": [decimals(entry.stability) for entry in entries],
            "in no cluster": [
                percent(entry.unclustered) if leave_nodes and entry.unclustered is not None else ""
                for entry in entries
            ],
            "networks": [
                f"{entry.n_networks:,} of {entry.n_networks_total:,}" if is_partial else ""
                for entry in entries
            ],
            "runs ok": [f"{entry.n_ok:,} of {entry.n_runs:,}" for entry in entries],
            "seconds": [
                "" if entry.seconds is None else positional(entry.seconds) for entry in entries
            ],
            "MB": [
                "" if entry.peak_memory is None else f"{entry.peak_memory / 1e6:,.0f}"
                for entry in entries
            ],
        }

    def notes(self) -> list[Note]:
        """What was compared (the first), how to read the table, and what was not compared.

        The kinds are "basis", "winner", "seeds", "unclustered", "interval", "not_compared" and
        "ranks".
        """
        notes = [Note("basis", self._basis())]
        if self.winner is not None:
            notes.append(Note("winner", str(self.winner)))
        notes += [*self._seeds(), *self._unclustered()]
        if any(entry.low is not None for entry in self.entries):
            notes.append(
                Note(
                    "interval",
                    "interval: bootstrap interval of the mean over networks; "
                    "each network counts once",
                )
            )
        notes += self._not_compared()
        if self.friedman is not None and self.critical_difference is not None:
            notes.append(
                Note(
                    "ranks",
                    f"mean ranks: Friedman p = {significant(self.friedman.p_value)}; critical "
                    f"difference {decimals(self.critical_difference, 2)} (Nemenyi)",
                )
            )
        return notes

    def _seeds(self) -> list[Note]:
        """How the order would change with other random seeds, if there were several."""
        n_repeats = max(map(len, self.repeats.values()), default=0)
        if n_repeats < 2 or len({self[name].rank for name in self.ranked}) < 2:
            return []
        if not self.swapped_by_seeds:
            if n_repeats < ENOUGH_RUNS:
                return []
            return [Note("seeds", "with other seeds the order stays the same")]
        first, *others = map(listed, self.swapped_by_seeds)
        more = "".join(f", and that of {group}" for group in others)
        return [Note("seeds", f"with other seeds the order of {first} changes{more}")]

    def _unclustered(self) -> list[Note]:
        """The algorithms on the first rank that leave nodes in no cluster."""
        left = [
            f"{entry.algorithm} leaves {percent(entry.unclustered)} of the nodes in no cluster"
            for entry in self.entries
            if entry.rank == 1 and entry.unclustered
        ]
        if not left:
            return []
        them = "it" if len(left) == 1 else "them"
        text = f"{listed(left)}, which {self.metric} may not count against {them}"
        return [Note("unclustered", text)]

    def _basis(self) -> str:
        """What was compared, or why nothing was."""
        better = "lower" if lower_is_better(self.metric) else "higher"
        if self.ranked:
            networks = count(self.entries[0].n_networks_total, "network")
            basis = f"compared on {len(self.compared):,} of {networks}, where {self._who()} a value"
        else:
            basis = f"nothing is compared, as {self._why_nothing()}"
        levels = f", {_LEVEL_CHOICES[self.policy]}" if self.has_levels else ""
        return f"{self.metric}, {better} is better{levels}; {basis}"

    def _who(self) -> str:
        """The number of ranked algorithms, and of all of them, with "have" or "has"."""
        n_ranked = len(self.ranked)
        n_all = sum(entry.algorithm != BASELINE for entry in self.entries)
        if n_ranked < n_all:
            return f"{n_ranked:,} of {n_all:,} algorithms {'has' if n_ranked == 1 else 'have'}"
        words = {1: "the one algorithm has", 2: "both algorithms have"}
        return words.get(n_ranked, f"all {n_ranked:,} algorithms have")

    def _why_nothing(self) -> str:
        """Why no algorithm is compared."""
        valued = [
            set(by_network)
            for name, by_network in self.scores.items()
            if name != BASELINE and by_network
        ]
        if not valued:
            return "no algorithm has a value"
        if set.intersection(*valued):
            return (
                "every algorithm has a value on too few networks: "
                "choose fewer algorithms, or a lower coverage"
            )
        return "there is no network on which all algorithms have a value: choose fewer algorithms"

    def _not_compared(self) -> list[Note]:
        """The algorithms that are not compared, by their number of networks."""
        by_networks: dict[int, list[str]] = {}
        for entry in self.entries:
            if entry.rank is None and entry.algorithm != BASELINE:
                by_networks.setdefault(entry.n_networks, []).append(entry.algorithm)
        total = count(self.entries[0].n_networks_total, "network")
        return [
            Note(
                "not_compared",
                f"not compared: {', '.join(names)}, with "
                + (
                    f"a value on {n_networks:,} of {total}"
                    if n_networks
                    else "no value (see why below)"
                ),
            )
            for n_networks, names in by_networks.items()
        ]

    def failures(self) -> list[Note]:
        """Why runs have no value, one note for each algorithm with such runs."""
        return [
            Note("failures", f"{entry.algorithm}: {_listed(entry.reasons)}")
            for entry in self.entries
            if entry.reasons
        ]


def _listed(reasons: Mapping[str, int]) -> str:
    return "; ".join(f"{number:,} × {reason}" for reason, number in reasons.items())
