"""which_metrics: two metrics that apply to what was described, and do what was asked of them."""

import os
import pty
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

import accord
from accord import METRICS, Clustering, InputError, UnknownNameError, which_metrics
from accord._cli.commands import cli
from accord._summaries.clustering_pair import PairCounts
from accord.metrics._advice import QUESTIONS, MetricAdvice, all_advice

ADVICE = all_advice()


def example(advice: MetricAdvice) -> tuple[Clustering, Clustering]:
    """Two clusterings as the answers describe them, found with levels if a side has some."""
    truth = [[0, 1, 2, 3], [4, 5, 6], [7, 8, 9]]
    found = [[0, 1, 2], [3, 4, 5, 6], [7, 8, 9]]
    if advice.answers["clusters"] == "overlapping":
        truth[0].append(9)
        found[1].append(0)
    if advice.answers["nodes"] == "different":
        found[2].append(10)
    side = Clustering.from_clusters(found)
    if advice.answers["levels"] == "several":
        coarse = Clustering.from_clusters([found[0] + found[1][1:-1], found[2]])
        side = Clustering.from_levels([side, coarse])
    return Clustering.from_clusters(truth), side


@pytest.mark.parametrize("answers", ADVICE, ids=",".join)
def test_both_metrics_apply_to_what_the_answers_describe(answers: tuple[str, ...]) -> None:
    advice = ADVICE[answers]
    truth, found = example(advice)
    first, second = advice.metrics
    assert first != second
    levels: Any = "best" if found.level_names else None
    for metric, choice in ((first, None), (second, levels)):
        assert accord.compare(truth, found, [metric], levels=choice)[metric] < 1


@pytest.mark.parametrize("answers", ADVICE, ids=",".join)
def test_the_metrics_do_what_was_asked(answers: tuple[str, ...]) -> None:
    advice = ADVICE[answers]
    first, second = advice.metrics
    of_pairs = second if advice.answers["levels"] == "several" else first
    if advice.answers["matters"] == "pairs":
        assert METRICS[of_pairs].summary is PairCounts
    else:
        score = accord.compare(*example(advice), [first], levels="merged")[first]
        assert score.per_truth_cluster is not None


def random_clusters(seed: int, overlapping: bool) -> list[list[int]]:
    """400 nodes in 40 random clusters."""
    draw = np.random.default_rng(seed)
    labels = [draw.integers(0, 40, 400) for _ in range(1 + overlapping)]
    return [np.flatnonzero(sum(each == k for each in labels)).tolist() for k in range(40)]


@pytest.mark.parametrize("answers", [answers for answers in ADVICE if "corrected" in answers])
def test_random_clusters_score_0_by_one_of_both(answers: tuple[str, ...]) -> None:
    advice = ADVICE[answers]
    overlapping = advice.answers["clusters"] == "overlapping"
    pairs = [[random_clusters(seed, overlapping) for seed in (n, n + 50)] for n in range(5)]
    means = {
        metric: np.mean([float(getattr(accord, metric)(*pair)) for pair in pairs])
        for metric in advice.metrics
    }
    corrected = [metric for metric, mean in means.items() if abs(mean) < 0.01]
    assert corrected
    noted = [note.text for note in advice.notes() if note.kind == "chance"]
    others = " and ".join(metric for metric in advice.metrics if metric not in corrected)
    assert [text.partition(":")[0] for text in noted] == ([others] if others else [])


def test_every_combination_of_answers_has_advice() -> None:
    assert len(ADVICE) == np.prod([len(question.answers) for question in QUESTIONS]) == 32
    assert {name for advice in ADVICE.values() for name in advice.metrics} <= set(METRICS)


def test_the_defaults_are_the_first_answers() -> None:
    assert which_metrics() == next(iter(ADVICE.values()))
    assert which_metrics().metrics == ("adjusted_rand", "ami")


def test_an_unknown_answer_is_an_error() -> None:
    with pytest.raises(UnknownNameError, match="unknown answer to 'clusters' 'crips': did you"):
        which_metrics(clusters="crips")
    with pytest.raises(UnknownNameError, match="unknown answer to 'clusters'"):
        which_metrics(clusters=["crisp"])  # type: ignore[arg-type]


def test_advice_is_a_result_like_others() -> None:
    advice = which_metrics(levels="several")
    assert advice.to_pandas().index.tolist() == list(advice.metrics)
    assert [entry["metric"] for entry in advice.to_dict()["metrics"]] == list(advice.metrics)
    assert "levels='best'" in str(advice)


# ---- accord metrics --choose ---------------------------------------------------------------------


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["metrics", *arguments], standalone_mode=False)


@pytest.mark.parametrize("answers", list(ADVICE)[::5], ids=",".join)
def test_options_answer_all_questions(answers: tuple[str, ...]) -> None:
    options = [
        word
        for question, answer in zip(QUESTIONS, answers, strict=True)
        for word in (f"--{question.name}", answer)
    ]
    done = run("--choose", "--format", "csv", *options)
    assert done.stdout == f"{ADVICE[answers].to_csv()}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--choose", "--nodes", "same"], "--clusters crisp|overlapping, --matters pairs|clusters"),
        (["--nodes", "same"], "--nodes answers a question of --choose"),
        (["--choose", "nmi"], "leave out names and options"),
        (["--choose", "--properties"], "leave out names and options"),
    ],
)
def test_without_a_terminal_all_answers_are_options(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert isinstance(done.exception, InputError)
    assert message in str(done.exception)


def answered(typed: bytes) -> tuple[int, str]:
    """The exit code and the output of `accord metrics --choose --levels one` on a terminal."""
    master, slave = pty.openpty()
    command = ["metrics", "--choose", "--levels", "one", "--format", "csv"]
    process = subprocess.Popen(
        [sys.executable, "-m", "accord", *command],
        stdin=slave,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    os.close(slave)
    os.write(master, typed)
    output, _ = process.communicate()
    os.close(master)
    return process.returncode, output.decode()


def test_questions_without_an_answer_are_asked() -> None:
    code, output = answered(b"overlapping\ndifferent\nneither\nclusters\n\n")
    assert code == 0
    for question in QUESTIONS:
        assert (question.text in output) == (question.name != "levels")
    assert "'neither' is not one of" in output
    wanted = ADVICE["overlapping", "different", "clusters", "corrected", "one"]
    assert output.endswith(f"{wanted.to_csv()}\n")


def test_an_end_of_the_answers_is_an_error() -> None:
    code, output = answered(b"crisp\n\x04")
    assert code == 2
    assert output.endswith(
        "accord: error: the questions have no answer, so no metrics are chosen\n"
    )
