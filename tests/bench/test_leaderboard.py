"""The numbers of a leaderboard, whatever fails, against scipy and enumeration."""

import itertools
import math
import statistics

import numpy
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st
from run_factories import make_results, make_run

from accord.bench._results.results import Results

#: The value of a run; None where it failed.
values = st.one_of(st.none(), st.integers(0, 16).map(lambda number: number / 16))


@given(
    st.integers(1, 7).flatmap(
        lambda networks: st.lists(
            st.lists(
                st.lists(values, min_size=1, max_size=3), min_size=networks, max_size=networks
            ),
            min_size=2,
            max_size=4,
        )
    ),
    st.sampled_from(["f1h", "vi"]),
)
@settings(max_examples=60)
def test_ranks_tests_and_chance_adjustment_equal_scipy(
    made: list[list[list[float | None]]], metric: str
) -> None:
    """A list of values for each algorithm and network; the first algorithm is the baseline."""
    names = ["random", "a", "b", "c"][: len(made)]
    runs = [
        make_run(
            name,
            str(n),
            scores={} if value is None else {metric: {"blind": value}},
            shuffle=i,
            seconds=float(i + n),
        )
        for name, by_network in zip(names, made, strict=True)
        for n, of_runs in enumerate(by_network)
        for i, value in enumerate(of_runs)
    ]
    if not any(run.scores.values for run in runs):
        return
    board = Results(tuple(runs)).leaderboard(metric, coverage=0.01)
    found = {
        name: [[value for value in of_runs if value is not None] for of_runs in by_network]
        for name, by_network in zip(names, made, strict=True)
    }
    ranked = [name for name in names[1:] if any(found[name])]
    common = [n for n in range(len(made[0])) if ranked and all(found[name][n] for name in ranked)]
    assert sorted(board.ranked) == (ranked if common else [])
    if not common:
        return
    table = numpy.array([[statistics.fmean(found[name][n]) for name in ranked] for n in common])
    ranks = scipy.stats.rankdata((table if metric == "vi" else -table).round(12), axis=1)
    sign = -1 if metric == "vi" else 1
    for place, name in enumerate(ranked):
        row = board[name]
        assert row.mean_rank == pytest.approx(ranks[:, place].mean())
        assert row.seconds == pytest.approx(
            statistics.fmean(
                statistics.fmean(
                    run.execution.seconds or 0.0
                    for run in runs
                    if run.is_ok and (run.algorithm, run.spec.instance) == (name, str(n))
                )
                for n in common
            )
        )
        freedom = sum(len(found[name][n]) - 1 for n in common)
        squares = sum(statistics.pvariance(found[name][n]) * len(found[name][n]) for n in common)
        assert row.sd_runs == (
            pytest.approx(math.sqrt(squares / freedom), abs=1e-12) if freedom else None
        )
        gains = []
        for n in common:
            if found["random"][n]:
                value, chance = (
                    statistics.fmean(found[name][n]),
                    statistics.fmean(found["random"][n]),
                )
                best = 0.0 if metric == "vi" else 1.0
                if abs(best - chance) > 1e-12:
                    gains.append((value - chance) / (best - chance))
        assert row.adjusted == (pytest.approx(statistics.fmean(gains)) if gains else None)
    if len(common) > 1 and len(ranked) > 2 and (ranks != 2).any():
        assert board.friedman is not None
        assert board.friedman.p_value == pytest.approx(
            scipy.stats.friedmanchisquare(*ranks.T).pvalue, abs=1e-9
        )
    p_values = {}
    for difference in board.differences:
        apart = (
            table[:, ranked.index(difference.first)] - table[:, ranked.index(difference.second)]
        ).round(12)
        assert sign * difference.mean >= -1e-12  # the better first
        assert difference.mean == pytest.approx(apart.mean(), abs=1e-9)
        apart = apart[apart != 0]
        signs = itertools.product((-1, 1), repeat=len(apart))
        sizes = scipy.stats.rankdata(abs(apart))
        observed = abs((sizes * numpy.sign(apart)).sum())
        p_values[difference.first, difference.second] = statistics.fmean(
            abs((sizes * row).sum()) >= observed - 1e-9 for row in signs
        )
    assert [difference.p_value for difference in board.differences] == pytest.approx(
        list(p_values.values())
    )
    assert len(p_values) == (math.comb(len(ranked), 2) if len(common) > 1 else 0)
    falling = sorted((difference.p_value, difference.corrected) for difference in board.differences)
    for place, (p_value, corrected) in enumerate(falling):
        assert corrected >= min(1.0, p_value * (len(falling) - place)) - 1e-12
    assert falling == [] or falling[0][1] == pytest.approx(min(1.0, falling[0][0] * len(falling)))


def test_networks_without_values_do_not_count_toward_coverage() -> None:
    """Most have no truth; on the one that has, all are compared."""
    runs = [make_run(name, "n", value, dataset="with") for name, value in (("a", 0.5), ("b", 0.4))]
    for name in "ab":
        runs += [
            make_run(name, str(i), dataset="without", scores={"modularity": {"blind": 0.3}})
            for i in range(3)
        ]
    board = Results(tuple(runs)).leaderboard("f1h")
    assert (board.ranked, board.compared) == (["a", "b"], (("with", "n"),))
    assert (board["a"].n_networks, board["a"].n_networks_total) == (1, 4)


def test_note_explains_why_nothing_is_compared() -> None:
    names = {name: [f"{name}{i}" for i in range(2)] for name in "abc"}
    made = {name: {network: [0.5] for network in ("shared", *names[name])} for name in names}
    board = make_results(
        made
    ).leaderboard()  # each has values on 3 of 7 networks, and all of them on one
    assert board.ranked == []
    assert "nothing is compared, as every algorithm has a value on too few networks" in str(board)
    assert make_results(made).leaderboard(coverage=0.4).compared == (("lfr", "shared"),)
    failed = make_run("x", "n1", status="ok", not_applicable={"nmi": {"blind": "overlaps"}})
    assert "nothing is compared, as no algorithm has a value" in str(
        Results((failed,)).leaderboard("nmi")
    )


def test_reasons_are_printable() -> None:
    """Neither what a program printed nor its name in the study reaches a terminal as it is."""
    runs = [
        make_run("fine", "n", 1.0),
        make_run("\x1b[2Jbad", "n", reason="exit code 1: \x1b]0;title\x07 \x9b31m\r\udc80"),
    ]
    printed = str(Results(tuple(runs)).leaderboard("f1h"))
    assert "bad" in printed
    assert "exit code 1" in printed
    assert all(letter.isprintable() or letter == "\n" for letter in printed)
