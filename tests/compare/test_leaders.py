"""Which results of a ranking may be the best."""

import json

import pytest

import accord

TRUTH = accord.generate_cover(300, 12, seed=1)
NEAR = {f"move {seed}": accord.perturb(TRUTH, move=0.2, seed=seed) for seed in (2, 3)}
GOOD, BAD = accord.perturb(TRUTH, move=0.05, seed=2), accord.perturb(TRUTH, move=0.7, seed=2)


def test_leaders_are_known_with_intervals_only() -> None:
    assert accord.rank(TRUTH, NEAR, "f1h").leaders is None
    assert accord.rank(TRUTH, {"good": GOOD}, "f1h", interval=True, repeats=5).leaders is None
    assert "winner" not in str(accord.rank(TRUTH, NEAR, "f1h"))


@pytest.mark.parametrize("metric", ["f1h", "omega", "f1p[weighting=macro]"])
def test_leaders_are_those_not_clearly_worse_on_the_same_nodes(metric: str) -> None:
    results = {**NEAR, "bad": BAD}
    ranking = accord.rank(TRUTH, results, metric, interval=True, repeats=20)
    leaders = ranking.leaders
    assert leaders is not None
    first, *others = ranking
    assert leaders.metric == metric
    assert list(leaders.differences) == others
    for name in others:
        wanted = accord.difference(metric, TRUTH, results[first], results[name], repeats=20)
        known = leaders.differences[name]
        assert (known.first, known.second) == (wanted.first, wanted.second)
        assert known.low < known.value < known.high
    assert leaders.names == (
        first,
        *(name for name in others if not leaders.differences[name].is_clear),
    )
    assert set(leaders.names) == set(NEAR)  # the same damage twice; the bad one is far behind
    assert not leaders.is_clear
    assert str(leaders).startswith(
        f"no clear winner by {metric}: on another sample of nodes, {first} and {others[0]} could "
        f"change places; {first} is ahead of {others[0]} by 0."
    )
    assert str(leaders) in str(ranking)


def test_with_two_results_the_difference_is_that_of_the_function() -> None:
    leaders = accord.rank(TRUTH, {"good": GOOD, "bad": BAD}, "f1h", interval=True).leaders
    assert leaders is not None
    assert leaders.differences == {"bad": accord.difference("f1h", TRUTH, GOOD, BAD)}
    assert leaders.names == ("good",)
    assert leaders.is_clear
    assert str(leaders).startswith("good is best by f1h: ahead of bad by 0.")


def test_of_a_distance_the_lower_value_is_ahead() -> None:
    truth = [range(30), range(30, 60)]
    results = {"same": truth, "mixed": [range(0, 60, 2), range(1, 60, 2)]}
    leaders = accord.rank(truth, results, "nvd", interval=True, repeats=20).leaders
    assert leaders is not None
    assert leaders.names == ("same",)
    # Of two halves of 30 nodes, half of each is in the best match: 1 - (30 + 30)/120.
    assert "ahead of mixed by 0.5000 (95 %: 0." in str(leaders)


def test_equal_results_share_the_first_place() -> None:
    results = {"good": GOOD, "again": GOOD, "bad": BAD}
    leaders = accord.rank(TRUTH, results, "f1h", interval=True, repeats=20).leaders
    assert leaders is not None
    assert leaders.are_equal
    assert str(leaders) == "by f1h, good and again share the first place"


def test_levels_are_compared_too() -> None:
    found = accord.Clustering.from_levels({"fine": GOOD, "coarse": BAD})
    ranking = accord.rank(TRUTH, {"r": found}, "f1h", interval=True, repeats=10)
    assert ranking.leaders is not None
    assert set(ranking.leaders.differences) == set(ranking) - {next(iter(ranking))}
    for name, difference in ranking.leaders.differences.items():
        assert difference.second == ranking[name]["f1h"]


def test_json_says_which_results_may_be_the_best() -> None:
    ranking = accord.rank(TRUTH, {**NEAR, "bad": BAD}, "f1h", interval=True, repeats=20)
    data, leaders = json.loads(ranking.to_json()), ranking.leaders
    assert leaders is not None
    assert list(data) == list(ranking)
    assert [name for name in data if data[name]["leader"]] == list(leaders.names)
    first, *others = data
    assert data[first]["difference_to_first"] is None
    for name in others:
        assert data[name]["difference_to_first"] == leaders.differences[name].to_dict()
    assert data["bad"]["difference_to_first"]["is_clear"]
    assert "leader" not in accord.rank(TRUTH, NEAR, "f1h").to_dict()["move 2"]
