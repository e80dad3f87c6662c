"""BCubed: every way of counting shared clusters against the definition, and rounding."""

import random
from typing import Any

import oracles
import pytest
from metric_cases import CLOSE, weighted
from random_covers import random_pair

from accord import Clustering, InputError, NodeSetError, bcubed, generate_cover, perturb
from accord._engines.native import node_types

#: Size limit of tables: none, so that every type is walked; small, so that some are; unlimited.
TABLE_CELLS = {
    "walks": lambda rng: 0,
    "mixed": lambda rng: rng.randint(4, 400),
    "tables": lambda rng: 2**31,
}


@pytest.mark.parametrize("room", TABLE_CELLS)
def test_every_counting_method_follows_the_definition(
    room: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(room)
    for _ in range(400):
        truth, found, weights = random_pair(rng)
        cells = TABLE_CELLS[room](rng)
        monkeypatch.setattr(node_types, "available_memory", lambda cells=cells: 64 * cells)
        base = {} if weights is None else {"weights": weights}
        score = bcubed(weighted(truth, weights), weighted(found, weights))
        wanted = oracles.bcubed_sides(truth, found, **base)
        assert score.precision == pytest.approx(float(wanted.precision), **CLOSE)
        assert score.recall == pytest.approx(float(wanted.recall), **CLOSE)
        beta = rng.choice([0, 0.3, 2, 10])
        f = bcubed(weighted(truth, weights), weighted(found, weights), beta=beta)
        assert f == pytest.approx(oracles.bcubed(truth, found, beta=beta, **base), **CLOSE)


def test_node_types_with_many_clusters(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    truth = [
        {0, *rng.sample(range(1, 60), 5)} for _ in range(150)
    ]  # node 0 in 150 clusters: in more than a word's bits
    found = [{0, *rng.sample(range(1, 60), 9)} for _ in range(70)] + [{v} for v in range(60)]
    wanted = oracles.bcubed([*truth, set(range(60))], found)
    for cells in (0, 500, 2**31):
        monkeypatch.setattr(node_types, "available_memory", lambda cells=cells: 64 * cells)
        assert bcubed([*truth, range(60)], found) == pytest.approx(wanted, **CLOSE)


def test_tables_and_walks_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    truth = generate_cover(3000, 150, 2.5, seed=1)
    found = perturb(truth, move=0.2, split=0.1, seed=2)
    tables = bcubed(truth, found)
    monkeypatch.setattr(node_types, "available_memory", lambda: 64 * 20_000.0)
    assert bcubed(truth, found) == pytest.approx(tables, rel=1e-13)
    monkeypatch.setattr(node_types, "available_memory", lambda: 0.0)
    assert bcubed(truth, found) == pytest.approx(tables, rel=1e-13)


def test_threads_do_not_change_a_bit() -> None:
    truth = generate_cover(3000, 150, 2.5, seed=1)
    found = perturb(truth, move=0.2, split=0.1, seed=2)
    single, *others = (bcubed(truth, found, threads=threads) for threads in (1, 2, 5))
    for other in others:
        assert (other, other.precision, other.recall) == (single, single.precision, single.recall)


def test_rounding_never_exceeds_one() -> None:
    rng = random.Random(1)
    cover = [list(range(i, i + 8)) for i in range(0, 33, 4)]
    weights = {v: rng.randint(2**50, 2**54) for v in range(40)}
    score = bcubed(weighted(cover, weights), weighted(cover, weights))
    assert (score, score.precision, score.recall) == (1, 1, 1)


@pytest.mark.parametrize("heavy", [2**53 + 1, 2**60])
def test_large_weights(heavy: int) -> None:
    weights = {1: heavy, 2: heavy // 3, 3: 7}
    truth, found = [{1, 2}, {2, 3}], [{1, 2}, {3}]
    wanted = oracles.bcubed(truth, found, weights=weights)
    assert bcubed(weighted(truth, weights), weighted(found, weights)) == pytest.approx(
        wanted, **CLOSE
    )


def test_singletons_and_missing_nodes() -> None:
    assert bcubed([[1]], [[1]]) == 1
    assert bcubed([[1], [1]], [[1]]).recall == 0.5
    with pytest.raises(NodeSetError, match="bcubed"):
        bcubed([[1, 2]], [[1]])
    assert bcubed([[1, 2]], [[1]], nodes="union") == bcubed([[1, 2]], [[1], [2]])


@pytest.mark.parametrize(
    "options", [{"beta": -1}, {"beta": float("inf")}, {"beta": 10**400}, {"beta": "much"}]
)
def test_options_out_of_range_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="beta of bcubed must be a number, at least 0"):
        bcubed([[1]], [[1]], **options)


def test_weights_must_be_integers() -> None:
    side = Clustering.from_clusters([[1, 2]], weights={1: 0.5, 2: 1})
    with pytest.raises(InputError, match="weights must be integers"):
        bcubed(side, side)
