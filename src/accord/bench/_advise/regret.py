"""Regret: how much is lost by following a recommendation, with each data set left out in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any, ClassVar

from accord._display.numbers import count, decimals
from accord._display.result import Note, Result
from accord._display.tables import Block, Lines, Table
from accord.bench._advise.performance import Performances, performances
from accord.bench._advise.recommend import (
    MAX_DISTANCE,
    DatasetFeatures,
    dataset_features,
    recommend_from,
)
from accord.bench._results.results import Results
from accord.bench._score.levels import LevelPolicy
from accord.errors import InputError, unknown
from accord.metrics import DEFAULT_METRIC

#: What people usually choose who use the same algorithm for every network.
USUAL_CHOICE = "leiden"


@dataclass(frozen=True)
class Trial:
    """A data set that was left out: what was recommended from the others, and how that did."""

    dataset: str
    #: The data sets that the recommendation is based on; empty if none is similar.
    neighbours: tuple[str, ...]
    #: What was recommended; None if no data set is similar: the fixed choice is then taken.
    recommended: str | None
    best: str
    #: Scores of the algorithm that is taken, of the fixed choice, and of the best algorithm; a run
    #: without a score counts as the worst one.
    score: float
    always_score: float
    best_score: float

    @property
    def regret(self) -> float:
        """How much better the best algorithm is than the one that is taken."""
        return abs(self.best_score - self.score)

    @property
    def always_regret(self) -> float:
        """How much better the best algorithm is than the fixed choice."""
        return abs(self.best_score - self.always_score)


@dataclass(frozen=True, repr=False)
class Regret(Result):
    """The recommendation against a fixed choice and against the best, by data set."""

    _index: ClassVar[str] = "dataset"

    metric: str
    policy: LevelPolicy
    #: The fixed choice: an algorithm that is used for every data set.
    always: str
    trials: tuple[Trial, ...]
    #: The algorithm with the lowest mean regret over all data sets, known only in hindsight; and
    #: that regret.
    hindsight: str
    hindsight_regret: float

    @property
    def covered(self) -> tuple[Trial, ...]:
        """The trials with similar data sets."""
        return tuple(trial for trial in self.trials if trial.recommended is not None)

    @property
    def mean(self) -> float:
        """Mean regret of the recommendation over all data sets."""
        return fmean(trial.regret for trial in self.trials)

    @property
    def always_mean(self) -> float:
        """Mean regret of the fixed choice over all data sets."""
        return fmean(trial.always_regret for trial in self.trials)

    def summary(self) -> str:
        """The result in a sentence."""
        n_covered, n_trials = len(self.covered), len(self.trials)
        parts = [
            f"each of {count(n_trials, 'data set')} left out in turn: "
            f"{n_covered} of them have similar data sets",
            f"the recommendation is {self.mean:.4f} behind the best on average, "
            f"always {self.always} {self.always_mean:.4f}",
        ]
        if 0 < n_covered < n_trials:
            mean = fmean(trial.regret for trial in self.covered)
            always = fmean(trial.always_regret for trial in self.covered)
            parts.append(f"for those with similar data sets, {mean:.4f} against {always:.4f}")
        return "; ".join(parts)

    # ---- for people ------------------------------------------------------------------------------

    def blocks(self) -> list[Block]:
        return [self.summary(), self.table(), Lines(self.notes())]

    def table(self) -> Table:
        """A row per data set that was left out."""
        scores = (self.metric, "always", "best", f"best {self.metric}")
        header = ["data set", "similar", "recommended", *scores, "regret", "regret of always"]
        rows = [
            [
                trial.dataset,
                str(len(trial.neighbours)),
                trial.recommended or "none similar",
                decimals(trial.score),
                decimals(trial.always_score),
                trial.best,
                decimals(trial.best_score),
                decimals(trial.regret),
                decimals(trial.always_regret),
            ]
            for trial in self.trials
        ]
        return Table(header, rows, right=(1, 3, 4, 6, 7, 8))

    def notes(self) -> list[Note]:
        """How to read the table ("columns"), and the best fixed choice ("hindsight")."""
        return [
            Note(
                "columns",
                "regret: how much better the best algorithm of a data set is than the one taken",
            ),
            Note(
                "columns",
                f"always: {self.always} for every data set; also taken if no data set is similar",
            ),
            Note(
                "hindsight",
                f"the best single algorithm for all data sets, {self.hindsight}, is "
                f"{self.hindsight_regret:.4f} behind the best on average, "
                "but it is known only in hindsight",
            ),
        ]

    # ---- as data ---------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        return {
            "metric": self.metric,
            "policy": self.policy,
            "always": self.always,
            "mean": self.mean,
            "always_mean": self.always_mean,
            "n_covered": len(self.covered),
            "hindsight": {"algorithm": self.hindsight, "mean": self.hindsight_regret},
            "trials": [_trial_dict(trial) for trial in self.trials],
        }

    def columns(self) -> dict[str, list[Any]]:
        """A row per data set that was left out."""
        rows = [
            _trial_dict(trial) | {"neighbours": ", ".join(trial.neighbours)}
            for trial in self.trials
        ]
        return {name: [row[name] for row in rows] for name in rows[0]}


def regret(
    results: Results,
    metric: str = DEFAULT_METRIC,
    policy: LevelPolicy = "blind",
    *,
    always: str | None = None,
    within: float = MAX_DISTANCE,
) -> Regret:
    """Leave out each data set in turn, recommend an algorithm for it, and see how well it did.

    `results` are the evidence, of which data sets at a distance of at most `within` are used.
    Data sets that share a network with it are left out too: the same network with another truth,
    or in another study of the store. The regret is how much better the best algorithm on that data
    set did. It is compared with the regret of `always` using the same algorithm: by default
    Leiden, or the first algorithm if there is no Leiden.
    """
    known = performances(results, metric, policy)
    features = dataset_features(results)
    always = _fixed_choice(always, known.algorithms)
    scored = known.scored_datasets
    datasets = [name for name in features if name in scored and (always, name) in known]
    if len(datasets) < 2:
        raise InputError(
            "regret needs at least two data sets with features of their networks, "
            f"values of {metric} and runs of {always}"
        )
    networks = _networks(results)
    trials = []
    for dataset in datasets:
        disjoint = [name for name in datasets if networks[name].isdisjoint(networks[dataset])]
        others = {name: features[name] for name in disjoint}
        trials.append(_trial(dataset, features[dataset], others, known, always, within))
    hindsight, hindsight_regret = _best_fixed_choice(known, datasets)
    return Regret(
        metric=metric,
        policy=policy,
        always=always,
        trials=tuple(trials),
        hindsight=hindsight,
        hindsight_regret=hindsight_regret,
    )


def _trial(
    dataset: str,
    features: Mapping[str, float],
    others: DatasetFeatures,
    known: Performances,
    always: str,
    within: float,
) -> Trial:
    """Recommend an algorithm for a data set from the others, and look up how it did there."""
    neighbours: tuple[str, ...] = ()
    recommended = None
    if others:
        recommendation = recommend_from(features, others, known, within)
        neighbours = tuple(neighbour.dataset for neighbour in recommendation.neighbours)
        advised = (advice.algorithm for advice in recommendation.advice)
        recommended = next((name for name in advised if (name, dataset) in known), None)
    best, best_score = known.best(dataset)
    return Trial(
        dataset=dataset,
        neighbours=neighbours,
        recommended=recommended,
        best=best,
        score=known.penalized_score(recommended or always, dataset),
        always_score=known.penalized_score(always, dataset),
        best_score=best_score,
    )


def _best_fixed_choice(known: Performances, datasets: Sequence[str]) -> tuple[str, float]:
    """The algorithm with the lowest mean regret, of those that ran on all data sets."""
    mean_regrets = {
        name: fmean(known.behind_best(name, dataset) for dataset in datasets)
        for name in known.algorithms
        if all((name, dataset) in known for dataset in datasets)
    }
    best = min(mean_regrets, key=mean_regrets.__getitem__)
    return best, mean_regrets[best]


def _networks(results: Results) -> dict[str, set[frozenset[tuple[str, float]]]]:
    """The networks of each data set; networks with equal features are taken as the same."""
    networks: dict[str, set[frozenset[tuple[str, float]]]] = {}
    for (dataset, _), features in results.networks.items():
        networks.setdefault(dataset, set()).add(frozenset(features.items()))
    return networks


def _fixed_choice(wanted: str | None, algorithms: Sequence[str]) -> str:
    if wanted is not None and wanted not in algorithms:
        raise unknown("algorithm of these results", wanted, algorithms)
    usual = (
        name for name in algorithms if name.partition("[")[0].rpartition(".")[2] == USUAL_CHOICE
    )
    return wanted or next(usual, algorithms[0])


def _trial_dict(trial: Trial) -> dict[str, Any]:
    return {**asdict(trial), "regret": trial.regret, "always_regret": trial.always_regret}
