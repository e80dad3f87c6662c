"""Scores of the clusterings in a store, against `compare` and the quality metrics."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import accord
from accord import METRICS, Clustering, Network, UnknownNameError, compare, quality
from accord.bench._job.execution import Execution
from accord.bench._job.spec import JobSpec
from accord.bench._results.load import load_results, stored_results
from accord.bench._results.results import Results
from accord.bench._run.machine import machine_facts
from accord.bench._score import score as scoring
from accord.bench._score.levels import LEVEL_POLICIES, PolicyScore
from accord.bench._score.score import prune, score
from accord.bench._score.score_table import ScoreTable
from accord.bench._score.stability import STABILITY, mean_agreement
from accord.bench._store.store import Store

#: Two triangles with an edge between them, and a tail.
NET = "0" * 64  # stands for the digest of the network
NETWORK = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4), (6, 7)])
TRUTH = Clustering.from_clusters([[1, 2, 3], [4, 5, 6, 7]])
HALVES = Clustering.from_clusters([[1, 2, 3], [4, 5, 6, 7]])
PAIRS = Clustering.from_clusters([[1, 2], [3, 4], [5, 6], [7]])
OVERLAPPING = Clustering.from_clusters([[1, 2, 3, 4], [3, 4, 5, 6, 7]])
LEVELS = Clustering.from_levels({"fine": PAIRS, "coarse": HALVES})


def add(
    store: Store,
    study: str,
    found: dict[str, Any],
    *,
    truth: Clustering | None = TRUTH,
    shuffles: Any = (None,),
) -> None:
    """Add a study of one network with what each algorithm found.

    That is one clustering, or one per shuffle; a text is the reason of a failure.
    """
    store.networks.put(NET, NETWORK)
    store.add_network(NET, "net.txt", NETWORK.facts())
    jobs = [
        JobSpec(
            algorithm=name,
            implementation=name,
            version="1",
            parameters={"study": study},
            dataset="data",
            instance="0",
            network=NET,
            truth=None if truth is None else store.clusterings.put(truth),
            shuffle=shuffle,
            seed=0,
        )
        for name in found
        for shuffle in shuffles
    ]
    store.add_study(study, {}, jobs)
    done = {row["key"] for row in store.results(study) if row["status"] == "ok"}
    for job in (job for job in jobs if job.key not in done):
        result = found[job.algorithm]
        if isinstance(result, list):
            result = result[list(shuffles).index(job.shuffle)]
        if result is None:
            continue
        assert store.claim(job.key, 0)
        if isinstance(result, str):
            execution = Execution(
                "crashed",
                result,
                wall_seconds=0.5,
                log="said something",
                machine=machine_facts(),
            )
        else:
            execution = Execution(
                "ok",
                wall_seconds=2.0,
                algorithm_seconds=1.5,
                user_seconds=1.0,
                system_seconds=0.25,
                peak_memory=1000,
                clustering=store.clusterings.put(result),
                log="said something",
                machine=machine_facts(),
            )
        assert store.finish(job.key, execution)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "store") as made:
        yield made


def values(results: Results, metric: str) -> dict[str, dict[str, float]]:
    return {run.algorithm: dict(run.scores.values.get(metric, {})) for run in results.runs}


# ---- values --------------------------------------------------------------------------------------


def test_scores_equal_compare_and_the_quality_metrics(store: Store) -> None:
    add(store, "s", {"pairs": PAIRS, "overlapping": OVERLAPPING})
    score(store, metrics=["f1h", "nmi"], qualities=["modularity", "conductance"])
    results = stored_results(store)
    assert values(results, "f1h") == {
        "pairs": dict.fromkeys(LEVEL_POLICIES, float(compare(TRUTH, PAIRS, ["f1h"])["f1h"])),
        "overlapping": dict.fromkeys(
            LEVEL_POLICIES, float(compare(TRUTH, OVERLAPPING, ["f1h"])["f1h"])
        ),
    }
    assert values(results, "modularity")["pairs"]["blind"] == float(
        quality.modularity(NETWORK, PAIRS)
    )
    assert values(results, "conductance")["overlapping"]["blind"] == float(
        quality.conductance(NETWORK, OVERLAPPING)
    )
    assert set(results.metrics) == {"f1h", "nmi", "modularity", "conductance"}


def test_metric_that_does_not_apply_is_stored_with_the_reason(store: Store) -> None:
    add(store, "s", {"overlapping": OVERLAPPING})
    score(store, metrics=["f1h", "nmi"], qualities=["modularity"])
    (run,) = stored_results(store).runs
    assert "nmi" not in run.scores.values
    assert all(
        "for crisp clusterings only" in run.scores.not_applicable["nmi"][policy]
        for policy in LEVEL_POLICIES
    )
    assert "for crisp clusterings only" in run.scores.not_applicable["modularity"]["blind"]
    assert (
        score(store, metrics=["f1h", "nmi"], qualities=["modularity"]).scored == 0
    )  # known, though there is no value


def test_every_metric_gives_a_value_or_a_reason(store: Store) -> None:
    add(store, "s", {"overlapping": OVERLAPPING, "levels": LEVELS})
    score(store, metrics="all")
    for run in stored_results(store).runs:
        for metric in (*METRICS, *quality.QUALITIES):
            for policy in LEVEL_POLICIES:
                assert (run.value(metric, policy) is None) == bool(
                    run.scores.not_applicable.get(metric, {}).get(policy)
                )


def test_levels_are_chosen_by_the_network(store: Store) -> None:
    """The halves have the greater modularity."""
    add(store, "s", {"levels": LEVELS})
    score(store, metrics=["f1p"])
    (run,) = stored_results(store).runs
    fine, coarse = (float(compare(TRUTH, level, ["f1p"])["f1p"]) for level in (PAIRS, HALVES))
    assert quality.modularity(NETWORK, HALVES) > quality.modularity(NETWORK, PAIRS)
    assert run.scores.blind_level == "coarse"
    assert run.scores.values["f1p"]["blind"] == run.scores.values["f1p"]["best"] == coarse == 1.0
    assert run.scores.values["f1p"]["merged"] == float(
        compare(TRUTH, LEVELS, ["f1p"], levels="merged")["f1p"]
    )
    assert run.scores.by_level["f1p"] == {"fine": fine, "coarse": coarse}


@pytest.mark.parametrize("truth", [TRUTH, PAIRS, None])
def test_the_truth_does_not_choose_the_level(store: Store, truth: Clustering | None) -> None:
    """Even if the truth equals the level that the network does not prefer."""
    add(store, "s", {"levels": LEVELS}, truth=truth)
    score(store, metrics=["f1p"], qualities=["conductance", "modularity"])
    (run,) = stored_results(store).runs
    assert run.scores.blind_level == "coarse"
    assert run.value("conductance") == float(quality.conductance(NETWORK, HALVES))
    if truth is not None:
        assert run.value("f1p") == float(compare(truth, HALVES, ["f1p"])["f1p"])
        assert run.value("f1p", "best") == 1.0


def test_levels_keep_their_order(store: Store) -> None:
    """Levels are not sorted by name."""
    add(store, "s", {"named": LEVELS, "many": Clustering.from_levels([PAIRS, HALVES] * 6)})
    score(store, metrics=["f1p"])
    named, many = stored_results(store).runs
    for metric in ("f1p", "modularity"):
        assert list(named.scores.by_level[metric]) == ["fine", "coarse"]
        assert list(many.scores.by_level[metric]) == [str(i) for i in range(12)]


def test_overlapping_level_is_judged_by_overlapping_modularity(store: Store) -> None:
    add(store, "s", {"levels": Clustering.from_levels({"pairs": PAIRS, "both": OVERLAPPING})})
    score(store, metrics=["f1h"])
    (run,) = stored_results(store).runs
    assert quality.modularity_shen(NETWORK, OVERLAPPING) > quality.modularity(NETWORK, PAIRS)
    assert run.scores.blind_level == "both"


def test_comparisons_use_the_nodes_of_the_truth(store: Store) -> None:
    """Nodes outside the truth do not count; nodes of the truth that were left out do."""
    part = Clustering.from_clusters([[1, 2, 3]])
    add(
        store,
        "s",
        {"halves": HALVES, "less": Clustering.from_clusters([[1, 2], [4, 5]])},
        truth=part,
    )
    score(store, metrics=["f1h"])
    assert values(stored_results(store), "f1h")["halves"]["blind"] == 1.0
    assert values(stored_results(store), "f1h")["less"]["blind"] == float(
        compare(part, [[1, 2]], ["f1h"])["f1h"]
    )
    score(store, metrics=["f1h"], nodes="union")
    assert values(stored_results(store, nodes="union"), "f1h")["halves"]["blind"] == float(
        compare(part, HALVES, ["f1h"])["f1h"]
    )
    assert values(stored_results(store), "f1h")["halves"]["blind"] == 1.0


def test_without_a_truth_only_quality_is_scored(store: Store) -> None:
    add(store, "s", {"pairs": PAIRS}, truth=None)
    score(store)
    (run,) = stored_results(store).runs
    assert set(run.scores.values) | set(run.scores.not_applicable) == set(quality.QUALITIES)
    assert stored_results(store).leaderboard("modularity").ranked == ["pairs"]
    assert stored_results(store).leaderboard("conductance").ranked == ["pairs"]


def test_lower_is_better_for_distances(store: Store) -> None:
    add(store, "s", {"pairs": PAIRS, "halves": HALVES})
    score(store)
    results = stored_results(store)
    assert quality.conductance(NETWORK, HALVES) < quality.conductance(NETWORK, PAIRS)
    for metric in ("conductance", "modularity", "f1h"):
        assert results.leaderboard(metric).ranked == ["halves", "pairs"]


# ---- only what is missing ------------------------------------------------------------------------


def test_each_clustering_is_scored_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, "s", {"one": PAIRS, "the same": PAIRS, "other": HALVES})
    looked: list[str] = []
    real = scoring.score_levels
    monkeypatch.setattr(
        scoring,
        "score_levels",
        lambda found, *rest: looked.append(str(found)) or real(found, *rest),
    )
    first = score(store, metrics=["f1h"], qualities=[])
    assert (first.scored, len(looked)) == (2, 2)
    again = score(store, metrics=["f1h"], qualities=[])
    assert (again.scored, again.known, len(looked)) == (0, first.known + first.scored, 2)
    score(store, metrics=["f1h", "f1p"], qualities=[])
    assert len(looked) == 4
    assert set(stored_results(store).metrics) == {"f1h", "f1p"}
    monkeypatch.setattr(accord, "__version__", "99.0")
    assert score(store, metrics=["f1h"], qualities=[]).scored == 2
    add(store, "t", {"third": OVERLAPPING, "one": PAIRS})
    assert score(store, metrics=["f1h"], qualities=[]).scored == 1


def test_spelling_of_a_metric_does_not_matter(store: Store) -> None:
    add(store, "s", {"one": PAIRS})
    assert score(store, metrics=" F1H , v_measure[ beta=1.0 ]", qualities=[]).scored == 1
    assert score(store, metrics=["f1h", "v_measure"], qualities=[]).scored == 0


def test_scores_of_another_version_are_shown_until_recomputed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(store, "s", {"one": PAIRS})
    score(store, metrics=["f1h", "f1p"], qualities=[])
    before = values(stored_results(store), "f1h")
    monkeypatch.setattr(accord, "__version__", "99.0")
    assert values(stored_results(store), "f1h") == before
    changed = [PolicyScore("f1h", policy, "", 0.123) for policy in LEVEL_POLICIES]
    monkeypatch.setattr(scoring, "score_levels", lambda *_: changed)
    score(store, metrics=["f1h"], qualities=[])
    assert values(stored_results(store), "f1h")["one"] == dict.fromkeys(LEVEL_POLICIES, 0.123)
    assert set(values(stored_results(store), "f1p")["one"]) == set(
        LEVEL_POLICIES
    )  # still the old ones


def test_scores_of_the_latest_other_version_are_shown(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(store, "s", {"one": PAIRS})
    for version, value in (("0.10.0", 0.10), ("0.9.0", 0.9), ("0.2.0", 0.2)):
        monkeypatch.setattr(accord, "__version__", version)
        monkeypatch.setattr(
            scoring,
            "score_levels",
            lambda *_, value=value: [PolicyScore("f1h", "blind", "", value)],
        )
        score(store, metrics=["f1h"], qualities=[])
    monkeypatch.setattr(accord, "__version__", "0.1.0")
    assert values(stored_results(store), "f1h")["one"] == {"blind": 0.10}
    monkeypatch.setattr(accord, "__version__", "0.2.0")
    assert values(stored_results(store), "f1h")["one"] == {"blind": 0.2}


def test_scores_do_not_depend_on_threads(store: Store, tmp_path: Path) -> None:
    found = {"pairs": PAIRS, "halves": HALVES, "overlapping": OVERLAPPING, "levels": LEVELS}
    add(store, "s", found)
    score(store, threads=1)
    with Store(tmp_path / "other") as other:
        add(other, "s", found)
        score(other, threads=4)
        assert ScoreTable(other).scores() == ScoreTable(store).scores()


def test_interruption_keeps_finished_scores(store: Store) -> None:
    add(store, "s", {"pairs": PAIRS, "halves": HALVES, "overlapping": OVERLAPPING})

    def stop(part: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        score(store, metrics=["f1h"], qualities=[], threads=1, progress=stop)
    rest = score(store, metrics=["f1h"], qualities=[])
    assert (rest.scored, rest.known) == (
        2,
        4,
    )  # of each clustering its quality counts as known: nothing was wanted


def test_progress_ends_at_the_total(store: Store) -> None:
    add(store, "s", {"pairs": PAIRS, "halves": HALVES})
    fractions: list[float] = []
    score(store, metrics=["f1h"], qualities=[], progress=fractions.append)
    assert fractions == [0.5, 1.0]


def test_missing_clustering_file_affects_only_its_scores(store: Store) -> None:
    add(store, "s", {"pairs": PAIRS, "halves": HALVES})
    name = store.clusterings.put(PAIRS)
    next(store.folder.glob(f"clusterings/*/{name}")).unlink()
    done = score(store, metrics=["f1h"], qualities=[])
    assert (done.scored, set(done.failed)) == (1, {name})
    board = stored_results(store).leaderboard()
    assert board.ranked == ["halves"]
    assert board["pairs"].reasons == {"not scored by f1h": 1}
    both = score(store, metrics=["f1h", "f1p"], qualities=["modularity"])
    assert (both.scored, set(both.failed)) == (
        2,
        {name},
    )  # of the other, against the truth and on the network
    board = load_results(store, metrics=["f1h"]).leaderboard()
    (reason,) = board["pairs"].reasons
    assert reason.startswith("not scored: ")
    assert "this clustering of the store is missing" in reason


def test_prune_removes_unused_scores(store: Store) -> None:
    add(store, "s", {"pairs": PAIRS, "halves": HALVES})
    score(store, metrics=["f1h"], qualities=[])
    before = ScoreTable(store).scores()
    add(store, "s", {"halves": HALVES})
    assert prune(store) == {
        "jobs": 1,
        "networks": 0,
        "clusterings": 1,
        "scores": len(LEVEL_POLICIES),
    }
    (kept,) = ScoreTable(store).scores()
    assert kept.clustering == store.clusterings.put(HALVES)
    assert ScoreTable(store).scores()[kept] == before[kept]


def test_prune_keeps_scores_in_use(store: Store) -> None:
    """Against any node base, and the stability of what several shuffles gave."""
    add(store, "s", {"pairs": [PAIRS, HALVES]}, shuffles=(0, 1))
    for nodes in ("truth", "union"):
        score(store, metrics=["f1h"], qualities=["modularity"], nodes=nodes)
    before = ScoreTable(store).scores()
    assert any(first.metric == STABILITY for scores in before.values() for first in scores)
    assert prune(store)["scores"] == 0
    assert ScoreTable(store).scores() == before


def test_unknown_names_are_refused(store: Store) -> None:
    with pytest.raises(UnknownNameError, match="unknown node base"):
        score(store, nodes="all")  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="unknown metric"):
        score(store, metrics=["f2"])


# ---- stability -----------------------------------------------------------------------------------


def test_agreement_is_the_mean_over_pairs_of_shuffles() -> None:
    def f1h(first: Clustering, other: Clustering) -> float:
        return float(compare(first, other, ["f1h"])["f1h"])

    pairs, halves, both = PAIRS, HALVES, OVERLAPPING
    assert mean_agreement([pairs, pairs, pairs], [0, 1, None]) == 1.0
    assert mean_agreement([pairs, halves, both], [0, 1, 2]) == pytest.approx(
        (f1h(pairs, halves) + f1h(pairs, both) + f1h(halves, both)) / 3
    )
    assert mean_agreement([pairs, halves, both], [0, 0, 1]) == pytest.approx(
        (f1h(pairs, both) + f1h(halves, both)) / 2
    )
    assert mean_agreement([pairs, halves], [0, 0]) is None
    assert mean_agreement([], []) is None


def test_stability_of_shuffles_is_in_the_results(store: Store) -> None:
    found = {"same": [LEVELS, HALVES], "differs": [PAIRS, HALVES], "once": [PAIRS, "crashed"]}
    add(store, "s", found, shuffles=(1, 2))
    score(store, metrics=["f1h"], qualities=[])
    results = stored_results(store)
    assert results.stability == {
        ("same", "data", "0"): 1.0,  # of the levels, the network prefers the halves
        ("differs", "data", "0"): float(compare(PAIRS, HALVES, ["f1h"])["f1h"]),
    }
    assert results.leaderboard()["differs"].stability == results.stability["differs", "data", "0"]
    assert score(store, metrics=["f1h"], qualities=[]).scored == 0


# ---- results -------------------------------------------------------------------------------------


def test_results_have_every_job(store: Store) -> None:
    add(store, "s", {"ok": PAIRS, "bad": "signal 11", "later": None})
    score(store, metrics=["f1h"], qualities=[])
    results = stored_results(store)
    ok, bad, later = results.runs
    assert (
        ok.execution.status,
        ok.execution.seconds,
        ok.execution.cpu_seconds,
        ok.execution.peak_memory,
        ok.execution.log,
    ) == (
        "ok",
        1.5,
        1.25,
        1000,
        "",
    )
    assert (
        bad.execution.status,
        bad.execution.reason,
        bad.execution.seconds,
        bad.execution.clustering,
    ) == (
        "crashed",
        "signal 11",
        0.5,
        None,
    )
    assert bad.execution.log == "said something"
    assert (later.execution.status, later.execution.reason) == ("skipped", "not run yet")
    board = results.leaderboard()
    assert board.ranked == ["ok"]
    assert board["later"].reasons == {"skipped: not run yet": 1}
    assert results.networks["data", "0"]["nodes"] == 7
    facts: Any = results.facts
    assert facts["study"] == "s"
    assert facts["algorithms"] == {name: f"{name} 1 (study=s)" for name in ("ok", "bad", "later")}
    assert facts["limits"]["threads"] == [1]
    assert [first["accord"] for first in facts["machines"].values()] == [accord.__version__]
    assert facts["when"].startswith("20")


def test_random_baseline_is_recognised_by_its_implementation(store: Store) -> None:
    add(store, "s", {"halves": HALVES, "baseline.random": PAIRS})
    score(store, metrics=["f1h"], qualities=[])
    row = stored_results(store).leaderboard()["halves"]
    assert row.chance == float(compare(TRUTH, PAIRS, ["f1h"])["f1h"])
    assert row.adjusted == 1.0


def test_study_must_be_named_if_the_store_has_several(store: Store) -> None:
    with pytest.raises(accord.InputError, match="there is no study in this store"):
        stored_results(store)
    add(store, "s", {"ok": PAIRS})
    add(store, "t", {"ok": HALVES})
    with pytest.raises(accord.InputError, match="there are 2 studies in this store"):
        stored_results(store)
    with pytest.raises(UnknownNameError, match="unknown study"):
        stored_results(store, "u")
    score(store, "s", metrics=["f1h"], qualities=[])
    assert [
        run.scores.values != {} for name in "st" for run in stored_results(store, name).runs
    ] == [True, False]
