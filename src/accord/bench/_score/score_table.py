"""The scores in a store: what each clustering gets against each truth, and on each network."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import accord
from accord._display.names import natural_order
from accord.bench._score.levels import Scored
from accord.bench._store.store import Store


class Subject(NamedTuple):
    """What was scored: a clustering, by its name in the store, against a truth on some nodes, and on a network."""

    clustering: str
    #: Name of the truth; empty for what needs none.
    truth: str
    #: Digest of the network, which chose the level.
    network: str
    #: Node base of the comparison; empty where there is no truth.
    nodes: str


def accuracy_of(clustering: str, instance: Mapping[str, str], nodes: str) -> Subject:
    """A clustering against the truth of an instance of a data set."""
    return Subject(clustering, instance["truth"], instance["network"], nodes)


def quality_of(clustering: str, instance: Mapping[str, str]) -> Subject:
    """A clustering on the network of an instance of a data set."""
    return Subject(clustering, "", instance["network"], "")


class ScoreTable:
    """The table of scores. A value is known by what was scored, the metric, and the version of accord."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def metrics(self) -> dict[Subject, set[str]]:
        """By which metrics each subject was scored by this version."""
        query = (
            "SELECT DISTINCT clustering, truth, network, nodes, metric FROM scores WHERE accord = ?"
        )
        scored: dict[Subject, set[str]] = {}
        for row in self._store.rows(query, accord.__version__):
            scored.setdefault(_subject(row), set()).add(row["metric"])
        return scored

    def put(self, subject: Subject, scored: Iterable[Scored]) -> None:
        """Writes all of these or none."""
        marks = ", ".join("?" * 11)
        with self._store.writing():
            for place, one in enumerate(scored):
                row = (
                    *subject,
                    accord.__version__,
                    one.metric,
                    one.policy,
                    one.level,
                    one.value,
                    one.reason,
                    place,
                )
                self._store.execute(f"INSERT OR REPLACE INTO scores VALUES ({marks})", *row)

    def scores(self) -> dict[Subject, list[Scored]]:
        """The values of each subject: by each metric those of this version where there are some, otherwise of the latest."""
        rows = self._store.rows("SELECT * FROM scores ORDER BY metric, place")
        versions = sorted(
            {row["accord"] for row in rows},
            key=lambda name: (name == accord.__version__, natural_order(name)),
        )
        order = {name: place for place, name in enumerate(versions)}
        latest: dict[tuple[Subject, str], str] = {}
        for row in rows:
            key = _subject(row), row["metric"]
            latest[key] = max(latest.get(key, row["accord"]), row["accord"], key=order.__getitem__)
        values: dict[Subject, list[Scored]] = {}
        for row in rows:
            subject = _subject(row)
            if latest[subject, row["metric"]] == row["accord"]:
                one = Scored(
                    row["metric"], row["policy"], row["level"], row["value"], row["reason"]
                )
                values.setdefault(subject, []).append(one)
        return values

    def keep(self, subjects: Iterable[Subject]) -> int:
        """Removes the scores of all others, and says how many values that were."""
        kept = set(subjects)
        rows = self._store.rows("SELECT DISTINCT clustering, truth, network, nodes FROM scores")
        gone = [subject for subject in map(_subject, rows) if subject not in kept]
        query = (
            "DELETE FROM scores WHERE clustering = ? AND truth = ? AND network = ? AND nodes = ?"
        )
        with self._store.writing():
            return sum(self._store.execute(query, *subject).rowcount for subject in gone)


def _subject(row: dict[str, str]) -> Subject:
    return Subject(row["clustering"], row["truth"], row["network"], row["nodes"])
