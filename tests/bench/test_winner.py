"""Which algorithm is best: only if it is, and how other seeds would change the order."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from statistics import fmean

import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from run_factories import make_results, make_run

from accord.bench._pages.page import to_html
from accord.bench._results.leaderboard import Leaderboard
from accord.bench._results.results import Results
from accord.bench._results.statistics import rank_sum_p_value
from accord.bench._results.winner import listed, swapped_by_seeds

THREE = ("1", "2", "3")


def board_of(
    values: Mapping[str, Sequence[float]], *, networks: Sequence[str] = ("1",), **more: object
) -> Leaderboard:
    """A leaderboard of algorithms with these values, one for each seed, on each network."""
    return results_of(values, networks=networks, **more).leaderboard()


def results_of(
    values: Mapping[str, Sequence[float]], *, networks: Sequence[str] = ("1",), **more: object
) -> Results:
    runs = [
        make_run(name, network, value, seed=seed)
        for name, of_seeds in values.items()
        for network in networks
        for seed, value in enumerate(of_seeds)
    ]
    return Results(tuple(runs), **more)  # type: ignore[arg-type]


def test_one_network_where_all_runs_of_the_first_are_better() -> None:
    board = board_of({"b": [0.5, 0.6, 0.55], "a": [0.7, 0.8, 0.75], "c": [0.1, 0.1, 0.1]})
    assert board.winner is not None
    assert (board.winner.algorithm, board.winner.contenders) == ("a", ("a",))
    assert str(board.winner) == "a is best on this network: 0.2000 ahead of b"
    assert str(board.winner) in str(board)
    assert "with other seeds the order stays the same" in str(board)
    assert board.to_dict()["winner"]["algorithm"] == "a"


def test_one_network_where_runs_overlap() -> None:
    board = board_of({"louvain": [0.7, 0.8, 0.9], "leiden": [0.6, 0.75, 0.8], "c": [0.1] * 3})
    assert board.winner is not None
    assert (board.winner.algorithm, board.winner.contenders) == (None, ("louvain", "leiden"))
    assert str(board.winner).startswith(
        "no clear winner: louvain and leiden within what chance could do"
    )
    assert board.swapped_by_seeds == [("louvain", "leiden")]
    assert "with other seeds the order of louvain and leiden changes" in str(board)


@pytest.mark.parametrize(("n_runs", "times"), [(1, "once"), (2, "at most twice")])
def test_few_runs_cannot_name_a_winner(n_runs: int, times: str) -> None:
    """Two runs of each are in this order by chance once in six times."""
    board = board_of({"a": [0.9] * n_runs, "b": [0.5] * n_runs})
    assert board.winner is not None
    assert (board.winner.algorithm, board.winner.contenders) == (None, ("a", "b"))
    assert str(board.winner) == (
        f"a is first: 0.4000 ahead of b, but each algorithm ran {times}: "
        "repeat with other seeds (seeds=3) to know whether the order stays"
    )
    assert "with other seeds the order" not in str(board)


def test_deterministic_algorithms_need_no_further_runs() -> None:
    both = board_of({"a": [0.9], "b": [0.5]}, deterministic=frozenset("ab"))
    assert str(both.winner) == "a is best on this network: 0.4000 ahead of b"
    one = board_of({"a": [0.9], "b": [0.5, 0.6, 0.5]}, deterministic=frozenset("a"))
    assert one.winner is not None
    assert one.winner.algorithm == "a"
    near = board_of({"a": [0.9], "b": [0.5, 0.95, 0.5]}, deterministic=frozenset("a"))
    assert near.winner is not None
    assert (near.winner.algorithm, near.winner.contenders) == (None, ("a", "b"))
    slow = board_of({"a": [0.9], "b": [0.5]}, deterministic=frozenset("a"))
    assert slow.winner is not None
    assert slow.winner.algorithm is None


def test_algorithms_that_ran_once_vary_as_much_as_the_others() -> None:
    """Slow algorithms are not repeated; only those that could be first are contenders."""
    values = {"a": [0.90, 0.91, 0.92], "slow": [0.89], "wide": [0.5, 0.52, 0.53], "far": [0.6]}
    board = board_of(values)
    assert board.winner is not None
    assert (board.winner.algorithm, board.winner.contenders) == (None, ("a", "slow"))
    assert str(board_of({**values, "slow": [0.85]}).winner) == (
        "a is best on this network: 0.0600 ahead of slow"
    )


def test_equal_means_share_the_first_place() -> None:
    board = board_of({"a": [0.9] * 3, "b": [0.9] * 3, "c": [0.1] * 3})
    assert str(board.winner) == "no clear winner: a and b have equal f1h"
    assert board_of({"a": [0.9] * 3}).winner is None


def test_algorithms_that_tie_in_every_run_do_not_change_places() -> None:
    """Their values vary with the seed, but are equal to each other with each seed."""
    board = board_of({"a": [0.9] * 3, "b": [0.5, 0.6, 0.7], "c": [0.5, 0.6, 0.7]})
    assert board.swapped_by_seeds == []
    assert "with other seeds the order stays the same" in str(board)
    board = board_of({"a": [0.65] * 3, "b": [0.5, 0.6, 0.7], "c": [0.5, 0.6, 0.7]})
    assert board.swapped_by_seeds == [("a", "b", "c")]


def test_few_networks_say_little_about_others() -> None:
    board = board_of({"a": [0.9, 0.8, 0.9], "b": [0.5, 0.6, 0.5]}, networks=THREE)
    assert str(board.winner) == (
        "a is best on these 3 networks: 0.3333 ahead of b, "
        "but they are too few to say so of other networks"
    )
    assert not board.can_differ


def test_many_networks_are_compared_by_the_signed_rank_test() -> None:
    names = [str(number) for number in range(8)]
    ahead = make_results(
        {"a": {name: [0.8] for name in names}, "b": {name: [0.5] for name in names}}
    ).leaderboard()
    assert ahead.can_differ  # 2 / 2^8 < 0.05
    assert str(ahead.winner) == "a is best: 0.3000 ahead of b over 8 networks, significantly"
    mixed = make_results(
        {
            "a": {name: [0.8 if int(name) % 2 else 0.6] for name in names},
            "b": {name: [0.6 if int(name) % 2 else 0.75] for name in names},
        }
    ).leaderboard()
    assert str(mixed.winner) == (
        "no clear winner: a and b within what chance could do over 8 networks"
    )


def test_distances_are_better_if_they_are_lower() -> None:
    runs = [
        make_run(name, "1", seed=seed, scores={"vi": {"blind": value + seed / 100}})
        for name, value in (("far", 2.0), ("near", 1.0))
        for seed in range(3)
    ]
    board = Results(tuple(runs)).leaderboard("vi")
    assert str(board.winner) == "near is best on this network: 1.0000 ahead of far"
    assert board.swapped_by_seeds == []


def test_page_names_a_winner_only_if_there_is_one() -> None:
    clear = to_html(results_of({"a": [0.7, 0.8, 0.75], "b": [0.5, 0.6, 0.55]}))
    assert "<strong>a is best on this network</strong>: 0.2000 ahead of b. " in clear
    unclear = to_html(results_of({"a": [0.7, 0.8, 0.75], "b": [0.5, 0.6, 0.72]}))
    assert "<strong>No clear winner</strong>: a and b within what chance could do" in unclear
    assert "is best" not in unclear.replace("Which algorithm is best?", "").replace(
        "Which level is best?", ""
    )
    assert "With other seeds the order of a and b changes" in unclear


@given(
    st.dictionaries(
        st.sampled_from("abcdef"),
        st.lists(st.integers(0, 20).map(lambda number: number / 20), min_size=1, max_size=3),
        min_size=2,
    )
)
def test_groups_of_other_seeds_are_those_of_all_pairs(values: dict[str, list[float]]) -> None:
    ranked = sorted(values, key=lambda name: -fmean(values[name]))
    linked = {
        frozenset((first, second))
        for first, second in combinations(ranked, 2)
        if min(values[first]) < max(values[second]) and values[first] != values[second]
    }
    tied = {
        frozenset((first, second))
        for first, second in combinations(ranked, 2)
        if values[first] == values[second]
        and any(first in pair or second in pair for pair in linked)
    }
    groups = [{name} for name in ranked]
    for pair in linked | tied:
        joined = set().union(*(group for group in groups if group & pair))
        groups = [group for group in groups if not group & pair] + [joined]
    found = swapped_by_seeds(ranked, values, "f1h")
    assert sorted(map(sorted, found)) == sorted(sorted(group) for group in groups if len(group) > 1)


@given(
    st.lists(st.integers(0, 1000), min_size=1, max_size=8, unique=True),
    st.lists(st.integers(2000, 3000), min_size=1, max_size=8, unique=True),
    st.randoms(),
)
def test_rank_sum_test_equals_scipy(first: list[int], second: list[int], random: object) -> None:
    values = [*first, *second]
    random.shuffle(values)  # type: ignore[attr-defined]
    parts = values[: len(first)], values[len(first) :]
    expected = scipy.stats.mannwhitneyu(*parts, alternative="greater", method="exact").pvalue
    assert rank_sum_p_value(*parts) == pytest.approx(expected)


def test_rank_sum_test_with_ties_counts_all_orders() -> None:
    first, second = [3.0, 3.0, 2.0], [1.0, 2.0, 2.0]
    both = scipy.stats.rankdata([*first, *second])
    sums = [sum(chosen) for chosen in combinations(both, 3)]
    expected = sum(total >= sum(both[:3]) for total in sums) / len(sums)
    assert rank_sum_p_value(first, second) == pytest.approx(expected)
    assert rank_sum_p_value([3, 4, 5], [0, 1, 2]) == pytest.approx(0.05)


def test_rank_sum_test_of_many_values_is_approximate() -> None:
    first, second = list(range(10, 50)), list(range(40))
    expected = scipy.stats.mannwhitneyu(
        first, second, alternative="greater", method="asymptotic", use_continuity=False
    ).pvalue
    assert rank_sum_p_value(first, second) == pytest.approx(expected)
    assert rank_sum_p_value([1.0] * 40, [1.0] * 40) == 1.0


def test_long_lists_of_names_are_cut() -> None:
    assert listed(["a"]) == "a"
    assert listed(list("abcde")) == "a, b, c, d and e"
    assert listed(list("abcdef")) == "a, b, c, d and 2 others"
