"""compare, rank and the command line show baselines and intervals, in tables and as data."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import accord
from accord import Comparison, InputError

TRUTH = accord.generate_cover(300, 8, seed=1)
FOUND = accord.perturb(TRUTH, move=0.2, seed=2)
OTHER = accord.perturb(TRUTH, move=0.4, seed=3)
COVER = accord.generate_cover(300, 8, 1.5, seed=4)
METRICS = ["f1p", "vi", "f1h[weighting=macro]"]
ASKED: dict[str, Any] = {
    "baseline": True,
    "interval": True,
    "repeats": 12,
    "seed": 5,
    "confidence": 0.9,
}
DATA = ["low", "high", "expected", "spread", "adjusted", "p_value"]


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return accord.compare(TRUTH, FOUND, METRICS, **ASKED)


def numbers(comparison: Comparison, metric: str) -> dict[str, Any]:
    return {
        name: getattr(
            comparison.intervals[metric], name, getattr(comparison.baselines[metric], name, None)
        )
        for name in DATA
    }


def test_compare_gives_the_values_of_baseline_and_interval(comparison: Comparison) -> None:
    assert list(comparison.baselines) == list(comparison.intervals) == METRICS
    for metric in METRICS:
        alone = accord.baseline(metric, TRUTH, FOUND, repeats=12, seed=5)
        assert comparison.baselines[metric] == alone
        assert comparison.baselines[metric].values.tolist() == alone.values.tolist()
        assert comparison.intervals[metric] == accord.interval(
            metric, TRUTH, FOUND, repeats=12, seed=5, confidence=0.9
        )


def test_baselines_and_intervals_are_absent_by_default() -> None:
    plain = accord.compare(TRUTH, FOUND, METRICS)
    assert plain.baselines == plain.intervals == {}
    assert set(plain.to_dict()["scores"]["f1p"]) == {"value", "precision", "recall"}
    assert plain.to_csv().splitlines()[0] == "metric,value,precision,recall"
    assert not any(word in str(plain) for word in ("chance", "adjusted", " low ", "confidence"))


def test_baseline_or_interval_can_be_requested_alone() -> None:
    chance = accord.compare(TRUTH, FOUND, "f1p", baseline=True)
    assert (list(chance.baselines), list(chance.intervals)) == (["f1p"], [])
    assert chance.baselines["f1p"].repeats == 100
    assert (
        chance.to_csv().splitlines()[0]
        == "metric,value,precision,recall,expected,spread,adjusted,p_value"
    )
    sure = accord.compare(TRUTH, FOUND, "f1p", interval=True)
    assert (list(sure.baselines), list(sure.intervals)) == ([], ["f1p"])
    assert sure.intervals["f1p"].groups == 100
    assert sure.intervals["f1p"].confidence == 0.95
    assert sure.to_csv().splitlines()[0] == "metric,value,precision,recall,low,high"


def test_baselines_and_intervals_are_in_every_table(comparison: Comparison) -> None:
    chance, sure = comparison.baselines["f1p"], comparison.intervals["f1p"]
    wanted = [
        f"{chance.expected:.4f} ± {chance.spread:.4f}",
        f"{chance.adjusted:.4f}",
        f"{sure.low:.4f}",
        f"{sure.high:.4f}",
    ]
    for text in (str(comparison), comparison.to_markdown(), comparison._repr_html_()):
        (row,) = (
            line for line in text.replace("<tr>", "\n").splitlines() if "mutual membership" in line
        )
        assert all(cell in row for cell in wanted)
        assert all(word in text for word in ("chance", "adjusted", "low", "high"))
        assert "low, high: 90 % confidence, from leaving out each of 12 groups of nodes" in text
        assert "chance: mean ± spread of 12 random relabellings of the nodes" in text


def test_baselines_and_intervals_are_in_all_data_formats(comparison: Comparison) -> None:
    header, *rows = csv.reader(io.StringIO(comparison.to_csv()))
    assert header == ["metric", "value", "precision", "recall", *DATA]
    frame = comparison.to_pandas()
    scores = json.loads(comparison.to_json())["scores"]
    for row, metric in zip(rows, METRICS, strict=True):
        known = numbers(comparison, metric)
        assert dict(zip(DATA, map(float, row[4:]), strict=True)) == known
        assert frame.loc[metric, DATA].to_dict() == known
        assert scores[metric]["interval"] == comparison.intervals[metric].to_dict()
        assert scores[metric]["baseline"] == comparison.baselines[metric].to_dict()
        assert known.items() <= (scores[metric]["interval"] | scores[metric]["baseline"]).items()


def test_adjusted_is_empty_if_chance_gives_the_best_value() -> None:
    same = accord.compare([range(9)], [range(9)], "f1p", baseline=True, repeats=3)
    assert same.baselines["f1p"].adjusted is None
    assert same.to_csv().splitlines()[1] == "f1p,1.0,1.0,1.0,1.0,0.0,,1.0"
    assert json.loads(same.to_json())["scores"]["f1p"]["baseline"]["adjusted"] is None
    assert same.to_pandas()["adjusted"].isna().all()
    assert "1.0000 ± 0.0000         -" in str(same)


def test_only_applicable_metrics_have_baselines_and_intervals() -> None:
    comparison = accord.compare(
        COVER, accord.perturb(COVER, move=0.1, seed=1), baseline=True, interval=True, repeats=3
    )
    assert (
        list(comparison.baselines)
        == list(comparison.intervals)
        == list(comparison)
        == list(accord.metrics.PANELS["overlapping"])
    )


def test_levels_have_baselines_and_intervals() -> None:
    found = accord.Clustering.from_levels({"fine": FOUND, "coarse": OTHER})
    comparison = accord.compare(TRUTH, found, "f1p", levels="best", interval=True, repeats=5)
    for level in comparison.levels.values():
        assert list(level.intervals) == ["f1p"]


# ---- rankings ------------------------------------------------------------------------------------


def test_ranking_has_a_certainty_table() -> None:
    ranking = accord.rank(TRUTH, {"other": OTHER, "found": FOUND}, METRICS, **ASKED)
    plain = accord.rank(TRUTH, {"other": OTHER, "found": FOUND}, METRICS)
    assert ranking.table() == plain.table()
    for text in (str(ranking), ranking.to_markdown().replace("\\", ""), ranking._repr_html_()):
        for metric in METRICS:
            for name, comparison in ranking.items():
                chance, sure = comparison.baselines[metric], comparison.intervals[metric]
                cells = [
                    metric,
                    name,
                    f"{comparison[metric]:.4f}",
                    f"{sure.low:.4f}",
                    f"{sure.high:.4f}",
                ]
                cells += [f"{chance.expected:.4f} ± {chance.spread:.4f}", f"{chance.adjusted:.4f}"]
                assert any(
                    all(cell in line for cell in cells)
                    for line in text.replace("<tr>", "\n").splitlines()
                )
        assert "90 % confidence" in text
    rows = [
        line.split()[:2] for line in str(ranking).splitlines() if line.startswith(("f1p ", "vi "))
    ]
    assert rows == [["f1p", "found"], ["f1p", "other"], ["vi", "↓"], ["vi", "↓"]]


def test_ranking_has_baselines_and_intervals_in_all_data_formats() -> None:
    ranking = accord.rank(TRUTH, {"other": OTHER, "found": FOUND}, METRICS, **ASKED)
    columns = [
        column for metric in METRICS for column in (metric, *(f"{metric} {name}" for name in DATA))
    ]
    header, *rows = csv.reader(io.StringIO(ranking.to_csv()))
    counts = ["rank", "nodes", "clusters", "not_clustered"]
    assert header == ["found", *counts, *columns]
    frame = ranking.to_pandas()
    assert frame.columns.tolist() == [*counts, *columns]
    for row in rows:
        known = {
            column: value
            for metric in METRICS
            for column, value in zip(
                (metric, *(f"{metric} {name}" for name in DATA)),
                (float(ranking[row[0]][metric]), *numbers(ranking[row[0]], metric).values()),
                strict=True,
            )
        }
        assert dict(zip(columns, map(float, row[5:]), strict=True)) == known
        assert frame.loc[row[0], columns].to_dict() == known
    assert json.loads(ranking.to_json()) == ranking.to_dict()
    assert ranking.to_dict()["found"]["scores"]["vi"]["baseline"]["repeats"] == 12


def test_note_states_the_range_of_group_numbers() -> None:
    ranking = accord.rank(
        [[1, 2], [3, 4]], {"a": [[1, 2, 3], [4, 5]], "b": [[1, 2], [3, 4]]}, "f1p", interval=True
    )
    assert "each of 4 to 5 groups of nodes" in str(ranking)


@pytest.mark.parametrize(
    ("options", "match"),
    [({"repeats": 0}, "repeats"), ({"seed": -1}, "seed"), ({"confidence": 2}, "conf")],
)
def test_bad_arguments_raise(options: dict[str, Any], match: str) -> None:
    with pytest.raises(InputError, match=match):
        accord.compare(TRUTH, FOUND, "f1p", **options)
    with pytest.raises(InputError, match=match):
        accord.rank(TRUTH, {"found": FOUND}, "f1p", interval=True, **options)


# ---- the command line ----------------------------------------------------------------------------

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
FILES = [str(EXAMPLES / f"clubs_{name}.cnl") for name in ("truth", "found", "guess")]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "accord", *arguments], capture_output=True, text=True, check=False
    )


def test_command_line_shows_the_same_as_compare() -> None:
    options = [
        "--metrics",
        "f1p,omega",
        "--baseline",
        "--interval",
        "--repeats",
        "9",
        "--seed",
        "3",
        "--confidence",
        "0.8",
    ]
    asked: dict[str, Any] = {
        "baseline": True,
        "interval": True,
        "repeats": 9,
        "seed": 3,
        "confidence": 0.8,
    }
    comparison = accord.compare(*FILES[:2], ["f1p", "omega"], **asked)
    assert run("compare", *FILES[:2], *options).stdout == f"{comparison}\n"
    assert (
        json.loads(run("compare", *FILES[:2], *options, "--format", "json").stdout)
        == comparison.to_dict()
    )
    assert (
        run("compare", *FILES[:2], *options, "--format", "csv").stdout == f"{comparison.to_csv()}\n"
    )
    ranking = accord.rank(FILES[0], list(FILES[1:]), ["f1p", "omega"], **asked)
    assert run("compare", *FILES, *options).stdout == f"{ranking}\n"
    assert (
        run("compare", *FILES, *options, "--format", "markdown").stdout
        == f"{ranking.to_markdown()}\n"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--interval", "--repeats", "1"], "repeats must be an integer from 2"),
        (["--interval", "--repeats", "x"], "'x' is not a valid integer"),
        (["--interval", "--seed", "-1"], "seed must be an integer from 0"),
        (["--interval", "--confidence", "95"], "confidence must be a number between 0 and 1"),
        (["--seed", "0"], "--seed has no effect without --baseline or --interval: add that"),
        (["--repeats", "9"], "--repeats has no effect without --baseline or --interval"),
        (["--baseline", "--confidence", "0.9"], "--confidence has no effect without --interval"),
    ],
)
def test_bad_options_give_a_one_line_error(options: list[str], message: str) -> None:
    done = run("compare", *FILES[:2], *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
