"""ScoreTable: the scores in a store, against a truth and on a network."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import accord
from accord._display.names import natural_order
from accord.bench._job.spec import JobSpec
from accord.bench._score.levels import PolicyScore
from accord.bench._store.store import Store


class ScoreKey(NamedTuple):
    """What was scored: a clustering of the store, against a truth or on a network."""

    #: Name of the clustering.
    clustering: str
    #: Name of the truth; empty for metrics that need none.
    truth: str
    #: Digest of the network, by which levels are chosen.
    network: str
    #: Which nodes were compared; empty without a truth.
    nodes: str


def accuracy_key(job: JobSpec, clustering: str, nodes: str) -> ScoreKey:
    """A clustering that a job found, against the truth of the job."""
    return ScoreKey(clustering, job.truth or "", job.network, nodes)


def quality_key(network: str, clustering: str) -> ScoreKey:
    """A clustering, or a group of them, on its network alone."""
    return ScoreKey(clustering, truth="", network=network, nodes="")


class ScoreTable:
    """The table of scores. A value is identified by its key, the metric, and accord's version."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def metrics(self) -> dict[ScoreKey, set[str]]:
        """The metrics that each key was scored by with this version of accord."""
        query = (
            "SELECT DISTINCT clustering, truth, network, nodes, metric FROM scores WHERE accord = ?"
        )
        scored: dict[ScoreKey, set[str]] = {}
        for row in self._store.rows(query, accord.__version__):
            scored.setdefault(_key(row), set()).add(row["metric"])
        return scored

    def put(self, key: ScoreKey, scores: Iterable[PolicyScore]) -> None:
        """Write all of these scores, or none."""
        marks = ", ".join("?" * 11)
        with self._store.writing():
            for position, score in enumerate(scores):
                row = (
                    *key,
                    accord.__version__,
                    score.metric,
                    score.policy,
                    score.level,
                    score.value,
                    score.reason,
                    position,
                )
                self._store.execute(f"INSERT OR REPLACE INTO scores VALUES ({marks})", *row)

    def scores(self) -> dict[ScoreKey, list[PolicyScore]]:
        """All scores: by each metric those of this version, or else those of the latest version."""
        rows = self._store.rows("SELECT * FROM scores ORDER BY metric, position")
        versions = sorted(
            {row["accord"] for row in rows},
            key=lambda version: (version == accord.__version__, natural_order(version)),
        )
        order = {version: position for position, version in enumerate(versions)}
        latest: dict[tuple[ScoreKey, str], str] = {}
        for row in rows:
            scored = _key(row), row["metric"]
            version = latest.get(scored, row["accord"])
            latest[scored] = max(version, row["accord"], key=order.__getitem__)
        scores: dict[ScoreKey, list[PolicyScore]] = {}
        for row in rows:
            key = _key(row)
            if latest[key, row["metric"]] == row["accord"]:
                score = PolicyScore(
                    row["metric"], row["policy"], row["level"], row["value"], row["reason"]
                )
                scores.setdefault(key, []).append(score)
        return scores

    def keep(self, keys: Iterable[ScoreKey]) -> int:
        """Remove the scores of all other keys; return how many values were removed."""
        kept = set(keys)
        rows = self._store.rows("SELECT DISTINCT clustering, truth, network, nodes FROM scores")
        removed = [key for key in map(_key, rows) if key not in kept]
        query = (
            "DELETE FROM scores WHERE clustering = ? AND truth = ? AND network = ? AND nodes = ?"
        )
        with self._store.writing():
            return sum(self._store.execute(query, *key).rowcount for key in removed)


def _key(row: dict[str, str]) -> ScoreKey:
    return ScoreKey(row["clustering"], row["truth"], row["network"], row["nodes"])
