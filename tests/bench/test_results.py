"""Results and Leaderboard on hand-made runs, with failures and unequal numbers of runs."""

import csv
import io
import json
import math
import statistics
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from run_factories import make_results, make_run

from accord import InputError, UnknownNameError
from accord._display.tables import Table
from accord.bench._pages.page import to_html
from accord.bench._results.leaderboard import Leaderboard
from accord.bench._results.results import Results

#: The value of a run; None where it failed.
values = st.one_of(st.none(), st.integers(0, 16).map(lambda number: number / 16))


# ---- means ---------------------------------------------------------------------------------------


def test_each_network_counts_once_however_many_runs() -> None:
    often, seldom = {"n1": [1.0, 1.0, 1.0, 1.0], "n2": [0.5]}, {"n1": [0.8], "n2": [0.7, 0.9]}
    board = make_results(
        {"often": often, "seldom": seldom, "like seldom": {"n1": [0.7], "n2": [0.9]}}
    ).leaderboard()
    assert board["often"].mean == 0.75  # not 0.9, as over runs
    assert board["seldom"].mean == pytest.approx((0.8 + 0.8) / 2)
    assert list(board) == ["seldom", "like seldom", "often"]
    assert [row.rank for row in board.entries] == [1, 1, 3]  # the same but for rounding


def test_failed_run_is_left_out_of_the_mean() -> None:
    board = make_results(
        {"a": {"n1": [0.4, None, 0.6], "n2": [1.0]}, "b": {"n1": [0.1], "n2": [0.1]}}
    ).leaderboard()
    assert board.scores["a"] == {("lfr", "n1"): 0.5, ("lfr", "n2"): 1.0}
    row = board["a"]
    assert (row.mean, row.n_ok, row.n_runs, row.n_networks, row.n_networks_total, row.coverage) == (
        0.75,
        3,
        4,
        2,
        2,
        1.0,
    )
    assert row.reasons == {"timeout: ran longer than 10 s": 1}


def test_algorithms_are_compared_where_all_have_values() -> None:
    """Failing on the hard network is no gain: without n3, b is better."""
    board = make_results(
        {
            "a": {"n1": [0.8], "n2": [0.7], "n3": [None]},
            "b": {"n1": [0.9], "n2": [0.8], "n3": [0.1]},
        }
    ).leaderboard()
    assert board.compared == (("lfr", "n1"), ("lfr", "n2"))
    assert list(board) == ["b", "a"]
    assert (board["b"].mean, board["b"].overall_mean) == (pytest.approx(0.85), pytest.approx(0.6))
    assert "compared on 2 of 3 networks, where both algorithms have a value" in str(board)
    assert [row[board.table().header.index("networks")] for row in board.table().rows] == [
        "3 of 3",
        "2 of 3",
    ]


def test_algorithm_with_low_coverage_is_not_compared() -> None:
    networks = [f"n{i}" for i in range(10)]
    whole = {name: [0.5 + 0.01 * i] for i, name in enumerate(networks)}
    rare = {name: [0.99 if i < 4 else None] for i, name in enumerate(networks)}
    results = make_results(
        {"whole": whole, "rare": rare, "never": {name: [None] for name in networks}}
    )
    board = results.leaderboard()
    assert list(board) == ["whole", "rare", "never"]
    assert (board["whole"].rank, board["rare"].rank, board["never"].rank) == (1, None, None)
    assert (board["rare"].mean, board["rare"].overall_mean, board["never"].overall_mean) == (
        None,
        0.99,
        None,
    )
    assert len(board.compared) == 10
    assert "not compared: rare, with a value on 4 of 10 networks" in str(board)
    assert "where 1 of 3 algorithms has a value" in str(board)
    assert "not compared: never, with no value (see why below)" in str(board)
    assert "never: 10 × timeout: ran longer than 10 s" in str(board)
    strict = results.leaderboard(coverage=0.4)
    assert len(strict.compared) == 4
    assert strict.ranked == ["rare", "whole"]


def test_levels_are_mentioned_only_where_there_are_some() -> None:
    flat = make_results({"a": {"n1": [0.5]}, "b": {"n1": [0.4]}})
    assert str(flat.leaderboard()).startswith("f1h, higher is better; compared on 1 of 1 network")
    levels = make_run("c", "n1", 0.6, by_level={"f1h": {"1": 0.6, "2": 0.3}})
    assert "levels chosen without the truth" in str(Results((*flat.runs, levels)).leaderboard())


def test_nodes_in_no_cluster_are_shown() -> None:
    """Six of 20 nodes and 20 of 20; the mean over two networks counts each network once."""
    runs = [
        make_run("part", "n1", 0.9, n_nodes=6),
        make_run("part", "n2", 0.9, n_nodes=10, seed=0),
        make_run("part", "n2", 0.9, n_nodes=10, seed=1),
        make_run("whole", "n1", 0.9, n_nodes=20),
        make_run("whole", "n2", 0.9, n_nodes=10),
        make_run("unknown", "n1", 0.1),
        make_run("unknown", "n2", 0.1),
    ]
    networks = {("lfr", "n1"): {"nodes": 20.0}, ("lfr", "n2"): {"nodes": 10.0}}
    results = Results(tuple(runs), networks=networks)  # type: ignore[arg-type]
    board = results.leaderboard()
    assert board["part"].unclustered == pytest.approx((14 / 20 + 0) / 2)
    assert (board["whole"].unclustered, board["unknown"].unclustered) == (0.0, None)
    table = board.table()
    column = table.header.index("in no cluster")
    assert [row[column] for row in table.rows] == ["35%", "0%", ""]
    assert "part leaves 35% of the nodes in no cluster, which f1h may not count" in str(board)
    assert board.to_dict()["entries"][0]["unclustered"] == pytest.approx(0.35)
    assert board.to_pandas().loc["part", "unclustered"] == pytest.approx(0.35)
    page = to_html(results)
    assert "in no cluster</button>" in page
    assert "Part leaves 35% of the nodes in no cluster" in page
    whole = results.only(algorithms=["whole", "unknown"])
    assert "in no cluster" not in str(whole.leaderboard())
    assert "in no cluster</button>" not in to_html(whole)


def test_data_set_not_run_by_every_algorithm_is_not_compared() -> None:
    runs = [
        make_run("a", "n1", 0.5),
        make_run("b", "n1", 0.4),
        make_run("a", "n1", 0.9, dataset="karate"),
    ]
    board = Results(tuple(runs)).leaderboard()
    assert board.compared == (("lfr", "n1"),)
    assert (board["b"].n_networks, board["b"].n_networks_total, board["b"].n_runs) == (1, 2, 1)


def test_without_a_common_network_nothing_is_compared() -> None:
    board = make_results(
        {"a": {"n1": [0.5], "n2": [None]}, "b": {"n1": [None], "n2": [0.5]}}
    ).leaderboard()
    assert (board.compared, board.ranked, board.differences, board.friedman) == ((), [], [], None)
    assert board["a"].mean is None
    assert board["a"].overall_mean == 0.5
    assert "there is no network on which all algorithms have a value" in str(board)
    assert_no_nan(board)


def test_leaderboard_without_values_is_not_an_error() -> None:
    runs = make_results({"a": {"n1": [None]}, "b": {"n1": [None]}}).runs
    crisp_only = make_run("c", "n1", status="ok", not_applicable={"nmi": {"blind": "overlaps"}})
    board = Results((*runs, crisp_only)).leaderboard("nmi")
    assert board.ranked == []
    assert board["c"].reasons == {"does not apply: overlaps": 1}
    assert (board["c"].n_ok, board["c"].n_networks) == (1, 0)
    assert_no_nan(board)


@given(
    st.dictionaries(
        st.sampled_from(["a", "b", "c", "random"]),
        st.dictionaries(
            st.sampled_from(["n1", "n2", "n3"]),
            st.lists(values, min_size=1, max_size=3),
            min_size=1,
        ),
        min_size=1,
    )
)
@settings(max_examples=60)
def test_aggregates_follow_their_definitions_and_are_never_nan(
    made: dict[str, dict[str, list[float | None]]],
) -> None:
    results = make_results(made)
    if not results.metrics:
        return
    board = results.leaderboard()
    assert_no_nan(board)
    means = {
        name: {
            n: statistics.fmean(v for v in of if v is not None)
            for n, of in by.items()
            if any(v is not None for v in of)
        }
        for name, by in made.items()
    }
    networks = {network for name in made if name != "random" for network in means[name]}
    compared = [
        name
        for name in made
        if name != "random" and means[name] and len(means[name]) / len(networks) >= 0.5
    ]
    common = [n for n in networks if compared and all(n in means[name] for name in compared)]
    assert {network for _, network in board.compared} == set(common)
    assert set(board.ranked) == (set(compared) if common else set())
    for name, row in board.items():
        assert row.n_runs == sum(map(len, made[name].values()))
        assert row.n_ok == sum(v is not None for of in made[name].values() for v in of)
        assert sum(row.reasons.values()) == row.n_runs - row.n_ok
        assert row.n_networks == len(means[name])
        if row.rank is None:
            continue
        values = [means[name][n] for n in common]
        assert row.mean == pytest.approx(statistics.fmean(values))
        assert row.sd_networks == (
            None if len(values) < 2 else pytest.approx(statistics.stdev(values), abs=1e-12)
        )
        others = [statistics.fmean(means[other][n] for n in common) for other in compared]
        assert row.rank == 1 + sum(other > row.mean + 1e-9 for other in others)
        chance = [means["random"][n] for n in common if n in means.get("random", {})]
        assert row.chance == (pytest.approx(statistics.fmean(chance)) if chance else None)
    assert [board[name].rank for name in board.ranked] == sorted(
        board[name].rank for name in board.ranked
    )  # type: ignore[type-var]


def assert_no_nan(board: Leaderboard) -> None:
    """Neither NaN nor anything else that JSON does not know."""
    json.dumps(board.to_dict(), allow_nan=False)
    shown = str(board) + board.to_markdown() + board._repr_html_() + board.to_csv()
    assert "nan" not in shown.lower().replace("ran longer", "")
    assert "None" not in shown


# ---- spread and certainty ------------------------------------------------------------------------


def test_deviations_between_and_within_networks() -> None:
    board = make_results(
        {"a": {"n1": [0.4, 0.6], "n2": [0.8], "n3": [0.1, 0.1, 0.1]}}
    ).leaderboard()
    assert board["a"].sd_networks == pytest.approx(statistics.stdev([0.5, 0.8, 0.1]))
    assert board["a"].sd_runs == pytest.approx(
        math.sqrt(0.02 / 3)
    )  # squares 0.01 + 0.01, freedom 1 + 0 + 2


def test_single_network_has_no_interval() -> None:
    row = make_results({"a": {"n1": [0.4, 0.6]}}).leaderboard()["a"]
    assert (row.mean, row.low, row.high, row.sd_networks) == (0.5, None, None, None)
    assert row.sd_runs is not None


def test_interval_is_seeded_and_contains_the_mean() -> None:
    results = make_results({"a": {f"n{i}": [i / 10] for i in range(8)}})
    row = results.leaderboard()["a"]
    assert row.low < row.mean < row.high  # type: ignore[operator]
    assert results.leaderboard(seed=0)["a"] == row
    assert results.leaderboard(confidence=0.5)["a"].low > row.low  # type: ignore[operator]


def test_differences_are_paired_by_network_and_corrected() -> None:
    """b is always a little worse, though networks differ far more than the two."""
    easy = {f"n{i}": i / 10 for i in range(1, 8)}
    made = {
        "a": easy,
        "b": {n: v - 0.01 - v / 100 for n, v in easy.items()},
        "c": {n: 0.9 - v for n, v in easy.items()},
    }
    board = make_results(
        {name: {n: [v] for n, v in by.items()} for name, by in made.items()}
    ).leaderboard()
    pair = next(
        difference
        for difference in board.differences
        if {difference.first, difference.second} == {"a", "b"}
    )
    assert (pair.first, pair.n_networks, pair.p_value) == ("a", 7, 2 / 2**7)
    assert pair.corrected == pytest.approx(3 * 2 / 2**7)
    assert pair.mean == pytest.approx(statistics.fmean(made["a"][n] - made["b"][n] for n in easy))
    assert len(board.differences) == 3
    assert board.friedman is not None
    assert sum(row.mean_rank or 0 for row in board.entries) == pytest.approx(1 + 2 + 3)


def test_critical_difference_and_its_groups() -> None:
    networks = range(30)
    made = {
        name: {f"n{i}": [base + i / 1000] for i in networks}
        for name, base in (("a", 0.9), ("b", 0.5), ("c", 0.1))
    }
    board = make_results(made).leaderboard()
    assert [board[name].mean_rank for name in "abc"] == [1, 2, 3]
    assert board.critical_difference == pytest.approx(2.343 * math.sqrt(12 / 180), abs=0.001)
    assert board.indistinguishable == []
    few = make_results(
        {name: dict(list(by.items())[:3]) for name, by in made.items()}
    ).leaderboard()
    assert few.indistinguishable == [("a", "b"), ("b", "c")]


# ---- chance --------------------------------------------------------------------------------------


def test_chance_adjustment_is_per_network() -> None:
    board = make_results(
        {"a": {"n1": [0.6], "n2": [1.0]}, "random": {"n1": [0.2, 0.4], "n2": [0.5]}}
    ).leaderboard()
    row = board["a"]
    assert row.chance == pytest.approx(0.4)
    assert row.adjusted == pytest.approx(((0.6 - 0.3) / 0.7 + 1) / 2)
    assert (board["random"].rank, board["random"].mean) == (None, pytest.approx(0.4))
    assert list(board) == ["a", "random"]


def test_a_failed_baseline_does_not_remove_networks() -> None:
    board = make_results(
        {"a": {"n1": [0.6], "n2": [1.0]}, "random": {"n1": [0.2], "n2": [None]}}
    ).leaderboard()
    assert len(board.compared) == 2
    assert (board["a"].chance, board["a"].adjusted) == (pytest.approx(0.2), pytest.approx(0.5))
    assert board["random"].mean is None


def test_the_lower_distance_wins() -> None:
    runs = [
        make_run(name, "n1", scores={"vi": {"blind": value}})
        for name, value in (("far", 3.0), ("near", 1.0), ("random", 4.0))
    ]
    board = Results(tuple(runs)).leaderboard("vi")
    assert list(board) == ["near", "far", "random"]
    assert (board["near"].rank, board["near"].adjusted) == (1, 0.75)
    assert "lower is better" in str(board)


def test_adjusted_needs_a_known_best_value() -> None:
    runs = [
        make_run(name, "n1", scores={"modularity": {"blind": value}})
        for name, value in (("a", 0.6), ("random", 0.1))
    ]
    row = Results(tuple(runs)).leaderboard("modularity")["a"]
    assert (row.chance, row.adjusted) == (0.1, None)


# ---- policies ------------------------------------------------------------------------------------


def test_each_policy_has_its_own_ranking() -> None:
    many = make_run("many", "n1", scores={"f1h": {"blind": 0.5, "best": 0.9, "merged": 0.3}})
    results = Results((many, make_run("one", "n1", 0.6)))
    assert [list(results.leaderboard(policy=policy)) for policy in ("blind", "best", "merged")] == [
        ["one", "many"],
        ["many", "one"],
        ["one", "many"],
    ]


def test_a_missing_value_of_a_policy_has_a_reason() -> None:
    many = make_run(
        "many",
        "n1",
        scores={"nmi": {"blind": 0.5}},
        not_applicable={"nmi": {"merged": "nodes in several clusters"}},
    )
    board = Results(
        (many, make_run("one", "n1", scores={"nmi": {"blind": 0.6, "merged": 0.6}}))
    ).leaderboard("nmi", "merged")
    assert board.ranked == ["one"]
    assert board["many"].reasons == {"does not apply: nodes in several clusters": 1}


# ---- time, memory, stability ---------------------------------------------------------------------


def test_time_and_memory_cover_only_compared_networks() -> None:
    runs = [
        make_run("a", "n1", 0.5, seconds=1.0, peak_memory=5),
        make_run("a", "n1", 0.5, shuffle=1, seconds=3.0, peak_memory=7),
        make_run("a", "n2", 0.5, seconds=6.0, peak_memory=6),
        make_run("a", "n3", 0.5, seconds=1000.0, peak_memory=1000),
        make_run("b", "n1", 0.5, seconds=None, peak_memory=None),
        make_run("b", "n2", 0.5, seconds=4.0, peak_memory=None),
        make_run("b", "n3"),
    ]
    board = Results(tuple(runs)).leaderboard()
    assert (board["a"].seconds, board["a"].peak_memory) == (4.0, 7)
    assert (board["b"].seconds, board["b"].peak_memory) == (4.0, None)


def test_stability_is_the_mean_over_networks() -> None:
    stability = {("a", "lfr", "n1"): 1.0, ("a", "lfr", "n2"): 0.5, ("b", "lfr", "n1"): 0.1}
    board = make_results(
        {"a": {"n1": [0.5]}, "b": {"n1": [0.4]}, "c": {"n1": [0.3]}}, stability=stability
    ).leaderboard()
    assert [board[name].stability for name in "abc"] == [0.75, 0.1, None]


def test_only_keeps_matching_features_and_stability() -> None:
    stability = {("a", "lfr", "n1"): 1.0, ("a", "other", "n1"): 0.0}
    networks = {("lfr", "n1"): {"nodes": 5.0}, ("other", "n1"): {"nodes": 7.0}}
    runs = (make_run("a", "n1", 0.5), make_run("a", "n1", 0.1, dataset="other"))
    left = Results(runs, networks=networks, stability=stability).only(datasets=["lfr"])
    assert left.leaderboard()["a"].stability == 1.0
    assert left.networks == {("lfr", "n1"): {"nodes": 5.0}}


# ---- as data -------------------------------------------------------------------------------------


def results_of_three() -> Results:
    many = {"f1h": {"blind": 0.5, "best": 0.9, "merged": 0.3}, "nmi": {"blind": 0.4, "best": 0.4}}
    runs = (
        make_run("many", "n1", scores=many, not_applicable={"nmi": {"merged": "overlaps"}}),
        make_run("one", "n1", 0.6),
        make_run("bad", "n1", status="crashed", reason="signal 11"),
    )
    return Results(runs, facts={"study": "x"})


def test_data_frame_has_a_row_per_run_and_metric_including_failures() -> None:
    frame = results_of_three().to_pandas()
    assert frame[["algorithm", "metric"]].values.tolist() == [
        [name, metric] for name in ("many", "one", "bad") for metric in ("f1h", "nmi")
    ]
    by = frame.set_index(["algorithm", "metric"])
    assert by.loc[("many", "f1h"), ["blind", "best", "merged"]].tolist() == [0.5, 0.9, 0.3]
    assert by.loc[("many", "nmi"), "missing_reason"] == "does not apply: overlaps"
    assert by.loc[("bad", "f1h"), "missing_reason"] == "crashed: signal 11"
    assert by["blind"].isna().tolist() == [False, False, False, True, True, True]
    assert by["blind"].mean() == pytest.approx(0.5)
    assert str(by["peak_memory"].dtype) == "Int64"


def test_csv_and_data_frame_agree() -> None:
    results = results_of_three()
    rows = list(csv.DictReader(io.StringIO(results.to_csv())))
    frame = results.to_pandas()
    assert list(rows[0]) == list(frame.columns)
    assert [row["blind"] for row in rows] == ["0.5", "0.4", "0.6", "", "", ""]


def test_runs_without_scores_have_a_row_each() -> None:
    frame = make_results({"a": {"n1": [None, None]}}).to_pandas()
    assert frame["status"].tolist() == ["timeout", "timeout"]
    assert frame["metric"].isna().all()


def test_leaderboard_exports_to_data_formats() -> None:
    board = results_of_three().leaderboard()
    assert board.to_dict()["entries"][0] == asdict(board["one"])
    frame = board.to_pandas()
    assert frame.index.tolist() == list(board)
    assert frame.loc["one", "mean"] == 0.6
    assert frame["mean"].isna().tolist() == [False, False, True]
    assert frame.loc["bad", "reasons"] == "1 × crashed: signal 11"
    rows = list(csv.DictReader(io.StringIO(board.to_csv())))
    assert [row["algorithm"] for row in rows] == list(board)
    assert json.loads(board.to_json())["metric"] == "f1h"


def test_leaderboard_displays() -> None:
    board = results_of_three().leaderboard()
    first, table, *_ = board.blocks()
    assert isinstance(table, Table)
    assert table.header[:3] == ["rank", "algorithm", "f1h"]
    assert table.bars[2] == [0.6, 0.5, None]
    assert str(first) in str(board)
    assert board.to_markdown().startswith(f"{first}\n\n| rank | algorithm | f1h |")
    assert "<table>" in board._repr_html_()


# ---- what a Results holds ------------------------------------------------------------------------


def test_results_list_their_names_and_can_be_filtered() -> None:
    results = make_results({"a": {"n1": [0.5], "n2": [0.5]}, "b": {"n1": [0.4]}})
    assert (results.algorithms, results.datasets, results.metrics) == (["a", "b"], ["lfr"], ["f1h"])
    assert results.network_keys == [("lfr", "n1"), ("lfr", "n2")]
    assert results.only(algorithms=["b"]).network_keys == [("lfr", "n1")]
    assert results.only(datasets=["lfr"]).runs == results.runs


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda results: results.only(algorithms=["leyden"]),
            "unknown algorithm 'leyden': did you mean leiden?",
        ),
        (lambda results: results.only(datasets=["x"]), "unknown data set 'x'"),
        (lambda results: results.leaderboard("f1p"), "unknown metric of these results 'f1p'"),
        (lambda results: results.leaderboard(policy="blnd"), "did you mean blind?"),
        (lambda results: results.leaderboard()["leyden"], "did you mean leiden?"),
    ],
)
def test_unknown_name_suggests_the_closest_match(call: Any, message: str) -> None:
    with pytest.raises(UnknownNameError) as raised:
        call(make_results({"leiden": {"n1": [0.5]}}))
    assert message in str(raised.value)


def test_invalid_runs_and_arguments_are_refused() -> None:
    with pytest.raises(InputError, match="no runs"):
        Results(()).leaderboard()
    with pytest.raises(InputError, match="coverage"):
        make_results({"a": {"n1": [0.5]}}).leaderboard(coverage=0)
    with pytest.raises(InputError, match="f1h is nan: leave out"):
        make_run("a", "n1", math.nan)
    with pytest.raises(InputError, match="ended as timeout has no scores"):
        make_run("a", "n1", 0.5, status="timeout")
    with pytest.raises(UnknownNameError, match="unknown status"):
        make_run("a", "n1", status="killed")
    with pytest.raises(UnknownNameError, match="unknown level policy"):
        make_run("a", "n1", scores={"f1h": {"blnd": 0.5}})


def test_results_print_a_row_per_algorithm_and_a_single_name_is_accepted() -> None:
    found = make_results({"abc": {"n1": [0.5, None]}, "b": {"n1": [0.25]}})
    first, _, *lines = repr(found).splitlines()
    assert first == "Results: 2 algorithms, 1 network, 3 runs, 2 of them ok, 1 metric"
    assert [line.split() for line in (lines[0], *lines[2:])] == [
        ["algorithm", "runs", "ok", "f1h", "mean", "time"],
        ["abc", "2", "1", "0.5000", "2", "s"],
        ["b", "1", "1", "0.2500", "2", "s"],
    ]
    assert found._repr_html_().count("<tr>") == 3
    assert found.only(algorithms="abc").algorithms == ["abc"]
    assert found.only(datasets=found.datasets[0]).runs == found.runs


def test_algorithms_that_are_not_compared_share_a_note() -> None:
    found = make_results(
        {
            "a": {"n1": [0.5], "n2": [0.5]},
            "b": {"n1": [None], "n2": [None]},
            "c": {"n1": [None], "n2": [None]},
        }
    )
    notes = [note for note in found.leaderboard().notes() if note.kind == "not_compared"]
    assert [note.text for note in notes] == ["not compared: b, c, with no value (see why below)"]
