"""Leaderboard: the algorithms of a benchmark, best first, with how sure that is and what is missing.

How failures count: a run that failed has no score, and no score is made up for it. The algorithms
are compared on the networks on which all of them have a value, so that nobody gains by failing on
the hard ones; beside it stands how many these are, and for each algorithm on how many networks it
has a value, how many runs were ok, and why the others were not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

from accord._display.columns import csv_text, data_frame
from accord._display.numbers import count, decimals, significant
from accord._display.result import Result
from accord._display.tables import Block, Table, as_html, as_markdown
from accord.bench._results.run import BASELINE, Place, lower_is_better, needs_truth
from accord.bench._results.statistics import (
    Friedman,
    critical_difference,
    friedman,
    holm,
    mean,
    not_apart,
    rank_table,
    signed_ranks,
)
from accord.errors import unknown

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Row:
    """An algorithm on the leaderboard. None where there is nothing to say."""

    algorithm: str
    #: Its place by the mean, the same for equal means; None where it is not compared.
    rank: int | None
    #: Mean over the compared networks, and between what it lies.
    mean: float | None
    low: float | None
    high: float | None
    #: Standard deviation between networks, and between the runs on a network.
    between: float | None
    within: float | None
    #: What the random baseline gets on these networks, and the value where that is 0 and the best
    #: 1.
    chance: float | None
    adjusted: float | None
    #: Mean of its ranks on the single networks.
    average_rank: float | None
    #: On how many networks it has a value, of how many, and the mean over all of these.
    networks: int
    of_networks: int
    mean_of_all: float | None
    #: How many runs were ok, of how many, and why others have no value, with how often.
    ok: int
    total: int
    reasons: Mapping[str, int]
    #: Mean wall time over the compared networks, and the most memory on one of them.
    seconds: float | None
    memory: int | None
    #: How much the clusterings of one network under different labels agree, on average.
    stability: float | None

    @property
    def coverage(self) -> float:
        """The share of the networks on which it has a value."""
        return self.networks / self.of_networks


@dataclass(frozen=True)
class Difference:
    """Two algorithms on the compared networks."""

    first: str
    second: str
    #: Mean of first − second.
    mean: float
    networks: int
    #: Of the signed-rank test, alone and corrected for the number of pairs by Holm's method.
    p_value: float
    corrected: float


class Leaderboard(Result, Mapping[str, Row]):
    """The algorithms by name, best first. Prints as a table."""

    def __init__(
        self,
        rows: Sequence[Row],
        scores: Mapping[str, Mapping[Place, float]],
        compared: Sequence[Place],
        *,
        metric: str,
        policy: str,
        confidence: float,
    ) -> None:
        self._rows = {row.algorithm: row for row in rows}
        #: Of each algorithm its value on each network: the mean of its runs there.
        self.scores = scores
        #: The networks on which all compared algorithms have a value.
        self.compared = tuple(compared)
        self.metric, self.policy, self.confidence = metric, policy, confidence

    def __getitem__(self, algorithm: str) -> Row:
        if algorithm not in self._rows:
            raise unknown("algorithm", algorithm, self._rows)
        return self._rows[algorithm]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def rows(self) -> list[Row]:
        return list(self._rows.values())

    @property
    def ranked(self) -> list[str]:
        """The algorithms that are compared, best first."""
        return [row.algorithm for row in self.rows if row.rank is not None]

    # ---- how sure the order is -------------------------------------------------------------------

    @cached_property
    def _table(self) -> list[list[float]]:
        """A row per compared network, a column per ranked algorithm."""
        return [
            [self.scores[algorithm][place] for algorithm in self.ranked] for place in self.compared
        ]

    @cached_property
    def differences(self) -> list[Difference]:
        """Every two of the ranked algorithms, by the signed-rank test; none where there are no two networks."""
        pairs = list(combinations(self.ranked, 2)) if len(self.compared) > 1 else []
        between = [
            [self.scores[one][place] - self.scores[other][place] for place in self.compared]
            for one, other in pairs
        ]
        p_values = [signed_ranks(differences).p_value for differences in between]
        return [
            Difference(*pair, mean(differences) or 0.0, len(differences), p_value, corrected)
            for pair, differences, p_value, corrected in zip(
                pairs, between, p_values, holm(p_values), strict=True
            )
        ]

    @cached_property
    def friedman(self) -> Friedman | None:
        """Whether the ranked algorithms differ at all; None for fewer than three, or for one network."""
        return friedman(rank_table(self._table, lower_is_better=lower_is_better(self.metric)))

    @cached_property
    def critical_difference(self) -> float | None:
        """How far two average ranks must be apart to differ, by Nemenyi's test at 1 − confidence."""
        return critical_difference(len(self.ranked), len(self.compared), 1 - self.confidence)

    @cached_property
    def not_apart(self) -> list[tuple[str, ...]]:
        """The largest groups of algorithms that the critical difference does not tell apart."""
        if self.critical_difference is None:
            return []
        ranks = [self[algorithm].average_rank or 0.0 for algorithm in self.ranked]
        return [
            tuple(self.ranked[place] for place in group)
            for group in not_apart(ranks, self.critical_difference)
        ]

    # ---- as data ---------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        return {
            "metric": self.metric,
            "policy": self.policy,
            "compared": [list(place) for place in self.compared],
            "rows": [asdict(row) for row in self.rows],
            "differences": [asdict(difference) for difference in self.differences],
            "friedman": None if self.friedman is None else asdict(self.friedman),
            "critical_difference": self.critical_difference,
        }

    def to_json(self, indent: int | None = 2) -> str:
        import json

        return json.dumps(self.to_dict(), indent=indent)

    def to_csv(self) -> str:
        columns = self._columns()
        return csv_text(list(columns), zip(*columns.values(), strict=True))

    def to_frame(self) -> pandas.DataFrame:
        """A row per algorithm."""
        columns = self._columns()
        kinds = dict.fromkeys(_NUMBERS, "Float64") | dict.fromkeys(("rank", "memory"), "Int64")
        return data_frame(columns, "algorithm").astype(kinds)

    def _columns(self) -> dict[str, list[Any]]:
        rows = [asdict(row) | {"reasons": _listed(row.reasons)} for row in self.rows]
        return {name: [row[name] for row in rows] for name in rows[0]}

    # ---- for people ------------------------------------------------------------------------------

    def table(self) -> Table:
        """A row per algorithm; columns in which nobody has anything are left out."""
        rows = self.rows
        some_missing = any(row.networks < row.of_networks for row in rows)
        columns = {
            "rank": ["" if row.rank is None else str(row.rank) for row in rows],
            "algorithm": [row.algorithm for row in rows],
            self.metric: [decimals(row.mean) for row in rows],
            f"{100 * self.confidence:g} % interval": [
                "" if row.low is None else f"{decimals(row.low)} – {decimals(row.high)}"
                for row in rows
            ],
            "± networks": [decimals(row.between) for row in rows],
            "± runs": [decimals(row.within) for row in rows],
            "chance": [
                "" if BASELINE in self else decimals(row.chance) for row in rows
            ],  # or its row says it
            "adjusted": [decimals(row.adjusted) for row in rows],
            "mean rank": [
                decimals(row.average_rank, 2) if len(self.compared) > 1 else "" for row in rows
            ],
            "stability": [decimals(row.stability) for row in rows],
            "networks": [
                f"{row.networks:,} of {row.of_networks:,}" if some_missing else "" for row in rows
            ],
            "runs ok": [f"{row.ok:,} of {row.total:,}" for row in rows],
            "seconds": ["" if row.seconds is None else significant(row.seconds) for row in rows],
            "MB": ["" if row.memory is None else f"{row.memory / 1e6:,.0f}" for row in rows],
        }
        told = {name: cells for name, cells in columns.items() if any(cells) or name == self.metric}
        header = list(told)
        within_bounds = [None if row.mean is None else min(max(row.mean, 0.0), 1.0) for row in rows]
        has_bars = needs_truth(self.metric) and not lower_is_better(self.metric)
        bars = {header.index(self.metric): within_bounds} if has_bars else {}
        cells = [list(row) for row in zip(*told.values(), strict=True)]
        return Table(
            header, cells, [place for place, name in enumerate(header) if name != "algorithm"], bars
        )

    def notes(self) -> list[str]:
        """What was compared, how, and what is missing, a line each."""
        everywhere = self.rows[0].of_networks
        better = "lower" if lower_is_better(self.metric) else "higher"
        ranked = (
            f"all {len(self.ranked):,} algorithms have"
            if len(self.ranked) != 1
            else "the one algorithm has"
        )
        base = f"compared on {len(self.compared):,} of {count(everywhere, 'network')}, where {ranked} a value"
        what = base if self.ranked else f"nothing is compared, as {self._why_nothing()}"
        lines = [f"{self.metric}, {better} is better, {_LEVELS[self.policy]}; {what}"]
        if any(row.low is not None for row in self.rows):
            lines.append(
                "interval: of the mean, if the networks were drawn again; each network counts once"
            )
        aside = [row for row in self.rows if row.rank is None and row.algorithm != BASELINE]
        for networks in dict.fromkeys(row.networks for row in aside):
            names = ", ".join(row.algorithm for row in aside if row.networks == networks)
            lines.append(
                f"not compared: {names}, with a value on {networks:,} of {count(everywhere, 'network')}"
            )
        if self.friedman is not None and self.critical_difference is not None:
            lines.append(
                f"average ranks: Friedman p = {significant(self.friedman.p_value)}; two of them differ from "
                f"{decimals(self.critical_difference, 2)} on (Nemenyi)"
            )
        return lines

    def _why_nothing(self) -> str:
        """Why no algorithm is compared."""
        valued = [
            set(places) for name, places in self.scores.items() if name != BASELINE and places
        ]
        if not valued:
            return "no algorithm has a value"
        if set.intersection(*valued):
            return "every algorithm has a value on too few networks: choose some of them, or a lower coverage"
        return "there is no network on which all algorithms have a value: choose some of them"

    def failures(self) -> list[str]:
        """Why runs have no value, a line for each algorithm that has such runs."""
        return [f"{row.algorithm}: {_listed(row.reasons)}" for row in self.rows if row.reasons]

    def blocks(self) -> list[Block]:
        """What was compared, the table, and what is missing."""
        first, *others = self.notes()
        missing = "".join(f"\n  {line}" for line in self.failures())
        behind = ["\n".join(others), f"without a value:{missing}" if missing else ""]
        return [first, self.table(), *filter(None, behind)]

    def to_markdown(self) -> str:
        return as_markdown([self.table(), "\n".join(f"- {line}" for line in self._all_notes())])

    def _repr_html_(self) -> str:
        return as_html([self.table(), "\n".join(self._all_notes())])

    def _all_notes(self) -> list[str]:
        return [*self.notes(), *(f"without a value: {line}" for line in self.failures())]


_NUMBERS = (
    *(
        "mean",
        "low",
        "high",
        "between",
        "within",
        "chance",
        "adjusted",
        "average_rank",
        "mean_of_all",
    ),
    *("seconds", "stability"),
)
_LEVELS = {
    "blind": "levels chosen without the truth",
    "best": "levels chosen by the truth",
    "merged": "levels merged",
}


def _listed(reasons: Mapping[str, int]) -> str:
    return "; ".join(f"{number:,} × {reason}" for reason, number in reasons.items())
