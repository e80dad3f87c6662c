"""Regret: how much is lost by taking what is recommended, found by leaving out one data set after the other."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from accord._display.numbers import count, decimals
from accord._display.result import Result
from accord._display.tables import Block, Table
from accord.bench._advise.recommendation import NEAR, best_on, dataset_features, recommend_from
from accord.bench._advise.records import Records, records
from accord.bench._results.results import Results
from accord.bench._results.run import BASELINE
from accord.errors import InputError, unknown

#: What people take who take the same for every network.
ALWAYS = "leiden"


@dataclass(frozen=True)
class Trial:
    """A data set that was left out: what was recommended for it from the others, and what that is worth."""

    dataset: str
    #: The data sets that the recommendation rests on; none where nothing is near.
    neighbours: tuple[str, ...]
    #: What was recommended; None where nothing is near, and then what is always taken is taken.
    recommended: str | None
    best: str
    #: Scores of what was taken, of what is always taken, and of the best: a run without a score
    #: counts as the worst one.
    score: float
    always_score: float
    best_score: float

    @property
    def regret(self) -> float:
        """How much better the best is than what was taken."""
        return abs(self.best_score - self.score)

    @property
    def always_regret(self) -> float:
        return abs(self.best_score - self.always_score)


@dataclass(frozen=True, repr=False)
class Regret(Result):
    """The recommendation against always the same algorithm and against the best possible, data set by data set."""

    metric: str
    policy: str
    #: What is always taken.
    always: str
    trials: tuple[Trial, ...]
    #: The algorithm that is best for all data sets together, as one knows only afterwards; and its
    #: mean regret.
    afterwards: str
    afterwards_regret: float

    @property
    def covered(self) -> tuple[Trial, ...]:
        """Those for which something was near."""
        return tuple(trial for trial in self.trials if trial.recommended is not None)

    @property
    def mean(self) -> float:
        """Mean regret of the recommendation, over all data sets."""
        return fmean(trial.regret for trial in self.trials)

    @property
    def always_mean(self) -> float:
        """Mean regret of always taking the same."""
        return fmean(trial.always_regret for trial in self.trials)

    def summary(self) -> str:
        """What came of it, in words."""
        covered, n = len(self.covered), len(self.trials)
        parts = [
            f"each of {count(n, 'data set')} left out in turn: for {covered} something is near",
            f"the advice is {self.mean:.4f} behind the best on average, always {self.always} {self.always_mean:.4f}",
        ]
        if covered and covered < n:
            mean, always = (
                fmean(t.regret for t in self.covered),
                fmean(t.always_regret for t in self.covered),
            )
            parts.append(f"where something is near, {mean:.4f} against {always:.4f}")
        return "; ".join(parts)

    def table(self) -> Table:
        scores = (self.metric, "always", "best", f"best {self.metric}")
        header = ["data set", "near", "recommended", *scores, "regret", "regret of always"]
        rows = [
            [
                trial.dataset,
                str(len(trial.neighbours)),
                trial.recommended or "nothing near",
                decimals(trial.score),
                decimals(trial.always_score),
                trial.best,
                decimals(trial.best_score),
                decimals(trial.regret),
                decimals(trial.always_regret),
            ]
            for trial in self.trials
        ]
        return Table(header, rows, (1, 3, 4, 6, 7, 8))

    def notes(self) -> list[str]:
        return [
            "regret: how much better the best algorithm of a data set is than what was taken",
            f"always: {self.always} for every data set, and where nothing is near it is taken too",
            f"the one algorithm that is best on the whole, {self.afterwards}, is {self.afterwards_regret:.4f} behind the "
            "best on average; that is known only afterwards",
        ]

    def blocks(self) -> list[Block]:
        return [self.summary(), self.table(), "\n".join(self.notes())]

    def to_dict(self) -> dict[str, Any]:
        return {
            "metric": self.metric,
            "policy": self.policy,
            "always": self.always,
            "mean": self.mean,
            "always_mean": self.always_mean,
            "covered": len(self.covered),
            "afterwards": {"algorithm": self.afterwards, "mean": self.afterwards_regret},
            "trials": [
                {**asdict(trial), "regret": trial.regret, "always_regret": trial.always_regret}
                for trial in self.trials
            ],
        }


def regret(
    results: Results,
    metric: str = "f1h",
    policy: str = "blind",
    *,
    always: str | None = None,
    within: float = NEAR,
) -> Regret:
    """Leaves out one data set after the other, recommends an algorithm for it from the others, and looks how it did.

    Data sets that share a network with it are left out too: those with another truth, or of another
    study in the store. The regret is how much better the best algorithm of that data set did. It is
    compared with the regret of `always` taking the same algorithm: Leiden unless another is named,
    or the first one where there is no Leiden.
    """
    known = records(results, metric, policy)
    places = dataset_features(results)
    algorithms = list(dict.fromkeys(algorithm for algorithm, _ in known if algorithm != BASELINE))
    always = _always(always, algorithms)
    left_out = [
        dataset
        for dataset in places
        if known.get((always, dataset)) is not None
        and any(
            one.score is not None
            for (name, of), one in known.items()
            if of == dataset and name != BASELINE
        )
    ]
    if len(left_out) < 2:
        raise InputError(
            f"regret needs at least two data sets with features, a {metric} and runs of {always}"
        )
    networks = _networks(results)
    trials = []
    for dataset in left_out:
        others = {
            name: places[name] for name in left_out if networks[name].isdisjoint(networks[dataset])
        }
        found = (
            recommend_from(places[dataset], others, known, metric, policy, within)
            if others
            else None
        )
        advice = found.advice if found else ()
        advised = next((one.algorithm for one in advice if (one.algorithm, dataset) in known), None)
        best, best_score = best_on(known, dataset, metric)
        trials.append(
            Trial(
                dataset,
                tuple(near.dataset for near in found.neighbours) if found else (),
                advised,
                best,
                _score(known, advised or always, dataset),
                _score(known, always, dataset),
                best_score,
            )
        )
    afterwards = {
        name: fmean(
            abs(best_on(known, dataset, metric)[1] - _score(known, name, dataset))
            for dataset in left_out
        )
        for name in algorithms
        if all((name, dataset) in known for dataset in left_out)
    }
    overall = min(afterwards, key=lambda name: afterwards[name])
    return Regret(metric, policy, always, tuple(trials), overall, afterwards[overall])


def _networks(results: Results) -> dict[str, set[frozenset[tuple[str, float]]]]:
    """The networks of each data set, by all their features: two that have the same are one."""
    found: dict[str, set[frozenset[tuple[str, float]]]] = {}
    for (dataset, _), features in results.networks.items():
        found.setdefault(dataset, set()).add(frozenset(features.items()))
    return found


def _always(wanted: str | None, algorithms: list[str]) -> str:
    if wanted is not None and wanted not in algorithms:
        raise unknown("algorithm of these results", wanted, algorithms)
    leiden = (name for name in algorithms if name.partition("[")[0].rpartition(".")[2] == ALWAYS)
    return wanted or next(leiden, algorithms[0])


def _score(known: Records, algorithm: str, dataset: str) -> float:
    score = known[algorithm, dataset].counted
    assert score is not None
    return score
